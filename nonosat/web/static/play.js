/** Playing a puzzle. It needs no server: marks that fit all clues are a solution. */

import { button, download, el, fileInput, fill, section, tick, words } from "./dom.js";
import { gameOf } from "./games.js";
import { Help } from "./help.js";
import { Layout, keyHelp, plainKey, toggles, undoButtons, undoByKey } from "./layout.js";
import { lineName } from "./line.js";
import { BLANK, NO_PUZZLE, OPEN, firstMarks, marksOf } from "./puzzle.js";
import { changeSettings, settings } from "./settings.js";
import { Store, Marks, noRoom } from "./state.js";
import { Pen } from "./strokes.js";
import { Timer, clockText } from "./timer.js";
import { Watch } from "./watch.js";

/**
 * @typedef {import("./puzzle.js").Puzzle} Puzzle
 * @typedef {import("./strokes.js").Tool} Tool
 */

/** @type {[Tool, string, string][]} */
const TOOLS = [
  ["fill", "■ Fill", "Left button: fill. Right button, long press: blank. Key: space"],
  ["blank", "× Cross", "Left button: blank. Right button, long press: fill. Key: x"],
  ["maybe", "▣ Maybe", "Maybe filled. Right button, long press: maybe blank. Key: m"],
  ["maybe-blank", "• Maybe blank", "Maybe blank. Key: n"],
  ["erase", "⌫ Erase", "Remove marks. Key: Delete"],
];

/** @type {[string, string][]} */
const KEYS = [
  ["Arrows", "move; Shift marks along the way, Ctrl moves five cells"],
  ["Space, Enter", "fill"],
  ["x", "blank"], ["m, n", "maybe filled, maybe blank"], ["Delete", "erase"],
  ["1 … 9", "choose the ink"], ["Ctrl-Z, Ctrl-Y", "undo, redo"], ["h, w", "hint, why this cell"], ["c", "check"],
  ["+, -, 0", "larger, smaller, show all"],
  ["Mouse", "right button marks blank; a drag stays in its line; the wheel zooms, Shift and wheel scroll"],
  ["Fingers", "one finger paints, a long press marks blank; two fingers move and zoom; one finger on the clues moves"],
];

/** @type {Record<string, Tool>} */
const KEY_TOOLS = { " ": "fill", Enter: "fill", x: "blank", m: "maybe", n: "maybe-blank", Delete: "erase", Backspace: "erase" };

const SAVE_MS = 300;

export class Play {
  /** @param {typeof import("./api.js") | null} api null: without a server */
  constructor(api) {
    this.api = api;
    this.layout = new Layout("Puzzle", {
      press: (cell, other) => this.#press(cell, other),
      drag: (cell) => this.pen.drag(cell),
      release: () => this.pen.end(),
      cancel: () => this.marks.cancel(),
      key: (event) => this.#key(event),
      walked: (cells) => {
        if (!this.won) this.pen.extend(cells);
      },
      straight: () => !settings().freehand,
      spent: (line, index) => this.watch.isPlaced(line, index),
      bad: (line) => this.help.bad.has(lineName(line)),
    });
    this.element = this.layout.element;
    this.board = this.layout.board;
    this.puzzle = NO_PUZZLE;
    this.marks = Marks.of(NO_PUZZLE);
    this.pen = new Pen(() => settings().blanks);
    this.watch = new Watch(NO_PUZZLE, () => this.marks.cells);
    this.clock = el("span", { class: "clock", role: "timer", "aria-label": "Time taken" });
    this.timer = new Timer((text) => fill(this.clock, text));
    this.progress = el("span");
    /** On a phone it is in the head. */
    this.clockLine = el("p", { class: "line" }, this.clock, " ", this.progress);
    this.solved = false;
    /** Whether the picture of the solved puzzle is shown alone. */
    this.won = false;
    /** @type {() => void} called when the puzzle is solved */
    this.whenSolved = () => {};
    /** @type {(() => void) | null} goes to the next puzzle; null: there is none */
    this.next = null;
    /** @type {(() => void) | null} shares the puzzle; null: it has no address */
    this.share = null;
    /** @type {((file: File) => Promise<{known: number[][], remark: string}>) | null} reads marks of other files */
    this.readMarks = null;
    this.victory = el("div", { class: "buttons" });
    this.store = new Store("play");
    /** @type {() => void} */
    this.unfollow = () => {};
    this.saving = 0;
    /** When the game changed, in milliseconds. Looking at it does not change it. */
    this.changed = 0;
    this.help = new Help({
      board: this.board, ask: api, bad: () => this.watch.bad, begin: () => this.timer.start(),
      mark: (changes) => this.pen.setAll(changes),
    });
    addEventListener("pagehide", () => this.save());
    this.#buildPanel();
  }

  #buildPanel() {
    const loader = fileInput({}, (file) => this.#loadFile(file));
    fill(
      this.layout.side,
      section(
        "Game",
        el(
          "div",
          { class: "buttons" },
          button("Start again", () => this.#clear()),
          button("Save game", () => this.#saveFile()),
          button("Load game", () => loader.click()),
          loader,
        ),
      ),
      this.help.section,
      section(
        "Options",
        tick("Show lines that no longer fit", settings().automatic, (automatic) => {
          changeSettings({ automatic });
          this.help.clear();
          this.help.settled();
        }).label,
        tick("Fill in the blanks of finished lines", settings().blanks, (blanks) => changeSettings({ blanks })).label,
        tick("Let a drag leave its line", settings().freehand, (freehand) => changeSettings({ freehand })).label,
        tick("Show titles before puzzles are solved", settings().titles, (titles) => changeSettings({ titles })).label,
      ),
      this.layout.viewSection(),
      keyHelp(KEYS),
    );
    this.layout.strip.classList.add("steady");
    this.layout.strip.append(this.victory, this.help.answer, this.help.apply, this.help.checked);
    fill(this.layout.actions, ...undoButtons(() => this.marks), ...this.help.controls);
  }

  /**
   * Play a puzzle, and continue its saved game if there is one.
   *
   * @param {Puzzle} puzzle
   */
  open(puzzle) {
    this.save();
    this.unfollow();
    this.board.bare(false);
    // The cursor and the zoom of another game are not those of this one.
    if (puzzle.json !== this.puzzle.json) this.board.show(NO_PUZZLE, firstMarks(NO_PUZZLE));
    this.puzzle = puzzle;
    this.marks = Marks.of(puzzle);
    Object.assign(this.pen, { marks: this.marks, puzzle, ink: 1 });
    this.watch = new Watch(puzzle, () => this.marks.cells);
    this.help.open(puzzle, this.marks);
    this.timer.stop();
    this.timer.set(0);
    this.solved = false;
    this.store = gameOf(puzzle);
    this.#restore(this.store.load());
    this.unfollow = this.store.follow((game) => this.resume(game));
    this.won = false;
    this.marks.changed = (cells) => this.#changed(cells);
    this.marks.settled = () => this.#settled();
    if (!this.solved && this.marks.past.length) this.timer.start();
    this.layout.focus();
    this.#changed(null);
    this.#showTools();
    this.help.settled();
    this.#celebrate(this.solved);
  }

  /** The view is hidden. */
  leave() {
    this.save();
    this.timer.stop();
  }

  /** @param {string} text */
  say(text) {
    fill(this.layout.message, text);
  }

  /**
   * @param {number} cell
   * @param {boolean} other
   * @param {Tool} [tool]
   */
  #press(cell, other, tool) {
    if (this.won) return;
    if (this.help.choosing) {
      this.help.why();
      return;
    }
    this.pen.press(cell, other, tool);
    if (!this.solved) this.timer.start();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (undoByKey(event, this.marks)) return true;
    if (this.won) return false;
    const key = plainKey(event);
    if (key in KEY_TOOLS) {
      if (event.repeat) return true;
      this.#press(this.board.cellOf(this.board.cursor), false, KEY_TOOLS[key]);
      this.pen.end();
    } else if (/^[1-9]$/.test(key)) this.#chooseInk(Number(key));
    else return this.help.key(key);
    return true;
  }

  /** @param {number[] | null} cells */
  #changed(cells) {
    const { watch, board, puzzle } = this;
    this.help.changed();
    if (!cells) board.show(puzzle, this.marks.cells);
    else board.update(cells);
    board.updateClues(watch.update(cells));
    this.help.showBad();
    this.layout.look();
    fill(this.progress, `${watch.finished} of ${puzzle.height + puzzle.width} lines`);
  }

  #settled() {
    const before = this.solved;
    this.solved = this.watch.solved;
    if (this.solved && !before) {
      this.timer.stop();
      this.#celebrate(true);
      this.board.host.classList.add("won");
      setTimeout(() => this.board.host.classList.remove("won"), 1500);
    }
    if (!this.solved && before) {
      this.#celebrate(false);
      this.timer.start();
    }
    clearTimeout(this.saving);
    this.changed = Date.now();
    this.saving = setTimeout(() => this.save(), SAVE_MS);
    if (!this.won) this.help.settled();
  }

  /**
   * Show the picture alone with its title, or go back to the grid. The picture cannot be marked.
   *
   * @param {boolean} on
   */
  #celebrate(on) {
    this.won = on;
    this.board.bare(on);
    for (const one of this.help.controls) one.disabled = on;
    this.layout.tools.inert = on;
    if (!this.solved) {
      fill(this.victory);
      this.say("");
      return;
    }
    this.help.clear();
    this.whenSolved();
    const { goals, palette, title } = this.puzzle;
    const picture = this.marks.cells.map((mark) => Math.max(BLANK, mark)).join();
    const own = goals.length > 0 && !goals.some((goal) => marksOf(goal, palette).join() === picture);
    const another = own ? " Your picture differs from the author's and is just as valid." : "";
    this.say(`Solved in ${clockText(this.timer.seconds)}.${another}`);
    const { next, share } = this;
    fill(
      this.victory, title && el("strong", {}, title), next && button("Next puzzle", next, { class: "primary" }), share && button("Share …", share),
      button(on ? "Show the grid" : "Show the picture", () => this.#celebrate(!on)),
    );
  }

  #showTools() {
    const { palette } = this.board.view.shown;
    this.pen.ink = Math.min(this.pen.ink, palette.length - 1);
    fill(
      this.layout.tools,
      toggles("Marks", TOOLS, this.pen.tool, (tool) => {
        this.pen.tool = tool;
        this.#showTools();
      }),
      palette.length > 2 && this.layout.inkButtons(this.pen.ink, 1, (ink) => this.#chooseInk(ink)),
    );
  }

  /** @param {number} ink */
  #chooseInk(ink) {
    if (ink >= this.board.view.shown.palette.length) return;
    this.pen.ink = ink;
    this.#showTools();
  }

  #clear() {
    this.marks.setAll([...this.marks.cells.keys()].map((cell) => [cell, OPEN]));
    this.timer.set(0);
    this.board.updateClues(null);
    this.save();
  }

  #game() {
    return { ...this.marks.toJson(), seconds: Math.round(this.timer.seconds) };
  }

  save() {
    clearTimeout(this.saving);
    if (!this.marks.past.length && !this.marks.future.length) return;
    const { changed, solved, watch: { finished }, puzzle: { json: sheet } } = this;
    if (this.store.saveMarks({ ...this.#game(), solved, finished, sheet, changed }) === "nothing") {
      this.say(`${noRoom()} Save this game as a file.`);
    }
  }

  /**
   * Continue a saved game. A game of another puzzle is ignored.
   *
   * @param {any} game
   * @returns {boolean} whether it is one
   */
  resume(game) {
    if (!this.#restore(game)) return false;
    if (this.solved) this.timer.stop();
    this.help.settled();
    if (this.solved !== this.won) this.#celebrate(this.solved);
    return true;
  }

  /**
   * @param {any} game
   * @returns {boolean}
   */
  #restore(game) {
    const { height, width, palette } = this.marks.picture;
    const size = game?.picture;
    const fit = size?.height === height && size.width === width && size.palette?.length === palette.length;
    if (!fit || !this.marks.restore(game)) return false;
    for (const [cell, mark] of this.marks.fixed) this.marks.cells[cell] = mark;
    this.changed = Number(game.changed) || Date.now();
    if (Number.isFinite(game.seconds) && game.seconds >= 0) this.timer.set(game.seconds);
    this.watch.update(null);
    this.solved = this.watch.solved;
    this.board.updateClues(null);
    return true;
  }

  #saveFile() {
    const title = this.solved ? this.puzzle.title : ""; // in a folder it would give the picture away
    const name = title.replace(/[^\p{L}\p{N} _-]/gu, "").trim() || "game";
    const content = JSON.stringify({ ...this.puzzle.json, nonosat_game: this.#game() });
    download(`${name}.json`, new Blob([content], { type: "application/json" }));
  }

  /** @param {File} file */
  async #loadFile(file) {
    let json = null;
    try {
      json = JSON.parse(await file.text());
    } catch {
      // Said below.
    }
    if (this.resume(json?.nonosat_game)) this.say("Game loaded.");
    else if (json?.nonosat_game || !this.readMarks) this.say("This file does not contain a game of this puzzle.");
    else {
      try {
        const { known, remark } = await this.readMarks(file);
        this.marks.setAll(known.flat().map((color, cell) => [cell, color + 1]));
        this.say(remark ? `Marks loaded: ${remark}.` : "Marks loaded.");
      } catch (error) {
        this.say(words(error));
      }
    }
    this.save();
  }
}
