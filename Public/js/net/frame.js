import { mercatorX, mercatorY } from "../core/mercator.js";

/**
 * Positions of one instant, a column a quantity.
 * @typedef {object} Frame
 * @property {number} emitted milliseconds on the server's monotonic clock
 * @property {number} sourceTime Unix milliseconds, with a fraction
 * @property {number} sequence
 * @property {number} generation
 * @property {boolean} isFull every vehicle, not only those that changed
 * @property {number} count
 * @property {Uint32Array} numbers
 * @property {Float64Array} x Mercator
 * @property {Float64Array} y Mercator
 * @property {Uint16Array} speed cm/s, 0xFFFF when absent
 * @property {Uint16Array} course 0.01 degree, 0xFFFF when absent
 */

const HEADER = 32;
const RECORD = 16;
/** The value of a field that has none. */
export const ABSENT = 0xffff;

/**
 * Reads a position frame; throws with a reason when it is not one.
 * @param {ArrayBuffer} buffer
 * @returns {Frame}
 */
export function decodeFrame(buffer) {
  if (buffer.byteLength < HEADER) throw new RangeError(`a frame of ${buffer.byteLength} bytes`);
  const view = new DataView(buffer);
  const version = view.getUint8(28);
  if (version !== 1) throw new RangeError(`frame version ${version}`);
  const count = view.getUint32(24, true);
  if (buffer.byteLength !== HEADER + RECORD * count) {
    throw new RangeError(`${count} vehicles in ${buffer.byteLength} bytes`);
  }
  const frame = {
    emitted: Number(view.getBigUint64(0, true)) / 1e6,
    sourceTime: Number(view.getBigInt64(8, true)) / 1e3,
    sequence: view.getUint32(16, true),
    generation: view.getUint32(20, true),
    isFull: view.getUint8(29) === 0,
    count,
    numbers: new Uint32Array(count),
    x: new Float64Array(count),
    y: new Float64Array(count),
    speed: new Uint16Array(count),
    course: new Uint16Array(count),
  };
  for (let i = 0, at = HEADER; i < count; i += 1, at += RECORD) {
    frame.numbers[i] = view.getUint32(at, true);
    frame.y[i] = mercatorY(view.getInt32(at + 4, true) / 1e7);
    frame.x[i] = mercatorX(view.getInt32(at + 8, true) / 1e7);
    frame.speed[i] = view.getUint16(at + 12, true);
    frame.course[i] = view.getUint16(at + 14, true);
  }
  return frame;
}

/**
 * One frame that says what both said. The newer wins; a full one leaves nothing of the older.
 * @param {Frame} older
 * @param {Frame} newer
 * @returns {Frame}
 */
export function merged(older, newer) {
  if (newer.isFull || older.generation !== newer.generation) return newer;
  const renewed = new Set(newer.numbers);
  const kept = [];
  for (let i = 0; i < older.count; i += 1) if (!renewed.has(older.numbers[i])) kept.push(i);
  if (kept.length === 0) return { ...newer, isFull: older.isFull };
  const count = kept.length + newer.count;
  const frame = {
    ...newer,
    isFull: older.isFull,
    count,
    numbers: new Uint32Array(count),
    x: new Float64Array(count),
    y: new Float64Array(count),
    speed: new Uint16Array(count),
    course: new Uint16Array(count),
  };
  for (const column of /** @type {const} */ (["numbers", "x", "y", "speed", "course"])) {
    for (let i = 0; i < kept.length; i += 1) frame[column][i] = older[column][kept[i]];
    frame[column].set(newer[column], kept.length);
  }
  return frame;
}
