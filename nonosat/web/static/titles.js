/** Titles reveal pictures. They are hidden until a puzzle is solved or its picture was seen. */

import { fingerprint, puzzleOf } from "./puzzle.js";
import { settings } from "./settings.js";
import { Store } from "./state.js";

/** @typedef {{[key: string]: any}} Sheet */

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
