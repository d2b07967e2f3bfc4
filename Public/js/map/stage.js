import { effect, state } from "../core/reactive.js";
import { h, listen } from "../core/element.js";
import { metresPerUnit } from "../core/mercator.js";
import { formatLength, formatSpeed } from "../core/format.js";
import { t } from "../i18n/index.js";
import { settings } from "../model/settings.js";
import { drawFences, readFences } from "./fences.js";
import { drawGraticule } from "./graticule.js";
import { drawPath } from "./lines.js";
import { MOST_NAMES, drawComparison, drawLabels, drawSelection, drawTrails, vehicleAt } from "./overlay.js";
import { readPalette } from "./palette.js";
import { drawGlyphs } from "./renderers/glyphs.js";
import { RasterRenderer } from "./renderers/raster.js";
import { WebGLRenderer, isSoftware } from "./renderers/webgl.js";
import { tint } from "./tint.js";

/** Above so many vehicles each is a point. */
const MOST_GLYPHS = 1500;
/** Above so many vehicles their colours follow once a second. */
const GREAT_FLEET = 20_000;
/** Drawing that takes longer than this for a second makes points of the glyphs. */
const TOO_LONG = 12;

/**
 * The map's picture: a still layer (graticule, paths, fences) drawn when the view changes, and a moving one
 * (trails, vehicles, labels) drawn at the display's rate while anything moves.
 */
export class Stage {
  /**
   * @param {HTMLElement} container
   * @param {import("../model/app.js").App} app
   * @param {import("./mapView.js").MapView} mapView
   * @param {import("../model/tracks.js").Tracks} tracks
   * @param {string | null} wanted renderer: canvas, raster or webgl; null chooses
   */
  constructor(container, app, mapView, tracks, wanted) {
    this.app = app;
    this.mapView = mapView;
    this.tracks = tracks;
    this.wanted = wanted;
    this.still = layer();
    this.trailLayer = layer();
    this.moving = layer();
    this.layers = h("div", { class: "map-layers", "aria-hidden": "true" },
      this.still.canvas, this.trailLayer.canvas, this.moving.canvas);
    container.append(this.layers);
    /** @type {RasterRenderer | WebGLRenderer | null} */
    this.points = null;
    this.palette = readPalette();
    this.tints = new Uint8Array(64);
    this.tintVersion = 0;
    this.tintIsOld = true;
    this.tinted = 0;
    this.tintedAt = -Infinity;
    this.shown = { moved: -1, version: -1, trails: -1, mix: NaN, tints: -1 };
    this.stillIsOld = true;
    this.movingIsOld = true;
    /** @type {import("./fences.js").FenceShape[]} */
    this.fences = [];
    /** @type {number | null} metres */
    this.accuracy = null;
    this.slowSince = NaN;
    this.forcedPoints = false;
    this.counted = { since: performance.now(), frames: 0, busy: 0 };
    /** Rises with each drawn picture; tests look at it. */
    this.drawn = state(0);
    /** @type {(number: number | null) => void} */
    this.onPick = () => {};
    this.#follow();
    this.#listen(container);
    const loop = () => {
      requestAnimationFrame(loop);
      this.#frame();
    };
    requestAnimationFrame(loop);
  }

  /** What makes the picture old without a frame or a gesture. */
  #follow() {
    const { app } = this;
    effect(() => {
      this.fences = readFences(app.hello.value?.geofences);
      this.stillIsOld = true;
    });
    effect(() => {
      this.tracks.paths.value;
      settings.tracks.value;
      app.selected.value;
      app.compared.value;
      app.solo.value;
      app.found.value;
      this.stillIsOld = true;
      this.tintIsOld = true;
    });
    effect(() => {
      settings.colour.value;
      app.vehicles.value;
      app.light.value;
      this.tintIsOld = true;
    });
    effect(() => {
      app.beat.value;
      const isGreat = app.fleet.count > GREAT_FLEET;
      if (!isGreat || performance.now() - this.tintedAt > 1000) this.tintIsOld = true;
    });
    effect(() => {
      settings.labels.value;
      settings.trails.value;
      app.playback.value;
      app.compared.value;
      this.movingIsOld = true;
    });
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const recolour = () => {
      this.palette = readPalette();
      this.stillIsOld = this.movingIsOld = true;
      this.tintVersion += 1;
    };
    effect(() => {
      settings.theme.value;
      queueMicrotask(recolour);
    });
    listen(dark, "change", () => requestAnimationFrame(recolour));
  }

  /** @param {HTMLElement} container */
  #listen(container) {
    this.mapView.map.on("click", (/** @type {any} */ event) => {
      const { x, y } = event.containerPoint;
      const isTouch = event.originalEvent?.pointerType === "touch" || matchMedia("(pointer: coarse)").matches;
      const slot = vehicleAt(this.scene(this.mapView.view()), x, y, isTouch ? 28 : 18);
      this.onPick(slot < 0 ? null : this.app.fleet.numbers[slot]);
    });
    listen(container, "mousemove", (event) => {
      if (this.app.fleet.count > 5000 || event.buttons) return;
      const box = container.getBoundingClientRect();
      const slot = vehicleAt(this.scene(this.mapView.view()), event.clientX - box.left, event.clientY - box.top, 16);
      container.classList.toggle("is-over-vehicle", slot >= 0);
    });
  }

  /**
   * @param {import("./mapView.js").View} view
   * @returns {import("./scene.js").Scene}
   */
  scene(view) {
    const { app, palette } = this;
    const { fleet } = app;
    const period = 1000 / (app.hello.peek()?.hz || 10);
    const mode = settings.colour.peek();
    return {
      fleet, view, mode, palette, ratio: Math.min(2, devicePixelRatio || 1),
      mix: this.mapView.calm ? 1 : fleet.mix(app.serverNow() - period),
      tints: this.tints, tintVersion: this.tintVersion,
      colours: mode === "vehicle" ? palette.vehicles : palette.steps,
      selected: fleet.slot(app.selectedNumber.peek()), compared: fleet.slot(app.comparedNumber.peek()),
    };
  }

  #frame() {
    const started = performance.now();
    const { app, mapView, shown } = this;
    const { fleet } = app;
    this.#refreshTints();
    if (settings.follow.peek()) {
      const slot = fleet.slot(app.selectedNumber.peek());
      if (slot >= 0) {
        const { mix } = this.scene(mapView.view());
        const place = fleet.place(slot, mix);
        mapView.centre(place.x, place.y);
      }
    }
    const view = mapView.view();
    const scene = this.scene(view);
    const viewMoved = view.moved !== shown.moved;
    if (viewMoved || this.stillIsOld) this.#drawStill(scene);
    const changed = viewMoved || this.movingIsOld || fleet.version !== shown.version ||
      scene.mix !== shown.mix || this.tintVersion !== shown.tints;
    if (changed) {
      this.#drawMoving(scene);
      Object.assign(shown, {
        moved: view.moved, version: fleet.version, mix: scene.mix, tints: this.tintVersion,
      });
      this.movingIsOld = false;
      this.drawn.value += 1;
    }
    this.#measure(started, changed);
  }

  #refreshTints() {
    const { fleet } = this.app;
    if (!this.tintIsOld && this.tinted === fleet.count) return;
    if (this.tints.length < fleet.count) this.tints = new Uint8Array(fleet.numbers.length);
    tint(this.app, settings.colour.peek(), this.tints);
    this.tintIsOld = false;
    this.tinted = fleet.count;
    this.tintedAt = performance.now();
    this.tintVersion += 1;
  }

  /** @param {import("./scene.js").Scene} scene */
  #drawStill(scene) {
    const { view, palette } = scene;
    const context = prepared(this.still, view, scene.ratio);
    if (!settings.streets.peek()) {
      drawGraticule(context, view, palette, { east: t("compass.E"), west: t("compass.W") });
    }
    drawFences(context, view, this.fences, palette);
    if (settings.tracks.peek()) {
      const chosen = this.app.chosen();
      for (const path of this.tracks.paths.peek()) {
        const isSelected = path.vehicle !== null && chosen.includes(path.vehicle);
        if (this.app.solo.peek() && !isSelected) continue;
        const colour = palette.vehicles[(path.vehicle ?? 0) % 8];
        drawPath(context, view, path, { colour, width: isSelected ? 2.25 : 1.5, alpha: isSelected ? 0.75 : 0.38 });
      }
    }
    this.stillIsOld = false;
  }

  /** @param {import("./scene.js").Scene} scene */
  #drawMoving(scene) {
    const { fleet, view, ratio } = scene;
    const which = settings.trails.peek();
    const hasTrails = which !== "off" && this.app.trails.all.size > 0;
    const under = emptied(this.trailLayer, view, ratio, hasTrails);
    if (under) drawTrails(under, scene, this.app.trails, which === "all" && fleet.count > 200 ? "selected" : which);
    const arePoints = this.#usesPoints(fleet.count);
    if (arePoints) this.#pointsRenderer().draw(scene);
    const isNamed = settings.labels.peek() && fleet.count <= MOST_NAMES;
    const over = emptied(this.moving, view, ratio, !arePoints || isNamed || scene.selected >= 0 || scene.compared >= 0);
    if (!over) return;
    if (!arePoints) {
      this.#dropPoints();
      drawGlyphs(over, scene);
      this.app.history.drawing.renderer = "canvas";
    }
    drawSelection(over, scene, this.accuracy, metresPerUnit);
    drawComparison(over, scene, formatLength);
    if (settings.labels.peek()) {
      const isSpeed = scene.mode === "speed";
      drawLabels(over, scene, (slot) => {
        const name = this.app.vehicles.peek().get(fleet.numbers[slot])?.name ?? `${fleet.numbers[slot]}`;
        return isSpeed ? `${name}  ${formatSpeed(this.app.speed(slot))}` : name;
      });
    }
  }

  /** @param {number} count */
  #usesPoints(count) {
    if (this.wanted === "canvas") return false;
    return this.wanted === "raster" || this.wanted === "webgl" || count > MOST_GLYPHS || this.forcedPoints;
  }

  #pointsRenderer() {
    if (this.points) return this.points;
    if (this.wanted === "webgl" || (this.wanted !== "raster" && !isSoftware())) {
      try {
        this.points = new WebGLRenderer();
      } catch (error) {
        this.app.complain(error);
      }
    }
    this.points ??= new RasterRenderer();
    this.points.canvas.className = "map-points";
    this.layers.insertBefore(this.points.canvas, this.moving.canvas);
    this.app.history.drawing.renderer = this.points.name;
    return this.points;
  }

  #dropPoints() {
    this.points?.dispose();
    this.points = null;
  }

  /**
   * @param {number} started
   * @param {boolean} changed
   */
  #measure(started, changed) {
    const now = performance.now();
    const { counted } = this;
    if (changed) {
      counted.frames += 1;
      counted.busy += now - started;
      this.app.history.drew(now - started);
    }
    if (now - counted.since < 1000) return;
    const { drawing } = this.app.history;
    drawing.framesPerSecond = (counted.frames * 1000) / (now - counted.since);
    drawing.milliseconds = counted.frames ? counted.busy / counted.frames : 0;
    if (drawing.milliseconds > TOO_LONG && this.app.fleet.count > 200) this.forcedPoints = true;
    drawing.points = this.points !== null;
    this.counted = { since: now, frames: 0, busy: 0 };
  }
}

/** @typedef {{ canvas: HTMLCanvasElement, context: CanvasRenderingContext2D, isUsed: boolean }} Layer */

/** @returns {Layer} */
function layer() {
  const canvas = document.createElement("canvas");
  return { canvas, context: /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")), isUsed: true };
}

/**
 * The layer for what is drawn anew, or null where nothing is to be drawn: then it is emptied once and left alone,
 * for a touched canvas costs as much as a full one.
 * @param {Layer} one
 * @param {import("./mapView.js").View} view
 * @param {number} ratio
 * @param {boolean} isWanted
 */
function emptied(one, view, ratio, isWanted) {
  if (!isWanted && !one.isUsed) return null;
  one.isUsed = isWanted;
  const context = prepared(one, view, ratio);
  return isWanted ? context : null;
}

/**
 * An empty canvas of the view's size, in units of CSS pixels.
 * @param {Layer} one
 * @param {import("./mapView.js").View} view
 * @param {number} ratio
 */
function prepared({ canvas, context }, view, ratio) {
  const width = Math.round(view.width * ratio);
  const height = Math.round(view.height * ratio);
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, width, height);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
}
