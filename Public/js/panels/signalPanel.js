import { effect, state } from "../core/reactive.js";
import { h } from "../core/element.js";
import { formatNumber } from "../core/format.js";
import { t } from "../i18n/index.js";

const PRESETS = ["none", "open-sky", "urban", "indoor", "tunnel"];
/** Faults, with the unit of their amount; null where only the rate counts. */
/** @type {[string, string | null, number][]} */
const FAULTS = [
  ["drop", null, 0], ["delay", "ms", 200], ["jitter", "ms", 100], ["duplicate", null, 0], ["reorder", null, 0],
  ["freeze", "ms", 5000], ["jump", "m", 100], ["skew", "ms", 500],
];

/**
 * What disturbs the signal, and how to put it right again.
 * @param {import("../model/app.js").App} app
 */
export function signalPanel(app) {
  const preset = () => app.playback.value.noise;
  const seed = /** @type {HTMLInputElement} */ (h("input", {
    type: "number", class: "field", id: "noise-seed", min: "0", step: "1",
    value: String(app.playback.peek().seed ?? 1),
  }));
  const select = /** @type {HTMLSelectElement} */ (h("select", { class: "field", id: "noise-preset" },
    PRESETS.map((one) => h("option", { value: one }, () => t(`noise.${one}`)))));
  effect(() => {
    select.value = preset();
  });
  const setNoise = () => app.command("setNoise", { preset: select.value, seed: Number(seed.value) || 0 });
  select.addEventListener("change", setNoise);
  seed.addEventListener("change", setNoise);
  return h("div", { class: "panel" },
    h("header", null, h("h2", null, () => t("panel.signal"))),
    h("div", { class: "scroll" },
      h("section", null, h("h3", null, () => t("signal.noise")), h("div", { class: "grid-form" },
        h("label", { for: "noise-preset" }, () => t("signal.preset")), select,
        h("label", { for: "noise-seed" }, () => t("signal.seed")), seed)),
      h("section", null, h("h3", null, () => t("signal.faults")),
        h("ul", { class: "faults" }, FAULTS.map(([kind, unit, amount]) => fault(app, kind, unit, amount))),
        h("p", { class: "muted", hidden: () => active(app).length > 0 || preset() !== "none" }, () => t("signal.clean")),
        h("button", {
          type: "button", class: "button", disabled: () => active(app).length === 0, onclick: () => app.command("clearFaults"),
        }, () => t("signal.clear"))),
      h("section", null, outage(app)),
      h("section", null, scenario(app))));
}

/**
 * The faults in force.
 * @param {import("../model/app.js").App} app
 */
function active(app) {
  return app.playback.value.faults.filter((one) => (one.rate ?? 1) > 0);
}

/**
 * @param {import("../model/app.js").App} app
 * @param {string} kind
 * @param {string | null} unit
 * @param {number} amount
 */
function fault(app, kind, unit, amount) {
  const inForce = () => active(app).find((one) => one.kind === kind);
  const field = unit === "m" ? "amount_m" : "amount_ms";
  const rate = /** @type {HTMLInputElement} */ (h("input", {
    type: "number", class: "field", min: "0", max: "100", step: "0.1", "aria-label": () => `${t(`fault.${kind}`)}, ${t("signal.rate")}`,
    title: () => t("signal.rate"), value: String((inForce()?.rate ?? 0.05) * 100),
  }));
  const size = unit === null ? h("span", null) : /** @type {HTMLInputElement} */ (h("input", {
    type: "number", class: "field", min: "0", step: "1", "aria-label": () => `${t(`fault.${kind}`)}, ${t("signal.amount")} (${unit})`,
    title: `${unit}`, value: String(inForce()?.[field] ?? amount),
  }));
  const send = () => {
    const value = Math.max(0, Math.min(100, Number(rate.value) || 0)) / 100;
    const more = size instanceof HTMLInputElement ? { [field]: Number(size.value) || 0 } : {};
    return app.command("setFault", { kind, rate: box.checked ? value : 0, ...more });
  };
  const box = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", checked: () => inForce() !== undefined, onchange: send }));
  for (const input of [rate, size]) input.addEventListener("change", () => box.checked && send());
  return h("li", null, h("label", { class: "check" }, box, () => t(`fault.${kind}`),
    h("span", { class: "muted" }, () => (inForce()?.count === undefined ? "" : formatNumber(inForce()?.count ?? 0)))),
    h("span", { class: "unit" }, rate, "%"), h("span", { class: "unit" }, size, unit ?? ""));
}

/** @param {import("../model/app.js").App} app */
function outage(app) {
  const seconds = /** @type {HTMLInputElement} */ (h("input", { type: "number", class: "field", id: "outage", min: "1", step: "1", value: "30" }));
  return h("div", null, h("h3", null, () => t("signal.outage.do")),
    h("label", { for: "outage", class: "muted" }, () => t("signal.outage")),
    h("div", { class: "row-form outage" }, h("span", { class: "unit" }, seconds, "s"), h("button", {
      type: "button", class: "button", onclick: () => {
        const { first } = app.playback.peek();
        const now = app.playhead();
        if (first === null || now === null) return;
        const iso = (/** @type {number} */ at) => new Date(at).toISOString();
        app.command("setFault", { kind: "drop", rate: 1, from: iso(now), to: iso(now + 1000 * (Number(seconds.value) || 30)) });
      },
    }, () => t("signal.outage.do"))));
}

/** @param {import("../model/app.js").App} app */
function scenario(app) {
  const said = state("");
  const input = /** @type {HTMLInputElement} */ (h("input", {
    type: "file", class: "unseen", id: "scenario", accept: ".json,application/json", tabindex: "-1",
    "aria-label": () => t("signal.scenario.load"),
    onchange: async () => {
      const file = input.files?.[0];
      input.value = "";
      if (!file) return;
      try {
        const read = JSON.parse(await file.text());
        const answer = await app.command("scenario", Array.isArray(read) ? { steps: read } : read);
        if (answer !== null) said.value = t("signal.scenario.done", { name: file.name });
      } catch (error) {
        said.value = t("signal.scenario.bad", { name: file.name, reason: error instanceof Error ? error.message : "" });
      }
    },
  }));
  return h("div", null, h("h3", null, () => t("signal.scenario")), input,
    h("button", { type: "button", class: "button", onclick: () => input.click() }, () => t("signal.scenario.load")),
    h("p", { class: "muted", id: "scenario-said", role: "status" }, () => said.value));
}
