import assert from "node:assert/strict";
import test from "node:test";
import { turn, unwrapped } from "../../../Public/js/core/angles.js";

test("D2: the shown angle goes the short way", () => {
  const courses = [350, 10, 350, 180, 0];
  const turns = [];
  let shown = NaN;
  for (const course of courses) {
    const next = unwrapped(shown, course);
    if (!Number.isNaN(shown)) turns.push(next - shown);
    shown = next;
  }
  assert.deepEqual(turns.slice(0, 3), [20, -20, -170]);
  assert.equal(Math.abs(turns[3]), 180);
});

test("a turn is never over 180° and ends at the course", () => {
  for (let from = -720; from <= 720; from += 37) {
    for (let to = 0; to < 360; to += 11) {
      const by = turn(from, to);
      assert.ok(by >= -180 && by < 180);
      assert.equal((((from + by - to) % 360) + 360) % 360, 0);
    }
  }
});
