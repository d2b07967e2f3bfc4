import { ABSENT } from "../net/frame.js";

/** Limits of the steps of speed, km/h: below the first the vehicle stands. */
export const SPEED_STEPS = [1, 10, 30, 60, 120];
/** Not drawn. */
export const HIDDEN = 255;
/** Drawn grey and hollow: stale, ended or lost. */
export const STALE = 254;

/**
 * The step of a speed, 0...5.
 * @param {number} speed cm/s
 */
export function speedStep(speed) {
  const kilometres = speed * 0.036;
  let step = 0;
  while (step < SPEED_STEPS.length && kilometres >= SPEED_STEPS[step]) step += 1;
  return step;
}

/**
 * The step of an age, 0...5: a sixth of the time to stale each.
 * @param {number} age milliseconds
 * @param {number} staleAfter milliseconds
 */
export function ageStep(age, staleAfter) {
  return Math.max(0, Math.min(5, Math.floor((6 * age) / staleAfter)));
}

/**
 * Which colour each vehicle has, as an index: of its own in turn, or the step of its speed or age.
 * @param {import("../model/app.js").App} app
 * @param {"vehicle" | "speed" | "age"} mode
 * @param {Uint8Array} into
 */
export function tint(app, mode, into) {
  const { fleet } = app;
  const found = app.found.peek();
  const only = app.solo.peek() ? new Set(app.chosen()) : null;
  const judge = app.freshnessJudge();
  const staleAfter = app.hello.peek()?.stale_ms ?? 10_000;
  for (let slot = 0; slot < fleet.count; slot += 1) {
    const number = fleet.numbers[slot];
    const fresh = judge(slot);
    if (fresh === "gone" || (only !== null && !only.has(number)) || (found !== null && !isFound(app, found, number))) into[slot] = HIDDEN;
    else if (fresh === "stale" || fresh === "lost") into[slot] = STALE;
    else if (mode === "vehicle") into[slot] = number % 8;
    else if (mode === "age") into[slot] = ageStep(app.age(slot), staleAfter);
    else into[slot] = fleet.speed[slot] === ABSENT ? STALE : speedStep(fleet.speed[slot]);
  }
}

/**
 * @param {import("../model/app.js").App} app
 * @param {Set<string>} found
 * @param {number} number
 */
function isFound(app, found, number) {
  const id = app.vehicles.peek().get(number)?.id;
  return id !== undefined && found.has(id);
}
