/** Web Mercator on a square of side 1: x grows east from 180° W, y grows south. */

const LIMIT = 85.0511287798;

/** @param {number} longitude degrees */
export function mercatorX(longitude) {
  return longitude / 360 + 0.5;
}

/** @param {number} latitude degrees; beyond ±85.05° it is clamped, for the map ends there */
export function mercatorY(latitude) {
  const held = latitude > LIMIT ? LIMIT : latitude < -LIMIT ? -LIMIT : latitude;
  const sine = Math.sin((held * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

/** @param {number} x */
export function longitudeOf(x) {
  return (x - 0.5) * 360;
}

/** @param {number} y */
export function latitudeOf(y) {
  return (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI;
}

/**
 * The copy of `x` that lies nearest to `to`: the map repeats each 1.
 * @param {number} x
 * @param {number} to
 */
export function nearCopy(x, to) {
  return x + Math.round(to - x);
}

const EARTH_RADIUS = 6371008.8;

/**
 * Metres along the great circle.
 * @param {number} lat1
 * @param {number} lon1
 * @param {number} lat2
 * @param {number} lon2
 */
export function distance(lat1, lon1, lat2, lon2) {
  const radian = Math.PI / 180;
  const a = Math.sin(((lat2 - lat1) * radian) / 2);
  const b = Math.sin(((lon2 - lon1) * radian) / 2);
  const c = a * a + Math.cos(lat1 * radian) * Math.cos(lat2 * radian) * b * b;
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(c)));
}

/**
 * The course at the start of the great circle from one place to another, in degrees, 0..<360.
 * @param {number} lat1
 * @param {number} lon1
 * @param {number} lat2
 * @param {number} lon2
 */
export function bearing(lat1, lon1, lat2, lon2) {
  const radian = Math.PI / 180;
  const [a, b, across] = [lat1 * radian, lat2 * radian, (lon2 - lon1) * radian];
  const east = Math.sin(across) * Math.cos(b);
  const north = Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(across);
  return ((Math.atan2(east, north) / radian) + 360) % 360;
}

/**
 * Metres on the ground for a length of 1 at this place on the map.
 * @param {number} y
 */
export function metresPerUnit(y) {
  return 2 * Math.PI * EARTH_RADIUS * Math.cos((latitudeOf(y) * Math.PI) / 180);
}
