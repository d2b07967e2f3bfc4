import { effect, state } from "./reactive.js";

/**
 * A choice that this browser remembers. A browser that refuses to store still works for the visit.
 * @template T
 * @param {string} key
 * @param {T} initial
 * @returns {import("./reactive.js").State<T>}
 */
export function remembered(key, initial) {
  const name = `rastro.${key}`;
  /** @type {T} */
  let first = initial;
  try {
    const text = localStorage.getItem(name);
    if (text !== null) first = JSON.parse(text);
  } catch {
    first = initial;
  }
  const held = state(first);
  let told = JSON.stringify(first);
  effect(() => {
    const text = JSON.stringify(held.value);
    if (text === told) return;
    told = text;
    try {
      localStorage.setItem(name, text);
    } catch {
      // Storage is full or forbidden; the choice lasts as long as the page.
    }
  });
  return held;
}
