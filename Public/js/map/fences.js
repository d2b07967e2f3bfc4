import { mercatorX, mercatorY, metresPerUnit } from "../core/mercator.js";
import { copies } from "./lines.js";

/**
 * A fence as it is drawn: a ring, a circle or a corridor.
 * @typedef {object} FenceShape
 * @property {string} name
 * @property {"area" | "circle" | "corridor"} kind
 * @property {[number, number][][]} rings map units
 * @property {number} radius map units
 * @property {{ west: number, east: number }} span
 */

/**
 * @param {any} geojson
 * @returns {FenceShape[]}
 */
export function readFences(geojson) {
  /** @type {FenceShape[]} */
  const shapes = [];
  for (const feature of geojson?.features ?? []) {
    const { geometry, properties } = feature;
    const name = properties?.name ?? properties?.id ?? feature.id ?? "";
    const radius = Number(properties?.radius_m ?? properties?.radius ?? properties?.width_m ?? 0);
    for (const { kind, rings } of parts(geometry)) {
      const placed = rings.map((ring) =>
        ring.map(([lon, lat]) => /** @type {[number, number]} */ ([mercatorX(lon), mercatorY(lat)])));
      const all = placed.flat();
      if (all.length === 0) continue;
      const size = radius > 0 ? radius / metresPerUnit(all[0][1]) : 0;
      const xs = all.map(([x]) => x);
      const span = { west: Math.min(...xs) - size, east: Math.max(...xs) + size };
      shapes.push({ name, kind, rings: placed, radius: size, span });
    }
  }
  return shapes;
}

/**
 * @param {any} geometry
 * @returns {{ kind: FenceShape["kind"], rings: number[][][] }[]}
 */
function parts(geometry) {
  switch (geometry?.type) {
    case "Polygon":
      return [{ kind: "area", rings: geometry.coordinates }];
    case "MultiPolygon":
      return geometry.coordinates.map((/** @type {number[][][]} */ rings) => ({ kind: "area", rings }));
    case "Point":
      return [{ kind: "circle", rings: [[geometry.coordinates]] }];
    case "LineString":
      return [{ kind: "corridor", rings: [geometry.coordinates] }];
    default:
      return [];
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {import("./mapView.js").View} view
 * @param {FenceShape[]} fences
 * @param {import("./palette.js").Palette} palette
 */
export function drawFences(context, view, fences, palette) {
  context.strokeStyle = palette.fence;
  context.fillStyle = palette.fence;
  for (const fence of fences) {
    for (const copy of copies(fence.span.west, fence.span.east, view)) {
      context.beginPath();
      for (const ring of fence.rings) {
        ring.forEach(([x, y], i) => {
          const px = (x + copy) * view.scale - view.left;
          const py = y * view.scale - view.top;
          if (fence.kind === "circle") context.arc(px, py, Math.max(3, fence.radius * view.scale), 0, 7);
          else if (i === 0) context.moveTo(px, py);
          else context.lineTo(px, py);
        });
        if (fence.kind === "area") context.closePath();
      }
      if (fence.kind === "corridor") {
        context.globalAlpha = 0.16;
        context.lineWidth = Math.max(3, 2 * fence.radius * view.scale);
        context.stroke();
      } else {
        context.globalAlpha = 0.1;
        context.fill("evenodd");
      }
      context.globalAlpha = 0.9;
      context.lineWidth = 1.25;
      context.setLineDash([6, 4]);
      context.stroke();
      context.setLineDash([]);
      if (view.zoom >= 10 && fence.name) {
        const [x, y] = fence.rings[0].reduce((a, b) => (b[1] < a[1] ? b : a));
        context.font = `11px ${palette.font}`;
        context.textAlign = "center";
        context.textBaseline = "bottom";
        const above = fence.kind === "circle" ? fence.radius : 0;
        context.fillText(fence.name, (x + copy) * view.scale - view.left, (y - above) * view.scale - view.top - 4);
      }
      context.globalAlpha = 1;
    }
  }
}
