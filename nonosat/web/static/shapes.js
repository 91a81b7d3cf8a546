/** Changes of a whole picture: each gives a new one. */

import { placeOf } from "./line.js";
import { BLACK_AND_WHITE, BLANK } from "./puzzle.js";

/** @typedef {import("./state.js").Picture} Picture */

/**
 * A picture whose cell (row, col) is the cell `from(row, col)` of the old one, or blank where that has none.
 *
 * @param {Picture} picture
 * @param {number} height
 * @param {number} width
 * @param {(row: number, col: number) => [row: number, col: number]} from
 * @returns {Picture}
 */
function mapped(picture, height, width, from) {
  const cells = new Int16Array(height * width).fill(BLANK);
  for (let row = 0; row < height; row++) {
    for (let col = 0; col < width; col++) {
      const [r, c] = from(row, col);
      if (r < picture.height && c < picture.width) cells[row * width + col] = picture.cells[r * picture.width + c];
    }
  }
  return { ...picture, height, width, cells };
}

/** @param {Picture} picture */
export function flippedAcross(picture) {
  const { height, width } = picture;
  return mapped(picture, height, width, (row, col) => [row, width - 1 - col]);
}

/** @param {Picture} picture */
export function flippedDown(picture) {
  const { height, width } = picture;
  return mapped(picture, height, width, (row, col) => [height - 1 - row, col]);
}

/**
 * Turned by a quarter to the right.
 *
 * @param {Picture} picture
 */
export function rotated(picture) {
  const { height, width } = picture;
  return mapped(picture, width, height, (row, col) => [height - 1 - col, row]);
}

/**
 * Moved, and wrapped around at the edges.
 *
 * @param {Picture} picture
 * @param {number} down
 * @param {number} right
 */
export function shifted(picture, down, right) {
  const { height, width } = picture;
  return mapped(picture, height, width, (row, col) => [
    (((row - down) % height) + height) % height,
    (((col - right) % width) + width) % width,
  ]);
}

/**
 * Cut or extended on the right and at the bottom.
 *
 * @param {Picture} picture
 * @param {number} height
 * @param {number} width
 */
export function resized(picture, height, width) {
  return mapped(picture, height, width, (row, col) => [row, col]);
}

/**
 * A blank picture.
 *
 * @param {number} height
 * @param {number} width
 * @param {import("./puzzle.js").Color[]} palette
 * @returns {Picture}
 */
export function blankPicture(height, width, palette) {
  return { height, width, palette, cells: new Int16Array(height * width).fill(BLANK) };
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
