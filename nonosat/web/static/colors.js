/** Which colors people can tell apart. */

/** Distances in OKLab below which two inks side by side are easily taken for each other. */
const NEAR = 0.11;

/**
 * A color in OKLab, in which equal distances look about equally large (Ottosson 2020).
 *
 * @param {string} rgb
 */
function oklab(rgb) {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(rgb.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/**
 * How different two colors look: 0 for the same, 1 for black and white.
 *
 * @param {string} a
 * @param {string} b
 */
export function distance(a, b) {
  const [one, other] = [oklab(a), oklab(b)];
  return Math.hypot(...one.map((part, at) => part - other[at]));
}

/**
 * Whether two inks of a palette are hard to tell apart.
 *
 * @param {import("./puzzle.js").Color[]} palette
 */
export function hardToTell(palette) {
  const inks = palette.slice(1);
  return inks.some(({ rgb }, at) => inks.slice(0, at).some((other) => distance(rgb, other.rgb) < NEAR));
}
