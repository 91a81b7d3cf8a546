/**
 * The verdict on a drawing: how many solutions, how hard, and how to repair it. Each stroke asks again;
 * older answers are dropped.
 */

import { Superseded } from "./api.js";
import { Repair } from "./repair.js";
import { button, el, fill, section, words } from "./dom.js";
import { BLANK, marksOf } from "./puzzle.js";

/** @typedef {typeof import("./api.js")} Api */

const CHECK_SECONDS = 20;
const RATE_SECONDS = 20;

/** @type {Record<string, string>} */
export const VERDICTS = {
  unique: "Exactly one solution", multiple: "Several solutions", none: "No solution", unknown: "Not decided in time",
  failed: "No verdict",
};

export class VerdictPanel {
  /**
   * @param {object} drawing
   * @param {import("./board.js").Board} drawing.board
   * @param {import("./state.js").Marks} drawing.marks
   * @param {Api} drawing.ask the questions
   * @param {() => object} drawing.json returns the puzzle to ask about
   */
  constructor({ board, marks, ask, json }) {
    this.board = board;
    this.marks = marks;
    this.api = ask;
    this.json = json;
    this.headline = el("p", { class: "verdict", role: "status" });
    this.facts = el("p", { class: "about details" });
    this.rating = el("p", { class: "about rating" });
    this.looks = el("div", { class: "buttons" });
    this.section = section("Verdict", this.headline, this.facts, this.rating, this.looks);
    this.repair = new Repair({ marks, ask, preview: (picture, cells) => this.preview(picture, cells) });
    this.previewed = false;
    this.asked = 0;
    /** Whether the verdict of the current drawing was asked for. */
    this.fresh = false;
  }

  /**
   * Ask about the current drawing.
   *
   * @param {boolean} visible false: not before it is shown
   */
  async ask(visible) {
    this.repair.drawn();
    this.fresh = visible;
    if (!visible) return;
    const asked = ++this.asked;
    this.headline.classList.add("stale");
    let result;
    try {
      result = await this.api.check({ puzzle: this.json(), limit: CHECK_SECONDS });
    } catch (error) {
      if (error instanceof Superseded || asked !== this.asked) return;
      this.#say("failed", words(error));
      this.fresh = false;
      return;
    }
    if (asked !== this.asked) return;
    this.#say(result.verdict, this.#facts(result));
    this.repair.section.hidden = result.verdict === "unique";
    if (result.verdict === "multiple") this.#showVarying(result);
    if (result.verdict === "unique" && this.#inked) await this.#rate(asked);
  }

  /** Whether there is anything to rate. */
  get #inked() {
    return this.marks.cells.some((mark) => mark > BLANK);
  }

  /**
   * @param {string} verdict
   * @param {string} facts
   */
  #say(verdict, facts) {
    this.headline.classList.remove("stale");
    this.headline.dataset.verdict = verdict;
    const empty = verdict === "unique" && !this.#inked;
    this.headline.classList.toggle("empty", empty);
    fill(this.headline, empty ? "Nothing is drawn yet" : VERDICTS[verdict] ?? verdict);
    fill(this.facts, empty ? "" : facts);
    // The old rating stays until there is a new one, so that nothing moves with each stroke.
    if (verdict === "unique" && this.#inked) this.rating.classList.add("stale");
    else fill(this.rating);
    fill(this.looks);
  }

  /** @param {any} result */
  #facts(result) {
    const parts = [];
    if (result.verdict === "multiple") parts.push(`${result.varies.length === result.left ? "" : "at least "}${result.varies.length} cells vary, marked`);
    if (result.verdict === "unique") parts.push(result.line_solvable ? "line by line" : `needs ${result.difficulty ?? "more than line logic"}`);
    if (result.error) parts.push(result.error);
    parts.push(`${Math.max(1, Math.round(result.seconds * 1000))} ms`);
    return parts.join("; ");
  }

  /** @param {any} result */
  #showVarying(result) {
    const { board, marks: { picture } } = this;
    for (const [row, col] of result.varies) board.lights.set(row * picture.width + col, "differs");
    board.relight();
    fill(
      this.looks,
      ...result.solutions.map((/** @type {string[]} */ rows, /** @type {number} */ at) =>
        button(`Solution ${at + 1}`, () => this.preview(marksOf(rows, picture.palette)))),
      button("Drawing", () => this.preview(null)),
    );
  }

  /**
   * Show another picture in place of the drawing until that is touched.
   *
   * @param {Int16Array | null} marks null: the drawing
   * @param {number[]} [cells] lit in place of those that are lit now
   */
  preview(marks, cells) {
    const { board } = this;
    this.previewed = marks !== null;
    board.show(board.view.shown, marks ?? this.marks.cells);
    if (cells) board.lights = new Map(cells.map((cell) => [cell, "hint"]));
    board.host.classList.toggle("previewed", this.previewed);
  }

  /** Show the drawing alone. */
  hide() {
    const { board } = this;
    if (this.previewed) this.preview(null);
    if (board.lights.size) {
      board.lights.clear();
      board.relight();
    }
  }

  /** @param {number} asked */
  async #rate(asked) {
    let rating;
    try {
      rating = await this.api.rate({ puzzle: this.json(), limit: RATE_SECONDS });
    } catch {
      return; // the verdict is enough
    }
    if (asked !== this.asked) return;
    this.rating.classList.remove("stale");
    fill(this.rating, starsText(rating));
  }
}

/**
 * A rating in words and stars; "" if there is none.
 *
 * @param {any} rating
 */
function starsText({ stars, score, rounds, hardest, class: kind }) {
  if (stars == null) return "";
  const most = hardest && hardest !== kind ? `, hardest: ${hardest}` : "";
  return `${"★".repeat(stars)}${"☆".repeat(5 - stars)} difficulty ${score}, ${rounds} round${rounds === 1 ? "" : "s"}${most}`;
}
