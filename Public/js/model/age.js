/**
 * How fresh a vehicle is. `ended` is its journey's end and `lost` the connection's; neither is stale.
 * @typedef {"live" | "paused" | "stale" | "gone" | "ended" | "lost"} Freshness
 */

/**
 * @param {object} now
 * @param {boolean} now.connected
 * @param {string} now.status of playback
 * @param {number} now.age milliseconds on the server's clock since the newest fix
 * @param {boolean} now.hasEnded the vehicle's journey is over
 * @param {boolean} now.isRemoved taken away by the server
 * @param {number} now.staleAfter milliseconds
 * @param {number} now.goneAfter milliseconds
 * @returns {Freshness}
 */
export function freshness(now) {
  if (now.isRemoved) return "gone";
  if (!now.connected) return "lost";
  if (now.status === "ended" || now.hasEnded) return "ended";
  if (now.age >= now.goneAfter) return "gone";
  if (now.age >= now.staleAfter) return "stale";
  return now.status === "playing" ? "live" : "paused";
}
