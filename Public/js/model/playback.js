/**
 * The server's state of playback, in numbers.
 * @typedef {object} Playback
 * @property {"idle" | "ready" | "playing" | "paused" | "ended"} status
 * @property {number | "max"} rate
 * @property {number | null} achievedRate
 * @property {{ mode: "off" | "forever" | "bounce" | "count", count: number | null }} loop
 * @property {number} generation
 * @property {number} sequence
 * @property {number} lap
 * @property {number | null} sourceTime Unix milliseconds
 * @property {number | null} first
 * @property {number | null} last
 * @property {number} fraction
 * @property {{ from: number | null, to: number | null }} range
 * @property {any} noise
 * @property {any} faults
 * @property {any} policy
 */

/** @type {Playback} */
export const IDLE = {
  status: "idle", rate: 1, achievedRate: null, loop: { mode: "off", count: null }, generation: 0,
  sequence: 0, lap: 0, sourceTime: null, first: null, last: null, fraction: 0,
  range: { from: null, to: null }, noise: null, faults: null, policy: null,
};

/**
 * A time of the wire, in Unix milliseconds, or null.
 * @param {unknown} text
 */
export function instant(text) {
  if (typeof text !== "string") return null;
  const value = Date.parse(text);
  return Number.isFinite(value) ? value : null;
}

/**
 * @param {any} raw
 * @returns {Playback}
 */
export function readPlayback(raw) {
  const range = raw?.range ?? {};
  return {
    status: raw?.status ?? "idle",
    rate: raw?.rate === "max" ? "max" : Number(raw?.rate ?? 1),
    achievedRate: Number.isFinite(raw?.achievedRate) ? raw.achievedRate : null,
    loop: readLoop(raw?.loop),
    generation: raw?.generation ?? 0,
    sequence: raw?.sequence ?? 0,
    lap: raw?.lap ?? 0,
    sourceTime: instant(raw?.sourceTime),
    first: instant(raw?.first),
    last: instant(raw?.last),
    fraction: Number(raw?.fraction ?? 0),
    range: { from: instant(range.from), to: instant(range.to) },
    noise: raw?.noise ?? null,
    faults: raw?.faults ?? null,
    policy: raw?.policy ?? null,
  };
}

/**
 * @param {unknown} raw a word, or the number of rounds
 * @returns {Playback["loop"]}
 */
function readLoop(raw) {
  if (typeof raw === "number") return { mode: "count", count: raw };
  if (raw === "forever" || raw === "bounce") return { mode: raw, count: null };
  return { mode: "off", count: null };
}
