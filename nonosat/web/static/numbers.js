/** Walking from the grid into its clues and over their numbers by keyboard. */

import { clueOf } from "./line.js";

/**
 * @typedef {import("./line.js").Axis} Axis
 * @typedef {import("./view.js").Shown} Shown
 * @typedef {{axis: Axis, line: number, index: number}} ClueNumber
 */

/** @type {Record<Axis, Record<string, number>>} */
const ALONG = { row: { ArrowLeft: -1, ArrowRight: 1 }, col: { ArrowUp: -1, ArrowDown: 1 } };
/** @type {Record<Axis, Record<string, number>>} */
const ACROSS = { row: ALONG.col, col: ALONG.row };

/**
 * The number that a key leads to from a cell; null: none, since the cell is not beside a clue.
 *
 * @param {Shown} shown
 * @param {{row: number, col: number}} cell
 * @param {string} key
 * @returns {ClueNumber | null}
 */
export function entered(shown, { row, col }, key) {
  /** @type {(axis: Axis, line: number) => ClueNumber | null} */
  const last = (axis, line) => {
    const count = clueOf(shown, [axis, line]).length;
    return count ? { axis, line, index: count - 1 } : null;
  };
  if (key === "ArrowLeft" && col === 0) return last("row", row);
  if (key === "ArrowUp" && row === 0) return last("col", col);
  return null;
}

/**
 * Where a key leads from a number: to another, which may be the same; null: into the grid; undefined:
 * the key is for something else.
 *
 * @param {Shown} shown
 * @param {ClueNumber} from
 * @param {string} key
 * @returns {ClueNumber | null | undefined}
 */
export function walked(shown, from, key) {
  const count = clueOf(shown, [from.axis, from.line]).length;
  const along = ALONG[from.axis][key];
  if (along) {
    const index = from.index + along;
    return index < count ? { ...from, index: Math.max(0, index) } : null;
  }
  const across = ACROSS[from.axis][key];
  if (!across) return key === "Escape" ? null : undefined;
  for (let line = from.line + across; ; line += across) {
    const clue = clueOf(shown, [from.axis, line]);
    if (!clue) return from;
    // As far from the grid as before.
    if (clue.length) return { axis: from.axis, line, index: Math.max(0, clue.length - (count - from.index)) };
  }
}
