import { state } from "../core/reactive.js";

/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {string} [policy]
 * @property {number} offered
 * @property {number} delivered
 * @property {number} dropped
 * @property {number} pending
 * @property {number} [rate_hz]
 * @property {Record<string, number>} [latency_ms]
 */
/** @typedef {{ p50: number | null, p95: number | null, p99: number | null }} Percentiles */
/**
 * @typedef {{ at: number, stages: Stage[], process: any, you: any, page: Percentiles }} Sample
 * `page` is how much later than the quickest the frames since the sample before reached this page, in milliseconds
 */

const SAMPLES = 240;

/** The figures of the last minutes, and the page's own. */
export class MetricsHistory {
  constructor() {
    /** @type {Sample[]} the oldest first */
    this.samples = [];
    this.version = state(0);
    /** @type {number[]} milliseconds after the quickest frame, of the last frames */
    this.delays = [];
    /** @type {number[]} those since the newest sample */
    this.freshDelays = [];
    this.framesReceived = 0;
    /** What drawing costs; written by the map. */
    this.drawing = { framesPerSecond: 0, milliseconds: 0, renderer: "", points: false };
    /** @type {number[]} milliseconds of the page's own work for each of the last pictures: drawing it and taking in what it shows */
    this.work = [];
    this.takenIn = 0;
    /** @type {{ stage: string, milliseconds: number }[]} how long the parts of the page took to come */
    this.opening = [];
  }

  clear() {
    this.samples = [];
    this.delays = [];
    this.freshDelays = [];
    this.version.value += 1;
  }

  /**
   * @param {any} metrics
   * @param {number} at milliseconds
   */
  add(metrics, at) {
    this.samples.push({ ...metrics, stages: metrics.stages ?? [], at, page: percentiles(this.freshDelays) });
    this.freshDelays = [];
    if (this.samples.length > SAMPLES) this.samples.shift();
    this.version.value += 1;
  }

  /** @param {number} delay milliseconds */
  frame(delay) {
    this.framesReceived += 1;
    this.delays.push(delay);
    if (this.delays.length > 600) this.delays.shift();
    if (this.freshDelays.length < 600) this.freshDelays.push(delay);
  }

  /** @param {number} milliseconds that taking in a message took */
  tookIn(milliseconds) {
    this.takenIn += milliseconds;
  }

  /** @param {number} milliseconds that drawing a picture took */
  drew(milliseconds) {
    this.work.push(milliseconds + this.takenIn);
    this.takenIn = 0;
    if (this.work.length > 300) this.work.shift();
  }

  get newest() {
    return this.samples.at(-1) ?? null;
  }

  /**
   * The keys of the stages that were seen, in the order of the stream.
   * @returns {string[]}
   */
  get stageKeys() {
    return [...new Set((this.newest?.stages ?? []).map(stageKey))];
  }
}

/** @param {Stage} stage */
export function stageKey(stage) {
  return stage.policy ? `${stage.name} ${stage.policy}` : stage.name;
}

/**
 * What was dropped on the way to this page: before the stream divides, and on this connection. The
 * demonstration's consumers drop by design and other pages' connections are theirs: neither is counted.
 * @param {Sample | null} sample
 */
export function droppedOnTheWay(sample) {
  const shared = (sample?.stages ?? []).filter(({ name }) => name !== "consumer" && name !== "socket");
  return shared.reduce((sum, stage) => sum + (stage.dropped ?? 0), 0) + (sample?.you?.dropped ?? 0);
}

/** @param {Sample | null} sample */
export function droppedByDemonstration(sample) {
  return (sample?.stages ?? []).filter(({ name }) => name === "consumer").reduce((sum, stage) => sum + (stage.dropped ?? 0), 0);
}

/**
 * @param {number[]} values
 * @returns {Percentiles}
 */
export function percentiles(values) {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b);
  const at = (/** @type {number} */ share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
