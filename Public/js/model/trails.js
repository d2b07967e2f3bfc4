import { distance, latitudeOf, longitudeOf, nearCopy } from "../core/mercator.js";

const CAPACITY = 720;
const MOST_VEHICLES = 256;
const LEAST_SECONDS = 1;
const LEAST_METRES = 1.5;

/**
 * Where one vehicle was: a ring of at most 720 points, broken where nothing is known between two of them.
 */
class Trail {
  constructor() {
    this.x = new Float64Array(CAPACITY);
    this.y = new Float64Array(CAPACITY);
    this.time = new Float64Array(CAPACITY);
    /** 1 at a point that no line leads to. */
    this.breaks = new Uint8Array(CAPACITY);
    this.start = 0;
    this.length = 0;
    this.seen = NaN;
  }

  /** @param {number} i from the oldest */
  index(i) {
    return (this.start + i) % CAPACITY;
  }
}

/** The trails of all vehicles that have one. */
export class Trails {
  constructor() {
    /** @type {Map<number, Trail>} by vehicle number */
    this.all = new Map();
    /** How long a trail reaches back, in seconds of source time. */
    this.maxAge = 900;
    this.version = 0;
  }

  clear() {
    this.all.clear();
    this.version += 1;
  }

  /** No line leads from what was to what comes. */
  cut() {
    for (const trail of this.all.values()) trail.seen = NaN;
  }

  /**
   * Adds the newest place of a vehicle.
   * @param {number} number
   * @param {number} x
   * @param {number} y
   * @param {number} time source time, milliseconds
   * @param {number} seen the server's clock, milliseconds
   * @param {boolean} jumped no travel led here
   * @param {number} gap milliseconds of the server's clock after which nothing is known between
   */
  add(number, x, y, time, seen, jumped, gap) {
    let trail = this.all.get(number);
    if (!trail) {
      if (this.all.size >= MOST_VEHICLES) return;
      trail = new Trail();
      this.all.set(number, trail);
    }
    const broken = jumped || !(seen - trail.seen <= gap);
    trail.seen = seen;
    if (trail.length > 0) {
      const last = trail.index(trail.length - 1);
      if (!broken) {
        if (Math.abs(time - trail.time[last]) < LEAST_SECONDS * 1000) return;
        const moved = distance(
          latitudeOf(trail.y[last]), longitudeOf(trail.x[last]), latitudeOf(y), longitudeOf(x));
        if (moved < LEAST_METRES) return;
      }
      x = nearCopy(x, trail.x[last]);
    }
    if (trail.length === CAPACITY) {
      trail.start = trail.index(1);
      trail.length -= 1;
    }
    const at = trail.index(trail.length);
    trail.x[at] = x;
    trail.y[at] = y;
    trail.time[at] = time;
    trail.breaks[at] = broken || trail.length === 0 ? 1 : 0;
    trail.length += 1;
    this.#forget(trail, time);
    this.version += 1;
  }

  /**
   * @param {Trail} trail
   * @param {number} time
   */
  #forget(trail, time) {
    const reach = this.maxAge * 1000;
    while (trail.length > 1 && Math.abs(time - trail.time[trail.start]) > reach) {
      trail.start = trail.index(1);
      trail.length -= 1;
    }
  }
}
