/**
 * How fresh a vehicle is. `ended` is its journey's end and `lost` the connection's; neither is stale.
 * @typedef {"live" | "paused" | "stale" | "gone" | "ended" | "lost"} Freshness
 */

/**
 * @param {object} now what all vehicles have in common
 * @param {boolean} now.connected
 * @param {string} now.status of playback
 * @param {number} now.staleAfter milliseconds
 * @param {number} now.goneAfter milliseconds
 * @param {number} age milliseconds on the server's clock since the newest fix
 * @param {boolean} [hasEnded] the vehicle's journey is over
 * @param {boolean} [isRemoved] taken away by the server
 * @returns {Freshness}
 */
export function freshness(now, age, hasEnded = false, isRemoved = false) {
  if (isRemoved) return "gone";
  if (!now.connected) return "lost";
  if (now.status === "ended" || hasEnded) return "ended";
  if (age >= now.goneAfter) return "gone";
  if (age >= now.staleAfter) return "stale";
  return now.status === "playing" ? "live" : "paused";
}
