import { distance, latitudeOf, longitudeOf, nearCopy } from "../core/mercator.js";
import { drawTrail } from "./lines.js";
import { HIDDEN } from "./tint.js";

/**
 * What is drawn around the vehicles: trails below them; the selection, its accuracy and labels above.
 */

/**
 * @param {CanvasRenderingContext2D} context
 * @param {import("./scene.js").Scene} scene
 * @param {import("../model/trails.js").Trails} trails
 * @param {"all" | "selected" | "off"} which
 */
export function drawTrails(context, scene, trails, which) {
  if (which === "off") return;
  const { fleet, view, mix, tints, colours, palette } = scene;
  for (const [number, trail] of trails.all) {
    const slot = fleet.slot(number);
    if (slot < 0 || (which === "selected" && slot !== scene.selected && slot !== scene.compared) || tints[slot] === HIDDEN) continue;
    const colour = scene.mode === "vehicle" ? colours[number % 8] : palette.accent;
    drawTrail(context, view, trail, fleet.place(slot, mix), colour, slot === scene.selected || slot === scene.compared ? 3.5 : 2.5);
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {import("./scene.js").Scene} scene
 * @param {number | null} accuracy metres at 68 %
 * @param {(y: number) => number} metresPerUnit
 */
export function drawSelection(context, scene, accuracy, metresPerUnit) {
  const { fleet, view, mix, palette, selected } = scene;
  if (selected < 0 || scene.tints[selected] === HIDDEN) return;
  const place = fleet.place(selected, mix);
  const { x, y } = onScreen(view, place);
  if (accuracy !== null) {
    const radius = (accuracy / metresPerUnit(place.y)) * view.scale;
    if (radius > 6) {
      context.beginPath();
      context.arc(x, y, radius, 0, 7);
      context.fillStyle = palette.accent;
      context.globalAlpha = 0.12;
      context.fill();
      context.globalAlpha = 0.6;
      context.lineWidth = 1;
      context.strokeStyle = palette.accent;
      context.stroke();
      context.globalAlpha = 1;
    }
  }
  ring(context, palette, x, y, []);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {import("./palette.js").Palette} palette
 * @param {number} x
 * @param {number} y
 * @param {number[]} dash
 */
function ring(context, palette, x, y, dash) {
  context.beginPath();
  context.arc(x, y, 15, 0, 7);
  context.lineWidth = 4;
  context.strokeStyle = palette.outline;
  context.stroke();
  context.setLineDash(dash);
  context.lineWidth = 1.75;
  context.strokeStyle = palette.accent;
  context.stroke();
  context.setLineDash([]);
}

/**
 * The vehicle that the selected one is compared with, and how far apart they are.
 * @param {CanvasRenderingContext2D} context
 * @param {import("./scene.js").Scene} scene
 * @param {(metres: number) => string} text
 */
export function drawComparison(context, scene, text) {
  const { fleet, view, mix, palette, selected, compared, tints } = scene;
  if (compared < 0 || tints[compared] === HIDDEN) return;
  const other = fleet.place(compared, mix);
  const to = onScreen(view, other);
  if (selected >= 0 && selected !== compared && tints[selected] !== HIDDEN) {
    const own = fleet.place(selected, mix);
    const from = onScreen(view, own);
    context.setLineDash([5, 5]);
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
    context.lineWidth = 1.25;
    context.strokeStyle = palette.accent;
    context.stroke();
    context.setLineDash([]);
    const metres = distance(latitudeOf(own.y), longitudeOf(own.x), latitudeOf(other.y), longitudeOf(other.x));
    // Between two rings that nearly touch there is no room for it.
    if (Math.hypot(to.x - from.x, to.y - from.y) > 70) apart(context, palette, from, to, text(metres));
  }
  ring(context, palette, to.x, to.y, [4, 4]);
}

/**
 * The distance, in the middle of the line between two.
 * @param {CanvasRenderingContext2D} context
 * @param {import("./palette.js").Palette} palette
 * @param {{ x: number, y: number }} from
 * @param {{ x: number, y: number }} to
 * @param {string} text
 */
function apart(context, palette, from, to, text) {
  context.font = `600 11px ${palette.font}`;
  context.textAlign = "center";
  context.textBaseline = "bottom";
  context.lineWidth = 4;
  context.lineJoin = "round";
  context.strokeStyle = palette.outline;
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - 4 };
  context.strokeText(text, middle.x, middle.y);
  context.fillStyle = palette.accent;
  context.fillText(text, middle.x, middle.y);
}

/** Above so many vehicles only the selected one is named: the rest would be a grey cloud. */
export const MOST_NAMES = 400;
/** @type {Map<string, number>} */
const widths = new Map();

/**
 * @param {CanvasRenderingContext2D} context
 * @param {string} label
 */
function widthOf(context, label) {
  let width = widths.get(label);
  if (width === undefined) {
    if (widths.size > 2000) widths.clear();
    width = context.measureText(label).width;
    widths.set(label, width);
  }
  return width;
}

/**
 * Names beside the vehicles; where two would cover each other the later one is left out.
 * @param {CanvasRenderingContext2D} context
 * @param {import("./scene.js").Scene} scene
 * @param {(slot: number) => string} text
 */
export function drawLabels(context, scene, text) {
  const { fleet, view, mix, tints, palette, selected } = scene;
  context.font = `600 11px ${palette.font}`;
  context.textAlign = "left";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  /** @type {{ x: number, y: number, width: number }[]} */
  const taken = [];
  const draw = (/** @type {number} */ slot) => {
    if (tints[slot] === HIDDEN || taken.length > 60) return;
    const { x, y } = onScreen(view, fleet.place(slot, mix));
    if (x < 0 || y < 0 || x > view.width || y > view.height) return;
    const label = text(slot);
    const width = widthOf(context, label);
    if (taken.some((box) => Math.abs(box.y - y) < 15 && box.x < x + width + 8 && x < box.x + box.width + 8)) return;
    taken.push({ x, y, width });
    const at = slot === selected || slot === scene.compared ? 20 : 14;
    context.lineWidth = 4;
    context.strokeStyle = palette.outline;
    context.strokeText(label, x + at, y + 0.5);
    context.fillStyle = slot === selected ? palette.accent : palette.ink;
    context.fillText(label, x + at, y + 0.5);
  };
  if (selected >= 0) draw(selected);
  if (scene.compared >= 0 && scene.compared !== selected) draw(scene.compared);
  if (fleet.count > MOST_NAMES) return;
  for (let slot = 0; slot < fleet.count; slot += 1) if (slot !== selected && slot !== scene.compared) draw(slot);
}

/**
 * @param {import("./mapView.js").View} view
 * @param {{ x: number, y: number }} place
 */
export function onScreen(view, place) {
  const x = nearCopy(place.x, (view.left + view.width / 2) / view.scale);
  return { x: x * view.scale - view.left, y: place.y * view.scale - view.top };
}

/**
 * The vehicle nearest to a point of the screen, or -1.
 * @param {import("./scene.js").Scene} scene
 * @param {number} x
 * @param {number} y
 * @param {number} reach pixels
 */
export function vehicleAt(scene, x, y, reach) {
  const { fleet, view, mix, tints } = scene;
  let best = -1;
  let least = reach;
  for (let slot = 0; slot < fleet.count; slot += 1) {
    if (tints[slot] === HIDDEN) continue;
    const place = onScreen(view, fleet.place(slot, mix));
    const away = Math.hypot(place.x - x, place.y - y);
    if (away < least) {
      least = away;
      best = slot;
    }
  }
  return best;
}
