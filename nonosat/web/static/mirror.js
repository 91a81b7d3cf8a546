/**
 * The grid for screen readers and the keyboard: invisible elements that mirror the canvas. For a large
 * grid it holds only the rows around the cursor.
 */

import { el } from "./dom.js";
import { placeOf } from "./line.js";
import { markName } from "./puzzle.js";

const MOST_CELLS = 10_000;
let grids = 0;

export class Mirror {
  /**
   * @param {import("./board.js").Board} board what it mirrors
   * @param {string} label
   */
  constructor(board, label) {
    this.board = board;
    this.prefix = `grid${++grids}`;
    this.element = el("div", { role: "grid", class: "mirror", tabindex: 0, "aria-label": label });
    /** @type {HTMLElement[][]} */
    this.cells = [];
    /** @type {HTMLElement[]} */
    this.rowHeads = [];
    /** @type {HTMLElement[]} */
    this.colHeads = [];
    this.first = 0;
    /** @type {HTMLElement | undefined} */
    this.selected = undefined;
    /** The timer that builds the next grid. */
    this.later = 0;
  }

  /** Show another grid a moment later, so that its many elements do not delay the picture. */
  show() {
    clearTimeout(this.later);
    this.later = setTimeout(() => this.#build(), 0);
  }

  #build() {
    this.later = 0;
    const { cursor, view: { shown } } = this.board;
    const { height, width } = shown;
    const size = `${height} ${width}`;
    if (this.element.dataset.size !== size || !this.cells[cursor.row - this.first]) {
      this.element.dataset.size = size;
      this.#makeRows(shown);
    }
    this.clues();
    for (let at = 0; at < this.cells.length * width; at++) this.#label(this.first * width + at);
    this.point();
  }

  /** @param {import("./line.js").Size} size */
  #makeRows({ height, width }) {
    const count = Math.min(height, Math.max(1, Math.floor(MOST_CELLS / width)));
    this.first = Math.max(0, Math.min(height - count, this.board.cursor.row - Math.floor(count / 2)));
    this.colHeads = Array.from({ length: width }, (_, col) => el("span", { role: "columnheader", "aria-colindex": col + 2 }));
    const rows = Array.from({ length: count }, (_, at) => this.first + at);
    this.rowHeads = rows.map(() => el("span", { role: "rowheader", "aria-colindex": 1 }));
    this.cells = rows.map((row) => this.colHeads.map((_, col) =>
      el("span", { role: "gridcell", id: `${this.prefix}-${row}-${col}`, "aria-colindex": col + 2 })));
    const corner = el("span", { role: "columnheader", "aria-colindex": 1 }, "clues");
    const heads = el("div", { role: "row", "aria-rowindex": 1 }, corner, ...this.colHeads);
    this.element.setAttribute("aria-rowcount", String(height + 1));
    this.element.setAttribute("aria-colcount", String(width + 1));
    this.element.replaceChildren(heads, ...rows.map((row, at) =>
      el("div", { role: "row", "aria-rowindex": row + 2 }, this.rowHeads[at], ...this.cells[at])));
  }

  /** Say the clues again. */
  clues() {
    if (this.later) return;
    const { view } = this.board;
    this.colHeads.forEach((head, col) => say(head, `column ${col + 1}: ${view.clueText(["col", col])}`));
    this.rowHeads.forEach((head, at) => say(head, `row ${this.first + at + 1}: ${view.clueText(["row", this.first + at])}`));
  }

  /**
   * Say some cells again.
   *
   * @param {Iterable<number>} cells
   */
  update(cells) {
    if (this.later) return;
    for (const cell of cells) this.#label(cell);
  }

  /** @param {number} cell */
  #label(cell) {
    const { cells, view: { shown } } = this.board;
    const { row, col } = placeOf(cell, shown);
    const element = this.cells[row - this.first]?.[col];
    if (element) say(element, `row ${row + 1}, column ${col + 1}, ${markName(cells[cell], shown.palette)}${shown.givens?.has(cell) ? ", given" : ""}`);
  }

  /** Point at the cell of the cursor. */
  point() {
    const { row, col } = this.board.cursor;
    if (this.cells.length && !this.cells[row - this.first]) this.show();
    this.selected?.removeAttribute("aria-selected");
    this.element.setAttribute("aria-activedescendant", `${this.prefix}-${row}-${col}`);
    this.selected = this.cells[row - this.first]?.[col];
    this.selected?.setAttribute("aria-selected", "true");
  }
}

/**
 * Set a text only if it differs, since setting it costs a layout.
 *
 * @param {Element} element
 * @param {string} text
 */
function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
