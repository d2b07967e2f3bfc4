/**
 * The copies of a stretch of the map that can be seen: whole numbers to add to x.
 * @param {number} west
 * @param {number} east
 * @param {import("./mapView.js").View} view
 */
export function copies(west, east, view) {
  const first = Math.ceil(view.left / view.scale - east);
  const last = Math.floor((view.left + view.width) / view.scale - west);
  const found = [];
  for (let copy = first; copy <= last && found.length < 8; copy += 1) found.push(copy);
  return found;
}

/**
 * Draws recorded paths. Where nothing is known between two fixes a faint dashed line joins them.
 * @param {CanvasRenderingContext2D} context
 * @param {import("./mapView.js").View} view
 * @param {import("../model/tracks.js").TrackPath} path
 * @param {{ colour: string, width: number, alpha: number }} pen
 */
export function drawPath(context, view, path, pen) {
  const top = view.top / view.scale;
  const bottom = (view.top + view.height) / view.scale;
  if (path.box.south < top || path.box.north > bottom) return;
  for (const copy of copies(path.box.west, path.box.east, view)) {
    context.strokeStyle = pen.colour;
    context.lineJoin = "round";
    context.globalAlpha = pen.alpha;
    context.lineWidth = pen.width;
    context.setLineDash([]);
    context.beginPath();
    trace(context, view, path, copy);
    context.stroke();
    context.globalAlpha = pen.alpha * 0.7;
    context.lineWidth = 1;
    context.setLineDash([2, 5]);
    context.beginPath();
    for (let i = 1; i < path.x.length; i += 1) {
      if (!path.breaks[i]) continue;
      context.moveTo((path.x[i - 1] + copy) * view.scale - view.left, path.y[i - 1] * view.scale - view.top);
      context.lineTo((path.x[i] + copy) * view.scale - view.left, path.y[i] * view.scale - view.top);
    }
    context.stroke();
    context.setLineDash([]);
    context.globalAlpha = 1;
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {import("./mapView.js").View} view
 * @param {import("../model/tracks.js").TrackPath} path
 * @param {number} copy
 */
function trace(context, view, path, copy) {
  let shownX = NaN;
  let shownY = NaN;
  const last = path.x.length - 1;
  for (let i = 0; i <= last; i += 1) {
    const x = (path.x[i] + copy) * view.scale - view.left;
    const y = path.y[i] * view.scale - view.top;
    if (path.breaks[i]) {
      context.moveTo(x, y);
    } else {
      const near = Math.abs(x - shownX) < 1 && Math.abs(y - shownY) < 1;
      if (near && i < last && !path.breaks[i + 1]) continue;
      context.lineTo(x, y);
    }
    shownX = x;
    shownY = y;
  }
}

/**
 * Draws a trail that fades to its end and closes at the vehicle.
 * @param {CanvasRenderingContext2D} context
 * @param {import("./mapView.js").View} view
 * @param {{ x: Float64Array, y: Float64Array, breaks: Uint8Array, length: number, index(i: number): number }} trail
 * @param {{ x: number, y: number }} head
 * @param {string} colour
 * @param {number} width
 */
export function drawTrail(context, view, trail, head, colour, width) {
  const { length } = trail;
  if (length === 0) return;
  context.strokeStyle = colour;
  context.lineCap = "round";
  context.lineJoin = "round";
  context.lineWidth = width;
  const shift = Math.round((view.left + view.width / 2) / view.scale - head.x) + Math.round(head.x - trail.x[trail.index(length - 1)]);
  const bands = Math.min(12, length);
  for (let band = 0; band < bands; band += 1) {
    const from = Math.floor((band * length) / bands);
    const to = Math.floor(((band + 1) * length) / bands);
    context.globalAlpha = 0.08 + 0.82 * ((band + 1) / bands) ** 1.5;
    context.beginPath();
    for (let i = from; i <= to && i < length; i += 1) {
      const at = trail.index(i);
      const x = (trail.x[at] + shift) * view.scale - view.left;
      const y = trail.y[at] * view.scale - view.top;
      if (i === from || trail.breaks[at]) context.moveTo(x, y);
      else context.lineTo(x, y);
    }
    if (band === bands - 1) {
      const copy = Math.round((view.left + view.width / 2) / view.scale - head.x);
      context.lineTo((head.x + copy) * view.scale - view.left, head.y * view.scale - view.top);
    }
    context.stroke();
  }
  context.globalAlpha = 1;
}
