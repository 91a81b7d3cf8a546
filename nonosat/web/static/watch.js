/**
 * Watches the lines of a game: which are finished, which no longer fit their clue, and which numbers are
 * placed. It uses only the clues, so every valid picture counts as a solution.
 */

import { clueOf, lineCells, linesThrough, runsOf, sameClue } from "./line.js";
import { placedNumbers } from "./logic.js";

/**
 * @typedef {import("./puzzle.js").Puzzle} Puzzle
 * @typedef {import("./line.js").Axis} Axis
 */

export class Watch {
  /**
   * @param {Puzzle} puzzle
   * @param {() => Int16Array} cells the marks as they are now
   */
  constructor(puzzle, cells) {
    this.puzzle = puzzle;
    this.cells = cells;
    /** @type {Record<Axis, boolean[]>} */
    this.done = { row: [], col: [] };
    /** @type {Record<Axis, boolean[][]>} */
    this.placed = { row: [], col: [] };
    /** @type {Record<Axis, Set<number>>} */
    this.bad = { row: new Set(), col: new Set() };
    this.update(null);
  }

  /**
   * Look at the lines of these cells again.
   *
   * @param {number[] | null} cells null: all
   * @returns {[Axis, number][]} those lines
   */
  update(cells) {
    const lines = linesThrough(cells, this.puzzle);
    for (const [axis, line] of lines) this.#look(axis, line);
    return lines;
  }

  /**
   * @param {Axis} axis
   * @param {number} line
   */
  #look(axis, line) {
    const { height, width } = this.puzzle;
    const clue = clueOf(this.puzzle, axis, line);
    const marks = this.cells();
    const colors = lineCells(axis, line, height, width).map((cell) => (marks[cell] > 0 ? marks[cell] - 1 : -1));
    const places = placedNumbers(clue, colors);
    this.done[axis][line] = sameClue(runsOf(colors), clue);
    this.placed[axis][line] = places ?? [];
    if (this.done[axis][line] || places) this.bad[axis].delete(line);
    else this.bad[axis].add(line);
  }

  /** Whether the sure marks are a solution. */
  get solved() {
    return [...this.done.row, ...this.done.col].every(Boolean);
  }

  /** How many lines have their clue. */
  get finished() {
    return [...this.done.row, ...this.done.col].filter(Boolean).length;
  }
}
