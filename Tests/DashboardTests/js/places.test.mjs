import assert from "node:assert/strict";
import test from "node:test";
import { boxAround, liveliest } from "../../../Public/js/map/homeView.js";
import { graticuleStep } from "../../../Public/js/map/graticule.js";
import { distance, latitudeOf, longitudeOf, mercatorX, mercatorY } from "../../../Public/js/core/mercator.js";
import { readPaths } from "../../../Public/js/model/tracks.js";
import { Fleet } from "../../../Public/js/model/fleet.js";
import { decodeFrame } from "../../../Public/js/net/frame.js";
import { speedAt } from "../../../Public/js/transport/timeline.js";
import { frameBytes } from "./frames.mjs";

test("Mercator there and back, and its end", () => {
  for (const latitude of [-85, -33.9, 0, 40.4168, 85]) assert.ok(Math.abs(latitudeOf(mercatorY(latitude)) - latitude) < 1e-9);
  assert.ok(Math.abs(mercatorY(85.0511287798)) < 1e-9);
  assert.equal(mercatorY(90), mercatorY(85.0511287798));
  assert.equal(longitudeOf(mercatorX(-179.5)), -179.5);
});

test("P18: 31.9 km over ±180°, and the map fits to 0.3°", () => {
  assert.ok(Math.abs(distance(-16.8, 179.8, -16.8, -179.9) - 31_900) < 100);
  const box = boxAround([[-16.8, 179.8], [-16.8, -179.9]].map(([lat, lon]) => ({ x: mercatorX(lon), y: mercatorY(lat) })));
  assert.ok(Math.abs((box.east - box.west) * 360 - 0.3) < 1e-9);
});

test("P4: between segments and over a hole there is no line and no speed", () => {
  const at = (s) => new Date(1_700_000_000_000 + 1000 * s).toISOString();
  const [path] = readPaths("t", {
    type: "Feature",
    properties: { name: "two", coordTimes: [[at(0), at(1)], [at(5), at(100), at(101)]] },
    geometry: { type: "MultiLineString", coordinates: [[[0, 0], [0.0001, 0]], [[0.001, 0], [0.0011, 0], [0.0012, 0]]] },
  });
  assert.deepEqual([...path.breaks], [1, 0, 1, 1, 0]);
  assert.deepEqual(path.gaps.map(({ from, to }) => (to - from) / 1000), [4, 95]);
  assert.ok(Math.abs(path.speed[1] - 11.1) < 0.1);
  assert.ok(Number.isNaN(path.speed[3]));
  assert.equal(speedAt([path], 1_700_000_050_000), null);
  assert.ok(Math.abs(speedAt([path], 1_700_000_000_500) - 11.1) < 0.1);
});

test("a path over ±180° is drawn on", () => {
  const [path] = readPaths("t", {
    type: "Feature", properties: {},
    geometry: { type: "LineString", coordinates: [[179.9999, -16.8], [-179.9999, -16.8]] },
  });
  assert.ok(path.box.east - path.box.west < 1e-5);
  assert.deepEqual([...path.breaks], [1, 0]);
  assert.ok(Number.isNaN(path.time[0]));
});

test("the graticule's lines are 150 pixels apart or more", () => {
  for (let zoom = 3; zoom <= 19; zoom += 0.25) {
    const scale = 256 * 2 ** zoom;
    assert.ok((graticuleStep(scale) * scale) / 360 >= 150, `zoom ${zoom}`);
  }
});

test("the first view of a great fleet shows more than the street of its first vehicles", () => {
  const fleet = new Fleet();
  const vehicles = Array.from({ length: 2_000 }, (_, number) => [number, 40 + Math.floor(number / 500) * 0.05, 0, 0, 0]);
  fleet.apply(decodeFrame(frameBytes({ emitted: 0, source: 0, vehicles })));
  const box = liveliest({ fleet }, []);
  assert.ok(Math.abs(latitudeOf(box.north) - 40.15) < 1e-6);
  assert.ok(Math.abs(latitudeOf(box.south) - 40) < 1e-6);
});
