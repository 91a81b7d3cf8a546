/**
 * The grid for screen readers and the keyboard: invisible elements that mirror the canvas. For a large
 * grid it holds only the rows around the cursor.
 */

import { el } from "./dom.js";
import { clueOf, clueText } from "./line.js";
import { markName } from "./puzzle.js";

/**
 * @typedef {import("./view.js").View} View
 * @typedef {import("./line.js").Axis} Axis
 * @typedef {import("./numbers.js").ClueNumber} ClueNumber
 */

const MOST_CELLS = 10_000;
let grids = 0;

export class Mirror {
  /** @param {string} label */
  constructor(label) {
    this.prefix = `grid${++grids}`;
    this.element = el("div", { role: "grid", class: "mirror", tabindex: 0, "aria-label": label });
    /** @type {HTMLElement[][]} */
    this.cells = [];
    /** @type {HTMLElement[]} */
    this.rowHeads = [];
    /** @type {HTMLElement[]} */
    this.colHeads = [];
    this.first = 0;
    /** @type {View | null} */
    this.view = null;
    /** @type {Int16Array} */
    this.marks = new Int16Array();
    this.cursor = { row: 0, col: 0 };
    /** @type {HTMLElement | undefined} */
    this.selected = undefined;
    /** @type {[ClueNumber, Record<Axis, boolean[][]>] | null} arguments of the last `pointNumber` */
    this.numbered = null;
    /** @type {HTMLElement | null} the head whose numbers are separate elements */
    this.spelled = null;
    /** The timer that builds the next grid. */
    this.later = 0;
  }

  /**
   * Show another grid a moment later, so that its many elements do not delay the picture.
   *
   * @param {View} view
   * @param {Int16Array} marks
   */
  show(view, marks) {
    this.view = view;
    this.marks = marks;
    clearTimeout(this.later);
    this.later = setTimeout(() => this.#build(), 0);
  }

  #build() {
    this.later = 0;
    const view = this.view;
    if (!view) return;
    const { height, width } = view.shown;
    const size = `${height} ${width}`;
    if (this.element.dataset.size !== size || !this.cells[this.cursor.row - this.first]) {
      this.element.dataset.size = size;
      this.#makeRows(height, width);
    }
    this.clues();
    for (let at = 0; at < this.cells.length * width; at++) this.#label(this.first * width + at);
    const { numbered } = this;
    this.point(this.cursor);
    if (numbered) this.pointNumber(...numbered);
  }

  /**
   * @param {number} height
   * @param {number} width
   */
  #makeRows(height, width) {
    const count = Math.min(height, Math.max(1, Math.floor(MOST_CELLS / width)));
    this.first = Math.max(0, Math.min(height - count, this.cursor.row - Math.floor(count / 2)));
    this.colHeads = Array.from({ length: width }, (_, col) => el("span", { role: "columnheader", "aria-colindex": col + 2 }));
    this.rowHeads = [];
    this.cells = [];
    const rows = Array.from({ length: count }, (_, at) => {
      const row = this.first + at;
      const head = el("span", { role: "rowheader", "aria-colindex": 1 });
      const cells = Array.from({ length: width }, (_, col) =>
        el("span", { role: "gridcell", id: `${this.prefix}-${row}-${col}`, "aria-colindex": col + 2 }),
      );
      this.rowHeads.push(head);
      this.cells.push(cells);
      const line = el("div", { role: "row", "aria-rowindex": row + 2 });
      line.append(head, ...cells);
      return line;
    });
    const heads = el("div", { role: "row", "aria-rowindex": 1 });
    heads.append(el("span", { role: "columnheader", "aria-colindex": 1 }, "clues"), ...this.colHeads);
    this.element.setAttribute("aria-rowcount", String(height + 1));
    this.element.setAttribute("aria-colcount", String(width + 1));
    this.element.replaceChildren(heads, ...rows);
  }

  /** Say the clues again. */
  clues() {
    const view = this.view;
    if (!view || this.later) return;
    this.colHeads.forEach((head, col) => say(head, `column ${col + 1}: ${view.clueText("col", col)}`));
    this.rowHeads.forEach((head, at) => say(head, `row ${this.first + at + 1}: ${view.clueText("row", this.first + at)}`));
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
    if (!this.view) return;
    const { width, palette, givens } = this.view.shown;
    const [row, col] = [Math.floor(cell / width), cell % width];
    const element = this.cells[row - this.first]?.[col];
    if (element) say(element, `row ${row + 1}, column ${col + 1}, ${markName(this.marks[cell], palette)}${givens?.has(cell) ? ", given" : ""}`);
  }

  /**
   * Point at the cell of the cursor.
   *
   * @param {{row: number, col: number}} place
   */
  point({ row, col }) {
    this.cursor = { row, col };
    if (this.view && this.cells.length && !this.cells[row - this.first]) this.show(this.view, this.marks);
    this.element.setAttribute("aria-activedescendant", `${this.prefix}-${row}-${col}`);
    this.selected?.removeAttribute("aria-selected");
    this.selected = this.cells[row - this.first]?.[col];
    this.selected?.setAttribute("aria-selected", "true");
    this.numbered = null;
    if (this.spelled) {
      this.spelled = null;
      this.clues();
    }
  }

  /**
   * Point at a number of a clue. All numbers of that clue are buttons then, which say whether they
   * are gray.
   *
   * @param {ClueNumber} number
   * @param {Record<Axis, boolean[][]>} spent the numbers that are gray
   */
  pointNumber(number, spent) {
    const { axis, line, index } = number;
    if (this.spelled) this.point(this.cursor);
    this.numbered = [number, spent];
    const head = axis === "row" ? this.rowHeads[line - this.first] : this.colHeads[line];
    if (!this.view || !head) return;
    const { shown } = this.view;
    this.spelled = head;
    const clue = clueOf(shown, axis, line);
    const numbers = clue.map((block, at) =>
      el("span", {
        role: "button", id: `${this.prefix}-number-${at}`, "aria-pressed": Boolean(spent[axis][line]?.[at]),
        "aria-label": `number ${at + 1} of ${clue.length}: ${clueText([block], shown.palette)}`,
      }),
    );
    head.replaceChildren(`${axis === "row" ? "row" : "column"} ${line + 1}: `, ...numbers);
    this.selected?.removeAttribute("aria-selected");
    this.element.setAttribute("aria-activedescendant", `${this.prefix}-number-${index}`);
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
