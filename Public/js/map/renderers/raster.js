import { channels } from "../palette.js";
import { HIDDEN, STALE } from "../tint.js";

/**
 * Vehicles written as pixels into an image: the quickest way for very many where no graphics hardware is.
 */
export class RasterRenderer {
  name = "raster";

  constructor() {
    this.canvas = document.createElement("canvas");
    this.context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
    /** @type {ImageData | null} */
    this.image = null;
    this.pixels = new Uint32Array(0);
  }

  /** @param {import("../scene.js").Scene} scene */
  draw(scene) {
    const { fleet, view, mix, tints } = scene;
    const { width, height } = view;
    if (!this.image || this.image.width !== width || this.image.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
      this.image = this.context.createImageData(width, height);
      this.pixels = new Uint32Array(this.image.data.buffer);
    }
    const { pixels } = this;
    pixels.fill(0);
    const inks = packed(scene);
    const radius = fleet.count > 20_000 ? 1 : 2;
    const { fromX, fromY, toX, toY } = fleet;
    const centre = (view.left + width / 2) / view.scale;
    for (let slot = 0; slot < fleet.count; slot += 1) {
      const tint = tints[slot];
      if (tint === HIDDEN) continue;
      let place = fromX[slot] + (toX[slot] - fromX[slot]) * mix;
      if (place - centre > 0.5 || centre - place > 0.5) place += Math.round(centre - place);
      const px = (place * view.scale - view.left) | 0;
      const py = ((fromY[slot] + (toY[slot] - fromY[slot]) * mix) * view.scale - view.top) | 0;
      if (px < radius || py < radius || px >= width - radius || py >= height - radius) continue;
      const ink = inks[tint];
      for (let row = (py - radius) * width + px - radius, end = row + (2 * radius + 1) * width; row < end; row += width) {
        for (let at = row; at <= row + 2 * radius; at += 1) pixels[at] = ink;
      }
    }
    this.context.putImageData(this.image, 0, 0);
  }

  dispose() {
    this.canvas.remove();
  }
}

/** @param {import("../scene.js").Scene} scene */
function packed({ colours, palette }) {
  const inks = new Uint32Array(256);
  const pack = (/** @type {string} */ colour) => {
    const [r, g, b] = channels(colour);
    return ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
  };
  colours.forEach((colour, i) => {
    inks[i] = pack(colour);
  });
  inks[STALE] = pack(palette.stale);
  return inks;
}
