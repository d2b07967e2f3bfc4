import { effect, state } from "../core/reactive.js";
import { h, listen } from "../core/element.js";

/**
 * @template R
 * @typedef {object} Column
 * @property {string} key
 * @property {() => string} title
 * @property {boolean} [isNumber]
 * @property {boolean} [sorts]
 * @property {(cell: HTMLElement, row: R) => void} fill writes the row into a cell that is used again
 */

const SPARE = 4;

/**
 * A table that holds only the lines that can be seen, however many rows there are. Lines are used again.
 * @template R
 */
export class VirtualTable {
  /**
   * @param {object} options
   * @param {string} options.kind class of the table
   * @param {() => string} options.label
   * @param {Column<R>[]} options.columns
   * @param {(row: R, line: HTMLElement) => void} options.dress class and selection of a line
   * @param {(row: R) => void} options.onChoose
   * @param {import("../core/reactive.js").State<{ key: string, descending: boolean }>} [options.order]
   * @param {() => string} [options.empty] what to say where there are no rows
   */
  constructor({ kind, label, columns, dress, onChoose, order, empty }) {
    this.columns = columns;
    this.dress = dress;
    this.onChoose = onChoose;
    /** @type {R[]} */
    this.rows = [];
    this.current = 0;
    this.height = state(0);
    /** @type {HTMLElement[]} */
    this.lines = [];
    this.space = h("div", { role: "presentation" });
    this.body = h("div", { class: "body", role: "rowgroup", tabindex: "0", "aria-label": label }, this.space);
    this.heads = h("div", { class: "heads", role: "row" }, columns.map((column) => {
      const head = h("div", { role: "columnheader" });
      const button = h("button", { type: "button", class: column.isNumber ? "number" : "" }, column.title);
      if (order && column.sorts) {
        effect(() => {
          const { key, descending } = order.value;
          head.setAttribute("aria-sort", key !== column.key ? "none" : descending ? "descending" : "ascending");
        });
        button.addEventListener("click", () => {
          const { key, descending } = order.peek();
          order.value = { key: column.key, descending: key === column.key ? !descending : column.isNumber === true };
        });
      } else {
        /** @type {HTMLButtonElement} */ (button).disabled = true;
      }
      head.append(button);
      return head;
    }));
    this.isEmpty = state(true);
    this.grid = h("div", { class: `table ${kind}`, role: "grid", "aria-label": label }, this.heads, this.body);
    this.element = h("div", { class: "table-box" }, this.grid,
      empty && h("div", { class: "empty", role: "status", hidden: () => !this.isEmpty.value }, empty));
    listen(this.body, "scroll", () => this.draw(), { passive: true });
    listen(this.body, "keydown", (event) => this.#key(event));
    new ResizeObserver(() => this.draw()).observe(this.body);
  }

  get rowHeight() {
    const value = parseFloat(getComputedStyle(this.grid).getPropertyValue("--row"));
    return Math.round(value * parseFloat(getComputedStyle(document.documentElement).fontSize)) || 40;
  }

  /** @param {R[]} rows */
  show(rows) {
    this.rows = rows;
    this.isEmpty.value = rows.length === 0;
    this.current = Math.max(0, Math.min(this.current, rows.length - 1));
    this.grid.setAttribute("aria-rowcount", String(rows.length + 1));
    this.draw();
  }

  /** Writes the rows in sight into the lines. */
  draw() {
    const seen = this.body.clientHeight;
    if (seen === 0) return;
    const height = this.rowHeight;
    const total = `${this.rows.length * height}px`;
    if (this.space.style.height !== total) this.space.style.height = total;
    const first = Math.max(0, Math.floor(this.body.scrollTop / height) - SPARE);
    const last = Math.min(this.rows.length, Math.ceil((this.body.scrollTop + seen) / height) + SPARE);
    while (this.lines.length < last - first) this.#addLine();
    for (let i = 0; i < this.lines.length; i += 1) {
      const line = this.lines[i];
      const at = first + i;
      line.hidden = at >= last;
      if (at >= last) continue;
      const row = this.rows[at];
      line.style.transform = `translateY(${at * height}px)`;
      line.setAttribute("aria-rowindex", String(at + 2));
      line.dataset.at = String(at);
      this.columns.forEach((column, c) => column.fill(/** @type {HTMLElement} */ (line.children[c]), row));
      this.dress(row, line);
    }
  }

  #addLine() {
    const line = h("div", {
      class: "line", role: "row",
      onclick: () => {
        this.current = Number(line.dataset.at);
        this.onChoose(this.rows[this.current]);
      },
    }, this.columns.map((column) => h("div", { role: "gridcell", class: column.isNumber ? "number" : "" })));
    this.space.append(line);
    this.lines.push(line);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const page = Math.max(1, Math.floor(this.body.clientHeight / this.rowHeight) - 1);
    /** @type {Record<string, number>} */
    const steps = {
      ArrowDown: this.current + 1, ArrowUp: this.current - 1, PageDown: this.current + page,
      PageUp: this.current - page, Home: 0, End: this.rows.length - 1,
    };
    if (event.key === "Enter" || event.key === " ") {
      if (this.rows[this.current] !== undefined) this.onChoose(this.rows[this.current]);
    } else if (event.key in steps) {
      this.current = Math.max(0, Math.min(this.rows.length - 1, steps[event.key]));
      this.reveal(this.current);
      if (this.rows[this.current] !== undefined) this.onChoose(this.rows[this.current]);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number} at */
  reveal(at) {
    const height = this.rowHeight;
    const { body } = this;
    if (at * height < body.scrollTop) body.scrollTop = at * height;
    else if ((at + 1) * height > body.scrollTop + body.clientHeight) {
      body.scrollTop = (at + 1) * height - body.clientHeight;
    }
  }
}

/** @type {WeakMap<Element, string>} */
const written = new WeakMap();

/**
 * Sets a cell's text when it is another.
 * @param {Element} cell
 * @param {string} text
 */
export function write(cell, text) {
  if (written.get(cell) === text) return;
  written.set(cell, text);
  cell.textContent = text;
}
