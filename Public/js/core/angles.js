/**
 * The short way from one course to another, in degrees, in [-180, 180).
 * @param {number} from
 * @param {number} to
 */
export function turn(from, to) {
  return ((((to - from + 180) % 360) + 360) % 360) - 180;
}

/**
 * An angle that shows `course` and is reached from `shown` by the short way; it may leave [0, 360).
 * @param {number} shown
 * @param {number} course
 */
export function unwrapped(shown, course) {
  return Number.isFinite(shown) ? shown + turn(shown, course) : course;
}
