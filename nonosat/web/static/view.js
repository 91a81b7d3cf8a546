/**
 * Where things are on the board: the size of a cell, the room of the clues, and how far the grid is
 * moved under its frame. All in CSS pixels; the clues never leave the frame.
 */

import { clueOf, clueText, numberText } from "./line.js";
import { isPlain } from "./puzzle.js";

/**
 * @typedef {import("./line.js").Axis} Axis
 * @typedef {import("./line.js").Line} Line
 * @typedef {Pick<import("./puzzle.js").Puzzle, "height" | "width" | "rows" | "cols" | "palette"> & {givens?: Pick<Set<number>, "has">}} Shown
 * @typedef {{x: number, y: number, width: number, height: number}} Box
 * @typedef {{boxes: Box[], font: number, hidden: number, sign: Box | null}} Written a clue on the board:
 *   the boxes of its numbers, in order, and the height of their digits; `hidden`: how many numbers at
 *   the start are left out; they have the box of the sign
 */

const LARGEST = 64;
const SMALLEST = 3;
/** The cells of a board that does not begin whole: they are hit easily. */
const BEGIN = 22;
/** On a phone on its side, this is enough in place of `whole`. */
const LYING = 15;
/**
 * What depends on whether a finger or a mouse is used: a board begins whole if its cells have at least `whole`
 * CSS pixels; `most` is the largest cell that it begins with; clues take at most `share` of the frame on one side; their digits are at most `font` high, and
 * below `least` a clue is cut instead of being written smaller.
 */
const HANDS = {
  mouse: { whole: 8, most: 36, share: 0.45, font: 24, least: 7 },
  touch: { whole: 16, most: 56, share: 0.36, font: 17, least: 8 },
};
/** In sides of a cell. */
const FONT = 0.62;
const LINE = 0.82;
const GAP = 0.34;
/** The room between the numbers of neighboring columns, in sides of a cell. */
const BETWEEN = 0.12;
/** Numbers that have room in any case, so that a drawing seldom moves while it gets clues. */
const LEAST_NUMBERS = 3;

export class View {
  /** @param {Shown} shown */
  constructor(shown) {
    this.shown = shown;
    this.cell = 20;
    this.frameWidth = 0;
    this.frameHeight = 0;
    /** How far the grid is moved left and up. */
    this.x = 0;
    this.y = 0;
    /** What the size of cells follows: the beginning, all of the grid, or the player's own zoom. */
    /** @type {"begin" | "all" | "zoom"} */
    this.want = "begin";
    /** Whether fingers use it. */
    this.touch = false;
    /** Whether it is painted on; else it begins with all of the grid in sight. */
    this.painted = true;
    /** Whether the picture is shown alone, without clues and lines. */
    this.bare = false;
    /** The widths of a digit and of a letter, in heights of digits. */
    this.em = { digit: 0.58, letter: 0.68 };
    /** The cell size that shows the whole grid; cells are never smaller. */
    this.least = SMALLEST;
    /** The room of the longest clues, in cells. */
    this.clueCells = { left: 1, top: 1 };
    /** Whether the numbers have the letters of their inks. */
    this.letters = !isPlain(shown.palette) && shown.palette.length > 2;
    /** The height of the digits of columns, in cells: the widest number fits into its column. */
    this.colFont = FONT;
    this.measure();
  }

  /** Find the room of the longest clues, in cells. */
  measure() {
    const { rows, cols } = this.shown;
    const least = LEAST_NUMBERS * (this.numberWidth(1) + GAP);
    /** @type {(clue: import("./line.js").Clue) => number} */
    const width = (clue) => clue.reduce((sum, [length]) => sum + this.numberWidth(length) + GAP, 0);
    const left = rows.reduce((most, clue) => Math.max(most, width(clue)), least);
    const top = cols.reduce((most, clue) => Math.max(most, clue.length), LEAST_NUMBERS);
    const widest = cols.flat().reduce((most, [length]) => Math.max(most, this.#ems(length)), 1);
    this.colFont = Math.min(FONT, (1 - BETWEEN) / widest);
    this.clueCells = { left: left + GAP, top: top * this.#lineHeight + GAP };
  }

  /** The height of a number of a column, in cells. */
  get #lineHeight() {
    return LINE * Math.max(0.8, this.colFont / FONT);
  }

  get #hand() {
    return this.touch ? HANDS.touch : HANDS.mouse;
  }

  /**
   * The width of a number, in heights of its digits.
   *
   * @param {number | null} length
   */
  #ems(length) {
    return numberText(length).length * this.em.digit + (this.letters ? this.em.letter : 0);
  }

  /**
   * The width of a number, in cells.
   *
   * @param {number | null} length
   */
  numberWidth(length) {
    return Math.max(0.5, this.#ems(length) * FONT + 0.06);
  }

  /**
   * Take the size of the frame.
   *
   * @param {number} width
   * @param {number} height
   */
  resize(width, height) {
    this.frameWidth = width;
    this.frameHeight = height;
    this.least = this.#fitting();
    const whole = this.touch && width > height ? LYING : this.#hand.whole;
    const small = this.painted && !this.bare && this.least < whole;
    if (this.want === "begin") this.cell = small ? BEGIN : this.least;
    else if (this.want === "all" || this.cell < this.least) [this.cell, this.want] = [this.least, "all"];
    this.scroll(0, 0);
  }

  /** Whether all of the grid is in sight. */
  get fitted() {
    return this.cell === this.least;
  }

  /**
   * Forget the player's own zoom.
   *
   * @param {"begin" | "all"} want
   */
  fit(want) {
    this.want = want;
    this.resize(this.frameWidth, this.frameHeight);
  }

  /** Find the largest cells that show the whole grid. */
  #fitting() {
    let [low, high] = [SMALLEST, this.bare ? LARGEST : this.#hand.most];
    for (let round = 0; round < 12; round++) {
      const middle = (low + high) / 2;
      const { left, top } = this.clueRoom(middle);
      const all = left + middle * this.shown.width + 2 <= this.frameWidth
        && top + middle * this.shown.height + 2 <= this.frameHeight;
      if (all) low = middle;
      else high = middle;
    }
    return low > 8 ? Math.floor(low) : low;
  }

  /**
   * The room of the clues for a size of cells.
   *
   * @param {number} cell
   */
  clueRoom(cell) {
    if (this.bare) return { left: 0, top: 0 };
    const { font, share } = this.#hand;
    const unit = Math.min(cell, font / FONT); // larger cells make no larger digits
    return {
      left: Math.round(Math.min(this.clueCells.left * unit, share * this.frameWidth)),
      top: Math.round(Math.min(this.clueCells.top * unit, share * this.frameHeight)),
    };
  }

  /** The part of the frame that shows cells, and what of it the grid fills. */
  get area() {
    const { left, top } = this.clueRoom(this.cell);
    const width = Math.min(this.frameWidth - left, Math.round(this.shown.width * this.cell) + 2);
    const height = Math.min(this.frameHeight - top, Math.round(this.shown.height * this.cell) + 2);
    const spare = { x: this.frameWidth - left - width, y: this.frameHeight - top - height };
    // In the hand the board keeps its place when something is said below it.
    const above = this.touch && !this.bare ? Math.min(6, spare.y / 2) : spare.y / 2;
    return { x: left + Math.floor(spare.x / 2), y: top + Math.floor(above), width, height, left, top };
  }

  /**
   * The left edge of a column.
   *
   * @param {number} col
   */
  colX(col) {
    return Math.round(this.area.x + 1 - this.x + col * this.cell);
  }

  /**
   * The upper edge of a row.
   *
   * @param {number} row
   */
  rowY(row) {
    return Math.round(this.area.y + 1 - this.y + row * this.cell);
  }

  /** The rows and columns that can be seen: from, to (without). */
  visible() {
    const { width, height } = this.area;
    return {
      top: Math.max(0, Math.floor(this.y / this.cell)),
      left: Math.max(0, Math.floor(this.x / this.cell)),
      bottom: Math.min(this.shown.height, Math.ceil((this.y + height) / this.cell)),
      right: Math.min(this.shown.width, Math.ceil((this.x + width) / this.cell)),
    };
  }

  /**
   * The cell at a point of the frame; null: none.
   *
   * @param {number} x
   * @param {number} y
   * @param {boolean} [nearest] take the nearest cell in sight instead of none
   */
  cellAt(x, y, nearest = false) {
    const { area, shown } = this;
    const inside = x >= area.x && y >= area.y && x < area.x + area.width && y < area.y + area.height;
    if (!inside && !nearest) return null;
    /** @type {(value: number, most: number) => number} */
    const within = (value, most) => Math.min(most - 1, Math.max(0, Math.floor(value)));
    const [right, down] = [Math.min(Math.max(x - area.x, 0), area.width - 1), Math.min(Math.max(y - area.y, 0), area.height - 1)];
    const col = within((right - 1 + this.x) / this.cell, shown.width);
    const row = within((down - 1 + this.y) / this.cell, shown.height);
    return { row, col };
  }

  /**
   * Where the numbers of a clue are. A clue that has no room is written smaller, as long as it can be
   * read; then its first numbers are left out, and a sign in their place says so. An empty clue has the
   * box of a 0.
   *
   * @param {Line} line
   * @returns {Written}
   */
  written([axis, line]) {
    const { area, cell } = this;
    const across = axis === "row";
    const gap = GAP * cell;
    const clue = clueOf(this.shown, [axis, line]);
    const lengths = clue.length ? clue.map(([length]) => length) : [0];
    /** @type {(length: number | null) => number} how far the next number is, before it is written smaller */
    const step = (length) => (across ? this.numberWidth(length) * cell + gap : this.#lineHeight * cell);
    const base = across ? FONT : this.colFont;
    const hand = this.#hand;
    const room = (across ? area.left : area.top) - gap;
    let long = lengths.reduce((/** @type {number} */ sum, length) => sum + step(length), 0);
    const least = Math.min(1, hand.least / (base * cell));
    const scale = Math.max(least, Math.min(1, room / long, hand.font / (FONT * cell)));
    let hidden = 0;
    if (long * scale > room + 1) {
      for (long += step(1); hidden < lengths.length && long * scale > room; hidden++) long -= step(lengths[hidden]);
    }
    let edge = (across ? area.x : area.y) - gap / 2;
    /** @type {(length: number | null) => Box} the box of the next number to the left, or above */
    const next = (length) => {
      const size = (step(length) - (across ? gap : 0)) * scale;
      edge -= size;
      const height = 0.8 * cell * scale;
      const box = across
        ? { x: edge, y: this.rowY(line) + (cell - height) / 2, width: size, height }
        : { x: this.colX(line) + 0.05 * cell, y: edge, width: 0.9 * cell, height: size };
      if (across) edge -= gap * scale;
      return box;
    };
    const boxes = lengths.slice(hidden).reverse().map(next).reverse();
    const sign = hidden ? next(1) : null;
    return { boxes: [...Array(hidden).fill(sign), ...boxes], font: base * cell * scale, hidden, sign };
  }

  /**
   * Move the grid, but not away from its frame.
   *
   * @param {number} dx
   * @param {number} dy
   */
  scroll(dx, dy) {
    const { width, height } = this.area;
    const most = { x: this.shown.width * this.cell + 2 - width, y: this.shown.height * this.cell + 2 - height };
    this.x = Math.max(0, Math.min(this.x + dx, most.x));
    this.y = Math.max(0, Math.min(this.y + dy, most.y));
  }

  /**
   * Change the size of cells; the point stays where it is.
   *
   * @param {number} factor
   * @param {number} x
   * @param {number} y
   */
  zoom(factor, x, y) {
    const before = this.area;
    const col = (x - before.x + this.x) / this.cell;
    const row = (y - before.y + this.y) / this.cell;
    this.cell = Math.max(this.least, Math.min(LARGEST, this.cell * factor));
    this.want = this.fitted ? "all" : "zoom";
    const after = this.area;
    this.x = col * this.cell - (x - after.x);
    this.y = row * this.cell - (y - after.y);
    this.scroll(0, 0);
  }

  /**
   * Bring a cell into sight.
   *
   * @param {import("./gestures.js").Place} place
   */
  reveal({ row, col }) {
    const { width, height } = this.area;
    const [left, top] = [col * this.cell, row * this.cell];
    const margin = this.cell;
    const dx = Math.min(0, left - margin - this.x) || Math.max(0, left + this.cell + margin - this.x - width);
    const dy = Math.min(0, top - margin - this.y) || Math.max(0, top + this.cell + margin - this.y - height);
    this.scroll(dx, dy);
    return dx !== 0 || dy !== 0;
  }

  /**
   * Bring a line into sight, without moving along it.
   *
   * @param {Line} line
   */
  revealLine([axis, line]) {
    const [col, row] = [this.x, this.y].map((moved) => moved / this.cell + 1);
    return this.reveal(axis === "row" ? { row: line, col } : { row, col: line });
  }

  /**
   * The clue of a line in words.
   *
   * @param {Line} line
   */
  clueText(line) {
    return clueText(clueOf(this.shown, line), this.shown.palette);
  }
}
