import assert from "node:assert/strict";
import test from "node:test";
import { Fleet } from "../../../Public/js/model/fleet.js";
import { RasterRenderer } from "../../../Public/js/map/renderers/raster.js";

/** A canvas that keeps nothing: what is measured is the page's own work on the pixels. */
globalThis.document = {
  createElement: () => ({
    getContext: () => ({
      createImageData: (width, height) => ({ width, height, data: new Uint8ClampedArray(4 * width * height) }),
      putImageData() {},
    }),
    remove() {},
  }),
};

const palette = { stale: "#808080" };
const colours = Array.from({ length: 8 }, (_, i) => `#${(0x203040 * (i + 1) % 0xffffff).toString(16).padStart(6, "0")}`);

function frameOf(count, tick) {
  const column = (Kind, value) => Kind.from({ length: count }, (_, i) => value(i));
  return {
    isFull: true, count, generation: 1, emitted: 100 * tick, sourceTime: 100 * tick,
    numbers: column(Uint32Array, (i) => i), x: column(Float64Array, (i) => 0.5 + 1e-5 * ((i * 7919) % 1000) + 1e-9 * tick),
    y: column(Float64Array, (i) => 0.4 + 1e-5 * ((i * 104_729) % 1000)), speed: column(Uint16Array, () => 1000),
    course: column(Uint16Array, (i) => (i * 37) % 36_000),
  };
}

/**
 * Processor time of this process a picture, in milliseconds, at 10 frames and 60 pictures a second: the least of
 * several rounds, since others who use the machine only add to it.
 */
function work(count) {
  const fleet = new Fleet();
  const renderer = new RasterRenderer();
  const view = { scale: 1e5, left: 49_500, top: 39_600, width: 1280, height: 720 };
  const tints = Uint8Array.from({ length: count }, (_, i) => i % 8);
  const frames = Array.from({ length: 8 }, (_, tick) => frameOf(count, tick + 1));
  let best = Infinity;
  let tick = 0;
  for (let round = 0; round < 8; round += 1) {
    const before = process.cpuUsage();
    for (let picture = 0; picture < 12; picture += 1) {
      if (picture % 6 === 0) {
        const frame = frames[tick % frames.length];
        tick += 1;
        fleet.apply({ ...frame, emitted: 100 * tick, sourceTime: 100 * tick });
      }
      renderer.draw({ fleet, view, mix: (picture % 6) / 6, tints, palette, colours });
    }
    const spent = process.cpuUsage(before);
    best = Math.min(best, (spent.user + spent.system) / 1000 / 12);
  }
  assert.equal(fleet.count, count);
  assert.ok(renderer.pixels.some((pixel) => pixel !== 0));
  return best;
}

test("10 000 vehicles cost less than 4 ms of processor time a picture", () => {
  const spent = work(10_000);
  assert.ok(spent < 4, `${spent} ms`);
});

test("100 000 vehicles cost less than 16 ms of processor time a picture", () => {
  const spent = work(100_000);
  assert.ok(spent < 16, `${spent} ms`);
});
