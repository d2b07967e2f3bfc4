import { effect, scope, untracked } from "../core/reactive.js";
import { h, icon } from "../core/element.js";
import { remembered } from "../core/store.js";
import { t } from "../i18n/index.js";

/**
 * @typedef {object} Panel
 * @property {string} id
 * @property {"left" | "right"} side
 * @property {() => HTMLElement} make
 * @property {() => number} [count] shown on the tab
 */

/**
 * The tabs and the panels that they open: one panel a side, one in all where the page is narrow.
 * @param {Panel[]} panels
 */
export function makeDocks(panels) {
  const narrow = matchMedia("(max-width: 1099px)");
  const wide = innerWidth >= 1360 && innerHeight > 600;
  const open = {
    left: remembered("dock.left", narrow.matches ? "" : "vehicles"),
    right: remembered("dock.right", wide ? "streams" : ""),
  };
  if (narrow.matches) {
    open.left.value = "";
    open.right.value = "";
  }
  /** @param {string} id */
  function toggle(id) {
    const panel = panels.find((one) => one.id === id);
    if (!panel) return;
    const held = open[panel.side];
    const isOpening = held.peek() !== id;
    held.value = isOpening ? id : "";
    if (isOpening && narrow.matches) open[panel.side === "left" ? "right" : "left"].value = "";
  }
  /** @param {string} id */
  function reveal(id) {
    const panel = panels.find((one) => one.id === id);
    if (panel && open[panel.side].peek() !== id) toggle(id);
  }
  function closeAll() {
    open.left.value = "";
    open.right.value = "";
  }
  const rail = h("nav", { class: "rail", "aria-label": () => t("panels") }, panels.map((panel) => h("button", {
    type: "button", class: "tab", id: `tab-${panel.id}`, "aria-controls": `dock-${panel.side}`,
    "aria-expanded": () => String(open[panel.side].value === panel.id),
    "aria-label": () => t(`panel.${panel.id}`), title: () => t(`panel.${panel.id}`),
    onclick: () => toggle(panel.id),
  }, icon(panel.id), h("span", null, () => t(`panel.${panel.id}.short`)),
  panel.count && h("span", { class: "count", hidden: () => panel.count?.() === 0 }, () => short(panel.count?.() ?? 0)))));

  /** @param {"left" | "right"} side */
  function dock(side) {
    const element = h("aside", {
      class: `dock ${side}`, id: `dock-${side}`, hidden: () => open[side].value === "",
      "aria-label": () => (open[side].value ? t(`panel.${open[side].value}`) : t("panels")),
    });
    effect(() => {
      const panel = panels.find((one) => one.id === open[side].value);
      if (!panel) return undefined;
      const close = h("button", {
        type: "button", class: "button plain square", "aria-label": t("close"), title: t("close"),
        onclick: () => {
          toggle(panel.id);
          document.getElementById(`tab-${panel.id}`)?.focus();
        },
      }, icon("close"));
      const end = untracked(() => scope(() => {
        const body = panel.make();
        body.querySelector("header")?.append(close);
        element.replaceChildren(h("div", { class: "sheet-grip", "aria-hidden": "true" }), body);
      }));
      return () => {
        end();
        element.replaceChildren();
      };
    });
    return element;
  }
  return { rail, left: dock("left"), right: dock("right"), toggle, reveal, closeAll, open };
}

/** @param {number} value */
function short(value) {
  return value < 1000 ? String(value) : value < 1e6 ? `${Math.round(value / 1000)}k` : `${Math.round(value / 1e6)}M`;
}
