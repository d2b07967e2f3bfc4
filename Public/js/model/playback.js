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
 * @property {string} noise
 * @property {number | null} seed
 * @property {{ kind: string, rate?: number, amount_ms?: number, amount_m?: number, count?: number }[]} faults
 * @property {number} consumerDelay milliseconds that a demonstration consumer takes for an update
 */

/** @type {Playback} */
export const IDLE = {
  status: "idle", rate: 1, achievedRate: null, loop: { mode: "off", count: null }, generation: 0,
  sequence: 0, lap: 0, sourceTime: null, first: null, last: null, fraction: 0,
  range: { from: null, to: null }, noise: "none", seed: null, faults: [], consumerDelay: 0,
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
    noise: raw?.noise ?? "none",
    seed: raw?.seed ?? null,
    faults: raw?.faults ?? [],
    consumerDelay: Number(raw?.consumerDelay_ms ?? 0),
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

/**
 * The playhead, some time of the frames after a state. The frames' source time keeps rising from round to
 * round, while the playhead goes back to the start, or on the way back of there-and-back runs backward.
 * @param {Playback} state
 * @param {number} advance milliseconds of the frames' source time since the state, NaN when unknown
 * @returns {number | null} Unix milliseconds
 */
export function playheadOf(state, advance) {
  if (state.sourceTime === null || state.first === null || state.last === null) return state.sourceTime;
  const first = state.range.from ?? state.first;
  const last = state.range.to ?? state.last;
  const isBackward = state.loop.mode === "bounce" && state.lap % 2 === 0;
  const on = Number.isFinite(advance) ? (isBackward ? -advance : advance) : 0;
  const at = state.sourceTime + on;
  const isRound = state.loop.mode === "forever" || state.loop.mode === "count";
  if (at > last && isRound && last > first) return first + ((at - first) % (last - first));
  return Math.max(first, Math.min(last, at));
}
