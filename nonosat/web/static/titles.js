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

/** @returns {string[]} */
function seen() {
  const list = store.load()?.seen;
  return Array.isArray(list) ? list.map(String) : [];
}

/**
 * The player has seen the picture of a puzzle.
 *
 * @param {Sheet} sheet
 */
export function reveal(sheet) {
  const print = printOf(sheet);
  const list = seen();
  if (!list.includes(print)) store.save({ seen: [...list, print].slice(-MOST) });
}

/** @param {Sheet} sheet */
export function isSeen(sheet) {
  return seen().includes(printOf(sheet));
}

/** @param {Sheet} sheet */
export function sizeOf(sheet) {
  return `${sheet.columns.length}×${sheet.rows.length}`;
}

/**
 * The visible name of a puzzle: its title, or its size if the title is hidden.
 *
 * @param {Sheet} sheet
 */
export function titleOf(sheet) {
  const title = String(sheet.title ?? "");
  if (title && (settings().titles || isSeen(sheet))) return title;
  return `Puzzle ${sizeOf(sheet)}`;
}

/**
 * The visible names of the puzzles of a file.
 *
 * @param {Sheet[]} sheets
 */
export function titlesOf(sheets) {
  const known = new Set(seen());
  return sheets.map((sheet, at) => {
    const shown = sheet.title && (settings().titles || known.has(printOf(sheet)));
    return `${at + 1}. ${shown ? sheet.title : sizeOf(sheet)}`;
  });
}
