/** The tools of the drawing: what the pointer and the keys do with them, and the bar that shows them. */

import { button, el, fill } from "./dom.js";
import { plainKey, undoByKey } from "./layout.js";
import { placeOf } from "./line.js";
import { BLANK } from "./puzzle.js";
import { area } from "./shapes.js";

/** @typedef {import("./draw.js").Draw} Draw */

export class Tools {
  /** @param {Draw} draw */
  constructor(draw) {
    this.draw = draw;
    /** `fills`: a press fills a connected area. The others: all is drawn on the other side, too. */
    this.on = { fills: false, across: false, down: false };
    /** The mark that the stroke draws. */
    this.mark = BLANK;
  }

  show() {
    const { draw, on } = this;
    /** @type {(label: string, name: keyof Tools["on"], title: string) => HTMLElement} */
    const toggle = (label, name, title) => button(label, () => {
      on[name] = !on[name];
      this.show();
    }, { title, "aria-pressed": on[name] });
    fill(
      draw.layout.tools,
      el("div", { class: "toggles", role: "group", "aria-label": "Tools" },
        toggle("Fill", "fills", "Fill a connected area of one color. Key: f"),
        toggle("Mirror ↔", "across", "Draw on the left and on the right at once"),
        toggle("Mirror ↕", "down", "Draw above and below at once")),
      draw.layout.inkButtons(draw.inks.chosen, 0, (ink) => draw.inks.choose(ink)),
    );
  }

  /**
   * A cell and those that mirror it.
   *
   * @param {number} cell
   */
  #twins(cell) {
    const { height, width } = this.draw.picture;
    const { row, col } = placeOf(cell, this.draw.picture);
    const rows = this.on.down ? [row, height - 1 - row] : [row];
    const cols = this.on.across ? [col, width - 1 - col] : [col];
    return rows.flatMap((r) => cols.map((c) => r * width + c));
  }

  /** @param {Iterable<number>} cells */
  #draw(cells) {
    for (const cell of cells) for (const twin of this.#twins(cell)) this.draw.marks.set(twin, this.mark);
  }

  /**
   * Draw all these cells as one stroke.
   *
   * @param {Iterable<number>} cells
   * @param {number} mark
   */
  #stroke(cells, mark) {
    this.mark = mark;
    this.draw.marks.begin();
    this.#draw(cells);
    this.draw.marks.end();
  }

  /**
   * @param {number} cell
   * @param {boolean} other
   */
  press(cell, other) {
    const { draw, on } = this;
    draw.verdict.hide();
    const ink = draw.inks.chosen + 1;
    this.mark = other ? BLANK : ink;
    if (on.fills && !other) {
      this.#flood(cell);
      return;
    }
    draw.marks.begin();
    this.#draw([cell]);
  }

  /** @param {number} cell */
  drag(cell) {
    this.#draw([cell]);
  }

  /** @param {number} cell */
  #flood(cell) {
    const { picture, inks } = this.draw;
    this.#stroke(area(picture, cell), inks.chosen + 1);
  }

  /**
   * The cursor went over these cells with Shift held.
   *
   * @param {number[]} cells
   */
  walked(cells) {
    this.#stroke(cells, this.mark);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { board, marks, inks } = this.draw;
    if (undoByKey(event, marks)) return true;
    const key = plainKey(event);
    const cell = board.cellOf(board.cursor);
    if (key === " " || key === "Enter") {
      if (event.repeat) return true;
      const ink = inks.chosen + 1;
      this.#stroke([cell], marks.cells[cell] === ink ? BLANK : ink);
    } else if (key === "x" || key === "Delete" || key === "Backspace") {
      this.#stroke([cell], BLANK);
    } else if (key === "f") this.#flood(cell);
    else if (/^[1-9]$/.test(key)) inks.choose(Number(key));
    else return false;
    return true;
  }
}
