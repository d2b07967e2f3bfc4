import { effect, state } from "../core/reactive.js";
import { h, icon, listen } from "../core/element.js";
import { formatDuration, formatLength, formatNumber } from "../core/format.js";
import { t } from "../i18n/index.js";
import { beside } from "../net/address.js";
import { instant } from "../model/playback.js";

const EXPORTS = ["gpx", "csv", "geojson", "ndjson"];

/**
 * The traces that the server has, those that it could not read, and those on their way to it.
 * @param {import("../model/app.js").App} app
 * @param {import("../model/uploads.js").Uploads} uploads
 * @param {import("../model/tracks.js").Tracks} tracks
 */
export function tracesPanel(app, uploads, tracks) {
  const loaded = () => new Set([...app.vehicles.value.values()].flatMap((vehicle) => vehicle.trace ?? []));
  /** Ticked by hand; null follows what plays. */
  const ticked = state(/** @type {Set<string> | null} */ (null));
  const chosen = () => ticked.value ?? loaded();
  const input = /** @type {HTMLInputElement} */ (h("input", {
    type: "file", id: "trace-files", class: "unseen", multiple: true, tabindex: "-1", "aria-label": () => t("traces.choose"),
    onchange: () => {
      uploads.add([...(input.files ?? [])]);
      input.value = "";
    },
  }));
  const failedTraces = () => app.traces.value.filter((trace) => trace.error);
  const list = h("div", { class: "scroll", id: "trace-list" });
  effect(() => {
    const playing = loaded();
    const known = [...app.traces.value].sort((a, b) => Number(playing.has(b.id)) - Number(playing.has(a.id)));
    const waiting = uploads.list.value;
    const errors = tracks.errors.value;
    list.replaceChildren(
      ...waiting.map((upload) => uploadRow(upload, uploads)),
      ...known.map((trace) => traceRow(trace, {
        isPlaying: playing.has(trace.id), isTicked: chosen().has(trace.id), pathError: errors.get(trace.id) ?? null,
        tick: (on) => {
          const next = new Set(chosen());
          if (on) next.add(trace.id);
          else next.delete(trace.id);
          ticked.value = next;
        },
        remove: () => remove(app, trace.id),
      })),
      ...(known.length + waiting.length === 0 ? [h("div", { class: "empty" }, t("traces.none"))] : []));
  });
  const failures = () => uploads.failed.value.length + failedTraces().length;
  return h("div", { class: "panel" },
    h("header", null, h("h2", null, () => t("panel.traces"))),
    h("div", { class: "drop" }, icon("upload"), h("span", null, () => t("traces.drop")),
      h("button", { type: "button", class: "button", onclick: () => input.click() }, () => t("traces.choose")), input,
      h("small", null, () => t("traces.formats"))),
    h("div", { class: "tools" },
      h("button", {
        type: "button", class: "button main", id: "load-traces", disabled: () => chosen().size === 0 || !app.connected.value,
        onclick: async () => {
          const traces = [...chosen()];
          if (await app.command("load", { traces })) {
            ticked.value = null;
            await app.command("play");
          }
        },
      }, () => t("traces.load")),
      h("button", {
        type: "button", class: "button", id: "retry-failed", hidden: () => failures() === 0,
        onclick: async () => {
          uploads.retry();
          const ids = failedTraces().map((trace) => trace.id);
          if (ids.length > 0) {
            await app.command("retry", { traces: ids });
            await app.refreshTraces();
          }
        },
      }, icon("retry"), () => t("traces.retry", { n: failures() })),
      h("button", {
        type: "button", class: "button plain", disabled: () => app.playback.value.status === "idle",
        onclick: () => app.command("unload"),
      }, () => t("traces.unload"))),
    list, exporter(app));
}

/**
 * @param {import("../model/uploads.js").Upload} upload
 * @param {import("../model/uploads.js").Uploads} uploads
 */
function uploadRow(upload, uploads) {
  const isFailed = upload.status === "failed";
  return h("div", { class: "trace" }, icon("upload"), h("span", { class: "title", title: upload.file.name }, upload.file.name),
    isFailed ? h("button", {
      type: "button", class: "button plain square", "aria-label": t("close"), onclick: () => uploads.dismiss(upload.id),
    }, icon("close")) : h("span", { class: "tag" }, t(upload.status === "reading" ? "traces.reading" : "traces.sending")),
    isFailed ? h("p", { class: "wrong" }, upload.error) : h("progress", {
      max: "1", value: upload.status === "reading" ? null : upload.sent, "aria-label": upload.file.name,
    }));
}

/**
 * @param {import("../model/app.js").TraceEntry} trace
 * @param {{ isPlaying: boolean, isTicked: boolean, pathError: string | null, tick(on: boolean): void, remove(): void }} how
 */
function traceRow(trace, { isPlaying, isTicked, pathError, tick, remove }) {
  const error = trace.error;
  const first = instant(trace.first);
  const last = instant(trace.last);
  const facts = [
    trace.format?.toUpperCase(), t("traces.points", { n: formatNumber(trace.points ?? 0) }),
    first !== null && last !== null ? formatDuration(last - first) : null,
    trace.length_m ? formatLength(trace.length_m) : null,
  ].filter(Boolean).join(" · ");
  const notes = trace.notes ?? [];
  return h("div", { class: "trace" },
    h("input", {
      type: "checkbox", checked: isTicked && !error, disabled: Boolean(error), "aria-label": t("traces.include", { name: trace.name }),
      onchange: (/** @type {any} */ event) => tick(event.target.checked),
    }),
    h("span", { class: "title", title: trace.name }, trace.name, " ", isPlaying && h("span", { class: "tag live" }, t("traces.loaded"))),
    h("button", {
      type: "button", class: "button plain square", "aria-label": t("traces.remove", { name: trace.name }),
      title: t("traces.remove", { name: trace.name }), onclick: remove,
    }, icon("close")),
    error ? h("p", { class: "wrong" }, located(error)) : h("span", { class: "under" }, facts),
    pathError && h("p", { class: "wrong" }, t("traces.pathless", { reason: pathError })),
    notes.length > 0 && h("details", null, h("summary", null, t("traces.notes", { count: notes.length })),
      h("ul", null, notes.slice(0, 100).map((/** @type {any} */ note) => h("li", null, located(note))))));
}

/** @param {any} said a text, or {code, line, message} */
function located(said) {
  if (typeof said === "string") return said;
  const place = Number.isFinite(said.line) && said.line !== null ? `${t("traces.at", { line: said.line })}: ` : "";
  return place + (said.message ?? said.code ?? "");
}

/**
 * @param {import("../model/app.js").App} app
 * @param {string} id
 */
async function remove(app, id) {
  try {
    const response = await fetch(beside(`traces/${encodeURIComponent(id)}`), { method: "DELETE" });
    if (!response.ok) throw new Error((await response.text()).slice(0, 200) || response.statusText);
  } catch (error) {
    app.complain(error);
  }
  await app.refreshTraces();
}

/** @param {import("../model/app.js").App} app */
function exporter(app) {
  const format = /** @type {HTMLSelectElement} */ (h("select", { class: "field", id: "export-format", "aria-label": () => t("traces.export") },
    EXPORTS.map((one) => h("option", { value: one }, one === "geojson" ? "GeoJSON" : one.toUpperCase()))));
  return h("section", null, h("h3", null, () => t("traces.export")), h("div", { class: "row-form" }, format, h("button", {
    type: "button", class: "button", onclick: async () => {
      const answer = await app.command("export", { format: format.value });
      if (typeof answer?.url !== "string") return;
      const link = document.createElement("a");
      link.href = beside(answer.url);
      link.download = `rastro.${format.value}`;
      link.click();
    },
  }, icon("download"), () => t("traces.export.do"))));
}

/**
 * Takes files that are dropped anywhere on the page.
 * @param {HTMLElement} root
 * @param {(files: File[]) => void} take
 */
export function dropAnywhere(root, take) {
  const isOver = state(false);
  root.append(h("div", { class: "whole-drop", hidden: () => !isOver.value, "aria-hidden": "true" }, () => t("traces.release")));
  const hasFiles = (/** @type {DragEvent} */ event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  listen(window, "dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    isOver.value = true;
  });
  listen(window, "dragleave", (event) => {
    if (event.relatedTarget === null) isOver.value = false;
  });
  listen(window, "drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    isOver.value = false;
    take([...event.dataTransfer.files]);
  });
}
