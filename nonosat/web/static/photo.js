/** Makes a puzzle out of a photo: the options of the digitizer with a live preview. */

import { Superseded, image, importFile } from "./api.js";
import { Board } from "./board.js";
import { button, choice, dialog, el, fill, number, tick, words } from "./dom.js";
import { base64 } from "./files.js";
import { marksOf, puzzleOf } from "./puzzle.js";

/** @typedef {import("./api.js").Sheet} Sheet */

const PREVIEW_MS = 120;
const MOST_INKS = 12;

/** A box that is drawn on a photo with the pointer. */
class Frame {
  /**
   * @param {HTMLImageElement} photo
   * @param {() => void} drawn
   */
  constructor(photo, drawn) {
    this.photo = photo;
    /** @type {[number, number, number, number]} left, top, right, bottom in pixels of the photo */
    this.box = [0, 0, 1, 1];
    this.outline = el("div", { class: "outline", hidden: true });
    this.element = el("div", { class: "cropped" }, photo, this.outline);
    photo.draggable = false;
    photo.addEventListener("load", () => { this.box = [0, 0, photo.naturalWidth, photo.naturalHeight]; });
    /** @type {[number, number] | null} */
    let corner = null;
    this.element.addEventListener("pointerdown", (event) => {
      corner = this.#pixel(event);
      this.element.setPointerCapture(event.pointerId);
    });
    this.element.addEventListener("pointermove", (event) => {
      if (corner) this.#stretch(corner, this.#pixel(event));
    });
    const end = () => {
      if (corner && !this.outline.hidden) drawn();
      corner = null;
    };
    this.element.addEventListener("pointerup", end);
    this.element.addEventListener("pointercancel", end); // a finger that began to scroll, say
  }

  /**
   * @param {PointerEvent} event
   * @returns {[number, number]}
   */
  #pixel(event) {
    const { photo } = this;
    const place = photo.getBoundingClientRect();
    /** @type {(at: number, size: number, pixels: number) => number} */
    const within = (at, size, pixels) => Math.round(Math.min(1, Math.max(0, at / size)) * pixels);
    return [
      within(event.clientX - place.x, place.width, photo.naturalWidth),
      within(event.clientY - place.y, place.height, photo.naturalHeight),
    ];
  }

  /**
   * @param {[number, number]} from
   * @param {[number, number]} to
   */
  #stretch([x1, y1], [x2, y2]) {
    if (x1 === x2 || y1 === y2) return;
    const [left, top, right, bottom] = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
    this.box = [left, top, right, bottom];
    const unit = this.photo.clientWidth / this.photo.naturalWidth;
    Object.assign(this.outline.style, {
      left: `${left * unit}px`, top: `${top * unit}px`, width: `${(right - left) * unit}px`, height: `${(bottom - top) * unit}px`,
    });
    this.outline.hidden = false;
  }
}

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
  /** Of pixel art the server knows the size and the inks, so it is asked without them at first. */
  const wanted = { size: "", colors: 0, method: methods[0], threshold: -1, invert: false, crop: "auto" };
  const said = el("p", { role: "status" });
  const photo = el("img", { alt: "The photo" });
  photo.src = URL.createObjectURL(file);
  const host = el("div");
  /** @type {Sheet | null} */
  let sheet = null;
  let later = 0;
  let newest = 0;
  /** What was wanted is not shown yet. */
  let stale = false;

  /** @param {Sheet} found @param {boolean} [exact] */
  const show = (found, exact = false) => {
    sheet = found;
    const puzzle = puzzleOf(found);
    board.show(puzzle, marksOf(puzzle.goals[0], puzzle.palette));
    fill(said, `${puzzle.width} × ${puzzle.height} cells${exact ? ", taken cell for cell" : ""}`);
    accept.disabled = false;
  };
  /** Ask for the picture as wanted now. @param {() => Promise<[Sheet, boolean]>} ask */
  const preview = async (ask) => {
    const mine = ++newest;
    stale = true;
    clearTimeout(later);
    try {
      const [found, exact] = await ask();
      if (mine !== newest) return;
      stale = false;
      show(found, exact);
    } catch (error) {
      if (mine !== newest || error instanceof Superseded) return;
      sheet = null; // what is shown is not what was asked for
      accept.disabled = true;
      fill(said, words(error));
    }
  };
  /** @returns {Promise<[Sheet, boolean]>} the picture, and whether it was taken cell for cell */
  const digitized = async () => {
    const { size, threshold, method, colors, invert, crop } = wanted;
    const answer = await image({
      data, crop: crop === "box" ? frame.box : crop,
      ...(size ? { size } : {}), ...(colors ? { colors } : {}),
      ...(colors === 1 ? { method, invert, ...(threshold >= 0 ? { threshold } : {}) } : {}),
    });
    if (!wanted.size) field.value = wanted.size = answer.size;
    if (!wanted.colors) inks.input.value = String(wanted.colors = answer.colors);
    plain.hidden = wanted.colors > 1;
    return [answer.puzzle, answer.exact];
  };
  /** Want something else. @param {Partial<typeof wanted>} change */
  const want = (change) => {
    Object.assign(wanted, change);
    stale = true;
    clearTimeout(later);
    later = setTimeout(() => preview(digitized), PREVIEW_MS);
    plain.hidden = wanted.colors > 1;
  };
  const field = el("input", {
    type: "text", value: wanted.size, size: 7,
    oninput: () => want({ size: field.value.trim() }),
  });
  const inks = number("Inks", 1, { min: 1, max: MOST_INKS }, (colors) => want({ colors }));
  const part = choice("Part", [["auto", "the subject"], ["none", "everything"], ["box", "the box drawn on the photo"]], wanted.crop, (crop) => want({ crop }));
  const frame = new Frame(photo, () => {
    /** @type {HTMLSelectElement} */ (part.querySelector("select")).value = "box";
    want({ crop: "box" });
  });
  const light = el("input", {
    type: "range", min: 0, max: 255, value: 128, "aria-label": "Darker than this is ink",
    oninput: () => {
      threshold.input.checked = false;
      want({ threshold: Number(light.value) });
    },
  });
  const threshold = tick("Find the threshold", true, (on) => want({ threshold: on ? -1 : Number(light.value) }));
  const plain = el(
    "div",
    {},
    choice("Method", methods.map((method) => [method, method]), wanted.method, (method) => want({ method })),
    threshold.label,
    light,
    tick("Light is ink", false, (invert) => want({ invert })).label,
  );
  const accept = button("Use this picture", async () => {
    if (stale) await preview(digitized); // what was typed last counts
    if (!sheet || stale) return; // it was refused in words, or something else is wanted meanwhile
    take({ ...sheet, title: sheet.title || title });
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
        el("label", { class: "field" }, "Cells on the longer side, or both as 30x20 ", field),
        inks.label,
        part,
        plain,
        button("Each pixel is a cell", () => preview(async () => [(await importFile({ name: file.name, data })).sheets[0], true])),
        frame.element,
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
