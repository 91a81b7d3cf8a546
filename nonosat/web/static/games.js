/** The games that this browser keeps, one for each puzzle that was begun. */

import { fingerprint, isPuzzle, puzzleOf } from "./puzzle.js";
import { Store } from "./state.js";

/**
 * @typedef {import("./titles.js").Sheet} Sheet
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
