import { state } from "../core/reactive.js";

/**
 * @typedef {object} LoggedEvent
 * @property {string} kind
 * @property {number} sequence
 * @property {number} [generation]
 * @property {number | string} [vehicle]
 * @property {string} [time]
 * @property {number} [lat]
 * @property {number} [lon]
 * @property {number} received wall time, milliseconds
 */

const MOST = 5000;

/** The newest 5000 events, each once. */
export class EventLog {
  constructor() {
    /** @type {LoggedEvent[]} the oldest first */
    this.events = [];
    this.last = -1;
    /** Events that fell out of this list. */
    this.forgotten = 0;
    this.version = state(0);
  }

  clear() {
    this.events = [];
    this.last = -1;
    this.forgotten = 0;
    this.version.value += 1;
  }

  /**
   * @param {any} event
   * @returns {boolean} whether it is new
   */
  add(event) {
    if (typeof event?.kind !== "string") return false;
    const sequence = Number(event.sequence);
    if (Number.isFinite(sequence)) {
      if (sequence <= this.last) return false;
      this.last = sequence;
    }
    this.events.push({ ...event, received: Date.now() });
    if (this.events.length > MOST + 500) {
      this.forgotten += this.events.length - MOST;
      this.events = this.events.slice(-MOST);
    }
    this.version.value += 1;
    return true;
  }
}
