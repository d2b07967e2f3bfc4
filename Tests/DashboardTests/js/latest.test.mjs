import assert from "node:assert/strict";
import test from "node:test";
import { latest } from "../../../Public/js/core/latest.js";

/** Timers turned by hand. */
function timers() {
  let next = 1;
  const waiting = new Map();
  return {
    setTimer: (body) => (waiting.set(next, body), next++),
    clearTimer: (id) => waiting.delete(id),
    run() {
      const bodies = [...waiting.values()];
      waiting.clear();
      for (const body of bodies) body();
    },
  };
}

test("C3: five keystrokes make one question", () => {
  const clock = timers();
  const asked = [];
  const search = latest(async (query) => asked.push(query), () => {}, () => {}, clock);
  for (const query of ["m", "ma", "mad", "madr", "madri"]) search.ask(query);
  clock.run();
  assert.deepEqual(asked, ["madri"]);
});

test("C14: a slow answer never replaces that of a later question", async () => {
  const clock = timers();
  const answers = new Map();
  const told = [];
  const failed = [];
  const search = latest((query) => new Promise((resolve, reject) => answers.set(query, { resolve, reject })),
    (answer) => told.push(answer), (error) => failed.push(error), clock);
  search.ask("slow");
  clock.run();
  search.ask("fast");
  clock.run();
  answers.get("fast").resolve("of fast");
  await null;
  answers.get("slow").resolve("of slow");
  await null;
  assert.deepEqual(told, ["of fast"]);
  search.ask("third");
  clock.run();
  search.cancel();
  answers.get("third").reject(new Error("late"));
  await null;
  await null;
  assert.deepEqual(failed, []);
});
