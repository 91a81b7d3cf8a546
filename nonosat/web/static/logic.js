/**
 * Exact logic for one line, by its clue and marks. nonosat/kernel/line.py is the specification. The page
 * of one file knows no more about solving: it does not have the solution.
 */

import { clueOf, isFinished, lineCells, lineColors, lineName, linesThrough, runsOf, sameClue } from "./line.js";
import { OPEN, firstMarks } from "./puzzle.js";

/**
 * @typedef {import("./puzzle.js").Puzzle} Puzzle
 * @typedef {import("./line.js").Clue} Clue
 * @typedef {{text?: string, about?: string, line?: object, lines?: object[], decided: [row: number, col: number, char: string][]}} Advice a
 *   step, as the server gives it
 */

/**
 * Which beginnings of a line can hold the first blocks.
 *
 * `until[j][p]`: the first p cells can hold the first j blocks. `ends[j][p]`: so that the last of them
 * ends there. Two neighbors of one color have a blank between them.
 *
 * @param {Clue} clue
 * @param {ArrayLike<number>} colors an open cell is below 0
 */
function beginnings(clue, colors) {
  const size = colors.length;
  const until = [new Uint8Array(size + 1)];
  const ends = [new Uint8Array(size + 1)];
  until[0][0] = 1;
  for (let p = 1; p <= size; p++) until[0][p] = Number(until[0][p - 1] && colors[p - 1] <= 0);
  clue.forEach(([length, color], at) => {
    const [here, stops] = [new Uint8Array(size + 1), new Uint8Array(size + 1)];
    const before = until[at];
    const apart = at > 0 && clue[at - 1][1] === color;
    let room = 0;
    let inside = false; // of a block of hidden length, which may end anywhere then
    for (let p = 1; p <= size; p++) {
      const known = colors[p - 1];
      room = known < 0 || known === color ? room + 1 : 0;
      const start = p - (length ?? 1);
      const joins = start >= 0 && (apart ? start > 0 && colors[start - 1] <= 0 && before[start - 1] : before[start]);
      inside = room > 0 && (inside || !!joins);
      stops[p] = Number(length === null ? inside : room >= length && joins);
      here[p] = Number(stops[p] || (here[p - 1] && known <= 0));
    }
    until.push(here);
    ends.push(stops);
  });
  return { until, ends };
}

/**
 * The colors that each cell of a line can have, in all fillings that fit its clue and its marks.
 *
 * @param {Clue} clue
 * @param {number[]} colors an open cell is below 0
 * @returns {Set<number>[] | null} null: nothing fits
 */
export function possibleColors(clue, colors) {
  const size = colors.length;
  const count = clue.length;
  const ahead = beginnings(clue, colors);
  if (!ahead.until[count][size]) return null;
  const back = beginnings(clue.toReversed(), colors.toReversed());
  /** @type {(j: number, p: number) => number} whether the cells from p can hold the blocks from j */
  const rest = (j, p) => back.until[count - j][size - p];
  const found = colors.map(() => /** @type {Set<number>} */ (new Set()));
  for (let p = 0; p < size; p++) {
    if (colors[p] <= 0 && ahead.until.some((until, j) => until[p] && rest(j, p + 1))) found[p].add(0);
  }
  clue.forEach(([length, color], at) => {
    if (length === null) {
      for (let p = 0; p < size; p++) if (ahead.ends[at + 1][p + 1] && back.ends[count - at][size - p]) found[p].add(color);
      return;
    }
    const apart = at + 1 < count && clue[at + 1][1] === color;
    let covered = 0;
    for (let end = length; end <= size; end++) {
      const follows = apart ? end < size && colors[end] <= 0 && rest(at + 1, end + 1) : rest(at + 1, end);
      if (!ahead.ends[at + 1][end] || !follows) continue;
      for (covered = Math.max(covered, end - length); covered < end; covered++) found[covered].add(color);
    }
  });
  return found;
}

/**
 * Which numbers of a clue have only one place, and their cells are marked; null if nothing fits.
 *
 * @param {Clue} clue
 * @param {number[]} colors an open cell is below 0
 */
export function placedNumbers(clue, colors) {
  const size = colors.length;
  const ahead = beginnings(clue, colors);
  if (!ahead.until[clue.length][size]) return null;
  const back = beginnings(clue.toReversed(), colors.toReversed());
  const placesOf = [...Array(size + 1).keys()];
  return clue.map(([, color], at) => {
    const left = clue.length - at; // blocks from this one on
    /** @type {(other: number, edge: number, cell: number) => boolean} whether a blank is there where one is needed */
    const blank = (other, edge, cell) => clue[other]?.[1] !== color || (edge > 0 && edge < size && colors[cell] <= 0);
    const ends = placesOf.filter((end) => ahead.ends[at + 1][end] && blank(at + 1, end, end)
      && back.until[left - 1][size - end - Number(clue[at + 1]?.[1] === color)]);
    const starts = placesOf.filter((start) => back.ends[left][size - start] && blank(at - 1, start, start - 1)
      && ahead.until[at][start - Number(clue[at - 1]?.[1] === color)]);
    return starts.length === 1 && ends.length === 1 && colors.slice(starts[0], ends[0]).every((one) => one === color);
  });
}

/**
 * The room that a clue needs, at the least.
 *
 * @param {Clue} clue
 */
function roomOf(clue) {
  return clue.reduce((sum, [length, color], at) => sum + (length ?? 1) + Number(at > 0 && clue[at - 1][1] === color), 0);
}

/**
 * Return the easiest next step that follows from one line, or null if there is none. The marks lead to no `deadEnd`.
 *
 * @param {Puzzle} puzzle
 * @param {Int16Array} marks
 * @returns {Advice | null}
 */
export function advice(puzzle, marks) {
  const { width, palette } = puzzle;
  /** @type {Advice | null} */
  let best = null;
  let ease = Infinity;
  /** @type {Map<import("./line.js").Line, Advice["decided"]>} the lines that their clues alone decide */
  const evident = new Map();
  for (const line of linesThrough(null, puzzle)) {
    const clue = clueOf(puzzle, line);
    const cells = lineCells(line, puzzle);
    const colors = lineColors(line, puzzle, marks);
    if (!colors.includes(-1) && sameClue(runsOf(colors), clue)) continue;
    const possible = possibleColors(clue, colors) ?? [];
    /** @type {Advice["decided"]} */
    const decided = [];
    possible.forEach((some, at) => {
      if (colors[at] < 0 && some.size === 1) decided.push([Math.floor(cells[at] / width), cells[at] % width, palette[[...some][0]].char]);
    });
    if (decided.length && (!clue.length || roomOf(clue) === cells.length)) evident.set(line, decided);
    const [rank, about] = reason(clue, colors);
    const cost = rank + (cells.length - roomOf(clue)) / cells.length - decided.length / cells.length / 2;
    if (!decided.length || cost >= ease) continue;
    [best, ease] = [{ about, line: { axis: line[0], index: line[1] }, decided }, cost];
  }
  if (evident.size < 2) return best;
  const lines = [...evident.keys()];
  return {
    text: `The clues alone decide ${lines.map(lineName).join(", ")}`,
    lines: lines.map(([axis, index]) => ({ axis, index })),
    decided: [...new Map([...evident.values()].flat().map((one) => [`${one}`, one])).values()],
  };
}

/**
 * The marks of the only solution, if lines alone lead to it; else null.
 *
 * @param {Puzzle} puzzle
 */
export function solutionByLines(puzzle) {
  const colors = givenMarks(puzzle).map((mark) => mark - 1);
  return follow(puzzle, colors) || colors.includes(-1) ? null : colors.map((color) => color + 1);
}

/**
 * The line that cannot get its clue any more, after these marks and what follows from them line by line; null if
 * there is none.
 *
 * @param {Puzzle} puzzle
 * @param {Int16Array} [marks] else those of the given cells alone
 */
export function deadEnd(puzzle, marks = givenMarks(puzzle)) {
  return follow(puzzle, marks.map((mark) => (mark > OPEN ? mark - 1 : -1)));
}

/** @param {Puzzle} puzzle */
function givenMarks(puzzle) {
  return firstMarks({ ...puzzle, saved: new Map() });
}

/**
 * Color what follows line by line.
 *
 * @param {Puzzle} puzzle
 * @param {Int16Array} colors an open cell is below 0
 * @returns {{line: import("./line.js").Line, steps: number} | null} a line that cannot get its clue, after this number of lines that decided cells
 */
function follow(puzzle, colors) {
  let steps = 0;
  let stale = linesThrough(null, puzzle);
  while (stale.length) {
    /** @type {number[]} */
    const changed = [];
    for (const line of stale) {
      const before = changed.length;
      const cells = lineCells(line, puzzle);
      const possible = possibleColors(clueOf(puzzle, line), cells.map((cell) => colors[cell]));
      if (!possible) return { line, steps };
      possible.forEach((some, at) => {
        if (colors[cells[at]] >= 0 || some.size !== 1) return;
        [colors[cells[at]]] = some;
        changed.push(cells[at]);
      });
      steps += Number(changed.length > before);
    }
    stale = changed.length ? linesThrough(changed, puzzle) : [];
  }
  return null;
}

/**
 * Explain a step in words, and rate how hard it is to find.
 *
 * @param {Clue} clue
 * @param {number[]} colors
 * @returns {[number, string]}
 */
function reason(clue, colors) {
  if (!clue.length) return [0, "Its clue is 0: it has no blocks."];
  if (isFinished(clue, colors)) return [0, "All its blocks are placed. The rest is blank."];
  if (roomOf(clue) === colors.length) return [1, "Its blocks fill the line exactly."];
  if (colors.every((color) => color < 0)) return [2, "However its blocks are placed, they cover these cells."];
  return [3, "Its marks leave only one choice for these cells."];
}
