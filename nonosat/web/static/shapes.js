/** Changes of a whole picture: each gives a new one. */

import { placeOf } from "./line.js";
import { BLACK_AND_WHITE, BLANK } from "./puzzle.js";

/** @typedef {import("./state.js").Picture} Picture */

/**
 * Cut or extended on the right and at the bottom.
 *
 * @param {Picture} picture
 * @param {number} height
 * @param {number} width
 */
export function resized(picture, height, width) {
  const cells = new Int16Array(height * width).fill(BLANK);
  for (let row = 0; row < Math.min(height, picture.height); row++) {
    const from = row * picture.width;
    cells.set(picture.cells.subarray(from, from + Math.min(width, picture.width)), row * width);
  }
  return { ...picture, height, width, cells };
}

/**
 * The connected area of one color around a cell.
 *
 * @param {Picture} picture
 * @param {number} start
 */
export function area(picture, start) {
  const { height, width, cells } = picture;
  const found = new Set([start]);
  for (const cell of found) {
    const { row, col } = placeOf(cell, picture);
    if (row > 0) meet(cell - width);
    if (row < height - 1) meet(cell + width);
    if (col > 0) meet(cell - 1);
    if (col < width - 1) meet(cell + 1);
  }
  return found;

  /** @param {number} cell */
  function meet(cell) {
    if (cells[cell] === cells[start]) found.add(cell);
  }
}

/**
 * Without one ink; its cells are blank.
 *
 * @param {Picture} picture
 * @param {number} ink
 */
export function withoutInk(picture, ink) {
  const left = picture.palette.filter((_, index) => index !== ink);
  const plain = left.length === 2 && left.every(({ rgb }, at) => rgb === BLACK_AND_WHITE[at].rgb);
  const palette = plain ? BLACK_AND_WHITE : left;
  const cells = picture.cells.map((mark) => (mark === ink + 1 ? BLANK : mark > ink + 1 ? mark - 1 : mark));
  return { ...picture, palette, cells };
}
