import { effect, state } from "../core/reactive.js";
import { h } from "../core/element.js";
import { latest } from "../core/latest.js";
import { formatNumber, formatTime, zoneName } from "../core/format.js";
import { t } from "../i18n/index.js";
import { instant } from "../model/playback.js";
import { settings } from "../model/settings.js";
import { VirtualTable, write } from "../ui/virtualTable.js";
import { searchField } from "./search.js";

const KINDS = [
  "started", "looped", "ended", "gap", "signal.lost", "signal.regained", "stopped", "moving", "overspeed",
  "geofence.enter", "geofence.exit", "geofence.dwell", "tick", "fault", "notice",
];
const SAID_ELSEWHERE = new Set(["kind", "sequence", "generation", "vehicle", "time", "lat", "lon", "received", "emitted_ms"]);

/**
 * What happened, the newest first.
 * @param {import("../model/app.js").App} app
 * @param {(id: string | null, reveal?: boolean) => void} select
 */
export function eventsPanel(app, select) {
  const kind = state("");
  const query = state("");
  /** @type {import("../core/reactive.js").State<any[] | null>} */
  const found = state(/** @type {any[] | null} */ (null));
  const asking = latest(
    (/** @type {string} */ text) => app.connection.call("search", { query: text, kind: "event" }),
    (answer) => {
      found.value = (answer?.hits ?? []).filter((/** @type {any} */ hit) => typeof hit.kind === "string");
    },
    () => {
      found.value = null;
    });
  const vehicleName = (/** @type {any} */ event) => {
    const number = app.numberOfEvent(event);
    return number === null ? event.vehicle ?? "" : app.vehicles.peek().get(number)?.name ?? String(event.vehicle);
  };
  const table = new VirtualTable({
    kind: "events", label: () => t("panel.events"),
    empty: () => (query.value ? t("search.nothing", { query: query.value }) : kind.value ? t("events.noneOfKind") : t("events.none")),
    columns: [
      { key: "time", title: () => `${t("column.time")} ${zoneName((app.playback.value, app.playhead()))}`, fill: (cell, event) => write(cell, formatTime(instant(event.time))) },
      { key: "kind", title: () => t("column.event"), fill: (cell, event) => {
        write(cell, describe(event));
        cell.title = cell.textContent ?? "";
      } },
      { key: "vehicle", title: () => t("column.vehicle"), fill: (cell, event) => write(cell, String(vehicleName(event))) },
    ],
    dress(event, line) {
      const id = idOf(event);
      line.setAttribute("aria-selected", String(id !== null && id === app.selected.peek()));
    },
    onChoose: (event) => select(idOf(event), true),
  });
  /** @param {any} event */
  function idOf(event) {
    const number = app.numberOfEvent(event);
    return number === null ? null : app.vehicles.peek().get(number)?.id ?? null;
  }
  effect(() => {
    app.beat.value;
    app.selected.value;
    settings.zone.value;
    const wanted = query.value.toLocaleLowerCase();
    const merged = found.value === null ? app.events.events : joined(app.events.events, found.value);
    const rows = merged.filter((event) => {
      if (kind.value && event.kind !== kind.value) return false;
      if (!wanted) return true;
      return `${describe(event)} ${event.kind} ${vehicleName(event)}`.toLocaleLowerCase().includes(wanted) ||
        (found.value ?? []).some((hit) => hit.sequence === event.sequence);
    });
    table.show(rows.reverse());
  });
  return h("div", { class: "panel" },
    h("header", null, h("h2", null, () => t("panel.events"))),
    h("div", { class: "tools" },
      searchField({
        id: "event-search", label: () => t("search.events"),
        onInput(text) {
          query.value = text;
          if (text) asking.ask(text);
          else {
            asking.cancel();
            found.value = null;
          }
        },
      }),
      h("select", {
        class: "field", "aria-label": () => t("events.kind"),
        onchange: (/** @type {any} */ event) => {
          kind.value = event.target.value;
        },
      }, h("option", { value: "" }, () => t("events.all")),
      KINDS.map((one) => h("option", { value: one }, () => t(`event.${one}`))))),
    table.element);
}

/**
 * @param {any[]} here
 * @param {any[]} found
 */
function joined(here, found) {
  const known = new Set(here.map((event) => event.sequence));
  return [...found.filter((hit) => !known.has(hit.sequence)), ...here].sort((a, b) => a.sequence - b.sequence);
}

/**
 * An event in words, with what else it says.
 * @param {any} event
 */
export function describe(event) {
  const more = Object.entries(event)
    .filter(([key]) => !SAID_ELSEWHERE.has(key))
    .map(([key, value]) => (typeof value === "number" ? `${key.replaceAll("_", " ")} ${formatNumber(value, Number.isInteger(value) ? 0 : 1)}` : String(value)));
  return [t(`event.${event.kind}`), ...more].join(" · ");
}
