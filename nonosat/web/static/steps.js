/** Shows the steps of a human solution, forwards and backwards. */

import { button, choice, el, fill, section } from "./dom.js";
import { linesOfStep } from "./line.js";
import { LIMIT_SECONDS, Pages } from "./pages.js";
import { NO_PUZZLE, marksOfStep } from "./puzzle.js";
import { Marks } from "./state.js";

/** @type {[string, string][]} milliseconds a step */
const SPEEDS = [["2000", "slow"], ["700", "normal"], ["200", "fast"], ["30", "very fast"]];

export class Steps extends Pages {
  /** @param {import("./pages.js").Api} api */
  constructor(api) {
    super("Steps", api, (by) => this.goTo(this.at + by));
    this.puzzle = NO_PUZZLE;
    /** @type {any[]} */
    this.steps = [];
    /** The board: each step on it is a change of the past, the others are its future. */
    this.marks = Marks.of(NO_PUZZLE);
    /** The board after all steps so far; `before`: the board before each open guess. */
    this.end = this.marks.cells;
    /** @type {Int16Array[]} */
    this.before = [];
    this.status = el("div", { class: "answer", role: "status" });
    this.state = el("p", { class: "about" });
    this.slider = el("input", {
      type: "range", min: 0, max: 0, value: 0, "aria-label": "Step",
      oninput: () => this.goTo(Number(this.slider.value)),
    });
    this.playButton = button("Run", () => this.play(!this.clock));
    this.milliseconds = 700;
    this.clock = 0;
    /** Why there are no more steps, in words. */
    this.ending = "";
    this.layout.strip.append(this.state, this.status);
    fill(
      this.layout.tools,
      button("|◀", () => this.goTo(0), { "aria-label": "To the beginning" }),
      button("◀", () => this.goTo(this.at - 1), { "aria-label": "Step back" }),
      this.playButton,
      button("▶", () => this.goTo(this.at + 1), { "aria-label": "Next step" }),
      button("▶|", () => this.goTo(this.steps.length), { "aria-label": "To the end" }),
      this.slider,
    );
    fill(
      this.layout.side,
      section(
        "Step",
        choice("Speed", SPEEDS, "700", (key) => {
          this.milliseconds = Number(key);
          if (this.clock) this.play(true);
        }),
      ),
      this.layout.viewSection(),
      this.keyHelp(["n, b", "next step, step back"], ["Space", "run, stop"]),
    );
  }

  /** @param {import("./puzzle.js").Puzzle} puzzle */
  async open(puzzle) {
    this.leave();
    [this.puzzle, this.steps, this.before, this.ending] = [puzzle, [], [], ""];
    this.marks = Marks.of(puzzle);
    this.marks.changed = (cells) => this.board.update(cells ?? []);
    this.end = this.marks.cells.slice();
    this.board.show(puzzle, this.marks.cells);
    this.#show();
    fill(this.status, "Solving …");
    const done = await this.asked(
      (options) => this.api.steps({ puzzle: puzzle.json, limit: LIMIT_SECONDS }, options),
      (event, data) => event === "steps" && this.#take(data.steps),
    );
    if (!done) return;
    if (done.error) this.ending = `; the steps end here: ${done.error}`;
    this.#show();
  }

  leave() {
    super.leave();
    this.play(false);
  }

  /**
   * Take more steps to the end of those that came.
   *
   * @param {any[]} steps
   */
  #take(steps) {
    const strokes = steps.map((step) => {
      /** @type {import("./state.js").Stroke} */
      const stroke = [];
      /** @type {(mark: number, cell: number) => void} */
      const set = (mark, cell) => {
        if (mark !== this.end[cell]) stroke.push(cell, this.end[cell], mark);
        this.end[cell] = mark;
      };
      if (step.kind === "back") this.before.pop()?.forEach(set);
      if (step.kind === "guess") this.before.push(this.end.slice());
      for (const [cell, mark] of marksOfStep(step, this.puzzle)) set(step.depth ? -mark : mark, cell); // maybe: it rests on guesses
      return stroke;
    });
    this.steps.push(...steps);
    this.marks.future.unshift(...strokes.reverse());
    this.#show();
  }

  /** @param {boolean} on */
  play(on) {
    clearInterval(this.clock);
    this.clock = 0;
    fill(this.playButton, on ? "Stop" : "Run");
    if (!on) return;
    if (this.at === this.steps.length) this.#goTo(0);
    this.clock = setInterval(() => {
      this.#goTo(this.at + 1);
      if (this.at === this.steps.length) this.play(false);
    }, this.milliseconds);
  }

  /** How many steps are on the board. */
  get at() {
    return this.marks.past.length;
  }

  /** @param {number} at */
  goTo(at) {
    this.play(false);
    this.#goTo(at);
  }

  /** @param {number} at */
  #goTo(at) {
    while (this.at < Math.min(at, this.steps.length)) this.marks.redo();
    while (this.at > Math.max(at, 0)) this.marks.undo();
    this.#show();
  }

  #show() {
    const { at, board, puzzle } = this;
    const step = this.steps[at - 1];
    this.slider.max = String(this.steps.length);
    this.slider.value = String(at);
    fill(this.state, `Step ${at} of ${this.steps.length}${this.ending}`);
    fill(this.status, step ? el("p", {}, step.text) : "The board before the first step.");
    board.lights = new Map(marksOfStep(step, puzzle).map(([cell, mark]) => [cell, { ink: mark - 1 }]));
    if (step?.cell && step.kind !== "back") board.lights.set(step.cell[0] * puzzle.width + step.cell[1], "cell");
    board.lines = linesOfStep(step);
    board.speakOf(board.lines[board.lines.length - 1] ?? null);
    board.relight();
    this.layout.look();
  }

  /** @param {string} key */
  key(key) {
    if (key !== " ") return super.key(key);
    this.play(!this.clock);
    return true;
  }
}
