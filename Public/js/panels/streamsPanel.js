import { effect, state } from "../core/reactive.js";
import { every, h } from "../core/element.js";
import { formatBytes, formatFigure, formatNumber } from "../core/format.js";
import { t } from "../i18n/index.js";
import { chart, swatch } from "../charts/chart.js";
import { percentiles, stageKey } from "../model/metricsHistory.js";

/** @typedef {import("../model/metricsHistory.js").Stage} Stage */

const COLOURS = ["--vehicle-1", "--vehicle-0", "--vehicle-2", "--vehicle-3", "--vehicle-4", "--vehicle-5", "--vehicle-6", "--vehicle-7"];
const CHOICES = ["newest:1", "newest:64", "oldest:64", "unbounded"];

/**
 * The streams' figures: charts over the last minutes, and the policies side by side.
 * @param {import("../model/app.js").App} app
 */
export function streamsPanel(app) {
  const { history } = app;
  const { version } = history;
  const keys = () => (version.value, history.stageKeys);
  /**
   * @param {(stage: Stage, before: Stage | undefined, seconds: number) => number | null | undefined} read
   * @param {(key: string) => boolean} [wanted]
   */
  const rows = (read, wanted = () => true) => () => {
    const { samples } = history;
    const newest = samples.at(-1)?.at ?? 0;
    const shown = keys().filter(wanted);
    return samples.map((sample, i) => {
      const before = samples[i - 1];
      const seconds = before ? (sample.at - before.at) / 1000 : NaN;
      return [Math.round((sample.at - newest) / 100) / 10, ...shown.map((key) => {
        const stage = sample.stages.find((one) => stageKey(one) === key);
        if (!stage) return null;
        const value = read(stage, before?.stages.find((one) => stageKey(one) === key), seconds);
        return value === undefined || value === null || !Number.isFinite(value) ? null : value;
      })];
    });
  };
  const series = (/** @type {(key: string) => boolean} */ wanted = () => true) => () => keys()
    .map((name, i) => ({ key: name, name: shortName(name), colour: COLOURS[i % COLOURS.length], isDashed: i >= 4 }))
    .filter((one) => wanted(one.key));
  /** The socket counts messages, which are no fixes. */
  const isFixes = (/** @type {string} */ key) => key !== "socket";
  const isQueue = (/** @type {string} */ key) => key !== "source";
  /** Whose latency is drawn: this page's, else a stage's. */
  const latencyOf = state("page");
  const latencyKeys = () => ["page", ...(version.value, history.newest?.stages ?? []).filter((stage) => stage.latency_ms).map(stageKey)];
  const latency = (/** @type {import("../model/metricsHistory.js").Sample} */ sample) => (latencyOf.value === "page"
    ? sample.page : sample.stages.find((one) => stageKey(one) === latencyOf.value)?.latency_ms);
  const perSecond = () => t("unit.perSecond");
  const ms = () => t("unit.ms");
  return h("div", { class: "panel" },
    h("header", null, h("h2", null, () => t("panel.streams"))),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": () => t("panel.streams") },
      h("div", { class: "empty", hidden: () => (version.value, history.newest !== null) }, () => t("streams.none")),
      h("section", null, chart({ title: () => t("streams.rates"), unit: perSecond, version, series: series(isFixes), rows: rows(rateOf, isFixes) })),
      h("section", null, policies(app)),
      h("section", null, chart({
        title: () => t("streams.latency"), unit: ms, version, beside: choice(latencyOf, latencyKeys, () => t("streams.latency.of")),
        series: () => ["p50", "p95", "p99"].map((name, i) => ({ name, colour: COLOURS[i + 1] })),
        rows: () => {
          const newest = history.samples.at(-1)?.at ?? 0;
          return history.samples.map((sample) => {
            const found = /** @type {Record<string, number | null> | undefined} */ (latency(sample));
            return [Math.round((sample.at - newest) / 100) / 10, ...["p50", "p95", "p99"].map((name) => found?.[name] ?? null)];
          });
        },
      })),
      h("section", null, chart({
        title: () => t("streams.drops"), unit: perSecond, version, series: series(isQueue),
        rows: rows((stage, before, seconds) => (before ? Math.max(0, stage.dropped - before.dropped) / seconds : null), isQueue),
      })),
      h("section", null, chart({
        title: () => t("streams.depth"), unit: () => "", version, series: series(isQueue), rows: rows((stage) => stage.pending, isQueue),
      })),
      h("section", null, pace(app)),
      h("section", null, figures(app))));
}

/**
 * Deliveries a second: the server's figure, else from the two last counts.
 * @param {Stage} stage
 * @param {Stage | undefined} before
 * @param {number} seconds
 */
function rateOf(stage, before, seconds) {
  return stage.rate_hz ?? (before ? Math.max(0, stage.delivered - before.delivered) / seconds : null);
}

/**
 * The demonstration's consumers are told apart by their policies alone.
 * @param {string} key
 */
function shortName(key) {
  return key.replace(/^consumer /, "");
}

/**
 * A choice among keys that come and go.
 * @param {import("../core/reactive.js").State<string>} held
 * @param {() => string[]} keys
 * @param {() => string} label
 */
function choice(held, keys, label) {
  const select = /** @type {HTMLSelectElement} */ (h("select", {
    class: "field small", "aria-label": label, onchange: () => {
      held.value = select.value;
    },
  }));
  let shown = "";
  effect(() => {
    const names = keys().map((key) => [key, key === "page" ? t("streams.page") : shortName(key)]);
    const now = JSON.stringify(names);
    if (now !== shown) select.replaceChildren(...names.map(([value, name]) => h("option", { value }, name)));
    shown = now;
    if (!names.some(([key]) => key === held.value)) held.value = "page";
    select.value = held.value;
  });
  return select;
}

/**
 * Rate asked and achieved, from the state.
 * @param {import("../model/app.js").App} app
 */
function pace(app) {
  /** @type {{ at: number, asked: number | null, achieved: number | null }[]} */
  const seen = [];
  const version = state(0);
  every(1000, () => {
    if (document.hidden) return;
    const { rate, achievedRate, status } = app.playback.peek();
    const runs = status === "playing";
    seen.push({ at: performance.now(), asked: runs && rate !== "max" ? rate : null, achieved: runs ? achievedRate : null });
    if (seen.length > 240) seen.shift();
    version.value += 1;
  });
  return h("div", null, chart({
    title: () => t("streams.pace"), unit: () => "×", version,
    series: () => [{ name: t("pace.asked"), colour: "--vehicle-0", isDashed: true }, { name: t("pace.achieved"), colour: "--vehicle-2" }],
    rows: () => {
      const newest = seen.at(-1)?.at ?? 0;
      return seen.map((one) => [Math.round((one.at - newest) / 100) / 10, one.asked, one.achieved]);
    },
  }));
}

/**
 * What each policy makes of one and the same source, and how slow its consumer is.
 * @param {import("../model/app.js").App} app
 */
function policies(app) {
  /** What the slider asks for while it is dragged; otherwise it shows what the server has. */
  const asked = state(/** @type {number | null} */ (null));
  const delay = () => asked.value ?? app.playback.value.consumerDelay;
  /** @type {any} */
  let timer = null;
  const send = async () => {
    timer = null;
    await app.command("setConsumerDelay", { ms: asked.peek() ?? 0 });
    if (timer === null) asked.value = null;
  };
  const slider = /** @type {HTMLInputElement} */ (h("input", {
    type: "range", id: "consumer-delay", min: "0", max: "200", step: "1", value: "0", "aria-label": () => t("streams.delay"),
    "aria-valuetext": () => t("streams.delay.value", { ms: formatNumber(delay()) }),
    oninput: () => {
      asked.value = Number(slider.value);
      timer ??= setTimeout(send, 150);
    },
  }));
  effect(() => {
    slider.value = String(delay());
  });
  const consumers = () => (app.history.version.value, (app.history.newest?.stages ?? []).filter((stage) => stage.name === "consumer"));
  const shown = () => consumers().map((stage) => stage.policy ?? "");
  const set = (/** @type {string[]} */ list) => app.command("setPolicy", { policies: list });
  const body = h("tbody", null);
  effect(() => {
    body.replaceChildren(...consumers().flatMap((stage) => line(stage)));
  });
  /** @param {Stage} stage */
  function line(stage) {
    const bar = h("div", { class: "bar", "aria-hidden": "true" }, ["delivered", "dropped", "pending"].map((part) => {
      const piece = h("i", { class: part });
      piece.style.width = `${(100 * /** @type {any} */ (stage)[part]) / Math.max(1, stage.offered)}%`;
      return piece;
    }));
    return [h("tr", null,
      h("td", null, stage.policy ?? "", bar), h("td", null, formatFigure(stage.delivered)), h("td", null, formatFigure(stage.dropped)),
      h("td", null, formatFigure(stage.pending)), h("td", null, stage.latency_ms ? `${formatFigure(stage.latency_ms.p95)} ms` : "–"))];
  }
  const head = (/** @type {string} */ key) => h("th", { scope: "col" }, () => t(key));
  return h("div", null, h("h3", null, () => t("streams.policies")),
    h("table", { class: "policies" },
      h("thead", null, h("tr", null, head("stage.policy"), head("stage.delivered"), head("stage.dropped"), head("stage.pending"), head("stage.p95"))), body),
    h("div", { class: "choices" }, CHOICES.map((policy) => h("label", { class: "check" }, h("input", {
      type: "checkbox", checked: () => shown().includes(policy),
      onchange: (/** @type {any} */ event) => set(event.target.checked
        ? [...shown(), policy] : shown().filter((one) => one !== policy)),
    }), policy))),
    h("div", { class: "grid-form" }, h("label", { for: "consumer-delay" }, () => t("streams.delay")),
      h("output", { for: "consumer-delay" }, () => t("streams.delay.value", { ms: formatNumber(delay()) }))), slider);
}

/**
 * The page's own figures and the server's.
 * @param {import("../model/app.js").App} app
 */
function figures(app) {
  const { history } = app;
  /** @type {(key: string, value: string) => HTMLElement[]} */
  const pair = (key, value) => [h("dt", null, t(key)), h("dd", null, value)];
  return h("div", null, h("h3", null, () => t("streams.page")), () => {
    history.version.value;
    app.connection.bad.value;
    const { drawing, opening } = history;
    const process = history.newest?.process ?? {};
    const you = history.newest?.you ?? {};
    return h("dl", { class: "facts" },
      pair("page.frames", formatFigure(Math.round(drawing.framesPerSecond))),
      pair("page.work", `${formatFigure(percentiles(history.work).p50)} ms`),
      pair("page.renderer", drawing.renderer || "–"),
      pair("page.delay", `${formatFigure(percentiles(history.delays).p95)} ms`),
      pair("page.merged", formatFigure(app.connection.merged)),
      pair("page.bad", formatFigure(app.connection.bad.value.count)),
      pair("page.opening", `${formatFigure(opening[0]?.milliseconds)} ms`),
      pair("page.opened", `${formatFigure(opening.at(-1)?.milliseconds)} ms`),
      pair("process.queued_bytes", formatBytes(you.queued_bytes)),
      Object.entries(process).filter(([, value]) => typeof value === "number").flatMap(([key, value]) =>
        pair(`process.${key}`, key.endsWith("_bytes") ? formatBytes(Number(value)) : key.endsWith("_ms") ? `${formatFigure(Number(value))} ms` : key.endsWith("_s") ? `${formatFigure(Number(value))} s` : formatFigure(Number(value)))));
  });
}
