/** Small pictures, one pixel for each cell. */

/**
 * @param {HTMLCanvasElement} canvas gets the size of the picture; a style makes it larger
 * @param {{height: number, width: number}} size
 * @param {ArrayLike<number>} cells marks
 * @param {string[]} colors `#rrggbb` of each color
 */
export function paintThumb(canvas, { height, width }, cells, colors) {
  canvas.width = width;
  canvas.height = height;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const image = context.createImageData(width, height);
  const pixels = new DataView(image.data.buffer);
  const opaque = colors.map((rgb) => parseInt(`${rgb.slice(1)}ff`, 16));
  for (let cell = 0; cell < cells.length; cell++) pixels.setUint32(cell * 4, opaque[cells[cell] > 0 ? cells[cell] - 1 : 0]);
  context.putImageData(image, 0, 0);
}

/**
 * A thumbnail of a picture within a square.
 *
 * @param {{height: number, width: number, cells: ArrayLike<number>, palette: {rgb: string}[]}} picture
 * @param {number} side of the square in CSS pixels
 */
export function thumb(picture, side) {
  const canvas = document.createElement("canvas");
  canvas.className = "thumb";
  canvas.ariaHidden = "true";
  paintThumb(canvas, picture, picture.cells, picture.palette.map(({ rgb }) => rgb));
  const unit = side / Math.max(picture.height, picture.width);
  canvas.style.width = `${Math.round(picture.width * unit)}px`;
  canvas.style.height = `${Math.round(picture.height * unit)}px`;
  return canvas;
}
