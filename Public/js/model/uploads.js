import { derived, state } from "../core/reactive.js";
import { t } from "../i18n/index.js";
import { beside } from "../net/address.js";

/**
 * @typedef {object} Upload
 * @property {number} id
 * @property {File} file
 * @property {"waiting" | "sending" | "reading" | "failed"} status
 * @property {number} sent 0...1
 * @property {string} error
 */

/** Sending more than so many at once only makes each slower. */
const AT_ONCE = 2;

/** Trace files on their way to the server. One that fails stays, with its reason, and can be sent again. */
export class Uploads {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    /** @type {import("../core/reactive.js").State<Upload[]>} */
    this.list = state(/** @type {Upload[]} */ ([]));
    this.failed = derived(() => this.list.value.filter((one) => one.status === "failed"));
    this.next = 1;
    this.running = 0;
    /** @type {string[]} ids that came in since the last load */
    this.fresh = [];
  }

  /** @param {Iterable<File>} files */
  add(files) {
    const more = [...files].map((file) => ({
      id: this.next++, file, status: /** @type {const} */ ("waiting"), sent: 0, error: "",
    }));
    this.list.value = [...this.list.peek(), ...more];
    this.#run();
  }

  /** Sends those that failed again, and only those. */
  retry() {
    this.list.value = this.list.peek().map((one) =>
      (one.status === "failed" ? { ...one, status: "waiting", sent: 0, error: "" } : one));
    this.#run();
  }

  /** @param {number} id */
  dismiss(id) {
    this.list.value = this.list.peek().filter((one) => one.id !== id);
  }

  #run() {
    while (this.running < AT_ONCE) {
      const one = this.list.peek().find((upload) => upload.status === "waiting");
      if (!one) return;
      this.running += 1;
      this.#change(one.id, { status: "sending" });
      this.#send(one).then(
        (entry) => this.#arrived(one, entry),
        (error) => this.#change(one.id, { status: "failed", error: error.message }),
      ).finally(() => {
        this.running -= 1;
        this.#run();
        if (this.running === 0) this.#settle();
      });
    }
  }

  /**
   * @param {number} id
   * @param {Partial<Upload>} change
   */
  #change(id, change) {
    this.list.value = this.list.peek().map((one) => (one.id === id ? { ...one, ...change } : one));
  }

  /**
   * `fetch` tells no progress of what is sent; the older request does.
   * @param {Upload} upload
   * @returns {Promise<any>}
   */
  #send(upload) {
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open("POST", beside(`traces?name=${encodeURIComponent(upload.file.name)}`));
      request.upload.onprogress = (event) => {
        if (event.lengthComputable) this.#change(upload.id, { sent: event.loaded / event.total });
      };
      request.upload.onload = () => this.#change(upload.id, { status: "reading", sent: 1 });
      request.onerror = () => reject(new Error(t("traces.unreachable")));
      request.onload = () => {
        const answer = parsed(request.responseText);
        if (request.status >= 200 && request.status < 300 && !answer?.error) resolve(answer);
        else reject(new Error(reasonOf(answer, request)));
      };
      request.send(upload.file);
    });
  }

  /**
   * @param {Upload} upload
   * @param {any} entry
   */
  #arrived(upload, entry) {
    this.dismiss(upload.id);
    const id = entry?.id ?? entry?.trace?.id;
    if (typeof id === "string") this.fresh.push(id);
  }

  /** All are in: they are played at once, for that is why they were dropped. */
  async #settle() {
    await this.app.refreshTraces();
    const traces = this.fresh;
    this.fresh = [];
    if (traces.length === 0) return;
    await this.app.command("load", { traces });
    await this.app.command("play");
  }
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * @param {any} answer
 * @param {XMLHttpRequest} request
 */
function reasonOf(answer, request) {
  const error = answer?.error ?? answer;
  if (typeof error === "string") return error;
  if (typeof error?.message === "string") return error.line ? `${t("traces.at", { line: error.line })}: ${error.message}` : error.message;
  return request.responseText.slice(0, 200) || `${request.status} ${request.statusText}`;
}
