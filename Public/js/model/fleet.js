import { turn, unwrapped } from "../core/angles.js";
import { nearCopy } from "../core/mercator.js";
import { ABSENT } from "../net/frame.js";

const EQUATOR = 40_075_016;
/** A step this much longer than the speed explains is a jump, not travel. */
const JUMP_FACTOR = 4;
const JUMP_METRES = 250;
const FASTEST = 340;

/**
 * Where every vehicle is, in columns: the place it comes from, the place it goes to, and when it was seen.
 * A place in the columns is a *slot*; slots are never given to another vehicle until `clear`.
 */
export class Fleet {
  count = 0;
  /** Slot by vehicle number, -1 when unknown. */
  slotOf = new Int32Array(0);
  numbers = new Uint32Array(64);
  fromX = new Float64Array(64);
  fromY = new Float64Array(64);
  toX = new Float64Array(64);
  toY = new Float64Array(64);
  speed = new Uint16Array(64);
  course = new Uint16Array(64);
  /** Shown angle in degrees, unwrapped; NaN when there is no course. */
  fromAngle = new Float32Array(64);
  toAngle = new Float32Array(64);
  /** Milliseconds on the server's clock. */
  seen = new Float64Array(64);
  /** 1 where the last step was no travel. */
  jumped = new Uint8Array(64);
  /** 1 where the server took the vehicle away. */
  gone = new Uint8Array(64);
  /** Milliseconds on the server's clock of the last two frames. */
  fromEmitted = NaN;
  toEmitted = NaN;
  /** Source time of the last two frames, Unix milliseconds. */
  fromSource = NaN;
  toSource = NaN;
  generation = -1;
  /** The last step of source time: a change of its sign is the seam of a loop. */
  advance = 0;
  /** Whether the next frame begins anew, by the server's word. */
  cutsNext = false;
  /** Counts the frames that moved something. */
  version = 0;
  /** Counts the times that drawing must not run on from what it showed. */
  cuts = 0;

  /** Forgets all. */
  clear() {
    this.count = 0;
    this.slotOf = new Int32Array(0);
    this.fromEmitted = this.toEmitted = this.fromSource = this.toSource = NaN;
    this.generation = -1;
    this.advance = 0;
    this.cuts = 0;
    this.version += 1;
  }

  /** Doubles the room. */
  #widen() {
    for (const [name, column] of Object.entries(this)) {
      if (!ArrayBuffer.isView(column) || name === "slotOf") continue;
      const old = /** @type {Float64Array} */ (column);
      const Column = /** @type {Float64ArrayConstructor} */ (old.constructor);
      const wider = new Column(old.length * 2);
      wider.set(old);
      /** @type {any} */ (this)[name] = wider;
    }
  }

  /**
   * The slot of a vehicle, or -1.
   * @param {number | null | undefined} number
   */
  slot(number) {
    if (number === null || number === undefined) return -1;
    return number < this.slotOf.length ? this.slotOf[number] : -1;
  }

  /** @param {number} number */
  #add(number) {
    if (number >= this.slotOf.length) {
      const wider = new Int32Array(Math.max(64, 2 ** Math.ceil(Math.log2(number + 1)))).fill(-1);
      wider.set(this.slotOf);
      this.slotOf = wider;
    }
    if (this.count === this.numbers.length) this.#widen();
    const slot = this.count;
    this.count += 1;
    this.slotOf[number] = slot;
    this.numbers[slot] = number;
    this.fromAngle[slot] = this.toAngle[slot] = NaN;
    this.gone[slot] = 0;
    return slot;
  }

  /**
   * Takes a frame. One that was emitted before the newest is late: it moves no vehicle back.
   * @param {import("../net/frame.js").Frame} frame
   * @returns {boolean} whether it was taken
   */
  apply(frame) {
    if (frame.generation === this.generation && frame.emitted < this.toEmitted) return false;
    const advance = frame.sourceTime - this.toSource;
    const turned = advance * this.advance < 0;
    const cut = frame.generation !== this.generation || turned || this.cutsNext;
    this.cutsNext = false;
    if (cut) this.cuts += 1;
    if (advance !== 0) this.advance = advance;
    const seconds = Math.abs(advance) / 1000;
    for (let i = 0; i < frame.count; i += 1) {
      let slot = this.slot(frame.numbers[i]);
      const isNew = slot < 0;
      if (isNew) slot = this.#add(frame.numbers[i]);
      this.#move(slot, frame, i, cut || isNew || this.gone[slot] === 1, seconds);
    }
    if (!frame.isFull) this.#restOthers(frame);
    this.fromEmitted = cut ? frame.emitted : this.toEmitted;
    this.fromSource = cut ? frame.sourceTime : this.toSource;
    this.toEmitted = frame.emitted;
    this.toSource = frame.sourceTime;
    this.generation = frame.generation;
    this.version += 1;
    return true;
  }

  /**
   * @param {number} slot
   * @param {import("../net/frame.js").Frame} frame
   * @param {number} i
   * @param {boolean} cut
   * @param {number} seconds of source time since the last frame
   */
  #move(slot, frame, i, cut, seconds) {
    const x = cut ? frame.x[i] : nearCopy(frame.x[i], this.toX[slot]);
    const y = frame.y[i];
    const speed = frame.speed[i];
    const course = frame.course[i];
    let jumped = cut;
    if (!cut) {
      const moved = Math.hypot(x - this.toX[slot], y - this.toY[slot]) * EQUATOR * 0.5;
      const known = speed !== ABSENT && this.speed[slot] !== ABSENT;
      const pace = known ? Math.max(speed, this.speed[slot]) / 100 : FASTEST;
      jumped = moved > JUMP_METRES + JUMP_FACTOR * pace * seconds;
    }
    this.fromX[slot] = jumped ? x : this.toX[slot];
    this.fromY[slot] = jumped ? y : this.toY[slot];
    this.toX[slot] = x;
    this.toY[slot] = y;
    this.speed[slot] = speed;
    this.course[slot] = course;
    if (course === ABSENT) {
      this.fromAngle[slot] = this.toAngle[slot] = NaN;
    } else {
      const shown = this.toAngle[slot];
      this.toAngle[slot] = unwrapped(shown, course / 100);
      this.fromAngle[slot] = jumped || Number.isNaN(shown) ? this.toAngle[slot] : shown;
    }
    this.seen[slot] = frame.emitted;
    this.jumped[slot] = jumped ? 1 : 0;
    this.gone[slot] = 0;
  }

  /**
   * Vehicles that a frame of changes does not name stand where they stood, and are as alive as at the
   * frame before.
   * @param {import("../net/frame.js").Frame} frame
   */
  #restOthers(frame) {
    for (let slot = 0; slot < this.count; slot += 1) {
      if (this.seen[slot] !== this.toEmitted) continue;
      this.seen[slot] = frame.emitted;
      this.fromX[slot] = this.toX[slot];
      this.fromY[slot] = this.toY[slot];
      this.fromAngle[slot] = this.toAngle[slot];
      this.jumped[slot] = 0;
    }
  }

  /**
   * Takes vehicles away, by the server's word.
   * @param {Iterable<number>} numbers
   */
  remove(numbers) {
    for (const number of numbers) {
      const slot = this.slot(number);
      if (slot >= 0) this.gone[slot] = 1;
    }
    this.version += 1;
  }

  /**
   * How far between the two last frames a moment of the server's clock is, 0...1.
   * @param {number} moment milliseconds
   */
  mix(moment) {
    const span = this.toEmitted - this.fromEmitted;
    if (!(span > 0) || span > 2000) return 1;
    return Math.max(0, Math.min(1, (moment - this.fromEmitted) / span));
  }

  /**
   * The shown place of a slot.
   * @param {number} slot
   * @param {number} mix
   */
  place(slot, mix) {
    return {
      x: this.fromX[slot] + (this.toX[slot] - this.fromX[slot]) * mix,
      y: this.fromY[slot] + (this.toY[slot] - this.fromY[slot]) * mix,
    };
  }

  /**
   * The shown angle of a slot, NaN without course.
   * @param {number} slot
   * @param {number} mix
   */
  angle(slot, mix) {
    const from = this.fromAngle[slot];
    return from + turn(from, this.toAngle[slot]) * mix;
  }
}
