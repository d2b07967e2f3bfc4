import { effect, state } from "../core/reactive.js";
import { h } from "../core/element.js";
import { formatAge, formatSpeed } from "../core/format.js";
import { t } from "../i18n/index.js";
import { settings } from "../model/settings.js";
import { VirtualTable, write } from "../ui/virtualTable.js";
import { searchField } from "./search.js";

/** @typedef {import("../model/app.js").Vehicle} Vehicle */

/** Above so many rows the order by a live value is made anew only every few seconds. */
const MANY = 5000;

/**
 * All vehicles in a table: the map's twin for those who do not see it.
 * @param {import("../model/app.js").App} app
 * @param {import("../model/vehicleSearch.js").VehicleSearch} search
 * @param {(id: string | null, reveal?: boolean) => void} select
 */
export function vehiclesPanel(app, search, select) {
  const order = state({ key: "name", descending: false }, (a, b) => a.key === b.key && a.descending === b.descending);
  const table = new VirtualTable({
    kind: "vehicles", label: () => t("panel.vehicles"), order,
    empty: () => (app.vehicles.value.size === 0 ? t("vehicles.none") : t("search.nothing", { query: search.query.value })),
    columns: [
      { key: "name", title: () => t("column.vehicle"), sorts: true, fill: fillName },
      {
        key: "speed", title: () => t("column.speed"), sorts: true, isNumber: true,
        fill: (cell, row) => write(cell, speedText(row)),
      },
      {
        key: "age", title: () => t("column.age"), sorts: true, isNumber: true,
        fill: (cell, row) => write(cell, ageText(row)),
      },
    ],
    dress(row, line) {
      line.setAttribute("aria-selected", String(row.id === app.selected.peek()));
      const slot = app.fleet.slot(row.number);
      const fresh = slot < 0 ? "gone" : app.freshness(slot);
      line.classList.toggle("is-faint", fresh !== "live" && fresh !== "paused");
    },
    onChoose: (row) => select(row.id, true),
  });

  /**
   * @param {HTMLElement} cell
   * @param {Vehicle} row
   */
  function fillName(cell, row) {
    if (!cell.firstChild) {
      cell.append(h("div", { class: "name" }, h("i", { class: "swatch" }), h("span", null)));
    }
    const [swatch, text] = /** @type {HTMLElement[]} */ ([...(cell.firstElementChild?.children ?? [])]);
    const slot = app.fleet.slot(row.number);
    const fresh = slot < 0 ? "gone" : app.freshness(slot);
    swatch.style.setProperty("--swatch", `var(--vehicle-${row.number % 8})`);
    swatch.classList.toggle("is-stale", fresh === "stale" || fresh === "gone" || fresh === "lost");
    write(text, row.name);
  }
  /** @param {Vehicle} row */
  function speedText(row) {
    const slot = app.fleet.slot(row.number);
    return slot < 0 ? "–" : formatSpeed(app.speed(slot));
  }
  /** @param {Vehicle} row */
  function ageText(row) {
    const slot = app.fleet.slot(row.number);
    if (slot < 0) return t("fresh.none");
    const fresh = app.freshness(slot);
    return fresh === "live" ? formatAge(app.age(slot)) : fresh === "stale" ? `${t("fresh.stale")} ${formatAge(app.age(slot))}` : t(`fresh.${fresh}`);
  }
  /**
   * @param {Vehicle} row
   * @param {string} key
   */
  function value(row, key) {
    const slot = app.fleet.slot(row.number);
    if (key === "speed") return slot < 0 ? -1 : app.speed(slot) ?? -1;
    return slot < 0 ? Infinity : app.age(slot);
  }

  let sortedAt = 0;
  /** @type {Vehicle[]} */
  let rows = [];
  const collator = new Intl.Collator(undefined, { numeric: true });
  const sort = () => {
    const { key, descending } = order.peek();
    const sign = descending ? -1 : 1;
    if (key === "name") rows.sort((a, b) => sign * collator.compare(a.name, b.name));
    else {
      const values = new Map(rows.map((row) => [row.number, value(row, key)]));
      rows.sort((a, b) => sign * ((values.get(a.number) ?? 0) - (values.get(b.number) ?? 0)) || a.number - b.number);
    }
    sortedAt = performance.now();
  };
  effect(() => {
    const found = app.found.value;
    order.value;
    rows = [...app.vehicles.value.values()].filter((row) => found === null || found.has(row.id));
    sort();
    table.show(rows);
  });
  effect(() => {
    app.beat.value;
    app.light.value;
    app.selected.value;
    settings.zone.value;
    const isLive = order.peek().key !== "name";
    if (isLive && performance.now() - sortedAt > (rows.length > MANY ? 5000 : 900)) sort();
    table.show(rows);
  });
  return h("div", { class: "panel" },
    h("header", null, h("h2", null, () => t("panel.vehicles"))),
    h("div", { class: "tools" }, searchField({
      id: "vehicle-search", label: () => t("search.vehicles"), value: search.query.peek(),
      onInput: (query) => search.ask(query),
    })),
    table.element);
}
