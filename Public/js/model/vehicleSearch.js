import { state } from "../core/reactive.js";
import { latest } from "../core/latest.js";

/** Searches vehicles: the server is asked after a pause in typing, and only its newest answer counts. */
export class VehicleSearch {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.query = state("");
    this.app = app;
    this.asking = latest(
      (/** @type {string} */ query) => app.connection.call("search", { query, kind: "vehicle" }),
      (answer, query) => {
        const hits = (answer?.hits ?? []).map((/** @type {any} */ hit) => hit.id ?? hit.vehicle ?? hit);
        this.#tell(new Set([...hits.map(String), ...this.#here(query)]));
      },
      (_, query) => this.#tell(this.#here(query)));
  }

  /** @param {string} query */
  ask(query) {
    this.query.value = query;
    if (query === "") {
      this.asking.cancel();
      this.app.found.value = null;
    } else {
      this.asking.ask(query);
    }
  }

  /** @param {Set<string>} found */
  #tell(found) {
    this.app.found.value = found;
  }

  /**
   * What this page finds by itself, in names and ids.
   * @param {string} query
   */
  #here(query) {
    const wanted = query.toLocaleLowerCase();
    const found = new Set();
    for (const { id, name } of this.app.vehicles.peek().values()) {
      if (name.toLocaleLowerCase().includes(wanted) || id.toLocaleLowerCase().includes(wanted)) found.add(id);
    }
    return found;
  }
}
