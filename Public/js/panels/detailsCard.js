import { effect, state } from "../core/reactive.js";
import { every, h, icon } from "../core/element.js";
import { formatAge, formatCourse, formatFigure, formatLength, formatMoment, formatNumber, formatPlace, formatSpeed } from "../core/format.js";
import { latitudeOf, longitudeOf } from "../core/mercator.js";
import { t } from "../i18n/index.js";
import { instant } from "../model/playback.js";
import { settings } from "../model/settings.js";
import { ABSENT } from "../net/frame.js";
import { comparison } from "./comparison.js";

/** Fields with a line of their own, or said by the title. */
const ELSEWHERE = new Set(["id", "number", "name", "vehicle", "trace", "type", "time", "lat", "lon", "speed", "course", "derived", "interpolated", "sequence", "generation", "emitted_ms"]);
/** @type {Record<string, (value: number) => string>} */
const UNITS = {
  alt: (value) => `${formatNumber(value, 1)} m`,
  accuracy: (value) => formatLength(value),
  vertical_accuracy: (value) => formatLength(value),
};

/**
 * All that is known of the selected vehicle.
 * @param {import("../model/app.js").App} app
 * @param {import("../map/stage.js").Stage} stage
 * @param {(id: string | null) => void} select
 */
export function detailsCard(app, stage, select) {
  /** @type {import("../core/reactive.js").State<any>} */
  const fix = state(/** @type {any} */ (null));
  let asked = false;
  async function ask() {
    const id = app.selected.peek();
    if (id === null || asked || !app.connected.peek() || document.hidden) return;
    asked = true;
    try {
      const answer = await app.connection.call("vehicle", { id });
      if (id === app.selected.peek()) fix.value = answer?.fix ?? answer;
    } catch {
      // The place and speed from the frames stay; the next second asks again.
    } finally {
      asked = false;
    }
  }
  every(1000, ask);
  effect(() => {
    app.selected.value;
    app.playback.value;
    ask();
  });
  effect(() => {
    app.selected.value;
    fix.value = null;
  });
  effect(() => {
    const accuracy = fix.value?.accuracy;
    stage.accuracy = Number.isFinite(accuracy) ? accuracy : null;
    stage.movingIsOld = true;
  });
  const slot = () => (app.beat.value, app.fleet.slot(app.selectedNumber.value));
  const vehicle = () => app.vehicles.value.get(app.selectedNumber.value ?? -1);
  const marked = (/** @type {string} */ field) => ((fix.value?.derived ?? []).includes(field) ? ` ${t("derived.short")}` : "");
  const status = () => {
    const at = slot();
    return at < 0 ? t("fresh.none") : t(`fresh.${app.freshness(at)}`);
  };
  const course = () => {
    const at = slot();
    return at < 0 || app.fleet.course[at] === ABSENT ? null : app.fleet.course[at] / 100;
  };
  return h("section", { class: "details", id: "details", hidden: () => app.selected.value === null, "aria-label": () => t("details") },
    h("header", null,
      h("i", { class: () => `swatch is-${(app.selectedNumber.value ?? 0) % 8}` }),
      h("h2", { title: () => vehicle()?.name ?? "" }, () => vehicle()?.name ?? ""),
      h("button", {
        type: "button", class: "button plain square follow", "aria-label": () => t("follow"), title: () => t("follow"),
        "aria-pressed": () => String(settings.follow.value),
        onclick: () => {
          settings.follow.value = !settings.follow.peek();
        },
      }, icon("follow")),
      h("button", {
        type: "button", class: "button plain square", id: "compare", "aria-label": () => t("compare"), title: () => t("compare"),
        "aria-pressed": () => String(app.compared.value !== null), onclick: () => app.compare(),
      }, icon("compare")),
      h("button", {
        type: "button", class: "button plain square", id: "solo", "aria-label": () => t("solo"), title: () => t("solo"),
        "aria-pressed": () => String(app.solo.value), onclick: () => app.toggleSolo(),
      }, icon("solo")),
      h("button", {
        type: "button", class: "button plain square", "aria-label": () => t("deselect"), title: () => t("deselect"),
        onclick: () => select(null),
      }, icon("close"))),
    h("dl", { class: "big" },
      h("div", null, h("dt", null, () => t("column.speed")), h("dd", { id: "detail-speed" }, () => {
        const at = slot();
        return at < 0 ? "–" : formatSpeed(app.speed(at));
      })),
      h("div", null, h("dt", null, () => t("column.course")), h("dd", null, () => formatCourse(course()))),
      h("div", null, h("dt", null, () => t("column.status")), h("dd", { id: "detail-status" }, status)),
      h("div", null, h("dt", null, () => t("column.age")), h("dd", null, () => {
        const at = slot();
        return at < 0 ? "–" : formatAge(app.age(at));
      }))),
    comparison(app),
    h("details", { class: "more", open: !matchMedia("(max-width: 699px), (max-height: 480px)").matches },
      h("summary", null, () => t("details.more")), h("dl", { class: "facts" }, () => facts())));

  /** The lines of the card, made anew four times a second at most. */
  function facts() {
    const at = slot();
    /** @type {[string, string][]} */
    const lines = [];
    if (at >= 0) {
      lines.push([t("fact.place"), formatPlace(latitudeOf(app.fleet.toY[at]), longitudeOf(app.fleet.toX[at]))]);
    }
    if (fix.value?.time) lines.push([t("fact.time"), formatMoment(instant(fix.value.time))]);
    for (const [key, value] of Object.entries(fix.value ?? {})) {
      if (ELSEWHERE.has(key) || value === null || typeof value === "object") continue;
      const text = typeof value === "number" ? (UNITS[key] ?? formatFigure)(value) : String(value);
      lines.push([t(`fact.${key}`) === `fact.${key}` ? key : t(`fact.${key}`), text + marked(key)]);
    }
    const derived = [...(fix.value?.derived ?? [])];
    if (derived.length > 0) lines.push([t("fact.derived"), derived.join(", ")]);
    if (fix.value?.interpolated) lines.push([t("fact.interpolated"), t("yes")]);
    const trace = vehicle()?.trace;
    if (trace) lines.push([t("fact.trace"), app.traces.value.find((one) => one.id === trace)?.name ?? trace]);
    return h("div", { class: "facts-inner" }, lines.map(([name, value]) => [h("dt", null, name), h("dd", null, value)]));
  }
}
