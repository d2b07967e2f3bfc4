import { latitudeOf, longitudeOf, mercatorX, mercatorY } from "../core/mercator.js";

const STEPS = [30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002];
const WANTED_PIXELS = 150;

/**
 * The distance of the lines in degrees for a scale.
 * @param {number} scale pixels for the whole world
 */
export function graticuleStep(scale) {
  const degree = scale / 360;
  let chosen = STEPS[0];
  for (const step of STEPS) if (step * degree >= WANTED_PIXELS) chosen = step;
  return chosen;
}

/**
 * @param {number} degrees
 * @param {number} step
 * @param {string} positive
 * @param {string} negative
 */
function label(degrees, step, positive, negative) {
  const digits = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
  const size = Math.abs(degrees).toFixed(digits);
  return Number(size) === 0 ? `${size}°` : `${size}° ${degrees < 0 ? negative : positive}`;
}

/**
 * Lines of latitude and longitude with their names at the edges: what a map without streets stands on.
 * @param {CanvasRenderingContext2D} context
 * @param {import("./mapView.js").View} view
 * @param {import("./palette.js").Palette} palette
 * @param {{ east: string, west: string }} names
 */
export function drawGraticule(context, view, palette, names) {
  const step = graticuleStep(view.scale);
  const fine = step / 5;
  const hasFine = (fine * view.scale) / 360 > 26;
  if (hasFine) lines(context, view, fine, palette.gridFine);
  lines(context, view, step, palette.grid);
  context.fillStyle = palette.gridText;
  context.font = `10px ${palette.font}`;
  context.textBaseline = "top";
  context.textAlign = "left";
  for (const [degrees, px] of meridians(view, step)) {
    if (px < 70 || px > view.width - 46) continue;
    const wrapped = ((((degrees + 180) % 360) + 360) % 360) - 180;
    const is180 = Math.abs(Math.abs(wrapped) - 180) < step / 10;
    context.fillText(is180 ? "180°" : label(wrapped, step, names.east, names.west), px + 4, 6);
  }
  context.textBaseline = "bottom";
  for (const [degrees, py] of parallels(view, step)) {
    if (py < 40 || py > view.height - 40) continue;
    context.fillText(label(degrees, step, "N", "S"), 6, py - 3);
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {import("./mapView.js").View} view
 * @param {number} step
 * @param {string} colour
 */
function lines(context, view, step, colour) {
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.beginPath();
  for (const [, px] of meridians(view, step)) {
    const x = Math.round(px) + 0.5;
    context.moveTo(x, 0);
    context.lineTo(x, view.height);
  }
  for (const [, py] of parallels(view, step)) {
    const y = Math.round(py) + 0.5;
    context.moveTo(0, y);
    context.lineTo(view.width, y);
  }
  context.stroke();
}

/**
 * @param {import("./mapView.js").View} view
 * @param {number} step
 * @returns {[number, number][]} degrees and pixels
 */
function meridians(view, step) {
  /** @type {[number, number][]} */
  const found = [];
  const last = longitudeOf((view.left + view.width) / view.scale);
  for (let i = Math.ceil(longitudeOf(view.left / view.scale) / step); i * step <= last; i += 1) {
    found.push([i * step, mercatorX(i * step) * view.scale - view.left]);
  }
  return found;
}

/**
 * @param {import("./mapView.js").View} view
 * @param {number} step
 * @returns {[number, number][]} degrees and pixels
 */
function parallels(view, step) {
  /** @type {[number, number][]} */
  const found = [];
  const north = Math.min(85, latitudeOf(view.top / view.scale));
  const south = Math.max(-85, latitudeOf((view.top + view.height) / view.scale));
  for (let i = Math.ceil(south / step); i * step <= north; i += 1) {
    found.push([i * step, mercatorY(i * step) * view.scale - view.top]);
  }
  return found;
}
