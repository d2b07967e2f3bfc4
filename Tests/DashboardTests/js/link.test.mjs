import assert from "node:assert/strict";
import test from "node:test";
import { backoff } from "../../../Public/js/net/backoff.js";
import { makeLink, step } from "../../../Public/js/net/link.js";

/** Runs events through the machine, by a clock turned by hand. */
function drive(events, random = () => 0.5) {
  let link = makeLink();
  const done = [];
  for (const [now, event] of events) {
    const taken = step(link, event, now, random);
    link = taken.link;
    done.push(...taken.actions);
  }
  return { link, done };
}

test("W8: the wait doubles to 30 s and is spread", () => {
  const least = (attempt) => backoff(attempt, () => 0);
  const most = (attempt) => backoff(attempt, () => 0.999999);
  assert.equal(least(0), 125);
  assert.ok(most(0) <= 500);
  for (let attempt = 1; attempt < 6; attempt += 1) assert.equal(least(attempt), 2 * least(attempt - 1));
  assert.ok(most(50) <= 30_000 && least(50) === 7500);
});

test("W8: a server down for a minute is tried fewer than ten times", () => {
  let link = makeLink();
  let now = 0;
  let attempts = 0;
  let event = { type: "start" };
  while (now < 60_000) {
    const opened = step(link, event, now, () => 0.5);
    link = opened.link;
    attempts += opened.actions.filter((action) => action.do === "open").length;
    const lost = step(link, { type: "closed", socket: link.socket }, now, () => 0.5);
    link = lost.link;
    now += lost.actions.find((action) => action.do === "wait").milliseconds;
    event = { type: "due" };
  }
  assert.ok(attempts < 10, `${attempts} attempts`);
});

test("W8: one socket a page, and what an older one says is ignored", () => {
  const { link, done } = drive([
    [0, { type: "start" }], [1, { type: "shown" }], [2, { type: "shown" }],
    [10, { type: "opened", socket: 1 }], [11, { type: "shown" }], [20, { type: "closed", socket: 1 }],
    [21, { type: "shown" }], [22, { type: "opened", socket: 2 }], [23, { type: "closed", socket: 1 }],
  ]);
  assert.deepEqual(done.filter((action) => action.do === "open").map((action) => action.socket), [1, 2]);
  assert.equal(link.status, "open");
  assert.equal(link.lostAt, null);
});

test("after a stable connection the first wait is short again; lost since is when it was last heard", () => {
  const { link, done } = drive([
    [0, { type: "start" }], [5, { type: "closed", socket: 1 }], [600, { type: "due" }], [605, { type: "closed", socket: 2 }],
    [2000, { type: "due" }], [2010, { type: "opened", socket: 3 }], [14_000, { type: "heard", socket: 3 }],
    [14_500, { type: "closed", socket: 3 }],
  ]);
  const waits = done.filter((action) => action.do === "wait").map((action) => action.milliseconds);
  assert.ok(waits[1] > waits[0]);
  assert.equal(waits[2], waits[0]);
  assert.equal(link.lostAt, 14_000);
});

test("D6: silence is probed, and given up within five seconds", () => {
  const { done, link } = drive([
    [0, { type: "start" }], [10, { type: "opened", socket: 1 }], [100, { type: "heard", socket: 1 }],
    [2000, { type: "tick" }], [2700, { type: "tick" }], [3200, { type: "tick" }], [4600, { type: "tick" }],
  ]);
  assert.deepEqual(done.map((action) => action.do), ["open", "probe", "close", "wait"]);
  assert.equal(link.status, "waiting");
  assert.equal(link.lostAt, 100);
});

test("D1: a hidden page leaves; shown again it connects at once, and it was never lost", () => {
  const { link, done } = drive([
    [0, { type: "start" }], [1, { type: "opened", socket: 1 }], [5000, { type: "hidden" }],
    [5001, { type: "closed", socket: 1 }], [9000, { type: "tick" }], [60_000, { type: "shown" }],
  ]);
  assert.deepEqual(done.map((action) => action.do), ["open", "close", "open"]);
  assert.equal(link.lostAt, null);
});
