import assert from "node:assert/strict";
import test from "node:test";
import { freshness } from "../../../Public/js/model/age.js";
import { Fleet } from "../../../Public/js/model/fleet.js";
import { ABSENT, decodeFrame } from "../../../Public/js/net/frame.js";
import { latitudeOf, longitudeOf } from "../../../Public/js/core/mercator.js";
import { frameBytes } from "./frames.mjs";

const frame = (parts) => decodeFrame(frameBytes(parts));
/** One vehicle that goes north by 0.0001° a second, at second `s`. */
const north = (s, more = {}) => frame({
  emitted: 1000 * s, source: 1000 * s, sequence: s, vehicles: [[1, 40 + s * 1e-4, 0, 1111, 0]], ...more,
});

test("D3: late frames move no vehicle back", () => {
  const fleet = new Fleet();
  const shown = [1, 2, 3, 8, 4, 5, 9].map((s) => {
    fleet.apply(north(s));
    return Math.round((latitudeOf(fleet.place(0, 1).y) - 40) * 1e4);
  });
  assert.deepEqual(shown, [1, 2, 3, 8, 8, 8, 9]);
});

test("between two frames a vehicle is drawn on its way, and over ±180° it takes the short one", () => {
  const fleet = new Fleet();
  fleet.apply(frame({ emitted: 0, source: 0, vehicles: [[1, -16.8, 179.999, 8000, 35_500]] }));
  fleet.apply(frame({ emitted: 1000, source: 1000, vehicles: [[1, -16.8, -179.999, 8000, 500]] }));
  assert.equal(fleet.mix(500), 0.5);
  assert.ok(Math.abs(Math.abs(longitudeOf(fleet.place(0, 0.5).x)) - 180) < 1e-6);
  assert.equal(fleet.angle(0, 0.5), 360);
});

test("a jump is no travel, a fast journey is none", () => {
  const fleet = new Fleet();
  fleet.apply(north(1));
  fleet.apply(north(2));
  assert.equal(fleet.jumped[0], 0);
  fleet.apply(frame({ emitted: 3000, source: 3000, vehicles: [[1, 41, 0, 1111, 0]] }));
  assert.equal(fleet.jumped[0], 1);
  assert.equal(latitudeOf(fleet.place(0, 0).y).toFixed(6), "41.000000");
  const flight = new Fleet();
  flight.apply(frame({ emitted: 0, source: 0, vehicles: [[1, 0, 0, 25_000, 9000]] }));
  flight.apply(frame({ emitted: 100, source: 100_000, vehicles: [[1, 0, 0.2248, 25_000, 9000]] }));
  assert.equal(flight.jumped[0], 0);
});

test("the seam of a loop and a seek are cuts, going on is none", () => {
  const fleet = new Fleet();
  for (const s of [1, 2, 3]) fleet.apply(north(s));
  assert.equal(fleet.cuts, 1);
  fleet.apply(frame({ emitted: 4000, source: 500, vehicles: [[1, 40, 0, 1111, 0]] }));
  assert.equal(fleet.cuts, 2);
  fleet.apply(frame({ emitted: 5000, source: 9000, generation: 2, vehicles: [[1, 40, 0, 1111, 0]] }));
  assert.equal(fleet.cuts, 3);
});

test("no course has no angle, and the next one is not turned to", () => {
  const fleet = new Fleet();
  fleet.apply(north(1, { vehicles: [[1, 40, 0, 0, ABSENT]] }));
  assert.ok(Number.isNaN(fleet.angle(0, 1)));
  fleet.apply(north(2, { vehicles: [[1, 40, 0, 0, 27_000]] }));
  assert.equal(fleet.angle(0, 0), 270);
});

test("a frame of changes leaves the others where and as alive as they were", () => {
  const fleet = new Fleet();
  fleet.apply(frame({ emitted: 0, source: 0, vehicles: [[1, 40, 0, 0, 0], [2, 41, 0, 0, 0]] }));
  fleet.apply(frame({ emitted: 100, source: 100, kind: 1, vehicles: [[2, 41.00001, 0, 0, 0]] }));
  assert.deepEqual([fleet.seen[0], fleet.seen[1]], [100, 100]);
  fleet.apply(frame({ emitted: 200, source: 200, vehicles: [[2, 41.00002, 0, 0, 0]] }));
  assert.deepEqual([fleet.seen[0], fleet.seen[1]], [100, 200]);
});

test("ten thousand vehicles, numbers with holes", () => {
  const fleet = new Fleet();
  fleet.apply(frame({ vehicles: Array.from({ length: 10_000 }, (_, i) => [i * 3, 40, i / 1e4, i % 4000, 0]) }));
  assert.equal(fleet.count, 10_000);
  assert.equal(fleet.slot(29_997), 9999);
  assert.equal(fleet.slot(1), -1);
  assert.equal(fleet.speed[fleet.slot(3000)], 1000);
});

test("D3: stale, gone, ended and lost are four things", () => {
  const base = { connected: true, status: "playing", staleAfter: 10_000, goneAfter: 60_000 };
  assert.equal(freshness(base, 0), "live");
  assert.equal(freshness(base, 10_000), "stale");
  assert.equal(freshness(base, 60_000), "gone");
  assert.equal(freshness(base, 60_000, true), "ended");
  assert.equal(freshness({ ...base, connected: false }, 0), "lost");
  assert.equal(freshness({ ...base, status: "paused" }, 0), "paused");
  assert.equal(freshness(base, 0, false, true), "gone");
});
