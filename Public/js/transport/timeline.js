import { instant } from "../model/playback.js";

/** @typedef {import("../model/tracks.js").TrackPath} TrackPath */

/** More marks than these, the newest, would be one band. */
const MOST_MARKS = 400;
/** Kinds of events that are marked on the line, and the colour's role. */
/** @type {Record<string, string>} */
const MARKS = {
  gap: "--warn", "signal.lost": "--bad", "signal.regained": "--live", overspeed: "--bad",
  "geofence.enter": "--map-fence", "geofence.exit": "--map-fence", "geofence.dwell": "--map-fence", fault: "--bad",
};

/**
 * The line without its playhead; drawn when the journey, what happened on it, or the look of the page changes.
 * @param {HTMLCanvasElement} canvas
 * @param {object} what
 * @param {{ first: number, last: number } | null} what.whole
 * @param {TrackPath[]} what.paths
 * @param {number | null} what.selected vehicle number
 * @param {import("../model/eventLog.js").LoggedEvent[]} what.events
 * @param {{ from: number | null, to: number | null }} what.range
 * @param {(time: number, step: number) => string} what.label a time of day, as exact as steps of so many milliseconds need
 */
export function drawTimeline(canvas, { whole, paths, selected, events, range, label }) {
  const ratio = Math.min(2, devicePixelRatio || 1);
  const width = canvas.clientWidth;
  const height = canvas.clientHeight;
  if (width === 0 || height === 0) return;
  if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio);
  if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const style = getComputedStyle(canvas);
  /** @type {Map<string, string>} */
  const inks = new Map();
  const ink = (/** @type {string} */ name) => {
    const known = inks.get(name) ?? style.getPropertyValue(name).trim();
    inks.set(name, known);
    return known;
  };
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  context.fillStyle = ink("--sunken");
  context.fillRect(0, 0, width, height);
  if (!whole) return;
  const place = (/** @type {number} */ time) => ((time - whole.first) / (whole.last - whole.first)) * width;
  const mine = paths.filter((path) => path.vehicle === selected);
  if (mine.length > 0) profile(context, mine, whole, place, height, ink);
  else lanes(context, paths.slice(0, 12), whole, place, height - 10, ink);
  axis(context, whole, place, width, height, ink, label);
  marks(context, events, whole, place, height, ink);
  context.fillStyle = ink("--ground");
  context.globalAlpha = 0.78;
  if (range.from !== null) context.fillRect(0, 0, place(range.from), height);
  if (range.to !== null) context.fillRect(place(range.to), 0, width - place(range.to), height);
  context.globalAlpha = 1;
  context.fillStyle = ink("--accent");
  for (const limit of [range.from, range.to]) if (limit !== null) context.fillRect(place(limit) - 1, 0, 2, height);
}

/** Steps between the times that are written, in milliseconds: those of a clock. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400].map((seconds) => seconds * 1000);

/**
 * The least step of a clock that leaves room for the times' texts; whole days where none of a day does.
 * @param {number} span milliseconds
 * @param {number} room how many texts fit
 */
export function axisStep(span, room) {
  const least = span / Math.max(1, room);
  const day = 86_400_000;
  return STEPS.find((step) => step >= least) ?? Math.ceil(least / day) * day;
}

/**
 * Times of day along the lower edge.
 * @param {CanvasRenderingContext2D} context
 * @param {{ first: number, last: number }} whole
 * @param {(time: number) => number} place
 * @param {number} width
 * @param {number} height
 * @param {(name: string) => string} ink
 * @param {(time: number, step: number) => string} label
 */
function axis(context, whole, place, width, height, ink, label) {
  const step = axisStep(whole.last - whole.first, Math.floor(width / 84));
  context.font = `10px ${getComputedStyle(context.canvas).fontFamily}`;
  context.textAlign = "left";
  context.textBaseline = "bottom";
  context.lineJoin = "round";
  for (let time = Math.ceil(whole.first / step) * step; time < whole.last; time += step) {
    const x = Math.round(place(time));
    context.fillStyle = ink("--line-strong");
    context.fillRect(x, height - 11, 1, 11);
    const text = label(time, step);
    if (x + context.measureText(text).width + 6 > width) continue;
    context.strokeStyle = ink("--sunken");
    context.lineWidth = 3;
    context.strokeText(text, x + 4, height);
    context.fillStyle = ink("--ink-muted");
    context.fillText(text, x + 4, height);
  }
}

/**
 * When a path's times lie outside the whole they were shifted to its start.
 * @param {TrackPath} path
 * @param {{ first: number, last: number }} whole
 */
function shift(path, whole) {
  const start = path.time.find((time) => Number.isFinite(time)) ?? NaN;
  return start < whole.first - 1000 || start > whole.last ? whole.first - start : 0;
}

/**
 * Speed over time, filled.
 * @param {CanvasRenderingContext2D} context
 * @param {TrackPath[]} paths
 * @param {{ first: number, last: number }} whole
 * @param {(time: number) => number} place
 * @param {number} height
 * @param {(name: string) => string} ink
 */
function profile(context, paths, whole, place, height, ink) {
  const colour = ink(`--vehicle-${(paths[0].vehicle ?? 0) % 8}`);
  for (const path of paths) {
    const by = shift(path, whole);
    let top = 1;
    for (const speed of path.speed) if (speed > top) top = speed;
    const columns = new Map();
    for (let i = 0; i < path.x.length; i += 1) {
      if (Number.isNaN(path.speed[i])) continue;
      const column = Math.round(place(path.time[i] + by));
      columns.set(column, Math.max(columns.get(column) ?? 0, path.speed[i]));
    }
    const known = [...columns.entries()].sort((a, b) => a[0] - b[0]);
    context.fillStyle = colour;
    context.globalAlpha = 0.45;
    context.beginPath();
    known.forEach(([x, speed], i) => {
      const y = height - 3 - (height - 8) * Math.min(1, speed / top);
      const isBroken = i === 0 || gapBetween(path, by, place, known[i - 1][0], x);
      if (isBroken) {
        if (i > 0) context.lineTo(known[i - 1][0], height);
        context.moveTo(x, height);
      }
      context.lineTo(x, y);
    });
    if (known.length > 0) context.lineTo(known[known.length - 1][0], height);
    context.fill();
    context.globalAlpha = 1;
    holes(context, path, by, place, 0, height, ink);
  }
}

/**
 * @param {TrackPath} path
 * @param {number} by
 * @param {(time: number) => number} place
 * @param {number} left
 * @param {number} right
 */
function gapBetween(path, by, place, left, right) {
  return path.gaps.some((gap) => place(gap.from + by) >= left - 1 && place(gap.to + by) <= right + 1);
}

/**
 * A bar for each vehicle, with holes where nothing was recorded.
 * @param {CanvasRenderingContext2D} context
 * @param {TrackPath[]} paths
 * @param {{ first: number, last: number }} whole
 * @param {(time: number) => number} place
 * @param {number} height
 * @param {(name: string) => string} ink
 */
function lanes(context, paths, whole, place, height, ink) {
  const pitch = (height - 8) / Math.max(paths.length, 4);
  paths.forEach((path, i) => {
    const by = shift(path, whole);
    const times = path.time.filter((time) => Number.isFinite(time));
    if (times.length === 0) return;
    const y = 4 + i * pitch;
    const left = place(times[0] + by);
    context.fillStyle = ink(`--vehicle-${(path.vehicle ?? i) % 8}`);
    context.globalAlpha = 0.75;
    context.fillRect(left, y, place(times[times.length - 1] + by) - left, Math.max(1.5, pitch - 2));
    context.globalAlpha = 1;
    holes(context, path, by, place, y, Math.max(1.5, pitch - 2), ink);
  });
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {TrackPath} path
 * @param {number} by
 * @param {(time: number) => number} place
 * @param {number} y
 * @param {number} height
 * @param {(name: string) => string} ink
 */
function holes(context, path, by, place, y, height, ink) {
  for (const gap of path.gaps) {
    const left = place(gap.from + by);
    const width = Math.max(1, place(gap.to + by) - left);
    context.fillStyle = ink("--sunken");
    context.fillRect(left, y, width, height);
    context.fillStyle = ink("--line-strong");
    context.fillRect(left, y + height / 2 - 0.5, width, 1);
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {import("../model/eventLog.js").LoggedEvent[]} events
 * @param {{ first: number, last: number }} whole
 * @param {(time: number) => number} place
 * @param {number} height
 * @param {(name: string) => string} ink
 */
function marks(context, events, whole, place, height, ink) {
  let left = MOST_MARKS;
  for (let i = events.length - 1; i >= 0 && left > 0; i -= 1) {
    const event = events[i];
    const role = MARKS[event.kind];
    if (!role) continue;
    left -= 1;
    const time = instant(event.time);
    if (time === null || time < whole.first || time > whole.last) continue;
    const x = place(time);
    context.fillStyle = ink(role);
    context.beginPath();
    context.moveTo(x - 3.5, 0);
    context.lineTo(x + 3.5, 0);
    context.lineTo(x, 5);
    context.fill();
  }
}

/**
 * The recorded speed at a moment, or null.
 * @param {TrackPath[]} paths
 * @param {number} time Unix milliseconds
 */
export function speedAt(paths, time) {
  for (const path of paths) {
    let low = 0;
    let high = path.time.length - 1;
    if (!(path.time[low] <= time && time <= path.time[high])) continue;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (path.time[middle] <= time) low = middle;
      else high = middle;
    }
    if (!Number.isNaN(path.speed[high])) return path.speed[high];
  }
  return null;
}
