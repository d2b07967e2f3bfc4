import { effect, state } from "../core/reactive.js";
import { every, h, icon, listen } from "../core/element.js";
import { formatAge, formatDate, formatFigure, formatTime, zoneName } from "../core/format.js";
import { beside } from "../net/address.js";
import { droppedByDemonstration, droppedOnTheWay, percentiles } from "../model/metricsHistory.js";
import { settings } from "../model/settings.js";
import { language, t } from "../i18n/index.js";

/**
 * The line above: what time it is in the trace, whether the page is alive, and the figures in short.
 * @param {import("../model/app.js").App} app
 * @param {{ share(): void, help(): void }} actions
 */
export function topBar(app, actions) {
  return h("header", { class: "top" },
    h("div", { class: "brand" }, h("img", { src: beside("icon.svg"), alt: "" }), h("span", null, "Rastro")),
    h("h1", { class: "unseen" }, () => t("title")),
    clock(app), light(app),
    h("div", { class: "spacer" }),
    strip(app),
    h("button", {
      type: "button", class: "button plain square optional", title: () => t("share"), "aria-label": () => t("share"),
      onclick: actions.share,
    }, icon("link")),
    h("button", {
      type: "button", class: "button plain square optional", title: () => t("help.title"),
      "aria-label": () => t("help.title"), onclick: actions.help,
    }, icon("help")),
    menu(actions));
}

/** @param {import("../model/app.js").App} app */
function clock(app) {
  const read = () => {
    app.beat.value;
    app.playback.value;
    return app.playhead();
  };
  return h("div", { class: "clock", title: () => t("clock.source") },
    h("span", { class: "unseen" }, () => t("clock.source")),
    h("time", { id: "source-time" }, () => formatTime(read())),
    h("span", { class: "zone", id: "zone" }, () => zoneName(read())),
    h("span", { class: "zone date" }, () => formatDate(read())));
}

/** @param {import("../model/app.js").App} app */
function light(app) {
  const now = state(Date.now());
  every(1000, () => {
    now.value = Date.now();
  });
  const age = () => {
    app.beat.value;
    const kind = app.light.value;
    if (kind === "lost") {
      const since = app.connection.link.value.lostAt;
      return since === null ? "" : t("light.since", { time: formatTime(since), zone: zoneName(since), age: formatAge(now.value - since) });
    }
    if (kind !== "live") return "";
    const { fleet } = app;
    if (!Number.isFinite(fleet.toEmitted)) return t("light.waiting");
    now.value;
    return t("light.age", { age: formatAge(Math.max(0, app.serverNow() - fleet.toEmitted)) });
  };
  const spoken = h("span", { class: "unseen", role: "status", id: "light-status" }, () => t(`light.${app.light.value}`));
  return h("div", { class: "light", id: "light", "data-light": () => app.light.value },
    h("i", null), h("strong", { "aria-hidden": "true" }, () => t(`light.${app.light.value}`)), spoken,
    h("span", { id: "age" }, age));
}

/** @param {import("../model/app.js").App} app */
function strip(app) {
  /**
   * @param {string} key
   * @param {() => string} read
   * @param {() => string} [explain]
   */
  const figure = (key, read, explain = () => t(`${key}.title`)) => h("div", { title: () => (app.history.version.value, explain()) }, h("dt", null, () => t(key)), h("dd", { id: `figure-${key.replace(".", "-")}` }, () => {
    app.beat.value;
    app.history.version.value;
    return read();
  }));
  /** @param {string} name */
  const stage = (name) => app.history.newest?.stages.find((one) => one.name === name);
  return h("dl", { class: "strip" },
    figure("figure.in", () => `${formatFigure(stage("source")?.rate_hz)} /s`),
    figure("figure.out", () => `${formatFigure(stage("socket")?.rate_hz ?? stage("broadcast")?.rate_hz)} /s`),
    figure("figure.dropped", () => formatFigure(droppedOnTheWay(app.history.newest)),
      () => t("figure.dropped.title", { demonstration: formatFigure(droppedByDemonstration(app.history.newest)) })),
    figure("figure.merged", () => formatFigure((app.history.newest?.you?.merged ?? 0) + app.connection.merged)),
    figure("figure.p95", () => {
      const { p95 } = percentiles(app.history.delays);
      return p95 === null ? "–" : `${formatFigure(p95)} ms`;
    }),
    figure("figure.fps", () => formatFigure(Math.round(app.history.drawing.framesPerSecond))));
}

/**
 * What the page looks like: theme, language, zone; and what the bar has no room for on a phone.
 * @param {{ share(): void, help(): void }} actions
 */
function menu(actions) {
  const isOpen = state(false);
  /**
   * @param {string} key
   * @param {import("../core/reactive.js").State<any>} held
   * @param {string[]} values
   */
  const choice = (key, held, values) => {
    const select = h("select", {
      class: "field", id: `choice-${key}`, value: () => (language.value, held.value),
      onchange: (/** @type {any} */ event) => {
        held.value = event.target.value;
      },
    }, values.map((value) => h("option", { value }, () => t(`${key}.${value || "auto"}`))));
    queueMicrotask(() => {
      /** @type {HTMLSelectElement} */ (select).value = held.peek();
    });
    return h("div", { class: "pair" }, h("label", { for: `choice-${key}` }, () => t(key)), select);
  };
  const sheet = h("div", { class: "sheet", hidden: () => !isOpen.value },
    choice("theme", settings.theme, ["system", "dark", "light"]),
    choice("language", settings.language, ["", "en", "es"]),
    choice("zone", settings.zone, ["utc", "local"]),
    h("label", { class: "check" },
      h("input", {
        type: "checkbox", checked: () => settings.keepRunning.value,
        onchange: (/** @type {any} */ event) => {
          settings.keepRunning.value = event.target.checked;
        },
      }), () => t("keepRunning")),
    h("div", { class: "narrow-only row-form" },
      ...[["link", "share"], ["help", "help.title"]].map(([picture, key]) => h("button", {
        type: "button", class: "button", onclick: () => {
          isOpen.value = false;
          if (picture === "link") actions.share();
          else actions.help();
        },
      }, icon(picture), () => t(`${key}.short`)))));
  const button = h("button", {
    type: "button", class: "button plain square", title: () => t("settings"), "aria-label": () => t("settings"),
    id: "settings-button", "aria-expanded": () => String(isOpen.value),
    onclick: () => {
      isOpen.value = !isOpen.peek();
    },
  }, icon("settings"));
  const box = h("div", { class: "menu" }, button, sheet);
  listen(document, "pointerdown", (event) => {
    if (!box.contains(event.target)) isOpen.value = false;
  });
  listen(box, "keydown", (event) => {
    if (event.key !== "Escape" || !isOpen.peek()) return;
    isOpen.value = false;
    button.focus();
    event.stopPropagation();
  });
  effect(() => {
    settings.theme.value;
    queueMicrotask(() => dispatchEvent(new Event("rastro:theme")));
  });
  effect(() => {
    document.documentElement.lang = language.value;
    document.title = t("title");
  });
  return box;
}
