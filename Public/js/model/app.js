import { derived, state } from "../core/reactive.js";
import { t } from "../i18n/index.js";
import { ConnectionLost } from "../net/connection.js";
import { ABSENT } from "../net/frame.js";
import { freshness } from "./age.js";
import { EventLog } from "./eventLog.js";
import { Fleet } from "./fleet.js";
import { MetricsHistory } from "./metricsHistory.js";
import { IDLE, playheadOf, readPlayback } from "./playback.js";
import { ServerClock } from "./serverClock.js";
import { settings } from "./settings.js";
import { Trails } from "./trails.js";

/**
 * @typedef {{ number: number, id: string, name: string, trace: string | null }} Vehicle
 * @typedef {{ id: string, name: string, format: string, points: number, first: string | null,
 *   last: string | null, length_m: number | null, notes: any[], error: any }} TraceEntry
 */

/** All that the page knows, and the only place where the server's messages are taken in. */
export class App {
  /** @param {import("../net/connection.js").Connection} connection */
  constructor(connection) {
    this.connection = connection;
    this.fleet = new Fleet();
    this.trails = new Trails();
    this.events = new EventLog();
    this.history = new MetricsHistory();
    this.clock = new ServerClock();

    /** The server's greeting, or null before it came. */
    this.hello = state(/** @type {any} */ (null));
    this.playback = state(IDLE);
    /** @type {import("../core/reactive.js").State<Map<number, Vehicle>>} */
    this.vehicles = state(new Map());
    /** @type {Map<string, number>} */
    this.numberOf = new Map();
    /** @type {import("../core/reactive.js").State<TraceEntry[]>} */
    this.traces = state(/** @type {TraceEntry[]} */ ([]));
    /** The id of the selected vehicle. */
    this.selected = state(/** @type {string | null} */ (null));
    /** The id of the vehicle that the selected one is compared with. */
    this.compared = state(/** @type {string | null} */ (null));
    /** Whether all but these two are hidden. */
    this.solo = state(false);
    /** Ids that the search found, or null when nothing is searched. */
    this.found = state(/** @type {Set<string> | null} */ (null));
    /** Vehicle numbers whose journey is over. */
    this.ended = new Set();
    /** @type {import("../core/reactive.js").State<{ id: number, kind: "info" | "error", text: string }[]>} */
    this.notices = state(/** @type {any[]} */ ([]));
    /** Rises at most four times a second while positions change: what lists and texts follow. */
    this.beat = state(0);
    /** Rises with each frame. */
    this.frames = state(0);
    /** The frames' source time when the newest state came. */
    this.stateSource = NaN;
    /** Milliseconds after the quickest frame, of the newest one. */
    this.delay = NaN;
    /** @type {(reason: "loaded" | "generation") => void} */
    this.onScene = () => {};

    this.connected = derived(() => connection.link.value.status === "open" && this.hello.value !== null);
    const numberIn = (/** @type {import("../core/reactive.js").State<string | null>} */ held) => derived(() => {
      this.vehicles.value;
      return held.value === null ? null : this.numberOf.get(held.value) ?? null;
    });
    this.selectedNumber = numberIn(this.selected);
    this.comparedNumber = numberIn(this.compared);
    /** What the light shows. */
    this.light = derived(() => {
      const { status, lostAt } = connection.link.value;
      if (status === "paused") return "hidden";
      if (lostAt !== null) return "lost";
      if (status !== "open" || !this.hello.value) return "connecting";
      const playback = this.playback.value.status;
      return playback === "playing" ? "live" : playback;
    });

    connection.onNotification = (method, params) => this.#take(method, params);
    connection.onFrame = (frame) => this.#takeFrame(frame);
  }

  /**
   * @param {string} method
   * @param {any} params
   */
  #take(method, params) {
    switch (method) {
      case "hello":
        this.#greet(params);
        break;
      case "state":
        this.takeState(params.state ?? params);
        break;
      case "vehicles":
        this.#changeVehicles(params);
        break;
      case "event":
        this.#takeEvent(params);
        break;
      case "metrics":
        this.history.add(params, performance.now());
        break;
    }
  }

  /** @param {any} hello */
  #greet(hello) {
    const before = this.hello.peek();
    const isSameRun = before !== null && before.run === hello.run;
    this.clock.reset();
    this.fleet.clear();
    if (isSameRun) this.trails.cut();
    else this.#forget();
    this.hello.value = hello;
    this.#setVehicles(hello.vehicles ?? []);
    this.takeState(hello.state ?? {});
    if (isSameRun && this.events.last >= 0) {
      this.command("resume", { sequence: this.events.last }).then((answer) => {
        if (answer?.lost) this.notify("info", t("events.lost", answer.lost));
      });
    }
    if (hello.traces) this.traces.value = hello.traces;
    else this.refreshTraces();
  }

  #forget() {
    this.trails.clear();
    this.events.clear();
    this.history.clear();
    this.ended.clear();
  }

  async refreshTraces() {
    try {
      const answer = await this.connection.call("traces");
      this.traces.value = answer?.traces ?? [];
    } catch (error) {
      this.complain(error);
    }
  }

  /** @param {any} raw */
  takeState(raw) {
    const next = readPlayback(raw);
    const before = this.playback.peek();
    if (next.generation < before.generation && this.fleet.generation === before.generation) return;
    this.playback.value = next;
    this.stateSource = this.fleet.generation === next.generation ? this.fleet.toSource : NaN;
    if (next.generation !== before.generation) {
      this.ended.clear();
      this.trails.clear();
      this.onScene("generation");
    }
    const rate = next.rate === "max" ? 1000 : next.rate;
    this.trails.maxAge = 900 * Math.max(1, rate);
  }

  /** @param {any[]} list */
  #setVehicles(list) {
    this.vehicles.value = new Map(list.map((vehicle) => [vehicle.number, this.#named(vehicle)]));
    this.numberOf = new Map(list.map((vehicle) => [vehicle.id, vehicle.number]));
    for (const held of [this.selected, this.compared]) {
      const id = held.peek();
      if (id !== null && list.length > 0 && !this.numberOf.has(id)) held.value = null;
    }
    this.onScene("loaded");
  }

  /** @param {any} vehicle */
  #named(vehicle) {
    return { trace: null, ...vehicle, name: vehicle.name || vehicle.id };
  }

  /** @param {{ added?: any[], removed?: string[], vehicles?: any[] }} change */
  #changeVehicles(change) {
    if (change.vehicles) {
      this.#setVehicles(change.vehicles);
      return;
    }
    // A vehicle that stays may get another number, and its number another vehicle: ids decide.
    const all = new Map([...this.vehicles.peek().values()].map((vehicle) => [vehicle.id, vehicle]));
    for (const id of change.removed ?? []) all.delete(id);
    for (const vehicle of change.added ?? []) all.set(vehicle.id, vehicle);
    const list = [...all.values()];
    const before = this.vehicles.peek();
    this.#setVehicles(list);
    const now = this.vehicles.peek();
    const changed = [...before.values()].filter(({ number, id }) => now.get(number)?.id !== id);
    this.fleet.remove(changed.map(({ number }) => number));
    for (const { number } of changed) this.trails.all.delete(number);
    this.refreshTraces();
  }

  /** @param {any} event */
  #takeEvent(event) {
    if (!this.events.add(event)) return;
    const number = this.numberOfEvent(event);
    if (event.kind === "looped") {
      this.trails.cut();
      this.fleet.cutsNext = true;
      this.ended.clear();
    } else if (event.kind === "ended" && number !== null) {
      this.ended.add(number);
    } else if (event.kind === "notice" && typeof event.text === "string") {
      this.notify("info", event.text);
    }
  }

  /**
   * The vehicle that an event concerns, or null when it concerns all.
   * @param {any} event
   * @returns {number | null}
   */
  numberOfEvent(event) {
    if (typeof event.vehicle === "number") return event.vehicle;
    return typeof event.vehicle === "string" ? this.numberOf.get(event.vehicle) ?? null : null;
  }

  /** @param {import("../net/frame.js").Frame} frame */
  #takeFrame(frame) {
    const now = performance.now();
    this.delay = this.clock.hear(frame.emitted, now);
    if (!this.fleet.apply(frame)) return;
    if (Number.isNaN(this.stateSource)) this.stateSource = frame.sourceTime;
    this.history.frame(this.delay);
    this.#extendTrails(frame);
    this.frames.value += 1;
    this.history.tookIn(performance.now() - now);
  }

  /** @param {import("../net/frame.js").Frame} frame */
  #extendTrails(frame) {
    const { fleet } = this;
    const gap = this.hello.peek()?.stale_ms ?? 10_000;
    const everyone = settings.trails.peek() === "all" && fleet.count <= 200;
    const numbers = everyone ? frame.numbers : this.chosen();
    for (const number of numbers) {
      const slot = fleet.slot(number);
      if (slot < 0) continue;
      this.trails.add(number, fleet.toX[slot], fleet.toY[slot], frame.sourceTime,
        fleet.seen[slot], fleet.jumped[slot] === 1, gap);
    }
  }

  /** The numbers of the selected vehicle and of that which it is compared with. */
  chosen() {
    return [this.selectedNumber.peek(), this.comparedNumber.peek()].filter((number) => number !== null);
  }

  /** Begins to compare the selected vehicle with the next that is selected, or ends that. */
  compare() {
    this.compared.value = this.compared.peek() === null ? this.selected.peek() : null;
  }

  /** Hides all but the selected vehicle and the compared one, or shows all again. */
  toggleSolo() {
    this.solo.value = !this.solo.peek() && this.selected.peek() !== null;
  }

  /** The server's clock now: it stands still while nothing can be heard. */
  serverNow() {
    return this.clock.at(performance.now());
  }

  /**
   * Milliseconds since the newest fix of a slot. While playback does not run, nothing grows old.
   * @param {number} slot
   */
  age(slot) {
    const { fleet } = this;
    const running = this.playback.peek().status === "playing" && this.connected.peek();
    const now = running ? Math.max(this.serverNow(), fleet.toEmitted) : fleet.toEmitted;
    return Math.max(0, now - fleet.seen[slot]);
  }

  /** @param {number} slot */
  freshness(slot) {
    return this.freshnessJudge()(slot);
  }

  /**
   * Tells how fresh each slot is at this moment; what all have in common is looked up once.
   * @returns {(slot: number) => import("./age.js").Freshness}
   */
  freshnessJudge() {
    const { fleet, ended } = this;
    const hello = this.hello.peek();
    const connected = this.connected.peek();
    const { status } = this.playback.peek();
    const isRunning = status === "playing" && connected;
    const clock = isRunning ? Math.max(this.serverNow(), fleet.toEmitted) : fleet.toEmitted;
    const now = { connected, status, staleAfter: hello?.stale_ms ?? 10_000, goneAfter: hello?.gone_ms ?? 60_000 };
    return (slot) => freshness(
      now, clock - fleet.seen[slot], ended.size > 0 && ended.has(fleet.numbers[slot]), fleet.gone[slot] === 1);
  }

  /**
   * Metres a second, or null.
   * @param {number} slot
   */
  speed(slot) {
    const value = this.fleet.speed[slot];
    return value === ABSENT ? null : value / 100;
  }

  /** The playhead in source time, Unix milliseconds, or null. */
  playhead() {
    const playback = this.playback.peek();
    const { fleet } = this;
    if (playback.status !== "playing" || fleet.generation !== playback.generation) return playback.sourceTime;
    return playheadOf(playback, fleet.toSource - this.stateSource);
  }

  /**
   * Asks the server to do something and takes the state it answers with. A refusal is shown.
   * @param {string} method
   * @param {Record<string, unknown>} [params]
   * @returns {Promise<any>} the result, or null when it was refused
   */
  async command(method, params = {}) {
    try {
      const result = await this.connection.call(method, params);
      if (result?.status) this.takeState(result);
      else if (result?.state?.status) this.takeState(result.state);
      return result ?? {};
    } catch (error) {
      this.complain(error);
      return null;
    }
  }

  /** @param {unknown} error a lost connection is shown by the light, not here */
  complain(error) {
    if (error instanceof ConnectionLost) return;
    this.notify("error", error instanceof Error ? error.message : String(error));
  }

  /**
   * @param {"info" | "error"} kind
   * @param {string} text
   */
  notify(kind, text) {
    const id = (this.notices.peek().at(-1)?.id ?? 0) + 1;
    this.notices.value = [...this.notices.peek().slice(-3), { id, kind, text }];
  }

  /** @param {number} id */
  dismiss(id) {
    this.notices.value = this.notices.peek().filter((notice) => notice.id !== id);
  }
}
