/** Makes a puzzle out of a photo: size, colors and threshold, with a live preview. */

import { Superseded, hasServer, image } from "./api.js";
import { Board } from "./board.js";
import { button, dialog, el, fill, number, words } from "./dom.js";
import { base64 } from "./files.js";
import { readPicture, showScan } from "./scan.js";
import { marksOf, puzzleOf } from "./puzzle.js";

/** @typedef {import("./api.js").Sheet} Sheet */

const PREVIEW_MS = 120;
const MOST_INKS = 12;

/**
 * Ask how to turn a photo into a picture.
 *
 * @param {File} file
 * @param {(sheet: Sheet) => void} take
 * @param {(sheet: Sheet) => void} play takes it, if it is a printed puzzle
 */
export async function askPhoto(file, take, play) {
  if (!hasServer()) throw new Error("this page reads no pictures; `nonosat web`, once installed, does");
  const data = await base64(file);
  new PhotoDialog(file, data, take).offer(readPicture(data), play);
}

class PhotoDialog {
  /**
   * @param {File} file
   * @param {string} data base64
   * @param {(sheet: Sheet) => void} take
   */
  constructor(file, data, take) {
    this.file = file;
    this.data = data;
    this.take = take;
    /** Size and colors are empty at first: the server detects them for pixel art. */
    this.wanted = { size: "", colors: 0, threshold: -1 };
    /** @type {Sheet | null} what is shown; null: not what was asked for */
    this.sheet = null;
    this.later = this.newest = 0;
    /** Whether the preview is out of date. */
    this.stale = false;
    const picture = el("img", { alt: "The photo" });
    picture.src = URL.createObjectURL(file);
    this.status = el("p", { role: "status" });
    this.printed = el("p", { role: "status" });
    this.field = el("input", {
      type: "text", value: "", size: 7, oninput: () => this.#want({ size: this.field.value.trim() }),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key === "Enter") this.#accept();
      },
    });
    this.inks = number("Colors", 1, { min: 1, max: MOST_INKS }, (colors) => this.#want({ colors }));
    this.light = el("input", {
      type: "range", min: 0, max: 255, value: 128, "aria-label": "Darker than this is ink",
      oninput: () => this.#want({ threshold: Number(this.light.value) }),
    });
    this.found = button("Find it", () => this.#want({ threshold: -1 }));
    this.level = el("span");
    this.lightness = el("div", { class: "level" }, this.level, this.found, this.light);
    this.accept = button("Use this picture", () => this.#accept(), { class: "primary", disabled: true });
    const host = el("div");
    this.box = dialog(
      "A puzzle from a photo",
      el(
        "div",
        { class: "photo" },
        el(
          "div",
          {},
          this.printed,
          el("label", { class: "field" }, "Cells on the longer side, or 30x20 ", this.field),
          this.inks.label,
          this.lightness,
        ),
        el("div", { class: "seen" }, el("div", { class: "frame" }, host), this.status, picture),
      ),
      this.accept,
    );
    this.board = new Board(host, "Preview");
    this.board.drawing = true;
    this.box.addEventListener("close", () => {
      URL.revokeObjectURL(picture.src);
      this.newest++; // answers on their way are dropped
      clearTimeout(this.later);
      this.board.close();
    });
    this.#preview();
  }

  /**
   * Offer to read the clues, once they were found.
   *
   * @param {Promise<any>} reading
   * @param {(sheet: Sheet) => void} play
   */
  offer(reading, play) {
    reading.then(() => fill(this.printed, "This is a printed puzzle. ", button("Read its clues", () => {
      this.box.close();
      showScan(this.data, reading, play);
    })), () => {}); // else: not printed
  }

  /** Want something else. @param {Partial<PhotoDialog["wanted"]>} change */
  #want(change) {
    Object.assign(this.wanted, change);
    this.stale = true;
    clearTimeout(this.later);
    this.later = setTimeout(() => this.#preview(), PREVIEW_MS);
  }

  /** Ask for the picture as wanted now, and show it. */
  async #preview() {
    const mine = ++this.newest;
    this.stale = true;
    clearTimeout(this.later);
    try {
      const { sheet, about } = await this.#digitized();
      if (mine !== this.newest) return;
      this.stale = false;
      this.sheet = sheet;
      const puzzle = puzzleOf(sheet);
      this.board.show(puzzle, marksOf(puzzle.goals[0], puzzle.palette));
      fill(this.status, `${puzzle.width} × ${puzzle.height} cells${about}`);
      this.accept.disabled = false;
    } catch (error) {
      if (mine !== this.newest || error instanceof Superseded) return;
      this.sheet = null;
      this.accept.disabled = true;
      fill(this.status, words(error));
    }
  }

  /** @returns {Promise<{sheet: Sheet, about: string}>} the picture, and how it was taken */
  async #digitized() {
    const { wanted } = this;
    const { size, threshold, colors } = wanted;
    const answer = await image({
      data: this.data, ...(size ? { size } : {}), ...(colors ? { colors } : {}),
      ...(colors === 1 && threshold >= 0 ? { threshold } : {}),
    });
    if (!wanted.size) this.field.value = wanted.size = answer.size;
    if (!wanted.colors) this.inks.input.value = String(wanted.colors = answer.colors);
    this.#showLevel(answer.threshold);
    const about = [
      answer.times && (answer.times > 1 ? `; pixel art, copied cell for cell (${answer.times} × ${answer.times} pixels each)` : "; pixel art, copied cell for cell"),
      answer.cut && "; cropped to fit",
    ];
    return { sheet: answer.puzzle, about: about.filter(Boolean).join("") };
  }

  /** @param {number | null} threshold that was used; null: none, of several inks */
  #showLevel(threshold) {
    this.lightness.hidden = threshold === null;
    if (threshold === null) return;
    const own = this.wanted.threshold >= 0;
    this.light.value = String(Math.round(threshold));
    fill(this.level, `Darker than ${Math.round(threshold)} of 255 is ink${own ? "" : " (automatic)"}`);
    this.found.hidden = !own;
  }

  async #accept() {
    if (this.stale) await this.#preview(); // what was typed last counts
    const { sheet } = this;
    if (!sheet || this.stale) return; // it was refused in words, or the settings have changed
    this.box.close();
    this.take({ ...sheet, title: sheet.title || this.file.name.replace(/\.[^.]*$/, "") });
  }
}
