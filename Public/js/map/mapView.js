import { latitudeOf, longitudeOf, mercatorX, mercatorY } from "../core/mercator.js";

/* global L */

/**
 * How the square of the Mercator map lies on the screen: pixel = place × scale − (left, top).
 * @typedef {object} View
 * @property {number} scale pixels for the whole world
 * @property {number} left
 * @property {number} top
 * @property {number} width pixels
 * @property {number} height pixels
 * @property {number} zoom
 * @property {number} moved rises when the view changes
 */

const TILE = 256;
/** Leaflet's animation of a zoom: a quarter of a second, eased by cubic-bezier(0, 0, 0.25, 1). */
const ZOOM_MILLISECONDS = 250;

/** @param {number} p */
function eased(p) {
  let low = 0;
  let high = 1;
  for (let i = 0; i < 20; i += 1) {
    const s = (low + high) / 2;
    const x = 0.75 * s * s * (1 - s) + s * s * s;
    if (x < p) low = s;
    else high = s;
  }
  const s = (low + high) / 2;
  return 3 * s * s * (1 - s) + s * s * s;
}

/** Leaflet, for the view, its gestures and the street tiles. What moves is drawn elsewhere. */
export class MapView {
  /** @param {HTMLElement} container */
  constructor(container) {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.map = L.map(container, {
      zoomControl: false, attributionControl: false, keyboard: false, zoomSnap: 0.25, zoomDelta: 1,
      wheelPxPerZoomLevel: 90, minZoom: 1, maxZoom: 19, inertia: !calm, zoomAnimation: !calm,
      fadeAnimation: !calm, markerZoomAnimation: false, maxBoundsViscosity: 1,
      maxBounds: [[-85.06, -100_000], [85.06, 100_000]],
    });
    this.map.setView([20, 0], 2);
    L.control.scale({ imperial: false, maxWidth: 120 }).addTo(this.map);
    this.calm = calm;
    this.moved = 0;
    /** @type {{ from: View, to: View, start: number } | null} */
    this.zooming = null;
    /** @type {any} */
    this.tiles = null;
    /** @type {() => void} */
    this.onTouched = () => {};
    /** What lies over the map at its sides, in pixels, for a map of this width. */
    this.inset = (/** @type {number} */ _width) => ({ left: 0, right: 0 });
    this.map.on("move zoom resize viewreset", () => {
      this.moved += 1;
    });
    this.map.on("zoomanim", (/** @type {any} */ event) => {
      if (event.noUpdate) return;
      this.zooming = {
        from: this.#still(), to: this.#stillAt(event.center, event.zoom), start: performance.now(),
      };
    });
    this.map.on("zoomend", () => {
      this.zooming = null;
      this.moved += 1;
    });
    this.map.on("dragstart", () => this.onTouched());
    new ResizeObserver(() => this.map.invalidateSize({ animate: false, pan: false })).observe(container);
  }

  /** @returns {View} */
  #still() {
    const zoom = this.map.getZoom();
    const size = this.map.getSize();
    const origin = this.map.getPixelOrigin();
    const corner = this.map.containerPointToLayerPoint([0, 0]);
    return {
      scale: TILE * 2 ** zoom, left: origin.x + corner.x, top: origin.y + corner.y,
      width: size.x, height: size.y, zoom, moved: this.moved,
    };
  }

  /**
   * @param {{ lat: number, lng: number }} center
   * @param {number} zoom
   * @returns {View}
   */
  #stillAt(center, zoom) {
    const size = this.map.getSize();
    const scale = TILE * 2 ** zoom;
    return {
      scale, left: mercatorX(center.lng) * scale - size.x / 2, top: mercatorY(center.lat) * scale - size.y / 2,
      width: size.x, height: size.y, zoom, moved: this.moved,
    };
  }

  /**
   * The view as it is on the screen at this moment, in the middle of a zoom too.
   * @returns {View}
   */
  view() {
    if (!this.zooming) return this.#still();
    const { from, to, start } = this.zooming;
    const p = eased(Math.min(1, (performance.now() - start) / ZOOM_MILLISECONDS));
    const between = (/** @type {number} */ a, /** @type {number} */ b) => a + (b - a) * p;
    this.moved += 1;
    return {
      scale: between(from.scale, to.scale), left: between(from.left, to.left), top: between(from.top, to.top),
      width: to.width, height: to.height, zoom: between(from.zoom, to.zoom), moved: this.moved,
    };
  }

  /**
   * Puts a place in the middle, at once.
   * @param {number} x
   * @param {number} y
   */
  centre(x, y) {
    if (this.zooming) return;
    const view = this.#still();
    const dx = x * view.scale - view.left - view.width / 2;
    const dy = y * view.scale - view.top - view.height / 2;
    if (Math.abs(dx) < 1 && Math.abs(dy) < 1) return;
    if (Math.hypot(dx, dy) > 2000) {
      this.map.setView([latitudeOf(y), longitudeOf(x)], view.zoom, { animate: false });
    } else {
      this.map.panBy([dx, dy], { animate: false });
    }
  }

  /**
   * Shows a rectangle of the map whole.
   * @param {{ west: number, east: number, north: number, south: number }} box in map units
   * @param {number} [maxZoom]
   * @param {boolean} [animate]
   */
  fit(box, maxZoom = 16, animate = false) {
    const corners = [
      [latitudeOf(box.south), longitudeOf(box.west)], [latitudeOf(box.north), longitudeOf(box.east)],
    ];
    const size = this.map.getSize();
    const pad = Math.min(56, size.y / 8);
    const inset = this.inset(size.x);
    this.map.fitBounds(corners, {
      paddingTopLeft: [pad + inset.left, pad], paddingBottomRight: [pad + inset.right, pad], maxZoom, animate: animate && !this.calm,
    });
  }

  /**
   * @param {number} latitude
   * @param {number} longitude
   * @param {number} zoom
   */
  show(latitude, longitude, zoom) {
    this.map.setView([latitude, longitude], zoom, { animate: false });
  }

  /** @param {number} by levels */
  zoomBy(by) {
    this.map.setZoom(this.map.getZoom() + by, { animate: !this.calm });
  }

  /**
   * Street tiles, or none.
   * @param {{ url: string } | null} source
   * @param {() => void} [onError]
   */
  setTiles(source, onError) {
    this.tiles?.remove();
    this.tiles = null;
    if (!source) return;
    this.tiles = L.tileLayer(source.url, { maxZoom: 19, maxNativeZoom: 19, className: "street-tiles" });
    if (onError) this.tiles.once("tileerror", onError);
    this.tiles.addTo(this.map);
  }
}
