import { derived } from "../core/reactive.js";
import { settings } from "../model/settings.js";
import { en } from "./en.js";
import { es } from "./es.js";

/** @type {Record<string, Record<string, string>>} */
const languages = { en, es };

/** The language of the page: the user's choice, else the browser's, else English. */
export const language = derived(() => {
  if (settings.language.value in languages) return settings.language.value;
  const wanted = typeof navigator === "undefined" ? [] : navigator.languages ?? [navigator.language];
  return wanted.map((tag) => tag.slice(0, 2)).find((tag) => tag in languages) ?? "en";
});

/**
 * A text of the page. `{name}` is replaced from `values`; with a `count`, `key.one` serves for 1.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values) {
  const texts = languages[language.value];
  let text = texts[key] ?? en[key];
  if (values?.count === 1) text = texts[`${key}.one`] ?? text;
  if (text === undefined) return key;
  if (!values) return text;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}
