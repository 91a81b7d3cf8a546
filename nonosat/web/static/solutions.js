/** Pages through all solutions and marks the cells that differ. */

import { button, el, fill, number, section } from "./dom.js";
import { LIMIT_SECONDS, Pages } from "./pages.js";
import { NO_PUZZLE, marksOf } from "./puzzle.js";

const FIRST_COUNT = 100;
const MOST = 10_000;

export class Solutions extends Pages {
  /** @param {import("./pages.js").Api} api */
  constructor(api) {
    super("Solutions", api, (by) => this.goTo(this.at + by));
    this.board.drawing = true;
    this.puzzle = NO_PUZZLE;
    /** @type {Int16Array[]} */
    this.found = [];
    /** @type {Set<number>} cells that are not the same in all of them */
    this.varying = new Set();
    this.at = 0;
    this.most = FIRST_COUNT;
    this.place = el("p", { class: "line" });
    this.status = el("p", { role: "status" });
    this.halt = button("Stop", () => this.stop.abort());
    this.layout.strip.append(this.place, this.status);
    fill(
      this.layout.tools,
      button("◀ Previous", () => this.goTo(this.at - 1)),
      button("Next ▶", () => this.goTo(this.at + 1)),
    );
    fill(
      this.layout.side,
      section(
        "Solutions",
        number("At most", FIRST_COUNT, { min: 1, max: MOST }, (most) => {
          this.most = most;
          this.open(this.puzzle);
        }).label,
        el("div", { class: "buttons" }, this.halt),
      ),
      this.layout.viewSection(),
      this.keyHelp(["n, b", "next, previous solution"]),
    );
  }

  /** @param {import("./puzzle.js").Puzzle} puzzle */
  async open(puzzle) {
    this.leave();
    [this.puzzle, this.found, this.varying, this.at] = [puzzle, [], new Set(), 0];
    this.board.show(puzzle, new Int16Array(puzzle.height * puzzle.width));
    fill(this.place);
    fill(this.status, "Looking for solutions …");
    this.halt.disabled = false;
    const done = await this.asked(
      (options) => this.api.solutions({ puzzle: puzzle.json, count: this.most, limit: LIMIT_SECONDS }, options),
      (event, data) => event === "solution" && this.#take(data.grid),
    );
    if (!done) return;
    this.halt.disabled = true;
    this.#conclude(done);
  }

  /** @param {string[]} grid */
  #take(grid) {
    const marks = marksOf(grid, this.puzzle.palette);
    const [first] = this.found;
    if (first) {
      marks.forEach((mark, cell) => {
        if (mark !== first[cell]) this.varying.add(cell);
      });
    }
    this.found.push(marks);
    this.goTo(this.at);
  }

  /** @param {any} result */
  #conclude(result) {
    const count = this.found.length;
    /** @type {Record<string, string>} */
    const said = { none: "Proved: there is no solution.", unique: "Proved: there is exactly one solution." };
    const ended = result.error || (count === this.most ? "there may be more" : "these are all");
    fill(this.status, said[result.verdict] ?? `${count} found; ${ended}.`);
  }

  /** @param {number} at */
  goTo(at) {
    const { board, found, puzzle } = this;
    if (!found.length) return;
    this.at = Math.max(0, Math.min(found.length - 1, at));
    if (board.cells !== found[this.at]) board.show(puzzle, found[this.at]);
    board.lights = new Map([...this.varying].map((cell) => [cell, "differs"]));
    board.relight();
    const differ = this.varying.size ? `${this.varying.size} cells differ` : "";
    fill(this.place, `Solution ${this.at + 1} of ${found.length}`, differ && el("span", {}, differ));
  }
}
