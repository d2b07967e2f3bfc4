/** The rate's slider is logarithmic: −2 is 0.01, 0 is 1, 3 is 1000. */

export const PRESETS = [0.1, 0.5, 1, 2, 5, 10, 30, 100, 1000];

/** @param {number} position */
export function rateAt(position) {
  const rate = 10 ** Math.max(-2, Math.min(3, position));
  const digits = Math.pow(10, 1 - Math.floor(Math.log10(rate)));
  return Math.round(rate * digits) / digits;
}

/** @param {number} rate */
export function positionOf(rate) {
  return Math.max(-2, Math.min(3, Math.log10(rate)));
}

/**
 * The next preset above or below a rate.
 * @param {number} rate
 * @param {1 | -1} direction
 */
export function neighbour(rate, direction) {
  const beyond = PRESETS.filter((preset) => direction * (preset - rate) > 1e-9);
  if (beyond.length === 0) return rate;
  return direction > 0 ? beyond[0] : beyond[beyond.length - 1];
}
