import { h, icon } from "../core/element.js";
import { formatAge, formatCourse, formatLength, formatSpeed } from "../core/format.js";
import { bearing, distance, latitudeOf, longitudeOf } from "../core/mercator.js";
import { t } from "../i18n/index.js";
import { ABSENT } from "../net/frame.js";

/**
 * The selected vehicle beside another: their figures in two columns, how far apart they are and which way.
 * @param {import("../model/app.js").App} app
 */
export function comparison(app) {
  const { fleet } = app;
  const slots = () => (app.beat.value, [app.selectedNumber.value, app.comparedNumber.value].map((number) => fleet.slot(number)));
  const name = () => app.vehicles.value.get(app.comparedNumber.value ?? -1)?.name ?? "";
  const isPair = () => app.compared.value !== null && app.selected.value !== null && app.compared.value !== app.selected.value;
  /**
   * @param {string} key
   * @param {(slot: number) => string} read
   */
  const line = (key, read) => h("tr", null, h("th", { scope: "row" }, () => t(key)),
    [0, 1].map((side) => h("td", null, () => {
      const slot = slots()[side];
      return slot < 0 ? "–" : read(slot);
    })));
  /** @param {(a: { lat: number, lon: number }, b: { lat: number, lon: number }) => string} read */
  const between = (read) => () => {
    const [a, b] = slots().map((slot) => (slot < 0 ? null : { lat: latitudeOf(fleet.toY[slot]), lon: longitudeOf(fleet.toX[slot]) }));
    return a && b ? read(a, b) : "–";
  };
  return h("section", { class: "comparison", id: "comparison", hidden: () => app.compared.value === null, "aria-label": () => t("compare.title") },
    h("header", null, h("i", { class: () => `swatch is-${(app.comparedNumber.value ?? 0) % 8}` }),
      h("h3", null, () => t("compare.with", { name: name() })),
      h("button", {
        type: "button", class: "button plain square", id: "compare-end", title: () => t("compare.end"), "aria-label": () => t("compare.end"),
        onclick: () => {
          app.compared.value = null;
        },
      }, icon("close"))),
    h("p", { class: "muted", hidden: isPair }, () => t("compare.choose")),
    h("table", { hidden: () => !isPair() }, h("tbody", null,
      line("column.speed", (slot) => formatSpeed(app.speed(slot))),
      line("column.course", (slot) => formatCourse(fleet.course[slot] === ABSENT ? null : fleet.course[slot] / 100)),
      line("column.status", (slot) => t(`fresh.${app.freshness(slot)}`)),
      line("column.age", (slot) => formatAge(app.age(slot))),
      h("tr", null, h("th", { scope: "row" }, () => t("compare.apart")),
        h("td", { colspan: "2", id: "compare-apart" }, between((a, b) => formatLength(distance(a.lat, a.lon, b.lat, b.lon))))),
      h("tr", null, h("th", { scope: "row" }, () => t("compare.bearing")),
        h("td", { colspan: "2" }, between((a, b) => formatCourse(bearing(a.lat, a.lon, b.lat, b.lon))))))));
}
