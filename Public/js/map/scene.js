/**
 * What one drawing of the moving layer needs to know.
 * @typedef {object} Scene
 * @property {import("../model/fleet.js").Fleet} fleet
 * @property {import("./mapView.js").View} view
 * @property {number} mix how far between the two last frames
 * @property {number} ratio device pixels a pixel
 * @property {Uint8Array} tints colour of each slot, as an index
 * @property {number} tintVersion
 * @property {"vehicle" | "speed" | "age"} mode
 * @property {string[]} colours by tint
 * @property {import("./palette.js").Palette} palette
 * @property {number} selected slot, or -1
 * @property {number} compared slot, or -1
 */
export {};
