import { state } from "../core/reactive.js";
import { distance, mercatorX, mercatorY, nearCopy } from "../core/mercator.js";
import { beside } from "../net/address.js";
import { instant } from "./playback.js";

/** Between two fixes further apart than this nothing is known: the line is broken. */
const GAP_MILLISECONDS = 60_000;
const GAP_METRES = 1000;

/**
 * A recorded path, as it is drawn.
 * @typedef {object} TrackPath
 * @property {string} trace
 * @property {string} name
 * @property {number | null} vehicle number
 * @property {Float64Array} x Mercator, continuous over ±180°
 * @property {Float64Array} y
 * @property {Float64Array} time Unix milliseconds, NaN where unknown
 * @property {Float32Array} speed metres a second on the way to the point, NaN where unknown
 * @property {Uint8Array} breaks 1 at a point that no line leads to
 * @property {{ west: number, east: number, north: number, south: number }} box
 * @property {{ from: number, to: number }[]} gaps Unix milliseconds
 */

/** The paths of the traces that vehicles travel on; each trace is fetched once. */
export class Tracks {
  constructor() {
    /** @type {import("../core/reactive.js").State<TrackPath[]>} */
    this.paths = state(/** @type {TrackPath[]} */ ([]));
    /** What could not be fetched, by trace. */
    this.errors = state(/** @type {Map<string, string>} */ (new Map()));
    /** @type {Map<string, Promise<TrackPath[]>>} */
    this.fetched = new Map();
    this.turn = 0;
  }

  /**
   * Shows the paths of these vehicles' traces.
   * @param {import("./app.js").Vehicle[]} vehicles
   */
  async show(vehicles) {
    this.turn += 1;
    const mine = this.turn;
    /** @type {Map<string, number[]>} */
    const numbers = new Map();
    for (const { trace, number } of vehicles) {
      if (!trace) continue;
      const list = numbers.get(trace) ?? [];
      list.push(number);
      numbers.set(trace, list);
    }
    /** @type {Map<string, string>} */
    const errors = new Map();
    const lists = await Promise.all([...numbers.keys()].slice(0, 200).map(async (trace) => {
      try {
        const paths = await this.#fetch(trace);
        const owners = numbers.get(trace) ?? [];
        return paths.map((path, i) => ({ ...path, vehicle: path.vehicle ?? owners[i] ?? owners[0] ?? null }));
      } catch (error) {
        this.fetched.delete(trace);
        errors.set(trace, error instanceof Error ? error.message : String(error));
        return [];
      }
    }));
    if (mine !== this.turn) return;
    this.errors.value = errors;
    this.paths.value = lists.flat();
  }

  /** @param {string} trace */
  #fetch(trace) {
    let wanted = this.fetched.get(trace);
    if (!wanted) {
      wanted = fetch(beside(`traces/${encodeURIComponent(trace)}`)).then(async (response) => {
        if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
        return readPaths(trace, await response.json());
      });
      this.fetched.set(trace, wanted);
    }
    return wanted;
  }

  /** @param {number | null} vehicle number */
  of(vehicle) {
    return vehicle === null ? [] : this.paths.value.filter((path) => path.vehicle === vehicle);
  }
}

/**
 * The paths in a GeoJSON answer.
 * @param {string} trace
 * @param {any} geojson
 * @returns {TrackPath[]}
 */
export function readPaths(trace, geojson) {
  const features = geojson.type === "FeatureCollection" ? geojson.features : [geojson];
  /** @type {TrackPath[]} */
  const paths = [];
  for (const feature of features) {
    const { geometry, properties = {} } = feature;
    const isMany = geometry?.type === "MultiLineString";
    if (!isMany && geometry?.type !== "LineString") continue;
    /** @type {number[][][]} */
    const lines = isMany ? geometry.coordinates : [geometry.coordinates];
    const given = properties?.coordinateProperties?.times ?? properties?.coordTimes ?? properties?.times ?? [];
    const times = isMany ? given : [given];
    const path = makePath(trace, properties?.name ?? trace, lines, times);
    if (path) {
      if (Number.isInteger(properties?.vehicle)) path.vehicle = properties.vehicle;
      paths.push(path);
    }
  }
  return paths;
}

/**
 * @param {string} trace
 * @param {string} name
 * @param {number[][][]} lines
 * @param {unknown[][]} times
 * @returns {TrackPath | null}
 */
function makePath(trace, name, lines, times) {
  const count = lines.reduce((sum, line) => sum + line.length, 0);
  if (count === 0) return null;
  const path = {
    trace, name, vehicle: null, x: new Float64Array(count), y: new Float64Array(count),
    time: new Float64Array(count), speed: new Float32Array(count), breaks: new Uint8Array(count),
    box: { west: Infinity, east: -Infinity, north: Infinity, south: -Infinity },
    gaps: /** @type {{ from: number, to: number }[]} */ ([]),
  };
  let at = 0;
  lines.forEach((line, part) => {
    line.forEach(([longitude, latitude], i) => {
      const given = times[part]?.[i];
      const time = typeof given === "number" ? given : instant(given) ?? NaN;
      const x = mercatorX(longitude);
      path.x[at] = at === 0 ? x : nearCopy(x, path.x[at - 1]);
      path.y[at] = mercatorY(latitude);
      path.time[at] = time;
      path.speed[at] = NaN;
      path.breaks[at] = i === 0 ? 1 : 0;
      if (at > 0) {
        const span = time - path.time[at - 1];
        const before = i > 0 ? line[i - 1] : (lines[part - 1] ?? []).at(-1) ?? line[0];
        const length = distance(before[1], before[0], latitude, longitude);
        const isGap = i === 0 || span > GAP_MILLISECONDS || length > GAP_METRES;
        if (isGap) {
          path.breaks[at] = 1;
          if (span > 0) path.gaps.push({ from: path.time[at - 1], to: time });
        } else if (span > 0) {
          path.speed[at] = length / (span / 1000);
        }
      }
      grow(path.box, path.x[at], path.y[at]);
      at += 1;
    });
  });
  return path;
}

/**
 * @param {{ west: number, east: number, north: number, south: number }} box
 * @param {number} x
 * @param {number} y
 */
export function grow(box, x, y) {
  if (x < box.west) box.west = x;
  if (x > box.east) box.east = x;
  if (y < box.north) box.north = y;
  if (y > box.south) box.south = y;
}
