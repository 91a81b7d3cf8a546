/** Two backends side by side on the same puzzle, as what they find comes. */

import { Board } from "./board.js";
import { button, choice, el, fill, number, words } from "./dom.js";
import { NO_PUZZLE, marksOf } from "./puzzle.js";

/**
 * @typedef {import("./puzzle.js").Puzzle} Puzzle
 * @typedef {typeof import("./api.js")} Api
 */

const LIMIT_SECONDS = 60;
const MOST = 1000;
const OPEN_CELLS = "open after line logic";

class Side {
  /**
   * @param {string} label
   * @param {string} backend
   */
  constructor(label, backend) {
    this.label = label;
    this.backend = backend;
    this.choice = el("div");
    this.said = el("p", { role: "status" });
    this.facts = el("ul", { class: "facts" });
    const host = el("div");
    this.element = el("section", { class: "side", "aria-label": label }, this.choice, this.said, el("div", { class: "frame" }, host), this.facts);
    this.board = new Board(host, label);
    this.board.drawing = true;
    this.count = 0;
    /** @type {Record<string, string | number | null>} what is known of the search, in words */
    this.known = {};
  }

  /** @param {{name: string, about: string, missing: string | null}[]} backends */
  offer(backends) {
    /** @type {[string, string][]} */
    const options = backends.filter(({ missing }) => !missing).map(({ name, about }) => [name, `${name}: ${about}`]);
    if (!options.some(([name]) => name === this.backend)) this.backend = options[0]?.[0] ?? "";
    fill(this.choice, choice(this.label, options, this.backend, (name) => { this.backend = name; }));
  }

  /** @param {Puzzle} puzzle */
  begin(puzzle) {
    this.count = 0;
    this.board.show(puzzle, new Int16Array(puzzle.height * puzzle.width));
    fill(this.said);
    this.known = { state: null, seconds: null, found: null, engine: null, [OPEN_CELLS]: null }; // in this order
    this.#tell({});
  }

  /**
   * Show what is known of the search, and what is new.
   *
   * @param {Record<string, string | number | null>} facts null: not known
   */
  #tell(facts) {
    Object.assign(this.known, facts);
    fill(
      this.facts,
      ...Object.entries(this.known).filter(([, value]) => value != null)
        .map(([name, value]) => el("li", {}, `${name}: ${value}`)),
    );
  }

  /**
   * @param {Puzzle} puzzle
   * @param {string} event
   * @param {any} data
   */
  hear(puzzle, event, data) {
    if (event === "solution") {
      this.count = data.number;
      this.board.show(puzzle, marksOf(data.grid, puzzle.palette));
      fill(this.said, `solution ${data.number} after ${data.seconds.toFixed(3)} s`);
      this.#tell({ found: data.number });
    } else if (event === "state") {
      this.#tell({
        state: data.stage, seconds: data.seconds.toFixed(1), engine: data.engine,
        [OPEN_CELLS]: data.open_cells === null ? null : `${data.open_cells} cells`, ...data.counters,
      });
    } else if (event === "progress") this.#tell({ seconds: data.seconds.toFixed(1) });
    else if (event === "done") this.#end(data);
    else if (event === "failed") {
      fill(this.said, words(data.error));
      this.#tell({ state: "failed" });
    }
  }

  /** Nobody waits for its search any more. */
  drop() {
    if (this.known.state !== "done") this.#tell({ state: "stopped" });
  }

  /** @param {any} result */
  #end(result) {
    fill(this.said, `${result.verdict}, ${this.count} found, ${result.seconds.toFixed(3)} s`, result.error && `; ${result.error}`);
    this.#tell({
      state: "done", seconds: result.seconds.toFixed(3), found: this.count, engine: result.engine,
      difficulty: result.difficulty, "CPU seconds": result.cpu_seconds.toFixed(3), ...result.counters,
    });
  }
}

export class Compare {
  /**
   * @param {Api} api
   * @param {{name: string, about: string, missing: string | null}[]} backends
   */
  constructor(api, backends) {
    this.api = api;
    this.sides = [new Side("Left", "auto"), new Side("Right", "sat")];
    for (const side of this.sides) side.offer(backends);
    this.most = 2;
    this.stop = new AbortController();
    this.puzzle = NO_PUZZLE;
    this.run = button("Run both", () => this.#run());
    this.said = el("p", { role: "status" });
    this.element = el(
      "div",
      { class: "compare" },
      el(
        "div",
        { class: "buttons" },
        this.run,
        button("Stop", () => this.stop.abort()),
        number("Solutions at most", this.most, { min: 1, max: MOST }, (most) => { this.most = most; }).label,
        this.said,
      ),
      el("div", { class: "sides" }, ...this.sides.map((side) => side.element)),
    );
  }

  /** @param {Puzzle} puzzle */
  open(puzzle) {
    this.leave();
    this.puzzle = puzzle;
    fill(this.said);
    for (const side of this.sides) side.begin(puzzle);
  }

  /** The view is hidden. */
  leave() {
    this.stop.abort();
  }

  async #run() {
    const { puzzle, sides } = this;
    this.open(puzzle);
    const stop = new AbortController();
    this.stop = stop;
    this.run.disabled = true;
    try {
      await this.api.compare(
        { puzzle: puzzle.json, backends: sides.map(({ backend }) => backend), count: this.most, limit: LIMIT_SECONDS },
        { signal: stop.signal, on: (event, data) => {
          if (!stop.signal.aborted) sides[data.side].hear(puzzle, event, data);
        } },
      );
      this.#showDifferences();
    } catch {
      if (this.puzzle !== puzzle) return;
      fill(this.said, "Stopped.");
      for (const side of sides) side.drop();
    } finally {
      this.run.disabled = false;
    }
  }

  /** Mark the cells in which the pictures on both sides differ. */
  #showDifferences() {
    const [left, right] = this.sides.map(({ board }) => board);
    const cells = [...left.cells.keys()].filter((cell) => left.cells[cell] !== right.cells[cell]);
    for (const board of [left, right]) {
      board.lights = new Map(cells.map((cell) => [cell, "differs"]));
      board.relight();
    }
    fill(this.said, cells.length ? `The last pictures differ in ${cells.length} cells, marked.` : "Both show the same picture.");
  }
}
