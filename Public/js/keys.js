import { listen } from "./core/element.js";

/**
 * The keys. They rest while one types, and with Ctrl or Meta; Alt only makes the arrows reach further.
 * @param {Record<string, (event: KeyboardEvent) => void>} actions by `key`, with `Shift+` or `Alt+` before it
 */
export function listenToKeys(actions) {
  return listen(document, "keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.defaultPrevented || event.isComposing) return;
    const target = /** @type {HTMLElement} */ (event.target);
    const isTyping = target.matches("input:not([type=range], [type=checkbox]), textarea, select, [contenteditable]");
    if (isTyping && event.key !== "Escape") return;
    if (document.querySelector("dialog[open]")) return;
    const isOnButton = target.matches("button, a, summary, [role=grid] *");
    if (isOnButton && (event.key === " " || event.key === "Enter")) return;
    const isRange = target.matches("input[type=range]");
    if (isRange && target.id !== "seek" && event.key.startsWith("Arrow")) return;
    const isArrow = event.key.startsWith("Arrow");
    if (event.altKey && !isArrow) return;
    const prefix = isArrow ? (event.altKey ? "Alt+" : event.shiftKey ? "Shift+" : "") : "";
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const action = actions[prefix + name];
    if (!action) return;
    event.preventDefault();
    action(event);
  });
}
