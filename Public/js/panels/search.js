import { h, icon } from "../core/element.js";

/**
 * A search field with its picture.
 * @param {{ id: string, label: () => string, value?: string, onInput(query: string): void }} options
 */
export function searchField({ id, label, value = "", onInput }) {
  return h("div", { class: "search" }, icon("search"), h("input", {
    type: "search", class: "field", id, value, placeholder: label, "aria-label": label, autocomplete: "off",
    spellcheck: "false",
    oninput: (/** @type {any} */ event) => onInput(event.target.value.trim()),
  }));
}
