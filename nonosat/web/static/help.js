/** Checks, hints and explanations for a player. Some of them need a server. */

import { button, control, el, fill, section, words } from "./dom.js";
import { lineName, lineOf, linesOfStep } from "./line.js";
import { advice, deadEnd, solutionByLines } from "./logic.js";
import { isOurs } from "./games.js";
import { BLANK, NO_PUZZLE, OPEN, knownOf, markName, marksByLetter, marksOf, marksOfStep } from "./puzzle.js";
import { phone } from "./phone.js";
import { settings } from "./settings.js";
import { Marks } from "./state.js";

/** Seconds for finding out which marks are wrong after a stroke. */
const CHECK_SECONDS = 5;
const WHY_SECONDS = 10;
const NO_LINE = "No single line gives a next step. Try a cell: if filling it makes a line impossible, the cell is blank.";

export class Help {
  /**
   * @param {object} game
   * @param {import("./board.js").Board} game.board
   * @param {typeof import("./api.js") | null} game.ask the questions; null: without a server
   * @param {() => string[]} game.bad returns the names of the lines that no longer fit their clue
   * @param {() => void} game.begin is called when the player asks for help
   * @param {(changes: [cell: number, mark: number][]) => void} game.mark makes marks as one stroke
   */
  constructor({ board, ask, bad, begin, mark }) {
    this.board = board;
    this.ask = ask;
    this.lines = bad;
    this.begin = begin;
    this.mark = mark;
    this.puzzle = NO_PUZZLE;
    this.marks = Marks.of(NO_PUZZLE);
    this.checked = el("p", { class: "checked", role: "status" });
    this.answer = el("div", { class: "answer", role: "status" });
    /** The buttons of the bar. */
    this.controls = [
      control("?", "Hint", () => this.hint(), { title: "h" }),
      control("✓", "Check", () => this.check(), { title: "c" }),
    ];
    /** @type {{puzzle: import("./puzzle.js").Puzzle, marks: Int16Array | null} | null} the solution found here, if one was looked for */
    this.solved = null;
    /** @type {any} the step of the last hint */
    this.step = null;
    /** Whether the hint shows what to mark, not only where to look. */
    this.explained = false;
    /** @type {Set<string>} names of the lines whose clues are red */
    this.bad = new Set();
    /** Counts the changes of the marks. */
    this.turn = 0;
    /** Whether the next touch chooses a cell for `why`. */
    this.choosing = false;
    this.apply = button("Do it", () => this.#apply(), { hidden: true });
    this.section = section("Help", el("div", { class: "buttons" }, button("Why this cell?", () => this.#choose(), { title: "w", class: "closes" })));
    this.section.hidden = !ask;
  }

  /**
   * Help with another game.
   *
   * @param {import("./puzzle.js").Puzzle} puzzle
   * @param {Marks} marks
   */
  open(puzzle, marks) {
    this.puzzle = puzzle;
    this.marks = marks;
  }

  /** The marks changed, so earlier answers no longer hold. */
  changed() {
    this.turn++;
    this.clear();
  }

  /** Take all lights off the board. */
  clear() {
    const { board } = this;
    fill(this.answer);
    fill(this.checked);
    this.step = null;
    this.apply.hidden = true;
    board.lights.clear();
    board.lines = [];
    board.speakOf(null);
    this.showBad();
    board.relight();
  }

  /** @param {string} key */
  key(key) {
    if (key === "c") this.check();
    else if (key === "h") this.hint();
    else if (this.ask && key === "w") this.why();
    else return false;
    return true;
  }

  #request() {
    const { marks, puzzle } = this;
    return { puzzle: puzzle.json, known: knownOf(marks.cells, puzzle) };
  }

  /** A stroke was finished or undone. */
  settled() {
    if (settings().automatic) this.#checkRules(true);
  }

  /**
   * The answer; null if there is none, or the marks have changed since.
   *
   * @param {() => Promise<any> | undefined} ask
   * @param {Element} [report] where to say what went wrong
   */
  async #asked(ask, report) {
    const { turn } = this;
    try {
      const answer = await ask();
      return turn === this.turn ? answer : null;
    } catch (error) {
      const wanted = turn === this.turn && !(this.ask && error instanceof this.ask.Superseded);
      if (report && wanted) fill(report, words(error));
      return null;
    }
  }

  /**
   * Show clues that no longer fit in red, or none.
   *
   * @param {boolean} [on] else if the player wants this after each stroke
   */
  showBad(on = settings().automatic) {
    const before = this.bad;
    this.bad = new Set(on ? this.lines() : []);
    if ([...before].join() !== [...this.bad].join()) this.board.updateClues(null);
  }

  /** Say how many cells are wrong: by the only solution, or in every solution. */
  async check() {
    const { ask, puzzle } = this;
    const wrong = this.#wrongCells();
    if (wrong) this.#sayWrong(wrong, "");
    else if (ask) {
      fill(this.checked, "Checking …");
      const answer = await this.#asked(() => ask.wrong({ ...this.#request(), limit: CHECK_SECONDS }), this.checked);
      if (!answer) return;
      const also = answer.cells.length === 0 && answer.possible === false
        ? "Each mark is right in some solution, but no solution has all of them." : "";
      const open = answer.error ? ` Some marks could not be checked: ${answer.error}.` : "";
      this.#sayWrong(answer.cells.map((/** @type {number[]} */ [row, col]) => row * puzzle.width + col), also + open);
    } else this.#checkRules(false);
  }

  /** The cells that differ from the only solution; null if that is not known without a question. */
  #wrongCells() {
    const { puzzle, marks: { cells } } = this;
    if (this.solved?.puzzle !== puzzle) {
      const ours = isOurs(puzzle.json) && puzzle.goals.length > 0;
      this.solved = { puzzle, marks: ours ? marksOf(puzzle.goals[0], puzzle.palette) : solutionByLines(puzzle) };
    }
    const solution = this.solved.marks;
    return solution && [...cells.keys()].filter((cell) => cells[cell] > 0 && cells[cell] !== solution[cell]);
  }

  /**
   * Say which lines no longer fit their clues.
   *
   * @param {boolean} quiet say nothing when all do
   */
  #checkRules(quiet) {
    this.showBad(true);
    const bad = [...this.bad];
    if (bad.length > 1) fill(this.checked, `${bad.length} lines no longer fit their clues.`);
    else if (bad.length) fill(this.checked, `${capitalized(bad[0])} no longer fits its clue.`);
    else fill(this.checked, quiet ? "" : "Every line still fits its clue.");
  }

  /**
   * @param {number[]} cells
   * @param {string} more
   */
  #sayWrong(cells, more) {
    const { board } = this;
    const show = () => {
      board.lights = new Map(cells.map((cell) => [cell, "wrong"]));
      board.relight();
    };
    const [count, which] = cells.length === 1 ? ["1 cell is wrong.", "Show it"] : [`${cells.length} cells are wrong.`, "Show them"];
    if (cells.length) fill(this.checked, count, " ", button(which, show), more);
    else fill(this.checked, more || "No mistakes so far.");
  }

  /** Say where to look; asked once more, what to mark there and why. */
  async hint() {
    if (this.step) {
      this.#explain();
      return;
    }
    this.clear();
    const { ask, board, puzzle, marks } = this;
    this.begin();
    const end = deadEnd(puzzle, marks.cells);
    if (end || this.#wrongCells()?.length) {
      this.#sayDeadEnd(end);
      return;
    }
    fill(this.answer, "Looking …");
    const own = ask?.isReady() ? null : advice(puzzle, marks.cells);
    const step = own ?? await this.#asked(async () => ask?.hint(this.#request()) ?? { text: NO_LINE }, this.answer);
    if (!step) return;
    if (step.verdict === "none") {
      this.#sayDeadEnd(step.line ? { line: lineOf(step.line) } : null);
      return;
    }
    this.step = step;
    const lines = linesOfStep(step).slice(step.lines ? 0 : -1);
    // Explain at once if there is nothing to mark or nowhere to look.
    if (!lines.length || !step.decided?.length) {
      this.#explain();
      return;
    }
    board.lines = lines;
    board.speakOf(lines[0]);
    board.relight();
    const many = step.chain?.length > 1 ? " It needs trial and error." : "";
    fill(this.answer, el("p", {}, `Look at ${lines.map(lineName).join(", ")}.${many}`));
    fill(this.apply, "What is there?");
    this.apply.hidden = false;
    this.explained = false;
  }

  /**
   * Say that the marks or the clues alone lead to no solution, and which cells are wrong, if that is known at once.
   *
   * @param {{line: import("./line.js").Line, steps?: number} | null} marksEnd a line that cannot get its clue, and after
   *   how many steps, if they were counted
   */
  #sayDeadEnd(marksEnd) {
    const { board, marks, puzzle } = this;
    const wrong = this.#wrongCells();
    const cluesEnd = wrong ? null : deadEnd(puzzle);
    const end = cluesEnd ?? marksEnd;
    const marked = marks.cells.some((mark, cell) => mark > OPEN && !puzzle.givens.has(cell));
    let lead = "These clues have no solution";
    if (marked && !cluesEnd) lead = end?.steps === 0 ? "Some marks are wrong" : "These marks lead to no solution";
    const what = end && `${later(end.steps)}${lineName(end.line)} can't be completed`;
    const said = wrong ? what : [lead, what].filter(Boolean).join(": ");
    fill(this.answer, said && el("p", {}, sentence(said)));
    if (wrong) this.#sayWrong(wrong, "");
    board.lines = end ? [end.line] : [];
    board.speakOf(end?.line ?? null);
    board.relight();
  }

  /** Explain the step of the hint. */
  #explain() {
    const { board, puzzle, step } = this;
    const marks = marksOfStep(step, puzzle);
    const blank = marks.filter(([, mark]) => mark === BLANK).length;
    const counts = [[marks.length - blank, "● to fill"], [blank, "× to leave blank"]].filter(([count]) => count);
    const where = step.line && step.about ? `${capitalized(lineName(lineOf(step.line)))}. ` : "";
    fill(
      this.answer,
      el("p", {}, where + sentence(where ? step.about : step.text)),
      step.about && !where && el("p", { class: "about" }, sentence(step.about)),
      counts.length > 0 && el("p", {}, counts.map(([count, what]) => `${count} ${what}`).join(", ")),
    );
    board.lights = new Map(marks.map(([cell, mark]) => [cell, { ink: mark - 1 }]));
    for (const [row, col] of step.excluded ?? []) board.lights.set(row * puzzle.width + col, "hint");
    board.lines = linesOfStep(step);
    const [first] = step.decided ?? [];
    board.speakOf(first ? { row: first[0], col: first[1] } : board.lines[0] ?? null);
    board.relight();
    fill(this.apply, "Do it");
    this.apply.hidden = !marks.length;
    this.explained = true;
  }

  /** Explain the hint, or make its marks if it is explained already. */
  #apply() {
    if (!this.explained) {
      this.#explain();
      return;
    }
    this.mark(marksOfStep(this.step, this.puzzle));
  }

  /** Ask about the cell at the cursor; on a phone about the one that is touched next, which is not marked. */
  #choose() {
    this.choosing = phone.matches;
    if (this.choosing) fill(this.answer, "Touch a cell.");
    else this.why();
  }

  /** Explain the color of the cell at the cursor. */
  async why() {
    const { board, puzzle } = this;
    const { row, col } = board.cursor;
    this.choosing = false;
    const cell = board.cellOf(board.cursor);
    this.clear();
    board.lights.set(cell, "cell");
    board.relight();
    fill(this.answer, "Looking …");
    const request = this.#request();
    const known = request.known.map((line, at) => (at === row ? [...line].with(col, "?").join("") : line));
    const found = await this.#asked(() => this.ask?.why({ ...request, known, cell: [row, col], limit: WHY_SECONDS }), this.answer);
    if (!found) return;
    const color = markName(marksByLetter(puzzle.palette).get(found.color) ?? OPEN, puzzle.palette);
    const place = `Row ${row + 1}, column ${col + 1}`;
    /** @type {Record<string, string>} */
    const said = {
      none: "No solution agrees with your other marks.",
      varies: `${place} differs between the solutions that agree with your other marks.`,
      given: `${place} is ${color}: it is given.`,
      search: `${place} is ${color} in every solution. This was proved by search; there is no short reason.`,
      reason: `${place} is ${color}:`,
    };
    fill(
      this.answer,
      el("p", {}, said[found.kind] ?? ""),
      found.earlier > 0 && found.kind === "reason" && el("p", { class: "about" }, "After these steps:"),
      el("ol", {}, ...(found.steps ?? []).map((/** @type {any} */ step) => el("li", {}, step.text))),
    );
    board.lines = (found.lines ?? []).map(lineOf);
    board.relight();
  }
}

/** @param {string} text */
function capitalized(text) {
  return text[0].toUpperCase() + text.slice(1);
}

/** @param {number | undefined} steps */
function later(steps) {
  if (steps === undefined) return "in the end, ";
  return steps ? `after ${steps} ${steps === 1 ? "step" : "steps"}, ` : "";
}

/** @param {string} text */
function sentence(text) {
  return capitalized(text) + (text.endsWith(".") ? "" : ".");
}
