/** Printing: the puzzle that is open, alone on one page. */

import { exportFile } from "./api.js";
import { button, dialog, el, fill, tick, words } from "./dom.js";
import { puzzleOf } from "./puzzle.js";
import { Store } from "./state.js";

/** @typedef {import("./api.js").Sheet} Sheet */

/** Millimeters between the margins of both A4 and Letter, below a title: portrait, landscape. */
const ROOM = [[184, 232], [248, 166]];
/** Millimeters for a pixel of the drawing, at most. Its cells have 24 pixels and print up to 9 mm wide. */
const LARGEST = 9 / 24;

const store = new Store("print");
const wanted = { title: true, solution: false, letters: false };
const before = store.load() ?? {};
for (const key of /** @type {(keyof typeof wanted)[]} */ (Object.keys(wanted))) {
  if (typeof before[key] === "boolean") wanted[key] = before[key];
}

const paper = el("div", { class: "paper" });
addEventListener("afterprint", () => paper.remove());

/**
 * Ask how to print, and print.
 *
 * @param {Sheet} sheet
 */
export function askPrint(sheet) {
  const status = el("p", { role: "status" });
  /** @type {(key: keyof typeof wanted, label: string) => HTMLElement} */
  const option = (key, label) => tick(label, wanted[key], (on) => {
    wanted[key] = on;
    store.save(wanted);
  }).label;
  const box = dialog(
    "Print",
    option("title", "With the title"),
    option("solution", "With the solution"),
    puzzleOf(sheet).palette.length > 2 && option("letters", "With letters for the colors, for gray printing"),
    el("p", { class: "about" }, "One page. To print several puzzles, use nonosat book."),
    status,
    button("Print", async () => {
      fill(status, "Drawing …");
      try {
        await layOut(sheet);
      } catch (error) {
        fill(status, words(error));
        return;
      }
      box.close();
      print();
    }, { class: "primary" }),
  );
}

/**
 * Put the drawing of a puzzle on the paper, as large as a page holds it. The rest of the page is not
 * printed until the paper is removed.
 *
 * @param {Sheet} sheet
 */
async function layOut(sheet) {
  const { title, ...looks } = wanted;
  const { data, type } = await exportFile({ puzzles: [sheet], format: "svg", ...looks });
  const picture = el("img", { src: `data:${type};base64,${data}`, alt: "" });
  await picture.decode();
  const { naturalWidth: width, naturalHeight: height } = picture;
  const [portrait, landscape] = ROOM.map(([across, down]) => Math.min(LARGEST, across / width, down / height));
  picture.style.width = `${Math.max(portrait, landscape) * width}mm`;
  paper.classList.toggle("wide", landscape > portrait);
  fill(paper, title && sheet.title && el("h1", {}, sheet.title), picture);
  document.body.append(paper);
}
