import assert from "node:assert/strict";
import test from "node:test";
import { bearing } from "../../../Public/js/core/mercator.js";
import { MetricsHistory, droppedByDemonstration, droppedOnTheWay, percentiles } from "../../../Public/js/model/metricsHistory.js";
import { readPlayback } from "../../../Public/js/model/playback.js";
import { HIDDEN, tint } from "../../../Public/js/map/tint.js";
import { axisStep } from "../../../Public/js/transport/timeline.js";

test("what the demonstration and other pages drop is not lost on the way to this one", () => {
  const stage = (name, dropped, policy) => ({ name, policy, dropped });
  const sample = {
    stages: [stage("source", 2), stage("broadcast", 3), stage("consumer", 100, "newest:1"), stage("consumer", 50, "oldest:64"), stage("socket", 70)],
    you: { merged: 9, dropped: 4, queued_bytes: 0 },
  };
  assert.equal(droppedOnTheWay(sample), 9);
  assert.equal(droppedByDemonstration(sample), 150);
  assert.equal(droppedOnTheWay(null), 0);
});

test("percentiles of nothing are nothing, and the page's own belong to the time since the last figures", () => {
  assert.deepEqual(percentiles([]), { p50: null, p95: null, p99: null });
  assert.equal(percentiles(Array.from({ length: 100 }, (_, i) => i)).p95, 95);
  const history = new MetricsHistory();
  [5, 5, 5].forEach((delay) => history.frame(delay));
  history.add({ stages: [] }, 0);
  [40, 40].forEach((delay) => history.frame(delay));
  history.add({ stages: [] }, 1000);
  assert.deepEqual(history.samples.map((sample) => sample.page.p50), [5, 40]);
});

test("a picture's work is its drawing and all that was taken in before it", () => {
  const history = new MetricsHistory();
  history.tookIn(2);
  history.tookIn(1);
  history.drew(4);
  history.drew(1.5);
  assert.deepEqual(history.work, [7, 1.5]);
});

test("the consumers' delay is the server's", () => {
  assert.equal(readPlayback({ consumerDelay_ms: 37 }).consumerDelay, 37);
  assert.equal(readPlayback({}).consumerDelay, 0);
});

test("the bearing is the course at the start, over 180° too", () => {
  assert.ok(Math.abs(bearing(40, -3, 41, -3)) < 1e-9);
  assert.ok(Math.abs(bearing(0, 179.5, 0, -179.5) - 90) < 1e-9);
  assert.ok(Math.abs(bearing(0, -179.5, 0, 179.5) - 270) < 1e-9);
});

test("the times on the line are a clock's and never crowd", () => {
  assert.equal(axisStep(47 * 60_000, 15), 300_000);
  assert.equal(axisStep(60_000, 4), 15_000);
  assert.equal(axisStep(10 * 86_400_000, 5), 2 * 86_400_000);
  for (const span of [1, 999, 61_000, 3.7e6, 9e8, 4e12]) assert.ok(span / axisStep(span, 7) <= 7);
});

test("hiding the others leaves the selected and the compared", () => {
  const held = (value) => ({ value, peek: () => value });
  const app = {
    fleet: { count: 4, numbers: [0, 1, 2, 3], speed: [0, 0, 0, 0] }, found: held(null), solo: held(true), hello: held(null),
    chosen: () => [1, 3], freshnessJudge: () => () => "live",
  };
  const into = new Uint8Array(4);
  tint(app, "vehicle", into);
  assert.deepEqual([...into].map((one) => one === HIDDEN), [true, false, true, false]);
});
