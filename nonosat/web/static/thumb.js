/** Small pictures, one pixel for each cell. */

/**
 * A thumbnail of a picture within a square.
 *
 * @param {{height: number, width: number, cells: ArrayLike<number>, palette: {rgb: string}[]}} picture
 * @param {number} side of the square in CSS pixels
 */
export function thumb({ height, width, cells, palette }, side) {
  const canvas = document.createElement("canvas");
  canvas.className = "thumb";
  canvas.ariaHidden = "true";
  [canvas.width, canvas.height] = [width, height];
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const image = context.createImageData(width, height);
  const pixels = new DataView(image.data.buffer);
  const opaque = palette.map(({ rgb }) => parseInt(`${rgb.slice(1)}ff`, 16));
  for (let cell = 0; cell < cells.length; cell++) pixels.setUint32(cell * 4, opaque[cells[cell] > 0 ? cells[cell] - 1 : 0]);
  context.putImageData(image, 0, 0);
  const unit = side / Math.max(height, width);
  canvas.style.width = `${Math.round(width * unit)}px`;
  canvas.style.height = `${Math.round(height * unit)}px`;
  return canvas;
}
