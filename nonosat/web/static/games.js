/**
 * What this browser keeps of puzzles: the game of each that was begun, and which pictures were seen. Titles reveal
 * pictures, so they are hidden until a puzzle is solved or its picture was seen.
 */

import { fingerprint, isPuzzle, puzzleOf } from "./puzzle.js";
import { settings } from "./settings.js";
import { Store } from "./state.js";

/**
 * @typedef {{[key: string]: any}} Sheet
 * @typedef {import("./state.js").SavedMarks & {sheet: Sheet, changed: number, solved: boolean, finished: number}} Game
 *   `changed`: when, in milliseconds; `finished`: lines
 */

const PREFIX = "play:";
const OURS = "nonosat-pool-";

/**
 * Facts of a puzzle of ours, which has exactly one solution: its picture.
 *
 * @param {number} size
 */
export function aboutOurs(size) {
  return { id: OURS + size };
}

/** Whether a sheet is one of those. @param {Sheet} sheet */
export function isOurs({ id }) {
  return String(id).startsWith(OURS);
}

/** @param {import("./puzzle.js").Puzzle} puzzle */
export function gameOf(puzzle) {
  return new Store(PREFIX + fingerprint(puzzle));
}

/**
 * The game of a sheet; null if none was begun.
 *
 * @param {Sheet} sheet
 */
export function gameOfSheet(sheet) {
  const game = gameOf(puzzleOf(sheet)).load();
  return hasMarks(game) ? /** @type {Game} */ (game) : null;
}

/**
 * All games that were begun and not solved, the newest first.
 *
 * @returns {Game[]}
 */
export function begunGames() {
  const games = /** @type {Game[]} */ (new Store(PREFIX).all());
  return games.filter((game) => hasMarks(game) && !game.solved && isPuzzle(game.sheet)).sort((a, b) => (Number(b.changed) || 0) - (Number(a.changed) || 0));
}

/** @param {any} game */
function hasMarks(game) {
  const runs = game?.picture?.runs;
  return Array.isArray(runs) && runs.some((mark, at) => at % 2 === 0 && mark !== 0);
}

/** Puzzles to remember, at most; the oldest are dropped. */
const MOST = 5000;

const store = new Store("seen");
/** @type {WeakMap<Sheet, string>} */
const prints = new WeakMap();

/** @param {Sheet} sheet */
function printOf(sheet) {
  let print = prints.get(sheet);
  if (!print) prints.set(sheet, (print = fingerprint(puzzleOf(sheet))));
  return print;
}

/** @returns {Set<string>} */
function seen() {
  const list = store.load()?.seen;
  return new Set(Array.isArray(list) ? list.map(String) : []);
}

/**
 * The player has seen the picture of a puzzle.
 *
 * @param {Sheet} sheet
 */
export function reveal(sheet) {
  store.save({ seen: [...seen().add(printOf(sheet))].slice(-MOST) });
}

/** @param {Sheet} sheet */
export function isSeen(sheet) {
  return seen().has(printOf(sheet));
}

/** @param {Sheet} sheet */
export function sizeOf(sheet) {
  return `${sheet.columns.length}×${sheet.rows.length}`;
}

/**
 * The visible name of a puzzle: its title, or its size if the title is hidden.
 *
 * @param {Sheet} sheet
 * @param {string} [kind] word before the size
 * @param {Set<string>} [known] the puzzles whose pictures were seen
 */
export function titleOf(sheet, kind = "Puzzle ", known = seen()) {
  const shown = sheet.title && (settings().titles || known.has(printOf(sheet)));
  return shown ? String(sheet.title) : kind + sizeOf(sheet);
}

/**
 * The visible names of the puzzles of a file.
 *
 * @param {Sheet[]} sheets
 */
export function titlesOf(sheets) {
  const known = seen();
  return sheets.map((sheet, at) => `${at + 1}. ${titleOf(sheet, "", known)}`);
}
