/** The tools of the drawing: what the pointer and the keys do with them, and the bar that shows them. */

import { button, el, fill, isTyping } from "./dom.js";
import { box, ellipse, line } from "./figures.js";
import { plainKey, undoByKey } from "./layout.js";
import { placeOf } from "./line.js";
import { BLANK } from "./puzzle.js";
import { Selection } from "./selection.js";
import { area, shifted } from "./shapes.js";

/**
 * @typedef {import("./draw.js").Draw} Draw
 * @typedef {"pencil" | "line" | "box" | "circle" | "fill" | "erase" | "select" | "move"} Tool
 */

/** @type {[Tool, string, string, string][]} tool, name, picture, hint */
const TOOLS = [
  ["pencil", "Pencil", "M3 13l1-4 7-7 3 3-7 7z", "Draw. With Shift along a row or column. Right button, long press: erase"],
  ["line", "Line", "M2 14L14 2", "A straight line"],
  ["box", "Box", "M2 3h12v10H2z", "A box, from corner to corner"],
  ["circle", "Circle", "M2 8a6 5 0 1 0 12 0a6 5 0 1 0-12 0", "A circle or an ellipse, from corner to corner"],
  ["fill", "Fill", "M7 2l6 6-5 5-6-6 6-6M13 10v4", "Fill a connected area of one color. Key: f"],
  ["erase", "Erase", "M5 13l-3-3 8-8 4 4-7 7zM7 13h7", "Make cells blank. Key: Delete"],
  ["select", "Select", "M2 5V2h3M8 2h1M12 2h2v3M14 8v1M14 12v2h-2M9 14H8M5 14H2v-2M2 9V8", "Select a part: drag it to move it; copy, cut and paste it"],
  ["move", "Move", "M8 1v14M1 8h14M6 3l2-2 2 2M6 13l2 2 2-2M3 6L1 8l2 2M13 6l2 2-2 2", "Drag the whole picture; it wraps around at the edges"],
];
const FIGURES = { line, box, circle: ellipse };
/** @type {{[key: string]: [down: number, right: number]}} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Tools {
  /** @param {Draw} draw */
  constructor(draw) {
    this.draw = draw;
    /** @type {Tool} */
    this.tool = "pencil";
    /** Whether boxes and circles are filled. */
    this.filled = false;
    /** Whether all is drawn on the other side, too. */
    this.mirrors = { across: false, down: false };
    /** The mark that the stroke draws. */
    this.mark = BLANK;
    /** @type {number | null} where a figure or a move began */
    this.grip = null;
    /** @type {import("./gestures.js").Place | null} where a selection by keys began */
    this.anchor = null;
    this.selection = new Selection(draw, () => this.show());
    for (const name of /** @type {const} */ (["copy", "cut", "paste"])) {
      document.addEventListener(name, (event) => this.#clipboard(name, event));
    }
  }

  /** @param {Tool} tool */
  choose(tool) {
    this.tool = tool;
    if (tool !== "select") this.selection.clear();
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
        (tool === "box" || tool === "circle") && button("Filled", () => {
          this.filled = !this.filled;
          this.show();
        }, { "aria-pressed": this.filled }),
        tool === "select" && this.#selectionButtons(),
        el("div", { class: "toggles icons", role: "group", "aria-label": "Mirror" },
          mirror("Mirror ↔", "across", "M8 1v14M5 5L1 8l4 3zM11 5l4 3-4 3z", "Draw on the left and on the right at once"),
          mirror("Mirror ↕", "down", "M1 8h14M5 5l3-4 3 4zM5 11l3 4 3-4z", "Draw above and below at once"))),
      draw.layout.inkButtons(draw.inks.chosen, 0, (ink) => draw.inks.choose(ink)),
    );
  }

  #selectionButtons() {
    const { selection } = this;
    const disabled = !selection.box;
    return el("div", { class: "toggles", role: "group", "aria-label": "Selection" },
      button("Copy", () => selection.copy(), { disabled, title: "Ctrl-C" }),
      button("Cut", () => this.#cut(), { disabled, title: "Ctrl-X" }),
      button("Paste", () => selection.paste(""), { title: "Ctrl-V" }));
  }

  #cut() {
    const text = this.selection.copy();
    this.selection.erase();
    return text;
  }

  /**
   * @param {"copy" | "cut" | "paste"} name
   * @param {ClipboardEvent} event
   */
  #clipboard(name, event) {
    const { draw, selection } = this;
    const data = event.clipboardData;
    if (!data || isTyping(event) || !draw.element.checkVisibility()) return;
    if (name === "paste") {
      if (data.files.length || !selection.paste(data.getData("text/plain"))) return;
      if (this.tool !== "select") this.choose("select");
    } else {
      const text = name === "cut" && selection.box ? this.#cut() : selection.copy();
      if (!text) return;
      data.setData("text/plain", text);
    }
    event.preventDefault();
  }

  /**
   * A cell and those that mirror it.
   *
   * @param {number} cell
   */
  #twins(cell) {
    const { height, width } = this.draw.picture;
    const { row, col } = this.#place(cell);
    const rows = this.mirrors.down ? [row, height - 1 - row] : [row];
    const cols = this.mirrors.across ? [col, width - 1 - col] : [col];
    return rows.flatMap((r) => cols.map((c) => r * width + c));
  }

  /** @param {number} cell */
  #place(cell) {
    return placeOf(cell, this.draw.picture);
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
    this.mark = other || tool === "erase" ? BLANK : ink;
    if (tool === "select" && !other) this.selection.press(this.#place(cell));
    else if (tool === "move" && !other) this.grip = cell;
    else if (tool === "fill" && !other) this.#flood(cell);
    else {
      if (tool in FIGURES) this.grip = cell;
      draw.marks.begin();
      this.#draw([cell]);
    }
  }

  /** @param {number} cell */
  drag(cell) {
    const { draw: { marks, picture: { width } }, grip, tool } = this;
    if (this.selection.grip) this.selection.drag(this.#place(cell));
    else if (tool === "line" || tool === "box" || tool === "circle") {
      if (grip === null) return;
      marks.cancel();
      marks.begin();
      const places = FIGURES[tool](this.#place(grip), this.#place(cell), this.filled);
      this.#draw(places.map(({ row, col }) => row * width + col));
    } else if (grip === null) this.#draw([cell]);
  }

  cancel() {
    this.grip = null;
    if (this.selection.grip) this.selection.cancel();
    else this.draw.marks.cancel();
  }

  release() {
    if (this.selection.grip) {
      this.selection.release();
      return;
    }
    if (this.tool === "move" && this.grip !== null) this.#move(this.grip);
    this.grip = null;
    this.draw.marks.end();
  }

  /** @param {number} from */
  #move(from) {
    const { board, marks, picture } = this.draw;
    const to = board.at;
    if (!to) return;
    const { row, col } = this.#place(from);
    if (to.row !== row || to.col !== col) marks.replace(shifted(picture, to.row - row, to.col - col));
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
    const { board } = this.draw;
    if (this.tool !== "select") {
      this.#stroke(cells, this.mark);
      return;
    }
    if (this.anchor) this.selection.span(this.anchor, board.cursor);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { draw: { board, marks, inks }, selection } = this;
    if (undoByKey(event, marks)) return true;
    const key = plainKey(event);
    if (this.tool === "select" && this.#selectionKey(event, key)) return true;
    const cell = board.cellOf(board.cursor);
    if (key === " " || key === "Enter") {
      if (event.repeat) return true;
      const ink = inks.chosen + 1;
      this.#stroke([cell], marks.cells[cell] === ink ? BLANK : ink);
    } else if (key === "x" || key === "Delete" || key === "Backspace") {
      if (selection.box) selection.erase();
      else this.#stroke([cell], BLANK);
    } else if (key === "f") this.#flood(cell);
    else if (/^[1-9]$/.test(key)) inks.choose(Number(key));
    else return false;
    return true;
  }

  /**
   * @param {KeyboardEvent} event
   * @param {string} key
   */
  #selectionKey(event, key) {
    const { selection, draw: { board } } = this;
    if (!event.shiftKey || !selection.box) this.anchor = null;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "a") selection.all();
    else if (key === "Escape" && selection.box) selection.clear();
    else if (selection.box && !event.shiftKey && ARROWS[key]) selection.nudge(...ARROWS[key]);
    else if (event.shiftKey && ARROWS[key] && !this.anchor) {
      this.anchor = { ...board.cursor };
      return false; // the board moves the cursor, and says where it went
    } else return false;
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
