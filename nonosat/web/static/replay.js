/** The board that steps build, forwards and backwards. */

import { OPEN, firstMarks, marksByLetter } from "./puzzle.js";

/**
 * @typedef {import("./puzzle.js").Puzzle} Puzzle
 * @typedef {import("./state.js").Stroke} Stroke
 */

export class Replay {
  /** @param {Puzzle} puzzle */
  constructor(puzzle) {
    this.puzzle = puzzle;
    /** @type {any[]} */
    this.steps = [];
    /** @type {Stroke[]} what each step changes */
    this.strokes = [];
    /** How many steps are on the board. */
    this.at = 0;
    this.cells = firstMarks(puzzle);
    /** The board after all steps so far; `before`: the board before each open guess. */
    this.end = this.cells.slice();
    /** @type {Int16Array[]} */
    this.before = [];
    this.letters = marksByLetter(puzzle.palette);
  }

  /**
   * Take more steps to the end of those that came.
   *
   * @param {any[]} steps
   */
  add(steps) {
    for (const step of steps) {
      /** @type {Stroke} */
      const stroke = [];
      /** @type {(mark: number, cell: number) => void} */
      const set = (mark, cell) => {
        if (mark !== this.end[cell]) stroke.push(cell, this.end[cell], mark);
        this.end[cell] = mark;
      };
      if (step.kind === "back") this.before.pop()?.forEach(set);
      if (step.kind === "guess") this.before.push(this.end.slice());
      for (const [row, col, char] of step.decided ?? []) {
        const mark = this.letters.get(char) ?? OPEN;
        set(step.depth ? -mark : mark, row * this.puzzle.width + col); // maybe: it rests on guesses
      }
      this.steps.push(step);
      this.strokes.push(stroke);
    }
  }

  /**
   * Show the board after this number of steps.
   *
   * @param {number} at
   * @returns {number[]} the cells that changed
   */
  goTo(at) {
    const changed = [];
    while (this.at < Math.min(at, this.steps.length)) changed.push(...this.#apply(this.strokes[this.at++], 2));
    while (this.at > Math.max(at, 0)) changed.push(...this.#apply(this.strokes[--this.at], 1));
    return changed;
  }

  /**
   * @param {Stroke} stroke
   * @param {1 | 2} part before or after
   */
  #apply(stroke, part) {
    const cells = [];
    for (let from = 0; from < stroke.length; from += 3) {
      this.cells[stroke[from]] = stroke[from + part];
      cells.push(stroke[from]);
    }
    return cells;
  }

  /** The step that came last on the board; null at the beginning. */
  get step() {
    return this.steps[this.at - 1] ?? null;
  }
}
