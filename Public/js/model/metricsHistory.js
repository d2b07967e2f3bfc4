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
/** @typedef {{ at: number, stages: Stage[], process: any, you: any, achievedRate?: number }} Sample */

const SAMPLES = 240;

/** The figures of the last minutes, and the page's own. */
export class MetricsHistory {
  constructor() {
    /** @type {Sample[]} the oldest first */
    this.samples = [];
    this.version = state(0);
    /** @type {number[]} milliseconds after the quickest frame, of the last frames */
    this.delays = [];
    this.framesReceived = 0;
    /** What drawing costs; written by the map. */
    this.drawing = { framesPerSecond: 0, milliseconds: 0, renderer: "", points: false };
    /** @type {{ stage: string, milliseconds: number }[]} how long the parts of the page took to come */
    this.opening = [];
  }

  clear() {
    this.samples = [];
    this.delays = [];
    this.version.value += 1;
  }

  /**
   * @param {any} metrics
   * @param {number} at milliseconds
   */
  add(metrics, at) {
    this.samples.push({ ...metrics, stages: metrics.stages ?? [], at });
    if (this.samples.length > SAMPLES) this.samples.shift();
    this.version.value += 1;
  }

  /** @param {number} delay milliseconds */
  frame(delay) {
    this.framesReceived += 1;
    this.delays.push(delay);
    if (this.delays.length > 600) this.delays.shift();
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
