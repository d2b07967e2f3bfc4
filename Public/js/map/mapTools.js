import { effect } from "../core/reactive.js";
import { h, icon } from "../core/element.js";
import { formatAge, formatNumber } from "../core/format.js";
import { t } from "../i18n/index.js";
import { settings } from "../model/settings.js";
import { SPEED_STEPS } from "./tint.js";

const TRAILS = /** @type {const} */ (["all", "selected", "off"]);
const COLOURS = /** @type {const} */ (["vehicle", "speed", "age"]);

/** What the map's buttons and keys do. */
export function mapCommands() {
  /**
   * @template T
   * @param {import("../core/reactive.js").State<T>} held
   * @param {readonly T[]} values
   */
  const next = (held, values) => {
    held.value = values[(values.indexOf(held.peek()) + 1) % values.length];
  };
  return {
    trails: () => next(settings.trails, TRAILS),
    colour: () => next(settings.colour, COLOURS),
    labels() {
      settings.labels.value = !settings.labels.peek();
    },
    follow() {
      settings.follow.value = !settings.follow.peek();
    },
  };
}

/**
 * The buttons on the map.
 * @param {import("../model/app.js").App} app
 * @param {import("./mapView.js").MapView} mapView
 * @param {() => void} fit
 */
export function mapTools(app, mapView, fit) {
  const commands = mapCommands();
  const tiles = () => app.hello.value?.tiles ?? null;
  effect(() => {
    const url = tiles();
    const source = settings.streets.value && url ? { url } : null;
    mapView.setTiles(source, () => app.notify("error", t("streets.unreachable")));
  });
  /**
   * @param {string} id
   * @param {string} picture
   * @param {() => string} label
   * @param {() => void} onclick
   * @param {() => boolean} [pressed]
   * @param {() => boolean} [hidden]
   */
  const button = (id, picture, label, onclick, pressed, hidden) => h("button", {
    type: "button", id, class: "button square", title: label, "aria-label": label, onclick,
    "aria-pressed": pressed ? () => String(pressed()) : null, hidden: hidden ?? false,
  }, icon(picture));
  const tools = h("div", { class: "map-tools", role: "group", "aria-label": () => t("map.tools") },
    h("div", { class: "group" },
      button("zoom-in", "plus", () => t("zoom.in"), () => mapView.zoomBy(1)),
      button("zoom-out", "minus", () => t("zoom.out"), () => mapView.zoomBy(-1)),
      button("fit", "fit", () => t("fit"), fit)),
    h("div", { class: "group" },
      button("follow", "follow", () => t("follow"), commands.follow, () => settings.follow.value),
      button("trails", "trail", () => t(`trails.${settings.trails.value}`), commands.trails, () => settings.trails.value !== "off"),
      button("labels", "labels", () => t("labels"), commands.labels, () => settings.labels.value),
      button("colour", "colour", () => t(`colour.${settings.colour.value}`), commands.colour, () => settings.colour.value !== "vehicle"),
      button("streets", "streets", () => t("streets"), () => {
        settings.streets.value = !settings.streets.peek();
      }, () => settings.streets.value, () => tiles() === null)));
  return [tools, h("p", { class: "attribution", hidden: () => !settings.streets.value || tiles() === null }, () => credit(tiles() ?? ""))];
}

/**
 * Whose the streets are.
 * @param {string} address
 */
function credit(address) {
  const host = /^https?:\/\/(?:\{s\}\.)?([^/]+)/.exec(address)?.[1] ?? address;
  return host.endsWith("openstreetmap.org") ? t("streets.by.openstreetmap") : t("streets.by", { host });
}

/**
 * What the colours mean, with figures.
 * @param {import("../model/app.js").App} app
 */
export function legend(app) {
  const rows = () => {
    const mode = settings.colour.value;
    const stale = app.hello.value?.stale_ms ?? 10_000;
    return Array.from({ length: 6 }, (_, i) => {
      const text = mode === "speed" ? speedText(i) : `${formatAge((stale / 6) * i)} +`;
      return h("li", null, h("i", { class: `swatch wide step-${i}` }), text);
    });
  };
  return h("div", { class: "legend", hidden: () => settings.colour.value === "vehicle" },
    h("h3", null, () => t(`legend.${settings.colour.value}`)),
    () => h("ul", null, rows(), h("li", null, h("i", { class: "swatch is-stale" }), t("fresh.stale"))));
}

/** @param {number} step */
function speedText(step) {
  if (step === 0) return `< ${SPEED_STEPS[0]} km/h`;
  if (step === SPEED_STEPS.length) return `≥ ${formatNumber(SPEED_STEPS[step - 1])} km/h`;
  return `${formatNumber(SPEED_STEPS[step - 1])}–${formatNumber(SPEED_STEPS[step])} km/h`;
}
