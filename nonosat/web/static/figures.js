/** Lines, boxes and ellipses of cells. */

import { between } from "./gestures.js";

/**
 * @typedef {import("./gestures.js").Place} Place
 * @typedef {(from: Place, to: Place, filled: boolean) => Place[]} Figure from one corner, or end, to the other
 */

/** @type {Figure} */
export function line(from, to) {
  return [from, ...between(from, to)];
}

/** @type {Figure} */
export function box(from, to, filled) {
  const { top, left, bottom, right } = corners(from, to);
  return places(from, to).filter(({ row, col }) => filled || row === top || row === bottom || col === left || col === right);
}

/** @type {Figure} */
export function ellipse(from, to, filled) {
  const { top, left, bottom, right } = corners(from, to);
  const [height, width] = [bottom - top + 1, right - left + 1];
  // A cell is in it if its middle is.
  /** @type {(row: number, col: number) => boolean} */
  const inside = (row, col) =>
    ((2 * (row - top) + 1) / height - 1) ** 2 + ((2 * (col - left) + 1) / width - 1) ** 2 <= 1;
  return places(from, to).filter(({ row, col }) =>
    inside(row, col) &&
    (filled || ![[row - 1, col], [row + 1, col], [row, col - 1], [row, col + 1]].every(([r, c]) => inside(r, c))));
}

/**
 * The outermost rows and columns of two places and all between them.
 *
 * @param {Place} from
 * @param {Place} to
 */
export function corners(from, to) {
  return {
    top: Math.min(from.row, to.row), left: Math.min(from.col, to.col),
    bottom: Math.max(from.row, to.row), right: Math.max(from.col, to.col),
  };
}

/**
 * @param {Place} from
 * @param {Place} to
 */
function places(from, to) {
  const { top, left, bottom, right } = corners(from, to);
  const found = [];
  for (let row = top; row <= bottom; row++) for (let col = left; col <= right; col++) found.push({ row, col });
  return found;
}
