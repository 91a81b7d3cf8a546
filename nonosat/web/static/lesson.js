/** The rules of the game, played on a small puzzle in a minute. */

import { Board } from "./board.js";
import { dialog, el, fill } from "./dom.js";
import { plainKey } from "./layout.js";
import { BLANK, OPEN, puzzleOf } from "./puzzle.js";

/**
 * @typedef {{say: string, lines: import("./line.js").Line[], cells: number[], mark: number}} Task mark these cells
 */

const PUZZLE = puzzleOf({ rows: [[1, 1], [5], [5], [3], [1]], columns: [[2], [4], [4], [4], [2]] });
const FILLED = BLANK + 1;
/** @type {Task[]} */
const TASKS = [
  {
    say: "Each number is a block of that many filled cells, side by side. Row 2 has the clue 5 and five cells: drag over them.",
    lines: [["row", 1]], cells: [5, 6, 7, 8, 9], mark: FILLED,
  },
  { say: "Row 3 also has the clue 5.", lines: [["row", 2]], cells: [10, 11, 12, 13, 14], mark: FILLED },
  {
    say: "Columns 1 and 5 have the clue 2, and two filled cells. Their other cells are blank: tap one. In a game, finished lines "
      + "get these crosses automatically; to add a cross yourself, use a long press or the right button.",
    lines: [["col", 0], ["col", 4]], cells: [0, 15, 20, 4, 19, 24], mark: BLANK,
  },
  { say: "Row 4 has the clue 3, and three cells are left.", lines: [["row", 3]], cells: [16, 17, 18], mark: FILLED },
  {
    say: "Row 1 has the clue 1 1: two blocks, in this order, with at least one blank cell between them.",
    lines: [["row", 0]], cells: [1, 3], mark: FILLED,
  },
  { say: "Column 3 has the clue 4, and three filled cells. Which one is missing?", lines: [["col", 2]], cells: [22], mark: FILLED },
];
const END = "A heart! Those are all the rules. In colored puzzles, blocks of different colors may touch. If you are stuck, ask for a hint.";

export class Lesson {
  constructor() {
    this.at = 0;
    this.cells = new Int16Array(25);
    this.status = el("p", { role: "status" });
    const host = el("div");
    this.box = dialog("The rules, in a minute", this.status, el("div", { class: "frame lesson" }, host));
    this.board = new Board(host, "Practice", {
      press: (cell) => this.#mark(cell),
      drag: (cell) => this.#mark(cell),
      walked: (cells) => cells.forEach((cell) => this.#mark(cell)),
      key: (event) => {
        const used = [" ", "Enter", "x"].includes(plainKey(event));
        if (used) this.#mark(this.board.cellOf(this.board.cursor));
        return used;
      },
    });
    this.board.crosshair = false;
    this.board.show(PUZZLE, this.cells);
    this.box.addEventListener("close", () => this.board.close());
    this.#show();
    this.board.mirror.element.focus();
  }

  /** @param {number} cell */
  #mark(cell) {
    const task = TASKS[this.at];
    if (!task?.cells.includes(cell) || this.cells[cell] !== OPEN) return;
    // One cross is enough to see how it is.
    const cells = task.mark === BLANK ? task.cells : [cell];
    for (const each of cells) this.cells[each] = task.mark;
    this.board.update(cells);
    if (task.cells.some((each) => this.cells[each] === OPEN)) return;
    this.at++;
    this.#show();
  }

  #show() {
    const task = TASKS[this.at];
    fill(this.status, task ? `${this.at + 1} of ${TASKS.length}. ${task.say}` : END);
    this.board.lines = task?.lines ?? [];
    if (!task) this.board.bare(true);
    this.board.relight();
  }
}
