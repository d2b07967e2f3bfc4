import { state } from "../core/reactive.js";

/** What the server refused, in its words. */
export class RemoteError extends Error {
  /**
   * @param {number} code
   * @param {string} message
   */
  constructor(code, message) {
    super(message);
    this.name = "RemoteError";
    this.code = code;
  }
}

/** An answer that can no longer come, for the connection is gone. It is not an error of the request. */
export class ConnectionLost extends Error {
  constructor() {
    super("the connection is lost");
    this.name = "ConnectionLost";
  }
}

/**
 * @typedef {object} LinkView
 * @property {"connecting" | "open" | "waiting" | "paused" | "refused"} status
 * @property {number | null} lostAt Unix milliseconds
 * @property {number} attempt
 */

/**
 * The page's end of the socket: requests and their answers, notifications, position frames.
 */
export class Connection {
  /** @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void }>} */
  #waiting = new Map();
  #next = 1;
  /** @type {Worker} */
  #worker;

  /** @param {string} address */
  constructor(address) {
    /** @type {import("../core/reactive.js").State<LinkView>} */
    this.link = state({ status: "connecting", lostAt: null, attempt: 0 });
    /** Messages that could not be read. */
    this.bad = state({ count: 0, reason: "" });
    /** Position frames that a newer one replaced before the page took them. */
    this.merged = 0;
    /** @type {(method: string, params: any) => void} */
    this.onNotification = () => {};
    /** @type {(frame: import("./frame.js").Frame) => void} */
    this.onFrame = () => {};
    /** @type {(code: number, reason: string) => void} */
    this.onClosed = () => {};
    this.#worker = new Worker(new URL("./socketWorker.js", import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data }) => this.#receive(data);
    this.#worker.onerror = (event) => this.#complain(event.message ?? "the socket's worker failed");
    this.#worker.postMessage({ type: "start", address });
  }

  /**
   * Asks the server.
   * @param {string} method
   * @param {Record<string, unknown>} [params]
   * @returns {Promise<any>} the result; rejected with `RemoteError` or `ConnectionLost`
   */
  call(method, params = {}) {
    const id = this.#next;
    this.#next += 1;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ type: "send", message: { jsonrpc: "2.0", id, method, params } });
    });
  }

  /** The page is seen again: connect at once. */
  shown() {
    this.#worker.postMessage({ type: "shown" });
  }

  /** The page is hidden: leave, so that nothing piles up. */
  hidden() {
    this.#worker.postMessage({ type: "hidden" });
    this.#abandon();
  }

  /** @param {any} data */
  #receive(data) {
    switch (data.type) {
      case "frame":
        this.merged = data.merged;
        this.onFrame(data.frame);
        this.#worker.postMessage({ type: "taken" });
        break;
      case "message":
        this.#take(data.message);
        break;
      case "link":
        this.link.value = { status: data.status, lostAt: data.lostAt, attempt: data.attempt };
        if (data.status !== "open") this.#abandon();
        break;
      case "closed":
        this.onClosed(data.code, data.reason);
        break;
      case "unsent":
        this.#settle(data.id, ({ reject }) => reject(new ConnectionLost()));
        break;
      case "bad":
        this.#complain(data.reason);
        break;
    }
  }

  /** @param {any} message */
  #take(message) {
    if (message === null || typeof message !== "object") {
      this.#complain("a message that is no object");
    } else if (typeof message.method === "string") {
      this.onNotification(message.method, message.params ?? {});
    } else if (message.error) {
      const { code = 0, message: text = "" } = message.error;
      this.#settle(message.id, ({ reject }) => reject(new RemoteError(code, text)));
    } else {
      this.#settle(message.id, ({ resolve }) => resolve(message.result));
    }
  }

  /**
   * @param {number} id
   * @param {(waiting: { resolve: (value: any) => void, reject: (error: Error) => void }) => void} how
   */
  #settle(id, how) {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    how(waiting);
  }

  #abandon() {
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of all) reject(new ConnectionLost());
  }

  /** @param {string} reason */
  #complain(reason) {
    this.bad.value = { count: this.bad.peek().count + 1, reason };
  }
}
