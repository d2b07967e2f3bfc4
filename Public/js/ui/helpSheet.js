import { h, icon } from "../core/element.js";
import { t } from "../i18n/index.js";

/** @type {[string[], string][]} */
const KEYS = [
  [["Space"], "toggle"], [["←", "→"], "jump"], [["Shift ←", "Shift →"], "step"], [["Alt ←", "Alt →"], "far"],
  [["[", "]"], "slower"], [["L"], "loop"], [["F"], "follow"], [["T"], "trails"], [["N"], "labels"], [["C"], "colour"],
  [["V"], "fit"], [["M"], "compare"], [["O"], "solo"], [["+", "−"], "zoom"], [["J", "K"], "next"], [["/"], "search"], [["Esc"], "escape"], [["?"], "help"],
];

/** The sheet of keys. */
export function helpSheet() {
  const dialog = /** @type {HTMLDialogElement} */ (h("dialog", { id: "help", "aria-label": () => t("help.title") },
    h("header", null, h("h2", null, () => t("help.title")), h("button", {
      type: "button", class: "button plain square", "aria-label": () => t("close"), onclick: () => dialog.close(),
    }, icon("close"))),
    h("div", { class: "keys" }, KEYS.map(([keys, action]) => h("div", null,
      h("span", null, () => t(`key.${action}`)),
      h("span", null, keys.map((key) => [h("kbd", null, key), " "])))))));
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  return dialog;
}
