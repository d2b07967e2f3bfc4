/**
 * The server's monotonic clock as seen from here. The offset is that of the quickest message; it may grow
 * slowly, so that two clocks of unequal speed stay together.
 */
export class ServerClock {
  /** What to take from our clock to have the server's. */
  offset = Infinity;
  heard = NaN;

  reset() {
    this.offset = Infinity;
    this.heard = NaN;
  }

  /**
   * @param {number} emitted milliseconds on the server's clock
   * @param {number} here milliseconds on `performance.now()`
   * @returns {number} how much later than the quickest this one came, in milliseconds
   */
  hear(emitted, here) {
    const sample = here - emitted;
    const grown = Number.isNaN(this.heard) ? 0 : (here - this.heard) * 1e-4;
    this.offset = Math.min(this.offset + grown, sample);
    this.heard = here;
    return sample - this.offset;
  }

  /**
   * The server's time at a moment of ours; NaN before anything was heard.
   * @param {number} here
   */
  at(here) {
    return Number.isFinite(this.offset) ? here - this.offset : NaN;
  }
}
