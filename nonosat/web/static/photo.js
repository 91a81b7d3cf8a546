/** Makes a puzzle out of a photo: the options of the digitizer with a live preview. */

import { Superseded, image, importFile } from "./api.js";
import { Board } from "./board.js";
import { button, choice, dialog, el, fill, number, tick, words } from "./dom.js";
import { base64 } from "./files.js";
import { marksOf, puzzleOf } from "./puzzle.js";

/** @typedef {import("./api.js").Sheet} Sheet */

const PREVIEW_MS = 120;
const MOST_SIDE = 200;
const MOST_INKS = 12;

/**
 * Ask how to make a picture of a photo.
 *
 * @param {File} file
 * @param {string[]} methods of the digitizer
 * @param {(sheet: Sheet) => void} take
 */
export async function askPhoto(file, methods, take) {
  const data = await base64(file);
  const title = file.name.replace(/\.[^.]*$/, "");
  const wanted = { side: 25, colors: 1, method: methods[0], threshold: -1, invert: false, crop: "auto" };
  const said = el("p", { role: "status" });
  const photo = el("img", { alt: "The photo" });
  photo.src = URL.createObjectURL(file);
  const host = el("div");
  /** @type {Sheet | null} */
  let sheet = null;
  let later = 0;

  /** @param {Sheet} made */
  const show = (made) => {
    sheet = made;
    const puzzle = puzzleOf(made);
    board.show(puzzle, marksOf(puzzle.goals[0], puzzle.palette));
    fill(said, `${puzzle.width} × ${puzzle.height} cells`);
    accept.disabled = false;
  };
  /** Ask for the picture as wanted now. @param {() => Promise<Sheet>} ask */
  const preview = async (ask) => {
    try {
      show(await ask());
    } catch (error) {
      if (!(error instanceof Superseded)) fill(said, words(error));
    }
  };
  const digitized = async () => {
    const { side, threshold, method, colors, invert, crop } = wanted;
    const answer = await image({
      data, size: String(side), crop, colors,
      ...(colors === 1 ? { method, invert, ...(threshold >= 0 ? { threshold } : {}) } : {}),
    });
    return answer.puzzle;
  };
  const changed = () => {
    clearTimeout(later);
    later = setTimeout(() => preview(digitized), PREVIEW_MS);
    plain.hidden = wanted.colors > 1;
  };
  const light = el("input", {
    type: "range", min: 0, max: 255, value: 128, "aria-label": "Darker than this is ink",
    oninput: () => {
      wanted.threshold = Number(light.value);
      threshold.input.checked = false;
      changed();
    },
  });
  const threshold = tick("Find the threshold", true, (on) => {
    wanted.threshold = on ? -1 : Number(light.value);
    changed();
  });
  const plain = el(
    "div",
    {},
    choice("Method", methods.map((method) => [method, method]), wanted.method, (method) => {
      wanted.method = method;
      changed();
    }),
    threshold.label,
    light,
    tick("Light is ink", false, (invert) => {
      wanted.invert = invert;
      changed();
    }).label,
  );
  const accept = button("Use this picture", () => {
    if (sheet) take({ ...sheet, title: sheet.title || title });
    box.close();
  }, { disabled: true });
  const box = dialog(
    "A puzzle from a photo",
    el(
      "div",
      { class: "photo" },
      el(
        "div",
        {},
        number("Cells on the longer side", wanted.side, { min: 2, max: MOST_SIDE }, (side) => {
          wanted.side = side;
          changed();
        }).label,
        number("Inks", wanted.colors, { min: 1, max: MOST_INKS }, (colors) => {
          wanted.colors = colors;
          changed();
        }).label,
        choice("Part", [["auto", "the subject"], ["none", "everything"]], wanted.crop, (crop) => {
          wanted.crop = crop;
          changed();
        }),
        plain,
        button("Each pixel is a cell", () => preview(async () => (await importFile({ name: file.name, data })).sheets[0])),
        photo,
      ),
      el("div", { class: "frame" }, host),
    ),
    said,
    accept,
  );
  const board = new Board(host, "Preview");
  board.drawing = true;
  box.addEventListener("close", () => {
    URL.revokeObjectURL(photo.src);
    board.close();
  });
  await preview(digitized);
}
