/** Drawing a picture, with its clues beside it and the verdict after each stroke. */

import { button, el, fill, number, section } from "./dom.js";
import { Layout, keyHelp, undoButtons } from "./layout.js";
import { Inks } from "./inks.js";
import { cluesOf, lineColors, linesThrough, runsOf } from "./line.js";
import { BLACK_AND_WHITE, BLANK, givensJson, jsonOf, marksOf, pictureJson } from "./puzzle.js";
import { resized } from "./shapes.js";
import { Store, Marks, aboutOf, noRoom } from "./state.js";
import { VerdictPanel } from "./verdict.js";
import { Tools } from "./tools.js";

/**
 * @typedef {import("./puzzle.js").Puzzle} Puzzle
 * @typedef {import("./state.js").Picture} Picture
 * @typedef {typeof import("./api.js")} Api
 */

/** @type {[string, string][]} */
const KEYS = [
  ["Arrows", "move; Shift draws along the way, Ctrl moves five cells"], ["Space, Enter", "draw, or erase what is drawn"],
  ["f", "fill"], ["Delete, x", "erase"], ["1 … 9", "choose the ink"], ["Ctrl-Z, Ctrl-Y", "undo, redo"],
  ["+, -, 0", "larger, smaller, show all"],
  ["Mouse", "right button erases; Shift draws straight; the wheel zooms, Shift and wheel scroll"],
  ["Fingers", "long press erases; two fingers move and zoom"],
];

const DAMAGED = "The saved drawing is damaged. This is a new one.";
const NO_PAST = "The undo history will be lost when you reload the page.";
const SAVE_MS = 300;
const MOST_SIDE = 500;
const FIRST_SIDE = 15;

export class Draw {
  /**
   * @param {Api} api
   * @param {[name: string, rgb: string, char: string][]} inks colors for new inks
   * @param {() => void} retitled called when the title may have changed
   */
  constructor(api, inks, retitled) {
    this.retitled = retitled;
    this.layout = new Layout("Picture", {
      press: (cell, other) => this.tools.press(cell, other),
      drag: (cell) => this.tools.drag(cell),
      release: () => this.marks.end(),
      cancel: () => this.marks.cancel(),
      key: (event) => this.tools.key(event),
      walked: (cells) => this.tools.walked(cells),
    });
    this.element = this.layout.element;
    this.board = this.layout.board;
    this.board.drawing = true;
    /** @type {Set<number>} cells that are to be printed as given, until the drawing changes */
    this.givens = new Set();
    this.marks = new Marks(newPicture());
    this.marks.changed = (cells) => this.#changed(cells);
    this.marks.settled = () => this.#settled();
    this.shown = this.#clues();
    /** What is kept for this tab; a new tab begins with the last drawing of any. */
    this.stores = [new Store("draw", true), new Store("draw")];
    this.saving = 0;
    const sides = { min: 1, max: MOST_SIDE };
    this.width = number("Width", FIRST_SIDE, sides, (width) => this.#resize(this.picture.height, width));
    this.height = number("Height", FIRST_SIDE, sides, (height) => this.#resize(height, this.picture.width));
    this.title = el("input", { type: "text", oninput: () => this.#retitle() });
    this.inks = new Inks(this, inks);
    this.tools = new Tools(this);
    this.verdict = new VerdictPanel({
      board: this.board, marks: this.marks, ask: api,
      json: () => ({ ...pictureJson(this.picture), ...givensJson(this.picture, this.givens) }),
    });
    addEventListener("pagehide", () => this.save());
    this.#buildPanel();
    const [own, latest] = this.stores.map((kept) => kept.load());
    const last = own ?? latest;
    const restored = last !== null && this.#restore(last);
    /** Whether this tab had a drawing before it was loaded again. */
    this.goesOn = own !== null && restored;
    if (!restored) this.#changed(null);
    if (last && !restored) this.#say(DAMAGED);
  }

  #buildPanel() {
    this.element.classList.add("draws");
    this.layout.strip.append(this.verdict.section, this.verdict.repair.section);
    fill(this.layout.actions, ...undoButtons(() => this.marks));
    fill(
      this.layout.side,
      section(
        "Picture",
        el("div", { class: "buttons" }, button("New", () => this.#start(newPicture()))),
        el("label", { class: "field wide" }, "Title ", this.title),
      ),
      el(
        "details", { class: "shape" }, el("summary", {}, "Size, colors"),
        el("div", { class: "sizes" }, this.width.label, this.height.label),
        el("p", { class: "about" }, "Cells are added or removed on the right and at the bottom."),
        this.inks.element,
      ),
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

  /** @param {string} text */
  #say(text) {
    fill(this.layout.message, text);
  }

  /** The drawing in nonosat's JSON form. */
  json() {
    return jsonOf(this.picture, { ...this.about, ...givensJson(this.picture, this.givens) });
  }

  /**
   * Put another picture in place of the drawing; Undo brings that back.
   *
   * @param {Picture} picture
   */
  #start(picture) {
    this.#say("");
    this.marks.start(picture);
    this.board.fit();
    this.save();
  }

  /**
   * Edit a picture. If it is the drawing already, that keeps its past.
   *
   * @param {Puzzle} puzzle
   * @param {string[]} rows
   */
  open(puzzle, rows) {
    const { height, width, palette, json } = puzzle;
    const about = aboutOf(json);
    const picture = { height, width, palette, cells: marksOf(rows, palette), about, id: crypto.randomUUID() };
    const [before, after] = [this.picture, picture].map((each) => JSON.stringify(pictureJson(each)));
    if (before === after) {
      this.picture.about = about;
      this.#showTitle();
    } else this.#start(picture);
    if (puzzle.givens.size) this.give([...puzzle.givens.keys()]);
  }

  /**
   * @param {any} kept
   * @returns {boolean} whether it is a drawing
   */
  #restore(kept) {
    if (!this.marks.restore(kept)) return false;
    const { givens } = kept;
    this.picture.id ??= crypto.randomUUID();
    if (Array.isArray(givens) && givens.length) this.give(givens.map(Number));
    return true;
  }

  /**
   * Print these cells as given.
   *
   * @param {number[]} cells
   */
  give(cells) {
    this.verdict.hide();
    this.givens = new Set(cells);
    this.shown.givens = this.givens;
    this.board.show(this.shown, this.picture.cells);
    this.#judge();
    this.save();
  }

  /** The view is shown. */
  enter() {
    if (!this.verdict.fresh) this.#judge();
  }

  #judge() {
    this.verdict.ask(!this.element.hidden);
  }

  #clues() {
    const { height, width, palette } = this.picture;
    /** @type {import("./view.js").Shown} */
    const shown = { height, width, palette, ...cluesOf(this.picture) };
    return shown;
  }

  /** @param {number[] | null} cells */
  #changed(cells) {
    const { picture, board } = this;
    this.verdict.hide();
    if (!cells || this.givens.size) {
      this.givens = new Set(); // they belong to the drawing before the change
      this.shown = this.#clues();
      board.show(this.shown, picture.cells);
      this.width.input.value = String(picture.width);
      this.height.input.value = String(picture.height);
      this.#showTitle();
      this.inks.show();
      this.tools.show();
      this.#judge();
    } else {
      board.update(cells);
      const lines = linesThrough(cells, picture);
      for (const line of lines) {
        const [axis, index] = line;
        this.shown[axis === "row" ? "rows" : "cols"][index] = runsOf(lineColors(line, picture, picture.cells));
      }
      board.updateClues(lines);
    }
    this.layout.look();
  }

  #settled() {
    this.#say("");
    this.board.remeasure();
    this.#judge();
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.save(), SAVE_MS);
  }

  save() {
    clearTimeout(this.saving);
    const { marks } = this;
    const content = { ...marks.toJson(), givens: [...this.givens] };
    // For a reload, and for the next tab.
    const room = this.stores.map((kept) => kept.saveMarks(content));
    if (room[0] !== "all" && marks.past.length) this.#say(`${noRoom()} ${NO_PAST}`);
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
}

/** A blank drawing. @returns {Picture} */
function newPicture() {
  const cells = new Int16Array(FIRST_SIDE * FIRST_SIDE).fill(BLANK);
  return { height: FIRST_SIDE, width: FIRST_SIDE, palette: BLACK_AND_WHITE, cells, id: crypto.randomUUID() };
}
