import { HIDDEN, STALE } from "../tint.js";

/**
 * Vehicles on a 2D canvas, one shape each: an arrow along the course, a disc without one, a ring when
 * stale. For up to a few thousand.
 * @param {CanvasRenderingContext2D} context
 * @param {import("../scene.js").Scene} scene
 */
export function drawGlyphs(context, scene) {
  const { fleet, view, mix, tints, palette, colours } = scene;
  const size = fleet.count > 400 ? 5 : 7.5;
  const centre = (view.left + view.width / 2) / view.scale;
  context.lineJoin = "round";
  for (let slot = 0; slot < fleet.count; slot += 1) {
    const tint = tints[slot];
    if (tint === HIDDEN) continue;
    const place = fleet.place(slot, mix);
    const x = (place.x + Math.round(centre - place.x)) * view.scale - view.left;
    const y = place.y * view.scale - view.top;
    if (x < -20 || y < -20 || x > view.width + 20 || y > view.height + 20) continue;
    const isStale = tint === STALE;
    shape(context, x, y, size, fleet.angle(slot, mix));
    context.lineWidth = 3;
    context.strokeStyle = palette.outline;
    context.stroke();
    context.lineWidth = 1.5;
    context.fillStyle = isStale ? palette.paper : colours[tint];
    context.fill();
    if (isStale) {
      context.strokeStyle = palette.stale;
      context.stroke();
    }
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {number} angle degrees clockwise from north, NaN without course
 */
function shape(context, x, y, size, angle) {
  context.beginPath();
  if (Number.isNaN(angle)) {
    context.arc(x, y, size * 0.72, 0, 7);
    return;
  }
  const radians = (angle * Math.PI) / 180;
  const sin = Math.sin(radians);
  const cos = Math.cos(radians);
  const point = (/** @type {number} */ across, /** @type {number} */ along) =>
    /** @type {[number, number]} */ ([x + across * cos + along * sin, y + across * sin - along * cos]);
  context.moveTo(...point(0, size * 1.35));
  context.lineTo(...point(size * 0.86, -size * 0.9));
  context.lineTo(...point(0, -size * 0.42));
  context.lineTo(...point(-size * 0.86, -size * 0.9));
  context.closePath();
}
