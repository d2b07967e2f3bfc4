import assert from "node:assert/strict";
import test from "node:test";
import { Trails } from "../../../Public/js/model/trails.js";
import { mercatorX, mercatorY } from "../../../Public/js/core/mercator.js";

const GAP = 10_000;
/** Adds second `s` of a vehicle that goes east by 10 m a second. */
function add(trails, s, { seen = s * 1000, jumped = false, number = 1 } = {}) {
  trails.add(number, mercatorX(s * 9e-5), mercatorY(0), s * 1000, seen, jumped, GAP);
}
const breaksOf = (trail) => Array.from({ length: trail.length }, (_, i) => trail.breaks[trail.index(i)]);

test("D4: a trail is bounded, by number and by age", () => {
  const trails = new Trails();
  trails.maxAge = 1e9;
  for (let s = 0; s < 7200; s += 1) add(trails, s);
  const trail = trails.all.get(1);
  assert.equal(trail.length, 720);
  assert.equal(trail.time[trail.index(719)], 7_199_000);
  trails.maxAge = 60;
  add(trails, 7200);
  assert.equal(trail.length, 61);
});

test("D4: no line over a hole, a jump or a cut", () => {
  const trails = new Trails();
  for (const s of [0, 1, 2]) add(trails, s);
  add(trails, 600);
  add(trails, 601, { jumped: true });
  trails.cut();
  add(trails, 602);
  add(trails, 603);
  assert.deepEqual(breaksOf(trails.all.get(1)), [1, 0, 0, 1, 1, 1, 0]);
});

test("a vehicle that stands adds no points", () => {
  const trails = new Trails();
  for (let s = 0; s < 100; s += 1) trails.add(1, 0.5, 0.5, s * 1000, s * 1000, false, GAP);
  assert.equal(trails.all.get(1).length, 1);
});

test("a trail goes on over ±180°", () => {
  const trails = new Trails();
  [179.999, -179.999].forEach((longitude, s) => trails.add(1, mercatorX(longitude), 0.5, s * 1000, s * 1000, false, GAP));
  const trail = trails.all.get(1);
  assert.ok(Math.abs(trail.x[1] - trail.x[0]) < 1e-4);
});

test("not more than 256 vehicles have one", () => {
  const trails = new Trails();
  for (let number = 0; number < 1000; number += 1) add(trails, 1, { number });
  assert.equal(trails.all.size, 256);
});
