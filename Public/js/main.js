import { effect, scope, state } from "./core/reactive.js";
import { every, h, listen } from "./core/element.js";
import { formatPlace, formatSpeed } from "./core/format.js";
import { latitudeOf, longitudeOf } from "./core/mercator.js";
import { t } from "./i18n/index.js";
import { listenToKeys } from "./keys.js";
import { everything, liveliest } from "./map/homeView.js";
import { legend, mapCommands, mapTools } from "./map/mapTools.js";
import { MapView } from "./map/mapView.js";
import { Stage } from "./map/stage.js";
import { App } from "./model/app.js";
import { settings } from "./model/settings.js";
import { Tracks } from "./model/tracks.js";
import { Uploads } from "./model/uploads.js";
import { VehicleSearch } from "./model/vehicleSearch.js";
import { socketAddress } from "./net/address.js";
import { Connection } from "./net/connection.js";
import { detailsCard } from "./panels/detailsCard.js";
import { eventsPanel } from "./panels/eventsPanel.js";
import { signalPanel } from "./panels/signalPanel.js";
import { streamsPanel } from "./panels/streamsPanel.js";
import { dropAnywhere, tracesPanel } from "./panels/tracesPanel.js";
import { vehiclesPanel } from "./panels/vehiclesPanel.js";
import { transportCommands } from "./transport/commands.js";
import { transportBar } from "./transport/transportBar.js";
import { makeDocks } from "./ui/docks.js";
import { helpSheet } from "./ui/helpSheet.js";
import { notices } from "./ui/notices.js";
import { topBar } from "./ui/topBar.js";
import { adoptSettings, keepAddress, readAddress } from "./urlState.js";

/** Lists and texts follow positions at most so often. */
const BEAT = 250;
/** A page hidden for longer than this leaves the server alone. */
const REST_AFTER = 1500;

const wanted = readAddress(location.search);
adoptSettings();
const root = /** @type {HTMLElement} */ (document.getElementById("app"));

if ("L" in window) scope(start);
else {
  root.append(h("div", { class: "missing", role: "alert" }, h("h1", null, "Rastro"), h("p", null, t("missing.leaflet")),
    h("code", null, "apt-get install libjs-leaflet libjs-dygraphs")));
}

function start() {
  const app = new App(new Connection(socketAddress(location)));
  const tracks = new Tracks();
  const search = new VehicleSearch(app);
  const uploads = new Uploads(app);
  const transport = transportCommands(app);
  const help = helpSheet();

  const mapElement = h("div", { id: "map" });
  const summary = h("p", { class: "unseen", id: "map-summary", role: "status", "aria-live": "off" });
  const area = h("main", { class: "map-area", id: "map-area", tabindex: "-1", "aria-label": () => t("map"), "aria-describedby": "map-summary" }, mapElement, summary);
  const docks = makeDocks([
    { id: "vehicles", side: "left", make: () => vehiclesPanel(app, search, select), count: () => app.vehicles.value.size },
    { id: "events", side: "left", make: () => eventsPanel(app, select) },
    { id: "traces", side: "left", make: () => tracesPanel(app, uploads, tracks), count: () => uploads.failed.value.length },
    { id: "streams", side: "right", make: () => streamsPanel(app) },
    { id: "signal", side: "right", make: () => signalPanel(app) },
  ]);
  root.classList.add("app");
  root.append(
    h("a", { class: "skip", href: "#play" }, () => t("skip")),
    topBar(app, { share, help: () => help.showModal() }),
    docks.rail, docks.left, area, docks.right, transportBar(app, tracks, transport), help);
  const mapView = new MapView(mapElement);
  const stage = new Stage(mapElement, app, mapView, tracks, wanted.renderer);
  area.append(...mapTools(app, mapView, fit), legend(app), detailsCard(app, stage, select), notices(app));
  const address = keepAddress(app, search, mapView, wanted.renderer);

  /**
   * Selects a vehicle and, if asked, brings it into sight.
   * @param {string | null} id
   * @param {boolean} [reveal]
   */
  function select(id, reveal = false) {
    app.selected.value = id;
    if (id === null) {
      app.compared.value = null;
      app.solo.value = false;
    }
    const slot = app.fleet.slot(app.selectedNumber.peek());
    if (id === null || !reveal || slot < 0) return;
    const place = app.fleet.place(slot, 1);
    const view = mapView.view();
    const x = place.x * view.scale - view.left;
    const y = place.y * view.scale - view.top;
    const inset = mapView.inset(view.width);
    const isSeen = x > 40 + inset.left && y > 40 && x < view.width - 40 - inset.right && y < view.height - 40;
    if (isSeen && view.zoom >= 9) return;
    const own = tracks.paths.peek().filter((path) => path.vehicle === app.selectedNumber.peek());
    if (own.length > 0) {
      const box = own.map((path) => path.box).reduce((a, b) => ({
        west: Math.min(a.west, b.west), east: Math.max(a.east, b.east),
        north: Math.min(a.north, b.north), south: Math.max(a.south, b.south),
      }));
      mapView.fit(box, 15);
    } else {
      mapView.show(latitudeOf(place.y), longitudeOf(place.x), Math.max(view.zoom, 12));
    }
  }
  stage.onPick = (number) => select(number === null ? null : app.vehicles.peek().get(number)?.id ?? null);
  mapView.inset = (width) => {
    // On a phone the card lies above the map's middle and leaves too little beside it.
    const card = app.selected.peek() === null || width < 640 ? 0 : 300;
    return { left: card, right: width < 640 ? 0 : 48 };
  };
  mapView.onTouched = () => {
    settings.follow.value = false;
  };

  function fit() {
    settings.follow.value = false;
    const box = everything(app, tracks.paths.peek());
    if (box) mapView.fit(box, 16, true);
  }

  async function share() {
    const link = address.link();
    try {
      await navigator.clipboard.writeText(link);
      app.notify("info", t("share.done"));
    } catch {
      app.notify("info", t("share.failed", { link }));
    }
  }

  open();
  followVisibility();
  keys();
  summarise();
  dropAnywhere(root, (files) => {
    uploads.add(files);
    docks.reveal("traces");
  });
  every(BEAT, () => {
    if (document.hidden) return;
    const news = app.frames.peek() + app.events.version.peek();
    if (news !== beaten || app.playback.peek().status === "playing") app.beat.value += 1;
    beaten = news;
  });
  let beaten = -1;
  Object.assign(window, { rastro: { app, stage, mapView, tracks, settings } });

  /** The page comes in parts: overview, vehicles, paths, figures. Each shows as soon as it is there. */
  function open() {
    const placed = state(wanted.view !== null);
    if (wanted.view) mapView.show(wanted.view.latitude, wanted.view.longitude, wanted.view.zoom);
    /** @param {string} stageName */
    const came = (stageName) => {
      if (app.history.opening.some((one) => one.stage === stageName)) return;
      app.history.opening.push({ stage: stageName, milliseconds: performance.now() });
    };
    effect(() => {
      if (!app.hello.value) return;
      came("overview");
      adopt();
    });
    effect(() => {
      tracks.show([...app.vehicles.value.values()]);
    });
    effect(() => {
      if (app.frames.value > 0) came("fleet");
      if (tracks.paths.value.length > 0) came("tracks");
      app.history.version.value;
      if (app.history.newest) came("metrics");
    });
    /** @type {Set<string>} */
    let before = new Set();
    /** Frames when these vehicles came. */
    let began = 0;
    effect(() => {
      const now = new Set([...app.vehicles.value.values()].map((vehicle) => vehicle.id));
      // What was looked at is gone: the view goes where the new vehicles are.
      if (before.size > 0 && now.size > 0 && ![...now].some((id) => before.has(id))) {
        began = app.frames.peek();
        placed.value = false;
      }
      if (now.size > 0) before = now;
    });
    effect(() => {
      app.frames.value;
      const traces = new Set([...app.vehicles.value.values()].map((vehicle) => vehicle.trace).filter(Boolean));
      const paths = tracks.paths.value.filter((path) => traces.has(path.trace));
      if (placed.value || app.fleet.count === 0 || app.fleet.generation !== app.playback.value.generation) return;
      const awaitsPaths = traces.size > 0 && paths.length === 0 && tracks.errors.value.size === 0 && app.frames.peek() < began + 8;
      if (awaitsPaths) return;
      placed.value = true;
      const box = liveliest(app, paths);
      if (box) mapView.fit(box);
    });
    app.onScene = () => {
      stage.movingIsOld = true;
    };
  }

  /** What a link asked for, once. */
  async function adopt() {
    const { vehicle, beside, query, time, rate, traces } = wanted;
    Object.assign(wanted, { vehicle: null, beside: null, query: "", time: null, rate: null, traces: null });
    if (query) search.ask(query);
    if (traces) {
      const now = new Set([...app.vehicles.peek().values()].map((one) => one.trace));
      if (traces.some((id) => !now.has(id)) || now.size !== traces.length) await app.command("load", { traces });
    }
    if (rate !== null) await app.command("setRate", { rate });
    if (time !== null) await app.command("seek", { time: new Date(time).toISOString() });
    if (beside !== null) app.compared.value = beside;
    if (vehicle !== null) select(vehicle);
  }

  /** A hidden page rests, unless it is told to keep running; shown again, it begins with a fresh snapshot. */
  function followVisibility() {
    /** @type {any} */
    let timer = null;
    const look = () => {
      clearTimeout(timer);
      if (!document.hidden) app.connection.shown();
      else if (!settings.keepRunning.peek()) timer = setTimeout(() => app.connection.hidden(), REST_AFTER);
    };
    listen(document, "visibilitychange", look);
    listen(window, "online", () => app.connection.shown());
    listen(window, "pageshow", () => app.connection.shown());
    look();
  }

  function keys() {
    const map = mapCommands();
    /** @param {1 | -1} direction */
    const next = (direction) => {
      const all = [...app.vehicles.peek().values()];
      if (all.length === 0) return;
      const at = all.findIndex((one) => one.id === app.selected.peek());
      const to = at < 0 ? (direction > 0 ? 0 : all.length - 1) : (at + direction + all.length) % all.length;
      select(all[to].id, true);
    };
    listenToKeys({
      " ": () => transport.toggle(),
      ArrowLeft: () => transport.jump(-10), ArrowRight: () => transport.jump(10),
      "Shift+ArrowLeft": () => transport.step(-1), "Shift+ArrowRight": () => transport.step(1),
      "Alt+ArrowLeft": () => transport.jump(-60), "Alt+ArrowRight": () => transport.jump(60),
      ",": () => transport.step(-1), ".": () => transport.step(1),
      "[": () => transport.faster(-1), "]": () => transport.faster(1),
      l: () => transport.toggleLoop(), f: map.follow, t: map.trails, n: map.labels, c: map.colour, v: fit,
      m: () => app.compare(), o: () => app.toggleSolo(),
      "+": () => mapView.zoomBy(1), "-": () => mapView.zoomBy(-1), "=": () => mapView.zoomBy(1),
      j: () => next(1), k: () => next(-1),
      "/": () => {
        docks.reveal("vehicles");
        queueMicrotask(() => document.getElementById("vehicle-search")?.focus());
      },
      Escape: (event) => {
        if (event.target instanceof HTMLElement && event.target.matches("input")) event.target.blur();
        else if (matchMedia("(max-width: 1099px)").matches && (docks.open.left.peek() || docks.open.right.peek())) docks.closeAll();
        else select(null);
      },
      "?": () => help.showModal(),
    });
  }

  /** The map in words, for those who do not see it; renewed every five seconds. */
  function summarise() {
    const tell = () => {
      const counts = { live: 0, stale: 0, other: 0 };
      const judge = app.freshnessJudge();
      for (let slot = 0; slot < app.fleet.count; slot += 1) {
        const fresh = judge(slot);
        if (fresh === "live") counts.live += 1;
        else if (fresh === "stale" || fresh === "lost" || fresh === "gone") counts.stale += 1;
        else counts.other += 1;
      }
      const slot = app.fleet.slot(app.selectedNumber.peek());
      const name = app.vehicles.peek().get(app.selectedNumber.peek() ?? -1)?.name ?? "";
      const selected = slot < 0 ? t("map.summary.none") : t("map.summary.selected", {
        name, speed: formatSpeed(app.speed(slot)),
        place: formatPlace(latitudeOf(app.fleet.toY[slot]), longitudeOf(app.fleet.toX[slot])),
      });
      summary.textContent = t("map.summary", { count: app.fleet.count, ...counts, selected });
    };
    every(5000, () => {
      if (!document.hidden) tell();
    });
    effect(() => {
      app.selected.value;
      app.vehicles.value;
      app.light.value;
      tell();
    });
  }
}
