/**
 * Puzzles as the page works with them.
 *
 * A color is a number: 0 is blank, 1.. are the inks. A mark of a cell is a number, too: 0 is nothing,
 * color + 1 is sure, -(color + 1) is maybe.
 *
 * @typedef {{name: string, rgb: string, char: string}} Color
 * @typedef {import("./line.js").Clue} Clue
 * @typedef {{
 *   height: number, width: number, rows: Clue[], cols: Clue[], palette: Color[],
 *   goals: string[][], givens: Map<number, number>, saved: Map<number, number>, title: string, json: {[key: string]: any}
 * }} Puzzle `givens`: the marks of the cells that are given; `json`: nonosat's own form, with all that
 *   the file says
 */

import { cluesOf } from "./line.js";

export const OPEN = 0;
/** The mark of a cell that is surely blank. */
export const BLANK = 1;
/** The mark of a cell that is surely of the first ink. */
const FILLED = 2;

/** @type {Color[]} */
export const BLACK_AND_WHITE = [
  { name: "white", rgb: "#ffffff", char: "." },
  { name: "black", rgb: "#000000", char: "#" },
];

/**
 * The color that a mark is about; -1: none.
 *
 * @param {number} mark
 */
export function colorOf(mark) {
  return Math.abs(mark) - 1;
}

/**
 * Whether a palette is black on white. Puzzles that name no colors have this one.
 *
 * @param {Color[]} palette
 */
export function isPlain(palette) {
  return palette.length === 2 && palette.every(({ rgb, char }, at) => rgb === BLACK_AND_WHITE[at].rgb && char === BLACK_AND_WHITE[at].char);
}

/**
 * A puzzle from nonosat's JSON form.
 *
 * @param {{[key: string]: any}} json
 * @returns {Puzzle}
 */
export function puzzleOf(json) {
  const palette = json.colors
    ? Object.entries(json.colors).map(([char, rgb]) => ({
        name: String(json.color_names?.[char] ?? char),
        rgb: String(rgb),
        char,
      }))
    : BLACK_AND_WHITE;
  const number = new Map(palette.map((color, index) => [color.char, index]));
  /** @type {(said: any) => number | null} */
  const lengthOf = (said) => (said === "?" ? null : said);
  /** @type {(lines: any[]) => Clue[]} */
  const clues = (lines) =>
    lines.map((line) =>
      line.map((/** @type {any} */ block) =>
        Array.isArray(block) ? [lengthOf(block[0]), number.get(block[1]) ?? 1] : [lengthOf(block), 1],
      ),
    );
  const rows = clues(json.rows);
  const cols = clues(json.columns);
  const goals = json.goals ?? (json.goal ? [json.goal] : []);
  return {
    height: rows.length, width: cols.length, rows, cols, palette, goals, givens: givensOf(json.givens, palette), saved: givensOf(json.saved, palette),
    title: String(json.title ?? ""), json,
  };
}

/**
 * Whether JSON from outside is a puzzle of nonosat's own form that the page can show.
 *
 * @param {any} json
 */
export function isPuzzle(json) {
  try {
    const { height, width, rows, cols, palette, goals } = puzzleOf(json);
    const chars = new Set(palette.map(({ char }) => char));
    return (
      height > 0 && width > 0 && palette.length > 1
      && [...rows, ...cols].flat().every(([length, color]) => (length === null || (Number.isInteger(length) && length > 0)) && color < palette.length)
      && palette.every(({ rgb }) => /^#[0-9a-f]{6}$/.test(rgb))
      && goals.every((goal) => goal.length === height && goal.every((row) => row.length === width && [...row].every((char) => chars.has(char))))
    );
  } catch {
    return false;
  }
}

/** The puzzle before any is open. */
export const NO_PUZZLE = puzzleOf({ rows: [[]], columns: [[]] });

/**
 * The marks of the cells whose color is given. Cells with several possible colors are for the solver
 * only.
 *
 * @param {any[] | undefined} rows
 * @param {Color[]} palette
 * @returns {Map<number, number>}
 */
function givensOf(rows, palette) {
  const marks = marksByLetter(palette);
  const cells = /** @type {string[]} */ ((rows ?? []).flatMap((/** @type {Iterable<string>} */ row) => [...row]));
  return new Map(cells.flatMap((colors, cell) => {
    const mark = marks.get(colors);
    return mark ? [[cell, mark]] : [];
  }));
}

/**
 * The marks of a game that has just begun.
 *
 * @param {Puzzle} puzzle
 */
export function firstMarks({ height, width, givens, saved }) {
  const cells = new Int16Array(height * width);
  for (const [cell, mark] of [...saved, ...givens]) cells[cell] = mark;
  return cells;
}

/**
 * The JSON form of a picture and its clues.
 *
 * @param {{height: number, width: number, cells: Int16Array, palette: Color[]}} picture
 * @param {{[key: string]: any}} about title and other facts to keep
 * @returns {{[key: string]: any}}
 */
export function jsonOf(picture, about) {
  const { height, width, palette } = picture;
  const plain = isPlain(palette);
  /** @type {(line: Clue) => any[]} */
  const written = (line) => line.map(([length, color]) => (plain ? length : [length, palette[color].char]));
  const { rows, cols } = cluesOf(picture);
  return {
    ...about, format: "nonogram", version: 1, width, height, ...pictureJson(picture),
    rows: rows.map(written), columns: cols.map(written),
  };
}

/**
 * The JSON form of a picture alone; its clues follow from it.
 *
 * @param {{width: number, cells: Int16Array, palette: Color[]}} picture
 */
export function pictureJson({ width, cells, palette }) {
  const goal = letters(cells.map((mark) => Math.max(0, mark - 1)), width, palette);
  if (isPlain(palette)) return { goal };
  return {
    colors: Object.fromEntries(palette.map(({ char, rgb }) => [char, rgb])),
    color_names: Object.fromEntries(palette.map(({ char, name }) => [char, name])),
    goal,
  };
}

/**
 * The JSON form of cells of a picture that are given; nothing if there are none.
 *
 * @param {{width: number, cells: Int16Array, palette: Color[]}} picture
 * @param {Pick<Set<number>, "has" | "size">} givens
 */
export function givensJson({ width, cells, palette }, givens) {
  if (!givens.size) return {};
  const rows = letters(cells.map((mark, cell) => (givens.has(cell) ? Math.max(0, mark - 1) : -1)), width, palette);
  return { givens: rows.map((row) => [...row]) };
}

/**
 * Rows of letters; a color below 0 is not known.
 *
 * @param {ArrayLike<number>} colors
 * @param {number} width
 * @param {Color[]} palette
 */
function letters(colors, width, palette) {
  const rows = [];
  for (let at = 0; at < colors.length; at += width) {
    let row = "";
    for (let col = 0; col < width; col++) row += palette[colors[at + col]]?.char ?? "?";
    rows.push(row);
  }
  return rows;
}

/**
 * The marks that show rows of letters; `?` is nothing.
 *
 * @param {string[]} rows
 * @param {Color[]} palette
 */
export function marksOf(rows, palette) {
  const marks = marksByLetter(palette);
  return Int16Array.from(rows.flatMap((row) => [...row].map((char) => marks.get(char) ?? OPEN)));
}

/**
 * The sure mark that each letter stands for.
 *
 * @param {Color[]} palette
 */
export function marksByLetter(palette) {
  return new Map(palette.map(({ char }, index) => [char, index + 1]));
}

/**
 * The cells that a step of the solver decides, with their marks.
 *
 * @param {any} step null: none
 * @param {Puzzle} puzzle
 * @returns {[cell: number, mark: number][]}
 */
export function marksOfStep(step, { width, palette }) {
  const marks = marksByLetter(palette);
  return (step?.decided ?? []).map((/** @type {[number, number, string]} */ [row, col, char]) => [row * width + col, marks.get(char) ?? OPEN]);
}

/**
 * What the sure marks say, as rows of letters: what the server calls `known`.
 *
 * @param {Int16Array} cells
 * @param {Puzzle} puzzle
 */
export function knownOf(cells, puzzle) {
  return letters(cells.map((mark) => (mark > 0 ? mark - 1 : -1)), puzzle.width, puzzle.palette);
}

/**
 * The length of the run of equal sure ink through a cell along one axis; 0 when there is none.
 *
 * @param {Int16Array} cells
 * @param {number} cell
 * @param {import("./line.js").Size} size of the grid
 * @param {import("./line.js").Axis} axis
 */
export function runThrough(cells, cell, { height, width }, axis) {
  const mark = cells[cell];
  if (mark < FILLED) return 0;
  const step = axis === "row" ? 1 : width;
  const place = axis === "row" ? cell % width : Math.floor(cell / width);
  const size = axis === "row" ? width : height;
  let [before, after] = [0, 0];
  while (before < place && cells[cell - (before + 1) * step] === mark) before++;
  while (place + after + 1 < size && cells[cell + (after + 1) * step] === mark) after++;
  return before + 1 + after;
}

/**
 * A mark in words.
 *
 * @param {number} mark
 * @param {Color[]} palette
 */
export function markName(mark, palette) {
  if (mark === OPEN) return "open";
  const color = colorOf(mark);
  const name = color === 0 ? "blank" : palette.length === 2 ? "filled" : palette[color]?.name ?? "?";
  return mark < 0 ? `maybe ${name}` : name;
}

/**
 * A short text that identifies a puzzle, as the key of its saved game (FNV-1a of the clues).
 *
 * @param {Puzzle} puzzle
 */
export function fingerprint(puzzle) {
  const parts = [puzzle.rows, puzzle.cols, puzzle.palette.map(({ rgb }) => rgb)];
  const text = JSON.stringify(puzzle.givens.size ? [...parts, ...puzzle.givens] : parts);
  let [low, high] = [0x811c9dc5, 0x1b873593];
  for (let at = 0; at < text.length; at++) {
    low = Math.imul(low ^ text.charCodeAt(at), 0x01000193);
    high = Math.imul(high ^ text.charCodeAt(at), 0x85ebca6b);
  }
  return [low, high].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}
