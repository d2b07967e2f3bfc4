import { derived, effect, state } from "../core/reactive.js";
import { every, h, listen } from "../core/element.js";
import { formatDate, formatDuration, formatSpeed, formatTime, zoneName } from "../core/format.js";
import { language, t } from "../i18n/index.js";
import { settings } from "../model/settings.js";
import { drawTimeline, speedAt } from "./timeline.js";

const STEPS = 100_000;
/** While the handle is dragged the server is asked at most so often. */
const SEEK_EVERY = 120;

/**
 * The journey as a line: a native range over a picture of gaps, events and speed.
 * @param {import("../model/app.js").App} app
 * @param {import("../model/tracks.js").Tracks} tracks
 * @param {import("./commands.js").TransportCommands} commands
 */
export function seekBar(app, tracks, commands) {
  const canvas = document.createElement("canvas");
  const dragging = state(false);
  let wanted = 0;
  /** @type {any} */
  let timer = null;
  const span = derived(() => {
    const { first, last } = app.playback.value;
    return first === null || last === null || last <= first ? null : { first, last };
  });
  const fraction = () => {
    const whole = span.value;
    const now = app.playhead();
    if (!whole || now === null) return app.playback.value.fraction;
    return Math.max(0, Math.min(1, (now - whole.first) / (whole.last - whole.first)));
  };
  const valueText = () => {
    const whole = span.value;
    if (!whole) return t("seek.nothing");
    const now = whole.first + fraction() * (whole.last - whole.first);
    return t("seek.value", {
      time: formatTime(now), zone: zoneName(now), at: formatDuration(now - whole.first),
      of: formatDuration(whole.last - whole.first),
    });
  };
  const send = () => {
    timer = null;
    commands.seekFraction(wanted);
  };
  const input = /** @type {HTMLInputElement} */ (h("input", {
    type: "range", id: "seek", min: "0", max: String(STEPS), step: "1", "aria-label": () => t("seek"),
    "aria-valuetext": () => (app.beat.value, valueText()),
    disabled: () => span.value === null,
    oninput: () => {
      dragging.value = true;
      wanted = Number(input.value) / STEPS;
      timer ??= setTimeout(send, SEEK_EVERY);
    },
    onchange: () => {
      clearTimeout(timer);
      wanted = Number(input.value) / STEPS;
      timer = null;
      commands.seekFraction(wanted).finally(() => {
        dragging.value = false;
      });
    },
  }));
  effect(() => {
    app.frames.value;
    app.playback.value;
    if (!dragging.value) input.value = String(Math.round(fraction() * STEPS));
  });

  const hover = state(/** @type {{ x: number, time: number } | null} */ (null));
  listen(input, "pointermove", (event) => {
    const whole = span.value;
    const box = input.getBoundingClientRect();
    const at = Math.max(0, Math.min(1, (event.clientX - box.left) / box.width));
    hover.value = whole ? { x: at * box.width, time: whole.first + at * (whole.last - whole.first) } : null;
  });
  listen(input, "pointerleave", () => {
    hover.value = null;
  });
  const bubble = h("div", { class: "hover", hidden: () => hover.value === null, "aria-hidden": "true" }, () => {
    const place = hover.value;
    if (!place) return "";
    const speed = speedAt(tracks.of(app.selectedNumber.value), place.time);
    return `${formatTime(place.time)} ${zoneName(place.time)}${speed === null ? "" : ` · ${formatSpeed(speed)}`}`;
  });
  effect(() => {
    bubble.style.left = `${hover.value?.x ?? 0}px`;
  });

  const size = state(0);
  new ResizeObserver(() => {
    size.value = canvas.clientWidth * 10_000 + canvas.clientHeight;
  }).observe(canvas);
  const dark = state(0);
  listen(matchMedia("(prefers-color-scheme: dark)"), "change", () => requestAnimationFrame(() => {
    dark.value += 1;
  }));
  /** Changes when the still picture does; the state comes anew every second and mostly says the same. */
  const look = derived(() => {
    const { first, last, range } = app.playback.value;
    return [first, last, range.from, range.to, size.value, settings.theme.value, settings.zone.value, language.value, dark.value].join();
  });
  // A great fleet has hundreds of events a second; their marks follow once in two.
  const happened = state(0);
  every(2000, () => {
    happened.value = app.events.version.peek();
  });
  effect(() => {
    look.value;
    happened.value;
    drawTimeline(canvas, {
      whole: span.peek(), paths: tracks.paths.value, selected: app.selectedNumber.value, events: app.events.events,
      range: app.playback.peek().range,
      label: (time, step) => (step >= 86_400_000 ? formatDate(time) : formatTime(time).slice(0, step >= 60_000 ? 5 : 8)),
    });
  });
  const past = h("i", { class: "past" });
  effect(() => {
    app.beat.value;
    app.playback.value;
    past.style.transform = `scaleX(${span.value ? fraction().toFixed(4) : 0})`;
  });
  return h("div", { class: "seek" }, canvas, past, input, bubble);
}
