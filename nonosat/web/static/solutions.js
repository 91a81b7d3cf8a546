/** Pages through all solutions and marks the cells that differ. */

import { Superseded } from "./api.js";
import { button, el, fill, number, section, words } from "./dom.js";
import { Layout, keyHelp, plainKey } from "./layout.js";
import { NO_PUZZLE, marksOf } from "./puzzle.js";

/**
 * @typedef {import("./puzzle.js").Puzzle} Puzzle
 * @typedef {typeof import("./api.js")} Api
 */

const LIMIT_SECONDS = 60;
const FIRST_COUNT = 100;
const MOST = 10_000;

export class Solutions {
  /** @param {Api} api */
  constructor(api) {
    this.api = api;
    this.layout = new Layout("Solutions", { key: (event) => this.#key(event) });
    this.element = this.layout.element;
    this.board = this.layout.board;
    this.board.drawing = true;
    this.puzzle = NO_PUZZLE;
    /** @type {Int16Array[]} */
    this.found = [];
    /** @type {Set<number>} cells that are not the same in all of them */
    this.varying = new Set();
    this.at = 0;
    this.most = FIRST_COUNT;
    this.stop = new AbortController();
    this.place = el("p", { class: "line" });
    this.status = el("p", { role: "status" });
    this.halt = button("Stop", () => this.stop.abort());
    this.layout.strip.classList.add("steady");
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
      keyHelp([["n, b", "next, previous solution"], ["Arrows", "move the cursor"], ["+, -, 0", "larger, smaller, show all"]]),
    );
  }

  /** @param {Puzzle} puzzle */
  async open(puzzle) {
    this.leave();
    this.puzzle = puzzle;
    this.found = [];
    this.varying = new Set();
    this.at = 0;
    this.board.show(puzzle, new Int16Array(puzzle.height * puzzle.width));
    fill(this.place);
    fill(this.status, "Looking for solutions …");
    this.halt.disabled = false;
    const stop = new AbortController();
    this.stop = stop;
    try {
      const done = await this.api.solutions({ puzzle: puzzle.json, count: this.most, limit: LIMIT_SECONDS }, {
        signal: stop.signal,
        on: (event, data) => {
          if (event === "solution" && this.stop === stop) this.#take(data.grid);
        },
      });
      if (this.stop === stop) this.#conclude(done);
    } catch (failed) {
      if (this.stop !== stop || failed instanceof Superseded) return;
      fill(this.status, stop.signal.aborted ? "Stopped; there may be more." : words(failed));
    } finally {
      if (this.stop === stop) this.halt.disabled = true;
    }
  }

  /** The view is hidden. */
  leave() {
    const stop = this.stop;
    this.stop = new AbortController();
    stop.abort();
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
    this.layout.map.update();
    const differ = this.varying.size ? `${this.varying.size} cells differ` : "";
    fill(this.place, `Solution ${this.at + 1} of ${found.length}`, differ && el("span", {}, differ));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const key = plainKey(event);
    if (key === "n") this.goTo(this.at + 1);
    else if (key === "b") this.goTo(this.at - 1);
    else return false;
    return true;
  }
}
