/** Finds colors that look similar. */

/**
 * CIELAB distance below which two inks are easily confused. Oklab does not suit this: in it, black and
 * #202020 are farther apart than gray and teal.
 */
const NEAR = 20;
/** The white of screens. */
const WHITE = [0.9505, 1, 1.089];

/**
 * Convert a color to CIELAB. Equal distances there look about equally different.
 *
 * @param {string} rgb
 */
function lab(rgb) {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(rgb.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const [x, y, z] = [
    0.4124 * red + 0.3576 * green + 0.1805 * blue,
    0.2126 * red + 0.7152 * green + 0.0722 * blue,
    0.0193 * red + 0.1192 * green + 0.9505 * blue,
  ].map((part, at) => {
    const share = part / WHITE[at];
    return share > 0.008856 ? Math.cbrt(share) : 7.787 * share + 16 / 116;
  });
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/**
 * Return whether any two inks of a palette look similar.
 *
 * @param {import("./puzzle.js").Color[]} palette
 */
export function areSimilar(palette) {
  const inks = palette.slice(1).map(({ rgb }) => lab(rgb));
  return inks.some((one, index) => inks.slice(0, index).some((other) => Math.hypot(...one.map((part, at) => part - other[at])) < NEAR));
}
