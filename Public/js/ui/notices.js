import { effect } from "../core/reactive.js";
import { h, icon } from "../core/element.js";
import { t } from "../i18n/index.js";

const STAYS = 8000;

/**
 * What was refused, and what people should know. Errors stay until they are dismissed.
 * @param {import("../model/app.js").App} app
 */
export function notices(app) {
  const box = h("div", { class: "notices", role: "status", "aria-live": "polite" });
  /** @type {Map<number, HTMLElement>} */
  const shown = new Map();
  effect(() => {
    const wanted = app.notices.value;
    for (const [id, element] of shown) {
      if (wanted.some((notice) => notice.id === id)) continue;
      element.remove();
      shown.delete(id);
    }
    for (const { id, kind, text } of wanted) {
      if (shown.has(id)) continue;
      const element = h("div", { class: `notice ${kind}` }, h("p", null, text), h("button", {
        type: "button", class: "button plain square", "aria-label": t("close"), onclick: () => app.dismiss(id),
      }, icon("close")));
      shown.set(id, element);
      box.append(element);
      if (kind === "info") setTimeout(() => app.dismiss(id), STAYS);
    }
  });
  return box;
}
