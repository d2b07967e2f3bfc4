import { neighbour } from "./rateScale.js";

/**
 * What the transport and the keys can ask for.
 * @param {import("../model/app.js").App} app
 */
export function transportCommands(app) {
  /** Milliseconds of source time to a text of the wire. */
  const iso = (/** @type {number} */ milliseconds) => new Date(milliseconds).toISOString();
  const limits = () => {
    const { first, last } = app.playback.peek();
    return { first: first ?? 0, last: last ?? 0 };
  };
  /**
   * What was asked for and is not answered yet: a second press of a key goes on from there.
   * @type {{ rate: number | null, time: number | null }}
   */
  const asked = { rate: null, time: null };
  const commands = {
    toggle() {
      const { status } = app.playback.peek();
      if (status === "playing") return app.command("pause");
      return app.command("play");
    },
    stop: () => app.command("stop"),
    /** @param {number} by fixes */
    step: (by) => app.command("step", { by }),
    /** @param {number} fraction */
    seekFraction: (fraction) => app.command("seek", { fraction: Math.max(0, Math.min(1, fraction)) }),
    /** @param {number} time Unix milliseconds */
    seekTime: (time) => app.command("seek", { time: iso(time) }),
    /** @param {number} seconds of source time */
    async jump(seconds) {
      const { first, last } = limits();
      const from = asked.time ?? app.playhead() ?? first;
      const time = Math.max(first, Math.min(last, from + seconds * 1000));
      asked.time = time;
      const answer = await commands.seekTime(time);
      if (asked.time === time) asked.time = null;
      return answer;
    },
    /** @param {number | "max"} rate */
    setRate: (rate) => app.command("setRate", { rate }),
    /** @param {1 | -1} direction */
    async faster(direction) {
      const now = asked.rate ?? app.playback.peek().rate;
      const rate = now === "max" ? (direction < 0 ? 1000 : null) : neighbour(now, direction);
      if (rate === null) return null;
      asked.rate = rate;
      const answer = await commands.setRate(rate);
      if (asked.rate === rate) asked.rate = null;
      return answer;
    },
    /**
     * @param {string} mode
     * @param {number} [count]
     */
    setLoop: (mode, count) => app.command("setLoop", mode === "count" ? { mode, count: count ?? 3 } : { mode }),
    toggleLoop: () => commands.setLoop(app.playback.peek().loop.mode === "off" ? "forever" : "off"),
    /**
     * @param {number | null} from
     * @param {number | null} to
     */
    setRange: (from, to) => app.command("setRange", {
      ...(from === null ? {} : { from: iso(from) }), ...(to === null ? {} : { to: iso(to) }),
    }),
  };
  return commands;
}

/** @typedef {ReturnType<typeof transportCommands>} TransportCommands */
