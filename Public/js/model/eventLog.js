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

/** The newest 5000 events in the order of their sequence, each once, however often it comes. */
export class EventLog {
  constructor() {
    /** @type {LoggedEvent[]} the oldest first */
    this.events = [];
    /** @type {Set<number>} sequences of the events kept */
    this.known = new Set();
    /** The newest sequence, or -1. */
    this.last = -1;
    this.version = state(0);
  }

  clear() {
    this.events = [];
    this.known.clear();
    this.last = -1;
    this.version.value += 1;
  }

  /**
   * @param {any} event
   * @returns {boolean} whether it is new
   */
  add(event) {
    if (typeof event?.kind !== "string") return false;
    const sequence = Number.isFinite(event.sequence) ? event.sequence : this.last + 1;
    if (this.known.has(sequence)) return false;
    const isLate = sequence < this.last;
    if (isLate && this.events.length >= MOST && sequence < this.events[0].sequence) return false;
    this.known.add(sequence);
    this.events.push({ ...event, sequence, received: Date.now() });
    if (isLate) this.events.sort((a, b) => a.sequence - b.sequence);
    this.last = Math.max(this.last, sequence);
    if (this.events.length > MOST + 500) {
      for (const old of this.events.splice(0, this.events.length - MOST)) this.known.delete(old.sequence);
    }
    this.version.value += 1;
    return true;
  }
}
