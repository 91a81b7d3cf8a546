/** How strokes of a player change marks. */

import { clueOf, isFinished, lineCells, linesThrough } from "./line.js";
import { BLANK, NO_PUZZLE, OPEN } from "./puzzle.js";
import { Marks } from "./state.js";

/**
 * What a player marks with.
 *
 * @typedef {"fill" | "blank" | "maybe" | "maybe-blank" | "erase"} Tool
 */

/** @type {Record<Tool, Tool>} what the right button and a long press mark */
const OTHER = { fill: "blank", blank: "fill", maybe: "maybe-blank", "maybe-blank": "maybe", erase: "blank" };

export class Pen {
  /** @param {() => boolean} blanks whether lines that a stroke finishes get their blanks */
  constructor(blanks) {
    this.puzzle = NO_PUZZLE;
    this.marks = Marks.of(NO_PUZZLE);
    this.blanks = blanks;
    /** @type {Tool} */
    this.tool = "fill";
    this.ink = 1;
    /** The mark that the stroke sets, and the one that it may replace; null: any. */
    this.mark = OPEN;
    /** @type {number | null} */
    this.over = OPEN;
  }

  /**
   * Begin a stroke. On a cell that has this mark already, the stroke removes marks of this kind. Otherwise
   * it changes its first cell, and then only open cells.
   *
   * @param {number} cell
   * @param {boolean} other with the other button
   * @param {Tool} [tool]
   */
  press(cell, other, tool = this.tool) {
    const inked = this.ink + 1;
    const marks = { fill: inked, blank: BLANK, maybe: -inked, "maybe-blank": -BLANK, erase: OPEN };
    const mark = marks[other ? OTHER[tool] : tool];
    const before = this.marks.cells[cell];
    this.marks.begin();
    if (mark === OPEN) [this.mark, this.over] = [OPEN, null];
    else if (before === mark) [this.mark, this.over] = [OPEN, mark];
    else [this.mark, this.over] = [mark, OPEN];
    this.marks.set(cell, this.mark);
  }

  /** @param {number} cell */
  drag(cell) {
    if (this.over === null || this.marks.cells[cell] === this.over) this.marks.set(cell, this.mark);
  }

  /**
   * Continue the last stroke in other cells, as Shift with an arrow does.
   *
   * @param {number[]} cells
   */
  extend(cells) {
    this.marks.begin();
    for (const cell of cells) this.drag(cell);
    this.end();
  }

  /**
   * Set several cells as one stroke.
   *
   * @param {Iterable<[cell: number, mark: number]>} changes
   */
  setAll(changes) {
    this.marks.begin();
    for (const [cell, mark] of changes) this.marks.set(cell, mark);
    this.end();
  }

  /** Finish the stroke. Open cells in the lines that it finished become blank with it. */
  end() {
    const { marks, puzzle } = this;
    const stroke = marks.stroke;
    if (stroke?.length && this.blanks()) {
      const before = new Map();
      for (let at = stroke.length - 3; at >= 0; at -= 3) before.set(stroke[at], stroke[at + 1]);
      for (const line of linesThrough([...before.keys()], puzzle)) {
        const cells = lineCells(line, puzzle);
        /** @type {(mark: (cell: number) => number) => boolean} whether the sure marks satisfy the clue */
        const done = (mark) => isFinished(clueOf(puzzle, line), cells.map((cell) => mark(cell) - 1));
        if (done((cell) => before.get(cell) ?? marks.cells[cell]) || !done((cell) => marks.cells[cell])) continue;
        for (const cell of cells) if (marks.cells[cell] === OPEN) marks.set(cell, BLANK);
      }
    }
    marks.end();
  }
}
