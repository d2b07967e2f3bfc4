import assert from "node:assert/strict";
import test from "node:test";
import { ABSENT, decodeFrame, merged } from "../../../Public/js/net/frame.js";
import { latitudeOf, longitudeOf } from "../../../Public/js/core/mercator.js";
import { frameBytes } from "./frames.mjs";

test("a frame is read as it is written", () => {
  const frame = decodeFrame(frameBytes({
    emitted: 12_345.678901, source: 1_760_162_400_123.456, sequence: 7, generation: 3,
    vehicles: [[4, 40.4168, -3.7038, 1234, 9000], [9, -16.69, -179.877, ABSENT, ABSENT]],
  }));
  assert.ok(Math.abs(frame.emitted - 12_345.678901) < 1e-6);
  assert.equal(frame.sourceTime, 1_760_162_400_123.456);
  assert.deepEqual([frame.sequence, frame.generation, frame.count, frame.isFull], [7, 3, 2, true]);
  assert.deepEqual([...frame.numbers], [4, 9]);
  assert.ok(Math.abs(latitudeOf(frame.y[0]) - 40.4168) < 1e-7);
  assert.ok(Math.abs(longitudeOf(frame.x[1]) + 179.877) < 1e-7);
  assert.deepEqual([...frame.speed], [1234, ABSENT]);
  assert.deepEqual([...frame.course], [9000, ABSENT]);
});

test("what is no frame is refused with a reason", () => {
  assert.throws(() => decodeFrame(new ArrayBuffer(31)), /31 bytes/);
  const cut = frameBytes({ vehicles: [[1, 0, 0, 0, 0]] }).slice(0, 40);
  assert.throws(() => decodeFrame(cut), /1 vehicles in 40 bytes/);
  const future = frameBytes({ vehicles: [] });
  new DataView(future).setUint8(28, 2);
  assert.throws(() => decodeFrame(future), /version 2/);
});

test("frames that wait are merged, the newer value of each vehicle wins", () => {
  const one = decodeFrame(frameBytes({ sequence: 1, vehicles: [[1, 1, 1, 10, 0], [2, 2, 2, 20, 0]] }));
  const two = decodeFrame(frameBytes({ sequence: 2, kind: 1, vehicles: [[2, 5, 5, 50, 0]] }));
  const both = merged(one, two);
  assert.deepEqual([...both.numbers].sort(), [1, 2]);
  assert.equal(both.speed[[...both.numbers].indexOf(2)], 50);
  assert.equal(both.speed[[...both.numbers].indexOf(1)], 10);
  assert.equal(both.sequence, 2);
  assert.equal(both.isFull, true);
});

test("a full frame or another generation leaves nothing of the older", () => {
  const one = decodeFrame(frameBytes({ vehicles: [[1, 1, 1, 10, 0]] }));
  const full = decodeFrame(frameBytes({ vehicles: [[2, 2, 2, 20, 0]] }));
  assert.equal(merged(one, full), full);
  const later = decodeFrame(frameBytes({ generation: 9, kind: 1, vehicles: [[2, 2, 2, 20, 0]] }));
  assert.equal(merged(one, later), later);
});
