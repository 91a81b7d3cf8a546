/**
 * A part of the drawing that is selected: to move, copy, cut and paste it. The copied part can be pasted into
 * another drawing, too: the clipboard gets it as text, one letter for each cell.
 */

import { el } from "./dom.js";
import { corners } from "./figures.js";
import { placeOf } from "./line.js";
import { BLANK, marksByLetter } from "./puzzle.js";

/**
 * @typedef {import("./draw.js").Draw} Draw
 * @typedef {import("./gestures.js").Place} Place
 * @typedef {{height: number, width: number, cells: Int16Array}} Piece marks, row by row
 */

/** Rows and columns that a text may have to be a picture. */
const MOST_SIDE = 500;

/** What was copied last, on any drawing of this page. */
let copied = "";

export class Selection {
  /**
   * @param {Draw} draw
   * @param {() => void} changed called when a selection begins or ends
   */
  constructor(draw, changed) {
    this.draw = draw;
    this.changed = changed;
    /** @type {(Place & {height: number, width: number}) | null} its upper left cell and its size */
    this.box = null;
    /** What is moved, and the drawing below it; null until it is moved. */
    /** @type {{piece: Piece, under: Int16Array} | null} */
    this.lifted = null;
    /** Its own changes are under way. */
    this.working = false;
    /** @type {{at: Place, from: Place, moving: boolean} | null} where the pointer went down, and the box then */
    this.grip = null;
    this.outline = el("div", { class: "selection", hidden: true });
    draw.board.host.append(this.outline);
  }

  /** Show where it is now. */
  place() {
    const { box, outline, draw: { board: { view } } } = this;
    outline.hidden = !box;
    if (!box) return;
    const { x, y, width, height } = view.area;
    const [left, top] = [view.colX(box.col), view.rowY(box.row)];
    const [right, bottom] = [left + box.width * view.cell, top + box.height * view.cell];
    // The part of it that is in sight.
    const [l, t] = [Math.max(x, left), Math.max(y, top)];
    const [w, h] = [Math.min(x + width, right) - l, Math.min(y + height, bottom) - t];
    outline.hidden = w <= 0 || h <= 0;
    Object.assign(outline.style, { left: `${l}px`, top: `${t}px`, width: `${w}px`, height: `${h}px` });
  }

  /** @param {Selection["box"]} box */
  #set(box) {
    const before = this.box;
    this.box = box;
    this.place();
    if (!before !== !box) this.changed();
  }

  clear() {
    this.lifted = this.grip = null;
    this.#set(null);
  }

  all() {
    const { height, width } = this.draw.picture;
    this.lifted = null;
    this.#set({ row: 0, col: 0, height, width });
  }

  /** The drawing was changed by something else. */
  drawn() {
    if (this.working || !this.box) return;
    const { height, width } = this.draw.picture;
    this.lifted = null;
    if (this.box.row + this.box.height > height || this.box.col + this.box.width > width) this.clear();
  }

  /** @param {Place} at */
  press(at) {
    const { box } = this;
    const moving = box !== null && at.row >= box.row && at.row < box.row + box.height && at.col >= box.col && at.col < box.col + box.width;
    if (!moving) this.clear();
    this.grip = { at, from: moving ? { row: box.row, col: box.col } : at, moving };
  }

  /** @param {Place} to */
  drag(to) {
    const { grip } = this;
    if (!grip) return;
    if (grip.moving) this.#moveTo(grip.from.row + to.row - grip.at.row, grip.from.col + to.col - grip.at.col);
    else this.span(grip.at, to);
  }

  release() {
    this.grip = null;
    this.#work(() => this.draw.marks.end());
  }

  cancel() {
    const { grip } = this;
    this.grip = null;
    this.#work(() => this.draw.marks.cancel());
    if (grip?.moving && this.box) this.#set({ ...this.box, ...grip.from });
    else this.clear();
  }

  /**
   * Select all between two corners.
   *
   * @param {Place} from
   * @param {Place} to
   */
  span(from, to) {
    const { top, left, bottom, right } = corners(from, to);
    this.lifted = null;
    this.#set({ row: top, col: left, height: bottom - top + 1, width: right - left + 1 });
  }

  /**
   * Move it by keys.
   *
   * @param {number} down
   * @param {number} right
   */
  nudge(down, right) {
    if (!this.box) return;
    this.#moveTo(this.box.row + down, this.box.col + right);
    this.#work(() => this.draw.marks.end());
  }

  /**
   * @param {number} row
   * @param {number} col
   */
  #moveTo(row, col) {
    const { box } = this;
    if (!box) return;
    if (!this.lifted) {
      const piece = this.#piece();
      const under = this.draw.picture.cells.slice();
      for (const cell of this.#cells()) under[cell] = BLANK;
      this.lifted = { piece, under };
    }
    this.#set({ ...box, row, col });
    this.#lay(this.lifted);
  }

  /**
   * Draw the piece at the box, over what is below. The stroke stays open.
   *
   * @param {NonNullable<Selection["lifted"]>} lifted
   */
  #lay({ piece, under }) {
    const { marks } = this.draw;
    const cells = under.slice();
    this.#places().forEach((cell, at) => {
      if (cell >= 0) cells[cell] = piece.cells[at];
    });
    this.#work(() => {
      marks.cancel();
      marks.begin();
      cells.forEach((mark, cell) => marks.set(cell, mark));
    });
  }

  /** @param {() => void} change */
  #work(change) {
    this.working = true;
    try {
      change();
    } finally {
      this.working = false;
    }
  }

  /** The cells of the box, row by row; -1 beyond the board. */
  #places() {
    const { box, draw: { picture: { height, width } } } = this;
    if (!box) return [];
    return Array.from({ length: box.height * box.width }, (_, at) => {
      const place = placeOf(at, box);
      const [row, col] = [box.row + place.row, box.col + place.col];
      return row >= 0 && row < height && col >= 0 && col < width ? row * width + col : -1;
    });
  }

  /** The selected cells that are on the board. */
  #cells() {
    return this.#places().filter((cell) => cell >= 0);
  }

  /** @returns {Piece} */
  #piece() {
    const { height, width } = /** @type {NonNullable<Selection["box"]>} */ (this.box);
    return { height, width, cells: Int16Array.from(this.#places(), (cell) => this.draw.picture.cells[cell] ?? BLANK) };
  }

  /** Make it blank. */
  erase() {
    const cells = this.#cells();
    this.lifted = null;
    this.#work(() => this.draw.marks.setAll(cells.map((cell) => [cell, BLANK])));
  }

  /** @returns {string} what was copied, as text; "" without a selection */
  copy() {
    if (!this.box) return "";
    const { palette } = this.draw.picture;
    const { height, width, cells } = this.lifted?.piece ?? this.#piece();
    const rows = Array.from({ length: height }, (_, row) =>
      [...cells.subarray(row * width, (row + 1) * width)].map((mark) => palette[Math.max(0, mark - 1)].char).join(""));
    copied = rows.join("\n");
    return copied;
  }

  /**
   * Paste at the selection, else at the place that is pointed at; it can be moved then.
   *
   * @param {string} text of the clipboard; if it is neither a picture nor numbers, the last copy on this page is pasted
   * @returns {boolean} whether there was anything to paste
   */
  paste(text) {
    const { draw } = this;
    const piece = pieceOf(text, draw) ?? (/\d/.test(text) ? null : pieceOf(copied, draw));
    if (!piece) return false;
    const { height, width, cells } = draw.picture;
    const at = this.box ?? draw.board.spot ?? { row: 0, col: 0 };
    const row = Math.max(0, Math.min(at.row, height - piece.height));
    const col = Math.max(0, Math.min(at.col, width - piece.width));
    draw.marks.end();
    this.lifted = { piece, under: cells.slice() };
    this.#set({ row, col, height: piece.height, width: piece.width });
    this.#lay(this.lifted);
    this.release();
    return true;
  }
}

/**
 * The picture that a text shows; an ink that the drawing does not have becomes the chosen one.
 *
 * @param {string} text
 * @param {Draw} draw
 * @returns {Piece | null}
 */
function pieceOf(text, draw) {
  const rows = text.trim().split(/\r?\n/).map((row) => row.trim());
  const [height, width] = [rows.length, rows[0].length];
  if (!width || height > MOST_SIDE || width > MOST_SIDE || rows.some((row) => row.length !== width || !/^[.#\p{L}]+$/u.test(row))) return null;
  const marks = marksByLetter(draw.picture.palette);
  const cells = Int16Array.from(rows.flatMap((row) => [...row].map((char) => marks.get(char) ?? draw.inks.chosen + 1)));
  return { height, width, cells };
}
