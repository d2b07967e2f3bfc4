import { effect, state } from "../core/reactive.js";
import { h, icon, listen } from "../core/element.js";
import { formatDuration, formatRate } from "../core/format.js";
import { t } from "../i18n/index.js";
import { PRESETS, positionOf, rateAt } from "./rateScale.js";
import { seekBar } from "./seekBar.js";

/**
 * Play, pause, step, seek, rate, loop, A–B. What it shows is the server's state, so that all pages agree.
 * @param {import("../model/app.js").App} app
 * @param {import("../model/tracks.js").Tracks} tracks
 * @param {import("./commands.js").TransportCommands} commands
 */
export function transportBar(app, tracks, commands) {
  const isPlaying = () => app.playback.value.status === "playing";
  const cannot = () => !app.connected.value || app.playback.value.status === "idle";
  /**
   * @param {string} id
   * @param {string} picture
   * @param {string} key
   * @param {() => void} onclick
   * @param {string} [more]
   */
  const button = (id, picture, key, onclick, more = "") => h("button", {
    type: "button", id, class: `button plain square ${more}`, title: () => t(key), "aria-label": () => t(key),
    disabled: cannot, onclick,
  }, icon(picture));
  const play = h("button", {
    type: "button", id: "play", class: "button main square play", disabled: cannot,
    title: () => t(isPlaying() ? "pause" : "play"), "aria-label": () => t(isPlaying() ? "pause" : "play"),
    onclick: () => commands.toggle(),
  }, () => icon(isPlaying() ? "pause" : "play"));
  return h("section", { class: "transport", id: "transport", "aria-label": () => t("transport") },
    seekBar(app, tracks, commands),
    h("div", { class: "row" },
      button("step-back", "back", "step.back", () => commands.step(-1)),
      play,
      button("step-forward", "forward", "step.forward", () => commands.step(1)),
      button("stop", "stop", "stop", () => commands.stop(), "wide-only"),
      times(app),
      h("div", { class: "spacer" }),
      ratePreset(app, commands, cannot),
      extras([
        button("stop-more", "stop", "stop", () => commands.stop(), "narrow-only"),
        rate(app, commands, cannot),
        h("div", { class: "divider" }),
        loop(app, commands, cannot),
        h("div", { class: "divider" }),
        range(app, commands, cannot),
      ])));
}

/**
 * What stands in the line where there is room, and opens from a button where there is not.
 * @param {HTMLElement[]} parts
 */
function extras(parts) {
  const isOpen = state(false);
  const more = h("button", {
    type: "button", id: "more", class: "button plain square narrow-only", title: () => t("transport.more"),
    "aria-label": () => t("transport.more"), "aria-expanded": () => String(isOpen.value), "aria-controls": "extras",
    onclick: () => {
      isOpen.value = !isOpen.peek();
    },
  }, icon("more"));
  const sheet = h("div", { id: "extras", class: () => (isOpen.value ? "extras is-open" : "extras") }, parts);
  const box = h("div", { class: "extras-box" }, sheet, more);
  listen(document, "pointerdown", (event) => {
    if (!box.contains(event.target)) isOpen.value = false;
  });
  listen(box, "keydown", (event) => {
    if (event.key !== "Escape" || !isOpen.peek()) return;
    isOpen.value = false;
    more.focus();
    event.stopPropagation();
  });
  return box;
}

/** @param {import("../model/app.js").App} app */
function times(app) {
  return h("div", { class: "times" },
    h("b", { id: "position" }, () => {
      app.beat.value;
      const { first } = app.playback.value;
      const now = app.playhead();
      return first === null || now === null ? "–" : formatDuration(now - first);
    }),
    h("span", { class: "muted of" }, () => {
      const { first, last } = app.playback.value;
      return first === null || last === null ? "" : `/ ${formatDuration(last - first)}`;
    }),
    h("span", { class: "tag optional", hidden: () => app.playback.value.lap <= 1 }, () => t("lap", { lap: app.playback.value.lap })));
}

/**
 * @param {import("../model/app.js").App} app
 * @param {import("./commands.js").TransportCommands} commands
 * @param {() => boolean} cannot
 */
function rate(app, commands, cannot) {
  const slider = /** @type {HTMLInputElement} */ (h("input", {
    type: "range", id: "rate", min: "-2", max: "3", step: "0.01", "aria-label": () => t("rate"),
    "aria-valuetext": () => formatRate(app.playback.value.rate), disabled: cannot,
    oninput: () => {
      const position = Number(slider.value);
      const snapped = PRESETS.find((preset) => Math.abs(positionOf(preset) - position) < 0.04);
      commands.setRate(snapped ?? rateAt(position));
    },
  }));
  effect(() => {
    const now = app.playback.value.rate;
    if (now !== "max" && document.activeElement !== slider) slider.value = String(positionOf(now));
  });
  return h("div", { class: "rate" }, slider,
    h("span", { class: "achieved", id: "achieved" }, () => {
      const { achievedRate, status } = app.playback.value;
      return status === "playing" && achievedRate !== null ? t("rate.achieved", { rate: formatRate(achievedRate) }) : "";
    }));
}

/**
 * @param {import("../model/app.js").App} app
 * @param {import("./commands.js").TransportCommands} commands
 * @param {() => boolean} cannot
 */
function ratePreset(app, commands, cannot) {
  const select = /** @type {HTMLSelectElement} */ (h("select", {
    class: "field", id: "rate-preset", "aria-label": () => t("rate.presets"), disabled: cannot,
    onchange: () => commands.setRate(select.value === "max" ? "max" : Number(select.value)),
  }));
  effect(() => {
    const now = app.playback.value.rate;
    const values = [...PRESETS, ...(now !== "max" && !PRESETS.includes(now) ? [now] : [])].sort((a, b) => a - b);
    select.replaceChildren(
      ...values.map((value) => h("option", { value: String(value) }, formatRate(value))),
      h("option", { value: "max" }, t("rate.max")));
    select.value = String(now);
  });
  return select;
}

/**
 * @param {import("../model/app.js").App} app
 * @param {import("./commands.js").TransportCommands} commands
 * @param {() => boolean} cannot
 */
function loop(app, commands, cannot) {
  const modes = ["off", "forever", "bounce", "count"];
  const select = /** @type {HTMLSelectElement} */ (h("select", {
    class: "field", id: "loop", "aria-label": () => t("loop"), title: () => t("loop"), disabled: cannot,
    onchange: () => commands.setLoop(select.value),
  }));
  effect(() => {
    const { mode, count } = app.playback.value.loop;
    select.replaceChildren(...modes.map((one) =>
      h("option", { value: one }, t(`loop.${one}`, { n: one === mode ? count ?? 3 : 3 }))));
    select.value = mode;
  });
  return select;
}

/**
 * @param {import("../model/app.js").App} app
 * @param {import("./commands.js").TransportCommands} commands
 * @param {() => boolean} cannot
 */
function range(app, commands, cannot) {
  const now = () => app.playhead();
  const { playback } = app;
  return h("div", { class: "row", role: "group", "aria-label": () => t("range") },
    h("button", {
      type: "button", class: "button plain", title: () => t("range.from"), "aria-label": () => t("range.from"), disabled: cannot,
      "aria-pressed": () => String(playback.value.range.from !== null),
      onclick: () => commands.setRange(now(), playback.peek().range.to),
    }, "A"),
    h("button", {
      type: "button", class: "button plain", title: () => t("range.to"), "aria-label": () => t("range.to"), disabled: cannot,
      "aria-pressed": () => String(playback.value.range.to !== null),
      onclick: () => commands.setRange(playback.peek().range.from, now()),
    }, "B"),
    h("button", {
      type: "button", class: "button plain square", title: () => t("range.clear"), "aria-label": () => t("range.clear"),
      hidden: () => playback.value.range.from === null && playback.value.range.to === null,
      onclick: () => commands.setRange(null, null),
    }, icon("close")));
}
