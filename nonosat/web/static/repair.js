/**
 * Proposals that give a drawing exactly one solution: changed cells.
 */

import { Superseded } from "./api.js";
import { button, el, fill, section, words } from "./dom.js";
import { placeOf } from "./line.js";
import { markName, marksOf, pictureJson } from "./puzzle.js";

const SECONDS = 60;
const MOST = 4;
/** The most changes that can be accepted one by one. */
const MOST_SINGLY = 12;

export class Repair {
  /**
   * @param {object} drawing
   * @param {import("./state.js").Marks} drawing.marks
   * @param {typeof import("./api.js")} drawing.ask the questions
   * @param {(picture: Int16Array, cells: number[]) => void} drawing.preview shows a picture in place of the drawing
   */
  constructor({ marks, ask, preview }) {
    this.marks = marks;
    this.api = ask;
    this.preview = preview;
    this.answer = el("div", { class: "proposals", role: "status" });
    this.section = section(
      "Repair",
      el("div", { class: "buttons" },
        button("Propose changes", () => this.#ask())),
      this.answer,
    );
    this.section.hidden = true;
    /** @type {{cells: Int16Array, proposals: Int16Array[], proof: string} | null} a drawing and its proposals */
    this.found = null;
    this.asked = 0;
  }

  /** The drawing changed: keep the proposals that it now partly contains. */
  drawn() {
    this.asked++;
    const { found } = this;
    const { cells } = this.marks;
    this.found = null;
    if (found && found.cells.length === cells.length) {
      const onTheWay = found.proposals.filter((proposal) =>
        cells.every((mark, cell) => mark === found.cells[cell] || mark === proposal[cell]));
      if (onTheWay.length) this.found = { ...found, proposals: onTheWay };
    }
    this.#showChanges();
  }

  async #ask() {
    const { marks, answer } = this;
    const asked = ++this.asked;
    const looking = "Looking for a change …";
    this.found = null;
    fill(answer, looking);
    let found;
    try {
      found = await this.api.repair(
        { puzzle: pictureJson(marks.picture), count: MOST, limit: SECONDS },
        { on: (event, data) => {
          if (event === "progress" && asked === this.asked) fill(answer, `${looking} ${Math.round(data.seconds)} s`);
        } },
      );
    } catch (error) {
      if (!(error instanceof Superseded) && asked === this.asked) fill(answer, words(error));
      return;
    }
    if (asked !== this.asked) return;
    const proof = found.fewest ? "This is the smallest fix." : "There may be a smaller fix.";
    if (!found.cells) fill(answer, found.error ? `Nothing was found: ${found.error}.` : "Nothing was found.");
    else {
      const { cells, palette } = marks.picture;
      const proposals = [...found.pictures, ...(found.symmetric ? [found.symmetric] : [])].map((/** @type {string[]} */ rows) => marksOf(rows, palette));
      this.found = { cells: cells.slice(), proposals, proof };
      this.#showChanges();
    }
  }

  #showChanges() {
    const { found } = this;
    if (!found) {
      fill(this.answer);
      return;
    }
    fill(this.answer, el("p", { class: "about" }, found.proof), ...found.proposals.map((proposal) => this.#proposal(proposal)));
    this.answer.querySelector(".proposal > button")?.scrollIntoView({ block: "nearest" });
  }

  /** @param {Int16Array} proposal */
  #proposal(proposal) {
    const { marks } = this;
    const { picture } = marks;
    const cells = [...proposal.keys()].filter((cell) => proposal[cell] !== picture.cells[cell]);
    /** @type {(some: number[]) => void} */
    const accept = (some) => marks.setAll(some.map((cell) => [cell, proposal[cell]]));
    return el(
      "div",
      { class: "proposal" },
      button(cells.length === 1 ? "Accept" : `Accept all ${cells.length}`, () => accept(cells)),
      button("Show", () => this.preview(proposal, cells)),
      el("ul", { class: "singly" }, ...(cells.length > MOST_SINGLY ? [] : cells).map((cell) =>
        el("li", {}, button(`${this.#named(cell)}: ${markName(proposal[cell], picture.palette)}`, () => accept([cell]), { title: "Change only this cell" })))),
    );
  }

  /** @param {number} cell */
  #named(cell) {
    const { row, col } = placeOf(cell, this.marks.picture);
    return `row ${row + 1}, column ${col + 1}`;
  }
}
