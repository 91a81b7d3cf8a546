/**
 * Watches the lines of a game: which are finished, which no longer fit their clue, and which numbers are
 * placed. It uses only the clues, so every valid picture counts as a solution.
 */

import { clueOf, lineColors, lineName, linesThrough, runsOf, sameClue } from "./line.js";
import { placedNumbers } from "./logic.js";

/** @typedef {import("./line.js").Line} Line */

export class Watch {
  /**
   * @param {import("./puzzle.js").Puzzle} puzzle
   * @param {() => Int16Array} cells the marks as they are now
   */
  constructor(puzzle, cells) {
    this.puzzle = puzzle;
    this.cells = cells;
    /** @type {Map<string, {done: boolean, placed: boolean[] | null}>} by name; `placed`: which numbers have their place */
    this.lines = new Map();
    this.update(null);
  }

  /**
   * Look at the lines of these cells again.
   *
   * @param {number[] | null} cells null: all
   * @returns {Line[]} those lines
   */
  update(cells) {
    const lines = linesThrough(cells, this.puzzle);
    for (const line of lines) {
      const clue = clueOf(this.puzzle, line);
      const colors = lineColors(line, this.puzzle, this.cells());
      this.lines.set(lineName(line), { done: sameClue(runsOf(colors), clue), placed: placedNumbers(clue, colors) });
    }
    return lines;
  }

  /**
   * Whether a number has its place.
   *
   * @param {Line} line
   * @param {number} index
   */
  isPlaced(line, index) {
    return this.lines.get(lineName(line))?.placed?.[index] ?? false;
  }

  /** Whether the sure marks are a solution. */
  get solved() {
    return this.finished === this.lines.size;
  }

  /** How many lines have their clue. */
  get finished() {
    return [...this.lines.values()].filter(({ done }) => done).length;
  }

  /** The names of the lines that no longer fit their clue. */
  get bad() {
    return [...this.lines].filter(([, { done, placed }]) => !done && !placed).map(([name]) => name);
  }
}
