import { backoff } from "./backoff.js";

/**
 * What the socket should do, without a socket: a value that takes what happened and answers with actions.
 *
 * One socket at a time: each attempt has a number, and what comes from an older one is ignored.
 */

/** @typedef {"connecting" | "open" | "waiting" | "paused" | "refused"} LinkStatus */
/**
 * @typedef {object} Link
 * @property {LinkStatus} status
 * @property {number} socket number of the newest attempt
 * @property {number} attempt failed attempts since the last stable connection
 * @property {number} openedAt
 * @property {number} heardAt when the server was last heard
 * @property {number | null} lostAt when the connection was lost, until it is back
 * @property {number} probedAt
 */
/**
 * @typedef {{ do: "open", socket: number } | { do: "close", socket: number } |
 *   { do: "wait", milliseconds: number } | { do: "probe" }} LinkAction
 */

/** A connection that stood so long counts as stable, and the next loss starts with a short wait. */
const STABLE = 10_000;
/** After so much silence the server is asked for a sign of life. */
export const PROBE_AFTER = 2_500;
/** After so much silence the connection is given up. */
export const GIVE_UP_AFTER = 4_500;

/** @returns {Link} */
export function makeLink() {
  return {
    status: "paused", socket: 0, attempt: 0, openedAt: 0, heardAt: 0, lostAt: null, probedAt: 0,
  };
}

/**
 * @param {Link} link
 * @param {{ type: "start" | "shown" | "hidden" | "tick" | "due" }
 *   | { type: "opened" | "heard" | "closed", socket: number }
 *   | { type: "refused", socket: number }} event
 * @param {number} now milliseconds
 * @param {() => number} [random]
 * @returns {{ link: Link, actions: LinkAction[] }}
 */
export function step(link, event, now, random = Math.random) {
  if ("socket" in event && event.socket !== link.socket) return { link, actions: [] };
  switch (event.type) {
    case "start":
    case "shown":
    case "due":
      if (link.status === "open" || link.status === "connecting") return { link, actions: [] };
      if (event.type === "due" && link.status !== "waiting") return { link, actions: [] };
      return open(link, now);
    case "opened":
      return {
        link: { ...link, status: "open", openedAt: now, heardAt: now, probedAt: now, lostAt: null },
        actions: [],
      };
    case "heard":
      return { link: { ...link, heardAt: now }, actions: [] };
    case "refused":
      return { link: { ...link, status: "refused", lostAt: link.lostAt ?? now }, actions: [] };
    case "closed":
      return lose(link, now, random, []);
    case "hidden":
      return {
        link: { ...link, status: "paused", socket: link.socket + 1, lostAt: null },
        actions: [{ do: "close", socket: link.socket }],
      };
    case "tick": {
      const silence = now - link.heardAt;
      if (link.status !== "open" && link.status !== "connecting") return { link, actions: [] };
      if (silence >= GIVE_UP_AFTER) {
        const closing = { ...link, socket: link.socket + 1 };
        return lose(closing, now, random, [{ do: "close", socket: link.socket }]);
      }
      if (link.status !== "open" || silence < PROBE_AFTER || now - link.probedAt < PROBE_AFTER) {
        return { link, actions: [] };
      }
      return { link: { ...link, probedAt: now }, actions: [{ do: "probe" }] };
    }
  }
}

/**
 * @param {Link} link
 * @param {number} now
 * @returns {{ link: Link, actions: LinkAction[] }}
 */
function open(link, now) {
  const socket = link.socket + 1;
  return {
    link: { ...link, status: "connecting", socket, heardAt: now },
    actions: [{ do: "open", socket }],
  };
}

/**
 * @param {Link} link
 * @param {number} now
 * @param {() => number} random
 * @param {LinkAction[]} actions
 * @returns {{ link: Link, actions: LinkAction[] }}
 */
function lose(link, now, random, actions) {
  const wasStable = link.status === "open" && now - link.openedAt >= STABLE;
  const attempt = wasStable ? 0 : link.attempt;
  const lostAt = link.lostAt ?? (link.status === "open" ? link.heardAt : now);
  return {
    link: { ...link, status: "waiting", attempt: attempt + 1, lostAt },
    actions: [...actions, { do: "wait", milliseconds: backoff(attempt, random) }],
  };
}
