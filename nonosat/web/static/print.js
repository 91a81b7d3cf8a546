/** Printing: the puzzle that is open, alone on one page. */

import { exportFile } from "./api.js";
import { el, fill } from "./dom.js";

/** Millimeters between the margins of both A4 and Letter, below a title: portrait, landscape. */
const ROOM = [[184, 232], [248, 166]];
/** Millimeters for a pixel of the drawing, at most. Its cells have 24 pixels and print up to 9 mm wide. */
const LARGEST = 9 / 24;

const paper = el("div", { class: "paper" });
addEventListener("afterprint", () => paper.remove());

/**
 * Print the drawing of a puzzle without its title, which gives the picture away, as large as a page holds it. The rest of the page is not
 * printed until the paper is removed.
 *
 * @param {import("./api.js").Sheet} sheet
 */
export async function printAlone(sheet) {
  const { data, type } = await exportFile({ puzzles: [sheet], format: "svg" });
  const picture = el("img", { src: `data:${type};base64,${data}`, alt: "" });
  await picture.decode();
  const { naturalWidth: width, naturalHeight: height } = picture;
  const [portrait, landscape] = ROOM.map(([across, down]) => Math.min(LARGEST, across / width, down / height));
  picture.style.width = `${Math.max(portrait, landscape) * width}mm`;
  paper.classList.toggle("wide", landscape > portrait);
  fill(paper, picture);
  document.body.append(paper);
  print();
}
