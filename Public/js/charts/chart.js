import { effect, owned, state } from "../core/reactive.js";
import { h } from "../core/element.js";
import { formatFigure } from "../core/format.js";
import { settings } from "../model/settings.js";

/**
 * @typedef {object} Series
 * @property {string} name
 * @property {string} colour custom property
 * @property {boolean} [isDashed]
 * @property {string} [key]
 */

/**
 * A line chart over the last minutes with its newest values in words beside it. Without dygraphs only the
 * values are shown.
 * @param {object} options
 * @param {() => string} options.title
 * @param {() => string} options.unit
 * @param {() => Series[]} options.series
 * @param {() => (number | null)[][]} options.rows seconds before now, then a value a series
 * @param {import("../core/reactive.js").Readable<number>} options.version rises when rows change
 * @param {boolean} [options.isLog]
 * @param {HTMLElement | null} [options.beside] what stands beside the title
 */
export function chart({ title, unit, series, rows, version, isLog = false, beside = null }) {
  const plot = h("div", { class: "plot", "aria-hidden": "true" });
  const cursor = state(/** @type {number | null} */ (null));
  /** @type {any} */
  let graph = null;
  let drawnFor = "";
  const values = () => {
    version.value;
    const all = rows();
    const at = cursor.value === null ? all.at(-1) : all.find((row) => row[0] === cursor.value) ?? all.at(-1);
    return h("div", { class: "legend-line" }, series().map((one, i) => h("span", null,
      swatch(one.colour, one.isDashed), `${one.name} `, h("b", null, `${formatFigure(at?.[i + 1] ?? null)} ${unit()}`))));
  };
  let isInSight = true;
  const draw = () => {
    if (!isInSight || !("Dygraph" in window) || !plot.isConnected || plot.clientWidth === 0) return;
    const data = rows();
    const lines = series();
    if (data.length === 0 || lines.length === 0) return;
    const style = getComputedStyle(plot);
    const ink = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
    const key = JSON.stringify([lines, document.documentElement.dataset.theme]);
    const options = {
      labels: ["t", ...lines.map((one, i) => `${i} ${one.name}`)], colors: lines.map((one) => ink(one.colour)),
      gridLineColor: ink("--line"), axisLineColor: ink("--line-strong"),
      series: Object.fromEntries(lines.map((one, i) => [`${i} ${one.name}`, one.isDashed ? { strokePattern: [4, 3] } : {}])),
    };
    if (graph && key === drawnFor) {
      graph.updateOptions({ file: data });
      return;
    }
    graph?.destroy();
    drawnFor = key;
    withoutLegend();
    graph = new (/** @type {any} */ (window).Dygraph)(plot, data, {
      ...options, strokeWidth: 1.6, drawPoints: false, includeZero: true, logscale: isLog, connectSeparatedPoints: false,
      interactionModel: {}, axisLabelFontSize: 10, xRangePad: 0, yRangePad: 4,
      highlightCircleSize: 3, drawHighlightPointCallback: undefined, rightGap: 4,
      highlightCallback: (/** @type {any} */ _event, /** @type {number} */ x) => {
        cursor.value = x;
      },
      unhighlightCallback: () => {
        cursor.value = null;
      },
      axes: {
        x: { axisLabelFormatter: (/** @type {number} */ value) => (value === 0 ? "0" : `${formatFigure(value)} s`), pixelsPerLabel: 60, axisLabelWidth: 48 },
        y: { axisLabelFormatter: (/** @type {number} */ value) => formatFigure(value), pixelsPerLabel: 24, axisLabelWidth: 34 },
      },
    });
  };
  effect(() => {
    version.value;
    settings.theme.value;
    inTurn(draw);
  });
  effect(() => () => {
    graph?.destroy();
    graph = null;
  });
  const resized = new ResizeObserver(() => graph?.resize());
  resized.observe(plot);
  const seen = new IntersectionObserver(([entry]) => {
    isInSight = entry.isIntersecting;
    if (isInSight) inTurn(draw);
  });
  seen.observe(plot);
  owned(() => {
    resized.disconnect();
    seen.disconnect();
  });
  return h("figure", { class: "chart", role: "group", "aria-label": title },
    h("div", { class: "caption" }, h("h3", null, title), beside), plot, values);
}

/** @type {Set<() => void>} */
const queue = new Set();

/**
 * Draws charts one a frame, so that all of them together never hold the page.
 * @param {() => void} draw
 */
function inTurn(draw) {
  if (queue.size === 0) requestAnimationFrame(next);
  queue.add(draw);
}

function next() {
  const [first] = queue;
  queue.delete(first);
  if (queue.size > 0) requestAnimationFrame(next);
  first?.();
}

/** The library's legend writes style attributes, which the page's security policy forbids; ours replaces it. */
function withoutLegend() {
  const { Dygraph } = /** @type {any} */ (window);
  Dygraph.PLUGINS = Dygraph.PLUGINS.filter((/** @type {unknown} */ plugin) => plugin !== Dygraph.Plugins.Legend);
}

/**
 * @param {string} colour custom property
 * @param {boolean} [isDashed]
 */
export function swatch(colour, isDashed = false) {
  const mark = h("i", { class: `swatch wide${isDashed ? " is-dashed" : ""}` });
  mark.style.setProperty("--swatch", `var(${colour})`);
  return mark;
}
