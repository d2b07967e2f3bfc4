import { metresPerUnit, nearCopy } from "../core/mercator.js";
import { grow } from "../model/tracks.js";

/** Vehicles nearer than this to one another are looked at together. */
const NEIGHBOURHOOD_METRES = 60_000;

/** @typedef {{ west: number, east: number, north: number, south: number }} Box */

/** @returns {Box} */
function nothing() {
  return { west: Infinity, east: -Infinity, north: Infinity, south: -Infinity };
}

/**
 * The rectangle around all places, the short way round the world: over ±180° where that is shorter.
 * @param {{ x: number, y: number }[]} places
 * @returns {Box | null}
 */
export function boxAround(places) {
  if (places.length === 0) return null;
  const sorted = places.map(({ x }) => ((x % 1) + 1) % 1).sort((a, b) => a - b);
  let widest = sorted[0] + 1 - sorted[sorted.length - 1];
  let start = sorted[0];
  for (let i = 1; i < sorted.length; i += 1) {
    if (sorted[i] - sorted[i - 1] > widest) {
      widest = sorted[i] - sorted[i - 1];
      start = sorted[i];
    }
  }
  const box = nothing();
  for (const { x, y } of places) {
    const from = ((x % 1) + 1) % 1;
    grow(box, from < start - 1e-12 ? from + 1 : from, y);
  }
  return box;
}

/**
 * The corners and starts of what is to be seen of some vehicles: their paths where known, else themselves.
 * @param {import("../model/app.js").App} app
 * @param {import("../model/tracks.js").TrackPath[]} paths
 * @param {number[]} slots
 */
function extent(app, paths, slots) {
  const { fleet } = app;
  const numbers = new Set(slots.map((slot) => fleet.numbers[slot]));
  const places = slots.map((slot) => fleet.place(slot, 1));
  for (const { box, vehicle } of paths) {
    if (vehicle === null || !numbers.has(vehicle)) continue;
    places.push({ x: box.west, y: box.north }, { x: box.east, y: box.south });
  }
  return places;
}

/**
 * What to show of all vehicles together.
 * @param {import("../model/app.js").App} app
 * @param {import("../model/tracks.js").TrackPath[]} paths
 */
export function everything(app, paths) {
  const slots = Array.from({ length: app.fleet.count }, (_, slot) => slot).filter((slot) => app.fleet.gone[slot] === 0);
  const places = extent(app, paths, slots);
  return boxAround(places.length > 0 ? places : paths.flatMap(({ box }) => [
    { x: box.west, y: box.north }, { x: box.east, y: box.south },
  ]));
}

/**
 * What to show first: where most vehicles are together, since a view of the whole world shows none of them
 * move.
 * @param {import("../model/app.js").App} app
 * @param {import("../model/tracks.js").TrackPath[]} paths
 */
export function liveliest(app, paths) {
  const { fleet } = app;
  // A sample from all of them: neighbours in the numbering may well drive the same street.
  const count = Math.min(fleet.count, 400);
  const slots = Array.from({ length: count }, (_, index) => Math.floor(index * fleet.count / count))
    .filter((slot) => fleet.gone[slot] === 0);
  /** @type {number[]} */
  let best = [];
  for (const slot of slots) {
    const reach = NEIGHBOURHOOD_METRES / metresPerUnit(fleet.toY[slot]);
    const near = slots.filter((other) => {
      const x = nearCopy(fleet.toX[other], fleet.toX[slot]);
      return Math.hypot(x - fleet.toX[slot], fleet.toY[other] - fleet.toY[slot]) < reach;
    });
    if (near.length > best.length) best = near;
  }
  return best.length === 0 ? everything(app, paths) : boxAround(extent(app, paths, best));
}
