/**
 * Lines and clues: what a clue says, the clue of a line of cells, and which cells a line has.
 *
 * @typedef {"row" | "col"} Axis
 * @typedef {[axis: Axis, index: number]} Line `index` counts from 0
 * @typedef {[length: number | null, color: number]} Block the length is null if it is hidden
 * @typedef {Block[]} Clue
 * @typedef {{height: number, width: number}} Size
 */

/**
 * The runs of a line of colors.
 *
 * @param {ArrayLike<number>} colors
 * @returns {Clue}
 */
export function runsOf(colors) {
  /** @type {Clue} */
  const runs = [];
  let last = 0;
  let length = 0;
  for (let at = 0; at < colors.length; at++) {
    const color = Math.max(0, colors[at]);
    if (color && color === last) length++;
    else length = 1;
    if (color && length === 1) runs.push([1, color]);
    else if (color) runs[runs.length - 1][0] = length;
    last = color;
  }
  return runs;
}

/**
 * Whether runs are what a clue says; a hidden number says nothing about the length.
 *
 * @param {Clue} runs
 * @param {Clue} clue
 */
export function sameClue(runs, clue) {
  return runs.length === clue.length
    && clue.every(([length, color], at) => (length === null || length === runs[at][0]) && color === runs[at][1]);
}

/**
 * Whether a line has its clue, and what is open can only be blank. Next to a block of hidden length it
 * may be ink as well.
 *
 * @param {Clue} clue
 * @param {number[]} colors an open cell is below 0
 */
export function isFinished(clue, colors) {
  return sameClue(runsOf(colors), clue) && (clue.every(([length]) => length !== null) || colors.every((color) => color >= 0));
}

/**
 * The number that stands for a block in a printed clue.
 *
 * @param {number | null} length null: it is hidden
 */
export function numberText(length) {
  return length === null ? "?" : String(length);
}

/**
 * A clue in words, such as `3 1 4` or `2k 1r`.
 *
 * @param {Clue} clue
 * @param {import("./puzzle.js").Color[]} palette
 */
export function clueText(clue, palette) {
  const several = palette.length > 2;
  return clue.map(([length, color]) => (several ? `${numberText(length)}${palette[color].char}` : numberText(length))).join(" ") || "0";
}

/**
 * The clue of a line.
 *
 * @param {Pick<import("./puzzle.js").Puzzle, "rows" | "cols">} puzzle
 * @param {Line} line
 */
export function clueOf({ rows, cols }, [axis, index]) {
  return (axis === "row" ? rows : cols)[index];
}

/**
 * The clues of a picture.
 *
 * @param {Size & {cells: Int16Array}} picture
 */
export function cluesOf(picture) {
  /** @type {(axis: Axis, count: number) => Clue[]} */
  const clues = (axis, count) =>
    Array.from({ length: count }, (_, index) => runsOf(lineColors([axis, index], picture, picture.cells)));
  return { rows: clues("row", picture.height), cols: clues("col", picture.width) };
}

/**
 * Where a cell is.
 *
 * @param {number} cell
 * @param {{width: number}} size of the grid
 */
export function placeOf(cell, { width }) {
  return { row: Math.floor(cell / width), col: cell % width };
}

/**
 * The cells of a line, as numbers of cells of the grid.
 *
 * @param {Line} line
 * @param {Size} size of the grid
 */
export function lineCells([axis, index], { height, width }) {
  return axis === "row"
    ? Array.from({ length: width }, (_, col) => index * width + col)
    : Array.from({ length: height }, (_, row) => row * width + index);
}

/**
 * The lines through some cells.
 *
 * @param {number[] | null} cells null: all
 * @param {Size} size of the grid
 * @returns {Line[]}
 */
export function linesThrough(cells, { height, width }) {
  const rows = cells ? new Set(cells.map((cell) => Math.floor(cell / width))) : Array(height).keys();
  const cols = cells ? new Set(cells.map((cell) => cell % width)) : Array(width).keys();
  /** @type {Line[]} */
  const lines = [];
  for (const row of rows) lines.push(["row", row]);
  for (const col of cols) lines.push(["col", col]);
  return lines;
}

/**
 * The colors that the sure marks of a line say; -1 is open.
 *
 * @param {Line} line
 * @param {Size} size of the grid
 * @param {Int16Array} marks
 */
export function lineColors(line, size, marks) {
  return lineCells(line, size).map((cell) => (marks[cell] > 0 ? marks[cell] - 1 : -1));
}

/**
 * What a line is called.
 *
 * @param {Line} line
 */
export function lineName([axis, index]) {
  return `${axis === "row" ? "row" : "column"} ${index + 1}`;
}

/**
 * The line that the server calls so.
 *
 * @param {{axis: string, index: number}} line
 * @returns {Line}
 */
export function lineOf({ axis, index }) {
  return [axis === "row" ? "row" : "col", index];
}

/**
 * The lines that a step of the solver is about, those of its chain of reasons included.
 *
 * @param {any} step
 * @returns {Line[]}
 */
export function linesOfStep(step) {
  return [step?.line, ...(step?.lines ?? []), ...(step?.chain ?? [])].filter(Boolean).map(lineOf);
}
