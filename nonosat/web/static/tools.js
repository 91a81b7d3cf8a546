/** The tools of the drawing: what the pointer and the keys do with them, and the bar that shows them. */

import { button, el, fill } from "./dom.js";
import { plainKey, undoByKey } from "./layout.js";
import { placeOf } from "./line.js";
import { BLANK } from "./puzzle.js";
import { area } from "./shapes.js";

/**
 * @typedef {import("./draw.js").Draw} Draw
 * @typedef {"pencil" | "fill"} Tool
 */

/** @type {[Tool, string, string, string][]} tool, name, picture, hint */
const TOOLS = [
  ["pencil", "Pencil", "M3 13l1-4 7-7 3 3-7 7z", "Draw. With Shift along a row or column. Right button, long press: erase"],
  ["fill", "Fill", "M7 2l6 6-5 5-6-6 6-6M13 10v4", "Fill a connected area of one color. Key: f"],
];

export class Tools {
  /** @param {Draw} draw */
  constructor(draw) {
    this.draw = draw;
    /** @type {Tool} */
    this.tool = "pencil";
    /** Whether all is drawn on the other side, too. */
    this.mirrors = { across: false, down: false };
    /** The mark that the stroke draws. */
    this.mark = BLANK;
  }

  /** @param {Tool} tool */
  choose(tool) {
    this.tool = tool;
    this.show();
  }

  show() {
    const { draw, tool, mirrors } = this;
    /** @type {(label: string, name: keyof Tools["mirrors"], path: string, title: string) => HTMLElement} */
    const mirror = (label, name, path, title) => pictured(label, path, title, mirrors[name], () => {
      mirrors[name] = !mirrors[name];
      this.show();
    });
    fill(
      draw.layout.tools,
      el("div", { class: "toolrow" },
        el("div", { class: "toggles icons", role: "group", "aria-label": "Tools" },
          ...TOOLS.map(([key, name, path, title]) => pictured(name, path, title, key === tool, () => this.choose(key)))),
        el("div", { class: "toggles icons", role: "group", "aria-label": "Mirror" },
          mirror("Mirror ↔", "across", "M8 1v14M5 5L1 8l4 3zM11 5l4 3-4 3z", "Draw on the left and on the right at once"),
          mirror("Mirror ↕", "down", "M1 8h14M5 5l3-4 3 4zM5 11l3 4 3-4z", "Draw above and below at once"))),
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
    const rows = this.mirrors.down ? [row, height - 1 - row] : [row];
    const cols = this.mirrors.across ? [col, width - 1 - col] : [col];
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
    const { draw, tool } = this;
    draw.verdict.hide();
    const ink = draw.inks.chosen + 1;
    this.mark = other ? BLANK : ink;
    if (tool === "fill" && !other) {
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

  cancel() {
    this.draw.marks.cancel();
  }

  release() {
    this.draw.marks.end();
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

/**
 * A button with a picture, whose word a phone leaves out.
 *
 * @param {string} name
 * @param {string} path
 * @param {string} title
 * @param {boolean} pressed
 * @param {() => void} press
 */
function pictured(name, path, title, pressed, press) {
  const label = [icon(path), el("span", { class: "word" }, name)];
  return button(label, press, { title: `${name}. ${title}`, "aria-label": name, "aria-pressed": pressed });
}

/** @param {string} path */
function icon(path) {
  const [picture, drawn] = ["svg", "path"].map((tag) => document.createElementNS("http://www.w3.org/2000/svg", tag));
  picture.setAttribute("viewBox", "0 0 16 16");
  picture.setAttribute("class", "icon");
  picture.setAttribute("aria-hidden", "true");
  drawn.setAttribute("d", path);
  picture.append(drawn);
  return picture;
}
