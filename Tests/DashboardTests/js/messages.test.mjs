import assert from "node:assert/strict";
import test from "node:test";
import { beside, socketAddress } from "../../../Public/js/net/address.js";
import { EventLog } from "../../../Public/js/model/eventLog.js";
import { playheadOf, readPlayback } from "../../../Public/js/model/playback.js";
import { ServerClock } from "../../../Public/js/model/serverClock.js";
import { neighbour, positionOf, rateAt } from "../../../Public/js/transport/rateScale.js";
import { readAddress } from "../../../Public/js/urlState.js";
import { en } from "../../../Public/js/i18n/en.js";
import { es } from "../../../Public/js/i18n/es.js";

test("W7: the socket is beside the page, whatever path and scheme", () => {
  assert.equal(socketAddress({ href: "http://127.0.0.1:8080/" }), "ws://127.0.0.1:8080/ws");
  assert.equal(socketAddress({ href: "https://example.org/sim/?view=1,2,3#x" }), "wss://example.org/sim/ws");
  assert.equal(socketAddress({ href: "https://example.org/sim/index.html" }), "wss://example.org/sim/ws");
  assert.equal(socketAddress({ href: "http://[::1]:8080/" }), "ws://[::1]:8080/ws");
  assert.equal(beside("/exports/7.gpx", { href: "https://example.org/sim/" }), "https://example.org/sim/exports/7.gpx");
});

test("the state is read, and what is absent stays absent", () => {
  const read = readPlayback({
    status: "playing", rate: 0.5, loop: 3, generation: 2, sequence: 9, sourceTime: "2025-10-11T06:00:01.500Z",
    first: "2025-10-11T06:00:00.000Z", last: "2025-10-11T06:01:00.000Z", fraction: 0.025, noise: "none", faults: [],
  });
  assert.deepEqual(read.loop, { mode: "count", count: 3 });
  assert.equal(read.sourceTime - read.first, 1500);
  assert.equal(read.achievedRate, null);
  assert.equal(readPlayback({ rate: "max", loop: "bounce" }).rate, "max");
  assert.equal(readPlayback({}).sourceTime, null);
});

test("W8: each event once and in order, however it comes", () => {
  const log = new EventLog();
  for (const sequence of [3, 5, 5, 9, 4, 3, 9]) log.add({ kind: "moving", sequence });
  assert.deepEqual(log.events.map((event) => event.sequence), [3, 4, 5, 9]);
  for (let sequence = 10; sequence < 20_000; sequence += 1) log.add({ kind: "tick", sequence });
  assert.ok(log.events.length <= 5500);
  assert.equal(log.known.size, log.events.length);
  assert.equal(log.add({ kind: "tick", sequence: 12 }), false);
});

test("the server's clock follows the quickest message", () => {
  const clock = new ServerClock();
  assert.ok(Number.isNaN(clock.at(0)));
  assert.equal(clock.hear(1000, 5050), 0);
  assert.ok(Math.abs(clock.hear(1100, 5190) - 40) < 0.1);
  assert.equal(clock.hear(1200, 5210), 0);
  assert.ok(Math.abs(clock.at(5310) - 1300) < 0.1);
});

test("the rate's slider is a logarithm, its presets are neighbours", () => {
  for (const rate of [0.01, 0.1, 1, 25, 1000]) assert.ok(Math.abs(rateAt(positionOf(rate)) / rate - 1) < 0.01);
  assert.equal(neighbour(1, 1), 2);
  assert.equal(neighbour(1, -1), 0.5);
  assert.equal(neighbour(3, -1), 2);
  assert.equal(neighbour(1000, 1), 1000);
});

test("an address holds the view, and nonsense in it is nothing", () => {
  const read = readAddress("?view=40.4,-3.7,12&vehicle=a%231&q=sol&t=2025-10-11T06:10:00.000Z&rate=2.5&traces=x,y");
  assert.deepEqual(read.view, { latitude: 40.4, longitude: -3.7, zoom: 12 });
  assert.deepEqual([read.vehicle, read.query, read.rate, read.traces], ["a#1", "sol", 2.5, ["x", "y"]]);
  const bad = readAddress("?view=a,b&t=soon&rate=fast");
  assert.deepEqual([bad.view, bad.time, bad.rate, bad.traces], [null, null, null, null]);
});

test("both languages say the same things, with the same blanks", () => {
  assert.deepEqual(Object.keys(es).sort(), Object.keys(en).sort());
  const blanks = (text) => (text.match(/\{\w+\}/g) ?? []).sort();
  for (const key of Object.keys(en)) assert.deepEqual(blanks(es[key]), blanks(en[key]), key);
});

test("R4: the playhead goes round and there and back while the frames' time keeps rising", () => {
  const state = (more) => readPlayback({
    status: "playing", sourceTime: "2025-10-11T06:00:50.000Z", first: "2025-10-11T06:00:00.000Z",
    last: "2025-10-11T06:01:00.000Z", loop: "forever", lap: 1, ...more,
  });
  const second = (playback, advance) => (playheadOf(playback, advance * 1000) - playback.first) / 1000;
  assert.equal(second(state({}), 5), 55);
  assert.equal(second(state({}), 15), 5);
  assert.equal(second(state({ loop: "off" }), 15), 60);
  assert.equal(second(state({ loop: "bounce", lap: 2 }), 15), 35);
  const range = { from: "2025-10-11T06:00:40.000Z", to: "2025-10-11T06:00:55.000Z" };
  assert.equal(second(state({ range }), 10), 45);
  assert.equal(second(state({}), NaN), 50);
});
