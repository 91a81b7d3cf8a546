/** Shows the steps of a human solution, forwards and backwards. */

import { Superseded } from "./api.js";
import { button, choice, el, fill, section, words } from "./dom.js";
import { Layout, keyHelp, plainKey } from "./layout.js";
import { linesOfStep } from "./line.js";
import { NO_PUZZLE } from "./puzzle.js";
import { Replay } from "./replay.js";

/**
 * @typedef {import("./puzzle.js").Puzzle} Puzzle
 * @typedef {typeof import("./api.js")} Api
 */

const LIMIT_SECONDS = 60;
/** @type {[string, string][]} milliseconds a step */
const SPEEDS = [["2000", "slow"], ["700", "normal"], ["200", "fast"], ["30", "very fast"]];

export class Steps {
  /** @param {Api} api */
  constructor(api) {
    this.api = api;
    this.layout = new Layout("Steps", { key: (event) => this.#key(event) });
    this.element = this.layout.element;
    this.board = this.layout.board;
    this.replay = new Replay(NO_PUZZLE);
    this.status = el("div", { class: "answer", role: "status" });
    this.state = el("p", { class: "about" });
    this.slider = el("input", {
      type: "range", min: 0, max: 0, value: 0, "aria-label": "Step",
      oninput: () => {
        this.play(false);
        this.goTo(Number(this.slider.value));
      },
    });
    this.playButton = button("Run", () => this.play(!this.clock));
    this.milliseconds = 700;
    this.clock = 0;
    this.stop = new AbortController();
    /** Why there are no more steps, in words. */
    this.ending = "";
    this.layout.strip.classList.add("steady");
    this.layout.strip.append(this.state, this.status);
    fill(
      this.layout.tools,
      button("|◀", () => this.#stepTo(0), { "aria-label": "To the beginning" }),
      button("◀", () => this.#stepTo(this.replay.at - 1), { "aria-label": "Step back" }),
      this.playButton,
      button("▶", () => this.#stepTo(this.replay.at + 1), { "aria-label": "Next step" }),
      button("▶|", () => this.#stepTo(this.replay.steps.length), { "aria-label": "To the end" }),
      this.slider,
    );
    fill(
      this.layout.side,
      section(
        "Step",
        choice("Speed", SPEEDS, "700", (key) => {
          this.milliseconds = Number(key);
          if (this.clock) {
            this.play(false);
            this.play(true);
          }
        }),
      ),
      this.layout.viewSection(),
      keyHelp([["n, b", "next step, step back"], ["Space", "run, stop"], ["Arrows", "move the cursor"], ["+, -, 0", "larger, smaller, show all"]]),
    );
  }

  /** @param {Puzzle} puzzle */
  async open(puzzle) {
    this.leave();
    const replay = new Replay(puzzle);
    this.replay = replay;
    this.ending = "";
    this.board.show(puzzle, replay.cells);
    this.goTo(0);
    fill(this.status, "Solving …");
    const stop = new AbortController();
    this.stop = stop;
    let error = null;
    try {
      const done = await this.api.steps({ puzzle: puzzle.json, limit: LIMIT_SECONDS }, {
        signal: stop.signal,
        on: (event, data) => {
          if (event !== "steps") return;
          replay.add(data.steps);
          if (this.replay === replay) this.#show([]);
        },
      });
      error = done.error;
    } catch (failed) {
      if (stop.signal.aborted || failed instanceof Superseded) return;
      error = words(failed);
    }
    if (this.replay !== replay) return;
    if (error) this.ending = `; the steps end here: ${error}`;
    this.#show([]);
  }

  /** The view is hidden. */
  leave() {
    this.stop.abort();
    this.play(false);
  }

  /** @param {boolean} on */
  play(on) {
    clearInterval(this.clock);
    this.clock = 0;
    fill(this.playButton, on ? "Stop" : "Run");
    if (!on) return;
    if (this.replay.at === this.replay.steps.length) this.goTo(0);
    this.clock = setInterval(() => {
      this.goTo(this.replay.at + 1);
      if (this.replay.at === this.replay.steps.length) this.play(false);
    }, this.milliseconds);
  }

  /** @param {number} at */
  #stepTo(at) {
    this.play(false);
    this.goTo(at);
  }

  /** @param {number} at */
  goTo(at) {
    this.#show(this.replay.goTo(at));
  }

  /** @param {number[]} changed */
  #show(changed) {
    const { replay, board } = this;
    const { step } = replay;
    const count = replay.steps.length;
    this.slider.max = String(count);
    this.slider.value = String(replay.at);
    fill(this.state, `Step ${replay.at} of ${count}${this.ending}`);
    fill(this.status, step ? el("p", {}, step.text) : "The board before the first step.");
    const width = replay.puzzle.width;
    board.lights = new Map([
      ...(step?.decided ?? []).map((/** @type {[number, number, string]} */ [row, col, char]) =>
        [row * width + col, { ink: (replay.letters.get(char) ?? 1) - 1 }]),
      ...(step?.cell && step.kind !== "back" ? [[step.cell[0] * width + step.cell[1], "cell"]] : []),
    ]);
    board.lines = linesOfStep(step);
    board.speakOf(board.lines[board.lines.length - 1] ?? null);
    board.update(changed);
    this.layout.map.update();
    this.layout.look();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const key = plainKey(event);
    if (key === "n") this.#stepTo(this.replay.at + 1);
    else if (key === "b") this.#stepTo(this.replay.at - 1);
    else if (key === " ") this.play(!this.clock);
    else return false;
    return true;
  }
}
