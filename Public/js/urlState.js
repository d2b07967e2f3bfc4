import { effect } from "./core/reactive.js";
import { settings } from "./model/settings.js";

/**
 * The address holds what one looks at: view, selection, search, colour, zone. A copied link holds the place
 * in the journey, the rate and the traces too; they are applied once, by whoever opens it.
 */

/**
 * @typedef {object} Wanted
 * @property {{ latitude: number, longitude: number, zoom: number } | null} view
 * @property {string | null} vehicle
 * @property {string | null} beside the vehicle that it is compared with
 * @property {string} query
 * @property {string | null} renderer
 * @property {number | null} time Unix milliseconds
 * @property {number | "max" | null} rate
 * @property {string[] | null} traces
 */

/**
 * @param {string} search
 * @returns {Wanted}
 */
export function readAddress(search) {
  const query = new URLSearchParams(search);
  const numbers = (query.get("view") ?? "").split(",").map(Number);
  const isView = numbers.length === 3 && query.has("view") && numbers.every(Number.isFinite);
  const time = Date.parse(query.get("t") ?? "");
  const rate = query.get("rate");
  return {
    view: isView ? { latitude: numbers[0], longitude: numbers[1], zoom: numbers[2] } : null,
    vehicle: query.get("vehicle"),
    beside: query.get("with"),
    query: query.get("q") ?? "",
    renderer: query.get("renderer"),
    time: Number.isFinite(time) ? time : null,
    rate: rate === "max" ? "max" : rate !== null && Number(rate) > 0 ? Number(rate) : null,
    traces: query.get("traces")?.split(",").filter(Boolean) ?? null,
  };
}

/** Takes the choices of a link over into the settings. */
export function adoptSettings() {
  const query = new URLSearchParams(location.search);
  const colour = query.get("colour");
  if (colour === "vehicle" || colour === "speed" || colour === "age") settings.colour.value = colour;
  const zone = query.get("zone");
  if (zone === "utc" || zone === "local") settings.zone.value = zone;
}

/**
 * Keeps the address in step.
 * @param {import("./model/app.js").App} app
 * @param {import("./model/vehicleSearch.js").VehicleSearch} search
 * @param {import("./map/mapView.js").MapView} mapView
 * @param {string | null} renderer
 */
export function keepAddress(app, search, mapView, renderer) {
  /** @type {any} */
  let timer = null;
  const parts = () => {
    const query = new URLSearchParams();
    const { lat, lng } = mapView.map.getCenter().wrap();
    query.set("view", `${lat.toFixed(5)},${lng.toFixed(5)},${mapView.map.getZoom()}`);
    const selected = app.selected.peek();
    if (selected !== null) query.set("vehicle", selected);
    const compared = app.compared.peek();
    if (selected !== null && compared !== null) query.set("with", compared);
    if (search.query.peek()) query.set("q", search.query.peek());
    if (settings.colour.peek() !== "vehicle") query.set("colour", settings.colour.peek());
    if (settings.zone.peek() !== "utc") query.set("zone", settings.zone.peek());
    if (renderer) query.set("renderer", renderer);
    return query;
  };
  const write = () => {
    timer = null;
    history.replaceState(null, "", `${location.pathname}?${readable(parts())}`);
  };
  // Browsers count such changes; a few a second are refused.
  const soon = () => {
    timer ??= setTimeout(write, 600);
  };
  mapView.map.on("moveend", soon);
  effect(() => {
    app.selected.value;
    app.compared.value;
    search.query.value;
    settings.colour.value;
    settings.zone.value;
    soon();
  });
  return {
    /** A link to what is seen, at this moment of the journey. */
    link() {
      const query = parts();
      const { rate } = app.playback.peek();
      const now = app.playhead();
      if (now !== null) query.set("t", new Date(now).toISOString());
      query.set("rate", String(rate));
      const traces = new Set([...app.vehicles.peek().values()].map((vehicle) => vehicle.trace).filter(Boolean));
      if (traces.size > 0 && traces.size <= 50) query.set("traces", [...traces].join(","));
      return `${location.origin}${location.pathname}?${readable(query)}`;
    },
  };
}

/** @param {URLSearchParams} query */
function readable(query) {
  return query.toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
}
