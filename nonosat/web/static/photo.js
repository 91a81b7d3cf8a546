/** Makes a puzzle out of a photo: the options of the digitizer, with a live preview and its verdict. */

import { Superseded, check, image, importFile, rate } from "./api.js";
import { Board } from "./board.js";
import { button, choice, dialog, el, fill, number, tick, words } from "./dom.js";
import { base64 } from "./files.js";
import { Frame } from "./frame.js";
import { VERDICTS, starsText } from "./verdict.js";
import { BLACK_AND_WHITE, marksOf, puzzleOf } from "./puzzle.js";
import { thumb } from "./thumb.js";

/** @typedef {import("./api.js").Sheet} Sheet */

const PREVIEW_MS = 120;
/** Pause before the verdict is asked for. */
const VERDICT_MS = 350;
const VERDICT_SECONDS = 10;
const MOST_INKS = 12;
const THUMB = 64;
/** What the methods of the digitizer do. @type {Record<string, string>} */
const METHODS = { otsu: "Light and dark areas", adaptive: "Outlines, uneven light" };

/**
 * Ask how to turn a photo into a picture.
 *
 * @param {File} file
 * @param {string[]} methods of the digitizer
 * @param {(sheet: Sheet) => void} take
 */
export async function askPhoto(file, methods, take) {
  new PhotoDialog(file, await base64(file), methods, take);
}

class PhotoDialog {
  /**
   * @param {File} file
   * @param {string} data base64
   * @param {string[]} methods
   * @param {(sheet: Sheet) => void} take
   */
  constructor(file, data, methods, take) {
    this.file = file;
    this.data = data;
    this.methods = methods;
    this.take = take;
    /** Size and colors are empty at first: the server detects them for pixel art. */
    this.wanted = { size: "", colors: 0, method: methods[0], threshold: -1, invert: false, crop: "auto", fit: false };
    /** @type {Sheet | null} what is shown; null: not what was asked for */
    this.sheet = null;
    this.later = this.judging = this.newest = 0;
    /** Whether the preview is out of date. */
    this.stale = false;
    /** What the small pictures of the methods were made for. */
    this.shownWays = "";
    const picture = el("img", { alt: "The photo" });
    picture.src = URL.createObjectURL(file);
    this.frame = new Frame(picture, () => {
      /** @type {HTMLSelectElement} */ (this.part.querySelector("select")).value = "box";
      this.#want({ crop: "box" });
    });
    this.status = el("p", { role: "status" });
    this.verdict = el("p", { class: "verdict", role: "status" });
    this.rating = el("p", { class: "about" });
    this.field = el("input", {
      type: "text", value: "", size: 7, oninput: () => this.#want({ size: this.field.value.trim() }),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key === "Enter") this.#accept();
      },
    });
    this.inks = number("Colors", 1, { min: 1, max: MOST_INKS }, (colors) => this.#want({ colors }));
    this.part = choice("Part", [["auto", "the subject"], ["none", "everything"], ["box", "the box drawn on the photo"]], "auto", (crop) => this.#want({ crop }));
    this.light = el("input", {
      type: "range", min: 0, max: 255, value: 128, "aria-label": "Darker than this is ink",
      oninput: () => this.#want({ threshold: Number(this.light.value) }),
    });
    this.found = button("Find it", () => this.#want({ threshold: -1 }));
    this.level = el("span");
    this.ways = el("div", { class: "ways", role: "group", "aria-label": "Method" });
    this.lightness = el("div", { class: "level" }, this.level, this.found, this.light);
    this.plain = el("div", {}, this.ways, this.lightness, tick("Light is ink", false, (invert) => this.#want({ invert })).label);
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
          el("label", { class: "field" }, "Cells on the longer side, or 30x20 ", this.field),
          this.inks.label,
          this.part,
          tick("Keep all of it, with a margin", false, (fit) => this.#want({ fit })).label,
          this.plain,
          button("One cell per pixel", () => this.#preview(() => this.#pixels())),
        ),
        el("div", { class: "seen" }, el("div", { class: "frame" }, host), this.status, this.verdict, this.rating, this.frame.element),
      ),
      this.accept,
    );
    this.board = new Board(host, "Preview");
    this.board.drawing = true;
    this.box.addEventListener("close", () => {
      URL.revokeObjectURL(picture.src);
      this.newest++; // answers on their way are dropped
      clearTimeout(this.later);
      clearTimeout(this.judging);
      this.board.close();
    });
    this.#showWays({});
    this.#preview();
  }

  /** Want something else. @param {Partial<PhotoDialog["wanted"]>} change */
  #want(change) {
    Object.assign(this.wanted, change);
    this.stale = true;
    clearTimeout(this.later);
    this.later = setTimeout(() => this.#preview(), PREVIEW_MS);
    this.plain.hidden = this.wanted.colors > 1;
  }

  /** Ask for the picture as wanted now, and show it. @param {() => Promise<{sheet: Sheet, about: string}>} [ask] */
  async #preview(ask = () => this.#digitized()) {
    const mine = ++this.newest;
    this.stale = true;
    clearTimeout(this.later);
    clearTimeout(this.judging);
    this.verdict.classList.add("stale");
    fill(this.rating);
    try {
      const { sheet, about } = await ask();
      if (mine !== this.newest) return;
      this.stale = false;
      this.sheet = sheet;
      const puzzle = puzzleOf(sheet);
      this.board.show(puzzle, marksOf(puzzle.goals[0], puzzle.palette));
      fill(this.status, `${puzzle.width} × ${puzzle.height} cells${about}`);
      this.accept.disabled = false;
      this.judging = setTimeout(() => this.#judge(mine, sheet), VERDICT_MS);
    } catch (error) {
      if (mine !== this.newest || error instanceof Superseded) return;
      this.sheet = null;
      this.accept.disabled = true;
      fill(this.status, words(error));
      fill(this.verdict);
      fill(this.rating);
    }
  }

  /** The part, the size and the like, as the server is asked for them. */
  #asked() {
    const { size, invert, crop, fit, colors } = this.wanted;
    return {
      data: this.data, fit, crop: crop === "box" ? this.frame.box : crop, ...(size ? { size } : {}),
      ...(colors === 1 ? { invert } : {}),
    };
  }

  /** @returns {Promise<{sheet: Sheet, about: string}>} the picture, and how it was taken */
  async #digitized() {
    const { wanted } = this;
    const { threshold, method, colors } = wanted;
    const answer = await image({
      ...this.#asked(), ...(colors ? { colors } : {}),
      ...(colors === 1 ? { method, ...(threshold >= 0 && method !== "adaptive" ? { threshold } : {}) } : {}),
    });
    if (!wanted.size) this.field.value = wanted.size = answer.size;
    if (!wanted.colors) this.inks.input.value = String(wanted.colors = answer.colors);
    this.plain.hidden = wanted.colors > 1;
    this.#showLevel(answer.threshold);
    if (wanted.colors === 1) this.#askWays();
    const about = [
      answer.times && (answer.times > 1 ? `; pixel art, copied cell for cell (${answer.times} × ${answer.times} pixels each)` : "; pixel art, copied cell for cell"),
      answer.cut && "; cropped to fit",
    ];
    return { sheet: answer.puzzle, about: about.filter(Boolean).join("") };
  }

  /** @returns {Promise<{sheet: Sheet, about: string}>} one cell for each pixel */
  async #pixels() {
    const { sheets } = await importFile({ name: this.file.name, data: this.data });
    const { width, height } = sheets[0];
    this.field.value = this.wanted.size = `${width}x${height}`;
    return { sheet: sheets[0], about: ", one for each pixel" };
  }

  /** @param {number | null} threshold that was used; null: each cell has its own */
  #showLevel(threshold) {
    this.lightness.hidden = threshold === null;
    if (threshold === null) return;
    const own = this.wanted.threshold >= 0;
    this.light.value = String(Math.round(threshold));
    fill(this.level, `Darker than ${Math.round(threshold)} of 255 is ink${own ? "" : " (automatic)"}`);
    this.found.hidden = !own;
  }

  /** Show what each method makes of the photo, where that may have changed. */
  async #askWays() {
    const asked = this.#asked();
    const key = JSON.stringify({ ...asked, data: "" });
    if (key === this.shownWays) return;
    this.shownWays = key;
    try {
      const { ways } = await image({ ...asked, ways: true }, { lane: "ways" });
      this.#showWays(ways);
    } catch {
      this.shownWays = ""; // the names do without pictures
    }
  }

  /** @param {Record<string, string[]>} ways method -> picture; without one there is the name alone */
  #showWays(ways) {
    fill(this.ways, ...this.methods.map((method) => {
      const rows = ways[method];
      const picture = rows && { height: rows.length, width: rows[0].length, cells: marksOf(rows, BLACK_AND_WHITE), palette: BLACK_AND_WHITE };
      return button([picture && thumb(picture, THUMB), el("span", {}, METHODS[method] ?? method)], () => {
        this.#want({ method, threshold: -1 });
        this.#showWays(ways);
      }, { "aria-pressed": method === this.wanted.method });
    }));
  }

  /**
   * @param {number} mine
   * @param {Sheet} puzzle
   */
  async #judge(mine, puzzle) {
    try {
      const result = await check({ puzzle, limit: VERDICT_SECONDS }, { lane: "photo" });
      if (mine !== this.newest) return;
      this.verdict.classList.remove("stale");
      this.verdict.dataset.verdict = result.verdict;
      fill(this.verdict, VERDICTS[result.verdict] ?? result.verdict);
      fill(this.rating, result.verdict === "multiple" && "Open it in Draw to get suggestions for cells to change.");
      if (result.verdict !== "unique" || !puzzleOf(puzzle).rows.some((clue) => clue.length)) return;
      const rating = await rate({ puzzle, limit: VERDICT_SECONDS }, { lane: "photo rating" });
      if (mine === this.newest) fill(this.rating, starsText(rating));
    } catch {
      // The picture can be used without a verdict.
    }
  }

  async #accept() {
    if (this.stale) await this.#preview(); // what was typed last counts
    const { sheet } = this;
    if (!sheet || this.stale) return; // it was refused in words, or the settings have changed
    this.box.close();
    this.take({ ...sheet, title: sheet.title || this.file.name.replace(/\.[^.]*$/, "") });
  }
}
