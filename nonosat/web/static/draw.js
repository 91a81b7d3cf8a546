/** Drawing a picture, with its clues beside it and the verdict after each stroke. */

import { button, el, fill, number, section } from "./dom.js";
import { Layout, keyHelp, plainKey, toggles, undoByKey } from "./layout.js";
import { Inks } from "./inks.js";
import { cluesOf, lineCells, linesThrough, runsOf } from "./line.js";
import { BLACK_AND_WHITE, BLANK, givensJson, jsonOf, marksOf, pictureJson } from "./puzzle.js";
import { area, blankPicture, flippedAcross, flippedDown, resized, rotated, shifted } from "./shapes.js";
import { Kept, Marks, aboutOf } from "./state.js";
import { Judgment } from "./judgment.js";

/**
 * @typedef {import("./puzzle.js").Puzzle} Puzzle
 * @typedef {import("./state.js").Picture} Picture
 * @typedef {typeof import("./api.js")} Api
 * @typedef {"pencil" | "fill" | "erase" | "move"} Tool
 */

/** @type {[Tool, string, string][]} */
const TOOLS = [
  ["pencil", "✎ Pencil", "Draw. With Shift along a row or column. Right button, long press: erase"],
  ["fill", "Fill", "Fill the cells of one color that hang together. Key: f"],
  ["erase", "Erase", "Make cells blank. Key: Delete"],
  ["move", "Move", "Drag the picture; what leaves comes in on the other side"],
];

/** @type {[string, string][]} */
const KEYS = [
  ["Arrows", "move; with Shift draw on the way, with Ctrl five cells"], ["Space, Enter", "draw, or erase what is drawn"],
  ["f", "fill"], ["Delete, x", "erase"], ["1 … 9", "choose the ink"], ["Ctrl-Z, Ctrl-Y", "undo, redo"],
  ["+, -, 0", "larger, smaller, show all"],
  ["Mouse", "right button erases; Shift keeps to a line; wheel zooms, with Shift it scrolls"],
  ["Fingers", "long press erases; two fingers move and zoom"],
];

const BEFORE = "Undo goes back to what was drawn before this picture was opened.";
const DAMAGED = "The drawing that the browser kept is damaged, so this is a new one.";
const NO_PAST = "The browser has no room to keep what was drawn before: after a reload, undo will not go back to it.";
const SAVE_MS = 300;
const MOST_SIDE = 500;
const FIRST_SIDE = 15;

export class Draw {
  /**
   * @param {Api} api
   * @param {() => void} retitled told when the drawing may have another title
   */
  constructor(api, retitled) {
    this.retitled = retitled;
    this.layout = new Layout("Picture", {
      press: (cell, other) => this.#press(cell, other),
      drag: (cell) => this.#drag(cell),
      release: () => this.#release(),
      cancel: () => this.#cancel(),
      key: (event) => this.#key(event),
      walked: (cells) => this.#mark(cells),
    });
    this.element = this.layout.element;
    this.board = this.layout.board;
    this.board.drawing = true;
    /** @type {Tool} */
    this.tool = "pencil";
    /** The mark that the stroke draws. */
    this.mark = BLANK;
    /** @type {number | null} where the move began */
    this.grip = null;
    /** @type {Set<number>} cells that are to be printed as given, until the drawing changes */
    this.givens = new Set();
    this.marks = new Marks(blankPicture(FIRST_SIDE, FIRST_SIDE, BLACK_AND_WHITE));
    this.marks.changed = (cells) => this.#changed(cells);
    this.marks.settled = () => this.#settled();
    this.shown = this.#clues();
    /** What is kept for this tab; a new tab begins with the last drawing of any. */
    this.kept = [new Kept("draw", true), new Kept("draw")];
    this.saving = 0;
    const sides = { min: 1, max: MOST_SIDE };
    this.width = number("Width", FIRST_SIDE, sides, (width) => this.#resize(this.picture.height, width));
    this.height = number("Height", FIRST_SIDE, sides, (height) => this.#resize(height, this.picture.width));
    this.title = el("input", { type: "text", oninput: () => this.#retitle() });
    this.inks = new Inks(this);
    this.judgment = new Judgment(this, api);
    addEventListener("pagehide", () => this.save());
    this.#buildPanel();
    const [own, latest] = this.kept.map((kept) => kept.load());
    const last = own ?? latest;
    const restored = last !== null && this.marks.restore(last);
    /** Whether this tab had a drawing before it was loaded again. */
    this.goesOn = own !== null && restored;
    this.#changed(null);
    if (last && !restored) this.#say(DAMAGED);
    else if (this.#replaced) this.#say(BEFORE);
    if (restored && Array.isArray(last.givens) && last.givens.length) this.give(last.givens.map(Number));
  }

  #buildPanel() {
    /** @type {(change: (picture: Picture) => Picture) => () => void} */
    const all = (change) => () => this.marks.replace(change(this.picture));
    fill(
      this.layout.side,
      this.judgment.section,
      this.judgment.repair.section,
      section(
        "Picture",
        this.layout.message,
        el("label", { class: "field" }, "Title ", this.title),
        el("div", { class: "line" }, this.width.label, this.height.label),
        el(
          "div",
          { class: "buttons" },
          button("Undo", () => this.marks.undo(), { title: "Ctrl-Z" }),
          button("Redo", () => this.marks.redo(), { title: "Ctrl-Y" }),
          button("Flip ↔", all(flippedAcross)),
          button("Flip ↕", all(flippedDown)),
          button("Rotate", all(rotated)),
          button("Clear", all((picture) => ({ ...picture, cells: picture.cells.map(() => BLANK) }))),
        ),
        el(
          "div",
          { class: "buttons", role: "group", "aria-label": "Move the picture" },
          button("←", all((picture) => shifted(picture, 0, -1)), { "aria-label": "Move left" }),
          button("→", all((picture) => shifted(picture, 0, 1)), { "aria-label": "Move right" }),
          button("↑", all((picture) => shifted(picture, -1, 0)), { "aria-label": "Move up" }),
          button("↓", all((picture) => shifted(picture, 1, 0)), { "aria-label": "Move down" }),
        ),
      ),
      this.inks.section,
      this.layout.viewSection(),
      keyHelp(KEYS),
    );
  }

  get picture() {
    return this.marks.picture;
  }

  get about() {
    return this.picture.about ?? {};
  }

  /** Whether undo goes back to another picture. */
  get #replaced() {
    return this.marks.past.some((change) => !Array.isArray(change) && change.opened);
  }

  /** @param {string} text */
  #say(text) {
    fill(this.layout.message, text);
  }

  /** The drawing as a puzzle file has it. */
  json() {
    return jsonOf(this.picture, { ...this.about, ...givensJson(this.picture, this.givens) });
  }

  /**
   * Draw on with a picture. If it is another one, undo brings the old one back.
   *
   * @param {Puzzle} puzzle
   * @param {string[]} rows
   */
  open(puzzle, rows) {
    const { height, width, palette, json } = puzzle;
    const picture = { height, width, palette, cells: marksOf(rows, palette), about: aboutOf(json) };
    const [before, after] = [this.picture, picture].map((each) => JSON.stringify(pictureJson(each)));
    if (before !== after) {
      const drawn = this.picture.cells.some((mark) => mark !== BLANK);
      this.marks.replace(picture, drawn);
      if (drawn) this.#say(BEFORE);
    } else {
      this.picture.about = picture.about;
      this.#showTitle();
    }
    if (puzzle.givens.size) this.give([...puzzle.givens.keys()]);
  }

  /**
   * Print these cells as given.
   *
   * @param {number[]} cells
   */
  give(cells) {
    this.judgment.hide();
    this.givens = new Set(cells);
    this.shown.givens = this.givens;
    this.board.show(this.shown, this.picture.cells);
    this.judgment.ask();
    this.save();
  }

  /** The view is shown. */
  enter() {
    if (!this.judgment.fresh) this.judgment.ask();
  }

  #clues() {
    const { height, width, palette, cells } = this.picture;
    /** @type {import("./view.js").Shown} */
    const shown = { height, width, palette, ...cluesOf(cells.map((mark) => mark - 1), height, width) };
    return shown;
  }

  /** @param {number[] | null} cells */
  #changed(cells) {
    const { picture, board } = this;
    this.judgment.hide();
    if (!cells || this.givens.size) {
      this.givens = new Set(); // they were right for the drawing before
      this.shown = this.#clues();
      board.show(this.shown, picture.cells);
      this.width.input.value = String(picture.width);
      this.height.input.value = String(picture.height);
      this.#showTitle();
      this.inks.show();
      this.showTools();
      this.judgment.ask();
    } else {
      board.update(cells);
      const lines = linesThrough(cells, picture);
      for (const [axis, line] of lines) {
        const colors = lineCells(axis, line, picture.height, picture.width).map((cell) => picture.cells[cell] - 1);
        this.shown[axis === "row" ? "rows" : "cols"][line] = runsOf(colors);
      }
      board.updateClues(lines);
    }
    this.layout.map.update();
    this.layout.look();
  }

  #settled() {
    this.#say("");
    this.board.remeasure();
    this.judgment.ask();
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.save(), SAVE_MS);
  }

  save() {
    const drawing = { ...this.marks.toJson(), givens: [...this.givens] };
    const room = this.kept.map((kept) => kept.saveMarks(drawing));
    if (room[0] !== "all" && this.#replaced) this.#say(NO_PAST);
  }

  /**
   * @param {number} height
   * @param {number} width
   */
  #resize(height, width) {
    if (height !== this.picture.height || width !== this.picture.width) {
      this.marks.replace(resized(this.picture, height, width));
    }
  }

  #retitle() {
    this.picture.about = { ...this.about, title: this.title.value };
    this.retitled();
    this.save();
  }

  #showTitle() {
    this.title.value = this.about.title ?? "";
    this.retitled();
  }

  showTools() {
    fill(
      this.layout.tools,
      toggles("Tools", TOOLS, this.tool, (tool) => {
        this.tool = tool;
        this.showTools();
      }),
      el("div", { class: "toggles", role: "group", "aria-label": "Inks" },
        ...this.layout.inkButtons(this.inks.chosen, 0, (ink) => this.inks.choose(ink))),
    );
  }

  /**
   * @param {number} cell
   * @param {boolean} other
   */
  #press(cell, other) {
    this.judgment.hide();
    if (this.tool === "move" && !other) {
      this.grip = cell;
      return;
    }
    if (this.tool === "fill" && !other) {
      this.#flood(cell);
      return;
    }
    this.mark = other || this.tool === "erase" ? BLANK : this.inks.chosen + 1;
    this.marks.begin();
    this.marks.set(cell, this.mark);
  }

  /** @param {number} cell */
  #drag(cell) {
    if (this.grip === null) this.marks.set(cell, this.mark);
  }

  #cancel() {
    this.grip = null;
    this.marks.cancel();
  }

  #release() {
    if (this.grip !== null) this.#move(this.grip);
    this.grip = null;
    this.marks.end();
  }

  /** @param {number} from */
  #move(from) {
    const { width } = this.picture;
    const to = this.board.at;
    if (!to) return;
    const [down, right] = [to.row - Math.floor(from / width), to.col - (from % width)];
    if (down || right) this.marks.replace(shifted(this.picture, down, right));
  }

  /** @param {number} cell */
  #flood(cell) {
    const mark = this.inks.chosen + 1;
    this.marks.setAll([...area(this.picture, cell)].map((each) => [each, mark]));
  }

  /** @param {number[]} cells */
  #mark(cells) {
    this.marks.setAll(cells.map((cell) => [cell, this.mark]));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (undoByKey(event, this.marks)) return true;
    const key = plainKey(event);
    const cell = this.board.cellOf(this.board.cursor);
    if (key === " " || key === "Enter") {
      if (event.repeat) return true;
      const ink = this.inks.chosen + 1;
      this.mark = this.marks.cells[cell] === ink ? BLANK : ink;
      this.#mark([cell]);
    } else if (key === "x" || key === "Delete" || key === "Backspace") {
      this.mark = BLANK;
      this.#mark([cell]);
    } else if (key === "f") this.#flood(cell);
    else if (/^[1-9]$/.test(key)) this.inks.choose(Number(key));
    else return false;
    return true;
  }
}
