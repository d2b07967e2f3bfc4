/**
 * How long to wait before the next attempt: doubling from half a second to 30 s, drawn at random from the
 * upper three quarters so that many pages do not come back in the same instant.
 * @param {number} attempt from 0
 * @param {() => number} [random] in [0, 1)
 * @returns {number} milliseconds
 */
export function backoff(attempt, random = Math.random) {
  const ceiling = Math.min(30_000, 500 * 2 ** Math.min(attempt, 10));
  return ceiling * (0.25 + 0.75 * random());
}
