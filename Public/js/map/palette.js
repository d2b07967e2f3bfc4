/**
 * The drawing colours, read from the style sheet so that both themes have them in one place.
 * @typedef {object} Palette
 * @property {string} grid
 * @property {string} gridFine
 * @property {string} gridText
 * @property {string} paper
 * @property {string} ink
 * @property {string} muted
 * @property {string} accent
 * @property {string} outline
 * @property {string} fence
 * @property {string} stale
 * @property {string[]} vehicles
 * @property {string[]} steps slow to fast, fresh to old
 * @property {string} font
 */

/** @returns {Palette} */
export function readPalette() {
  const style = getComputedStyle(document.documentElement);
  const read = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  const many = (/** @type {string} */ name, /** @type {number} */ count) =>
    Array.from({ length: count }, (_, i) => read(`--${name}-${i}`));
  return {
    grid: read("--map-grid"),
    gridFine: read("--map-grid-fine"),
    gridText: read("--map-grid-text"),
    paper: read("--map-paper"),
    ink: read("--ink"),
    muted: read("--ink-muted"),
    accent: read("--accent"),
    outline: read("--map-outline"),
    fence: read("--map-fence"),
    stale: read("--stale"),
    vehicles: many("vehicle", 8),
    steps: many("step", 6),
    font: getComputedStyle(document.body).fontFamily,
  };
}

/**
 * Red, green and blue of a `#rrggbb` colour.
 * @param {string} colour
 */
export function channels(colour) {
  const value = parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}
