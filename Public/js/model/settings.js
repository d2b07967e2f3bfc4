import { remembered } from "../core/store.js";

/** What this browser's user likes; nothing here is the server's business. */
export const settings = {
  /** @type {import("../core/reactive.js").State<"system" | "dark" | "light">} */
  theme: remembered("theme", "system"),
  /** @type {import("../core/reactive.js").State<"" | "en" | "es">} empty follows the browser */
  language: remembered("language", ""),
  /** @type {import("../core/reactive.js").State<"utc" | "local">} */
  zone: remembered("zone", "utc"),
  labels: remembered("labels", true),
  /** @type {import("../core/reactive.js").State<"all" | "selected" | "off">} */
  trails: remembered("trails", "all"),
  /** @type {import("../core/reactive.js").State<"vehicle" | "speed" | "age">} */
  colour: remembered("colour", "vehicle"),
  tracks: remembered("tracks", true),
  follow: remembered("follow", false),
  streets: remembered("streets", false),
  keepRunning: remembered("keepRunning", false),
};
