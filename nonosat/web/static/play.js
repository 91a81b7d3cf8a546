/** Playing a puzzle. It needs no server: the clues alone tell whether the marks are a solution. */

import { button, choice, download, el, fill, section, tick } from "./dom.js";
import { Help } from "./help.js";
import { Layout, keyHelp, toggles } from "./layout.js";
import { OPEN, fingerprint, firstMarks } from "./puzzle.js";
import { like, likes } from "./settings.js";
import { Kept, Marks } from "./state.js";
import { Pen } from "./strokes.js";
import { Timer, clockText } from "./timer.js";
import { Watch } from "./watch.js";

/**
 * @typedef {import("./puzzle.js").Puzzle} Puzzle
 * @typedef {import("./puzzle.js").Axis} Axis
 * @typedef {import("./strokes.js").Tool} Tool
 * @typedef {typeof import("./api.js")} Api
 */

/** @type {[Tool, string, string][]} */
const TOOLS = [
  ["fill", "■ Fill", "Left button: fill. Right button, long press: blank. Key: space"],
  ["blank", "× Blank", "Left button: blank. Right button, long press: fill. Key: x"],
  ["maybe", "▣ Maybe", "Maybe filled. Right button, long press: maybe blank. Key: m"],
  ["maybe-blank", "• Maybe blank", "Maybe blank. Key: n"],
  ["erase", "Erase", "Take marks away. Key: Delete"],
];

/** @type {[string, string][]} */
const KEYS = [
  ["Arrows", "move; with Shift mark on the way, with Ctrl five cells"],
  ["Space, Enter", "fill; on a number of a clue: strike it"],
  ["← ↑ at the edge", "into the clue and over its numbers; Escape goes back"],
  ["x", "blank"], ["m, n", "maybe filled, maybe blank"], ["Delete", "erase"],
  ["1 … 9", "choose the ink"], ["Ctrl-Z, Ctrl-Y", "undo, redo"], ["h, w", "hint, why this cell"], ["c", "check"],
  ["p", "pause"], ["+, -, 0", "larger, smaller, show all"],
  ["Mouse", "right button marks blank; Shift keeps to a line; wheel zooms, with Shift it scrolls"],
  ["Fingers", "long press marks blank; two fingers move and zoom"],
];

/** @type {Record<string, Tool>} */
const KEY_TOOLS = { " ": "fill", Enter: "fill", x: "blank", m: "maybe", n: "maybe-blank", Delete: "erase", Backspace: "erase" };

const SAVE_MS = 300;

export class Play {
  /** @param {Api | null} api null: without a server */
  constructor(api) {
    this.api = api;
    this.layout = new Layout("Puzzle", {
      press: (cell, other) => this.#press(cell, other),
      drag: (cell) => this.pen.drag(cell),
      release: () => this.marks.end(),
      cancel: () => this.marks.cancel(),
      clue: (axis, line, index) => this.#strike(axis, line, index),
      key: (event) => this.#key(event),
      walked: (cells) => this.pen.extend(cells),
    });
    this.element = this.layout.element;
    this.board = this.layout.board;
    this.marks = new Marks({ height: 1, width: 1, palette: [], cells: new Int16Array(1) });
    this.pen = new Pen(this.marks);
    /** @type {Puzzle | null} */
    this.puzzle = null;
    /** @type {Watch | null} */
    this.watch = null;
    this.clock = el("span", { class: "clock", role: "timer", "aria-label": "Time taken" });
    this.timer = new Timer(0, (text) => fill(this.clock, text));
    this.progress = el("span");
    this.pauseButton = button("Pause", () => this.pause(!this.paused));
    this.checkSection = section("Check");
    /** @type {Set<string>} numbers that the player has struck: axis, line, index */
    this.struck = new Set();
    this.solved = false;
    this.kept = new Kept("play");
    /** @type {() => void} */
    this.unfollow = () => {};
    this.saving = 0;
    this.help = new Help(this);
    addEventListener("pagehide", () => this.#save());
    this.#buildPanel();
  }

  #buildPanel() {
    const loader = el("input", { type: "file", accept: ".json", hidden: true });
    loader.addEventListener("change", () => this.#loadFile(loader));
    fill(
      this.layout.side,
      section(
        "Game",
        el("p", { class: "line" }, this.clock, " ", this.progress),
        this.layout.message,
        el(
          "div",
          { class: "buttons" },
          button("Undo", () => this.marks.undo(), { title: "Ctrl-Z" }),
          button("Redo", () => this.marks.redo(), { title: "Ctrl-Y" }),
          this.pauseButton,
          button("Start again", () => this.#clear()),
          button("Save game", () => this.#saveFile()),
          button("Load game", () => loader.click()),
          loader,
        ),
      ),
      this.checkSection,
      this.help.section,
      this.layout.viewSection(),
      keyHelp(KEYS),
    );
    fill(this.layout.veil, el("p", {}, "Paused"), button("Go on", () => this.pause(false)));
  }

  /**
   * Play a puzzle; a game that the browser has kept goes on.
   *
   * @param {Puzzle} puzzle
   */
  open(puzzle) {
    this.#save();
    this.unfollow();
    this.puzzle = puzzle;
    this.help.reset();
    const { height, width, palette } = puzzle;
    this.marks = new Marks({ height, width, palette, cells: firstMarks(puzzle) });
    this.marks.fixed = puzzle.givens;
    const tool = this.pen.tool;
    this.pen = new Pen(this.marks);
    this.pen.tool = tool;
    this.watch = new Watch(puzzle, () => this.marks.cells);
    this.struck.clear();
    this.timer.stop();
    this.timer.set(0);
    this.solved = false;
    this.kept = new Kept(`play:${fingerprint(puzzle)}`);
    this.takeUp(this.kept.load());
    this.unfollow = this.kept.follow((game) => this.takeUp(game));
    this.marks.changed = (cells) => this.#changed(cells);
    this.marks.settled = () => this.#settled();
    this.pause(false);
    this.#changed(null);
    this.#showTools();
    this.#showChecks();
    this.help.settled();
    this.say(this.solved ? "Solved." : "");
  }

  /** The view is hidden. */
  leave() {
    this.#save();
    this.timer.stop();
  }

  get paused() {
    return !this.layout.veil.hidden;
  }

  /**
   * Cover the board and stop the clock, or go on.
   *
   * @param {boolean} on
   */
  pause(on) {
    this.layout.veil.hidden = !on;
    fill(this.pauseButton, on ? "Go on" : "Pause");
    this.board.host.inert = on;
    if (on || this.solved) this.timer.stop();
    else if (this.marks.past.length) this.timer.start();
    if (on) this.layout.veil.querySelector("button")?.focus();
    else this.board.mirror.element.focus({ preventScroll: true });
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
    this.help.clear();
    this.pen.press(cell, other, tool);
    if (!this.solved) this.timer.start();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const command = event.ctrlKey || event.metaKey;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (command && key === "z" && !event.shiftKey) this.marks.undo();
    else if (command && (key === "y" || key === "z")) this.marks.redo();
    else if (command || event.altKey) return false;
    else if (key in KEY_TOOLS) {
      if (event.repeat) return true;
      const { number } = this.board;
      if (number) {
        this.#strike(number.axis, number.line, number.index);
        return true;
      }
      this.#press(this.board.cellOf(this.board.cursor), false, KEY_TOOLS[key]);
      this.marks.end();
    } else if (/^[1-9]$/.test(key)) this.#chooseInk(Number(key));
    else if (key === "p") this.pause(true);
    else return this.help.key(key);
    return true;
  }

  /** @param {number[] | null} cells */
  #changed(cells) {
    const { watch, board, puzzle } = this;
    if (!watch || !puzzle) return;
    if (!cells) board.show(puzzle, this.marks.cells);
    else board.update(cells);
    const lines = watch.update(cells);
    for (const [axis, line] of lines) this.#showSpent(axis, line, this.help.placed(axis, line));
    this.help.watchRules();
    board.updateClues(lines);
    this.layout.map.update();
    this.layout.look();
    fill(this.progress, `${watch.finished} of ${puzzle.height + puzzle.width} lines`);
  }

  #settled() {
    const { watch } = this;
    if (!watch) return;
    const before = this.solved;
    this.solved = watch.solved;
    if (this.solved && !before) this.#win();
    if (!this.solved && before) {
      this.say("");
      this.timer.start();
    }
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.#save(), SAVE_MS);
    this.help.settled();
  }

  #win() {
    this.timer.stop();
    const goals = this.puzzle?.goals ?? [];
    const picture = this.help.picture();
    const own = goals.length > 0 && !goals.some((goal) => goal.join() === picture.join());
    const another = own ? " Your picture is another one than the author's, and just as valid." : "";
    this.say(`Solved in ${clockText(this.timer.seconds)}.${another}`);
    this.board.host.classList.add("won");
    setTimeout(() => this.board.host.classList.remove("won"), 1500);
  }

  /**
   * Gray the numbers that have their place or that the player has struck.
   *
   * @param {Axis} axis
   * @param {number} line
   * @param {boolean[]} placed
   */
  #showSpent(axis, line, placed) {
    this.board.spent[axis][line] = placed.map((is, index) => is || this.struck.has(`${axis} ${line} ${index}`));
  }

  /** Gray numbers again, in all lines. */
  showPlaces() {
    for (const axis of /** @type {const} */ (["row", "col"])) {
      this.watch?.placed[axis].forEach((_, line) => this.#showSpent(axis, line, this.help.placed(axis, line)));
    }
    this.board.updateClues(this.#allLines());
  }

  /** @returns {[Axis, number][]} */
  #allLines() {
    const { height, width } = this.board.view.shown;
    return [
      ...Array.from({ length: height }, (_, row) => /** @type {[Axis, number]} */ (["row", row])),
      ...Array.from({ length: width }, (_, col) => /** @type {[Axis, number]} */ (["col", col])),
    ];
  }

  /**
   * Strike a number of a clue, or take that back.
   *
   * @param {Axis} axis
   * @param {number} line
   * @param {number} index
   */
  #strike(axis, line, index) {
    const name = `${axis} ${line} ${index}`;
    if (!this.struck.delete(name)) this.struck.add(name);
    this.#showSpent(axis, line, this.help.placed(axis, line));
    this.board.updateClues([[axis, line]]);
    this.layout.look();
    this.#save();
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
      palette.length > 2 &&
        el("div", { class: "toggles", role: "group", "aria-label": "Inks" },
          ...this.layout.inkButtons(this.pen.ink, 1, (ink) => this.#chooseInk(ink))),
    );
  }

  /** @param {number} ink */
  #chooseInk(ink) {
    if (ink >= this.board.view.shown.palette.length) return;
    this.pen.ink = ink;
    this.#showTools();
  }

  #showChecks() {
    /** @type {[string, string][]} */
    const levels = [["rules", "The rules only"]];
    if (this.api) levels.push(["solutions", "Wrong in every solution"]);
    if (this.puzzle?.goals.length) levels.push(["author", "The author's picture"]);
    const level = levels.some(([key]) => key === likes().level) ? likes().level : "rules";
    fill(
      this.checkSection,
      el("h2", {}, "Check"),
      choice("By", levels, level, (key) => {
        like({ level: /** @type {any} */ (key) });
        this.help.clear();
        this.help.settled();
      }),
      tick("After each stroke", likes().automatic, (automatic) => {
        like({ automatic });
        this.help.clear();
        this.help.settled();
      }).label,
      el("div", { class: "buttons" }, button("Check now", () => this.help.check(false), { title: "c" })),
      this.help.checked,
    );
  }

  #clear() {
    this.help.clear();
    this.struck.clear();
    this.marks.setAll([...this.marks.cells.keys()].map((cell) => [cell, OPEN]));
    this.timer.set(0);
    this.showPlaces();
    this.#save();
  }

  #game() {
    return { ...this.marks.toJson(), struck: [...this.struck], seconds: Math.round(this.timer.seconds) };
  }

  #save() {
    clearTimeout(this.saving);
    if (!this.puzzle || (!this.marks.past.length && !this.marks.future.length && !this.struck.size)) return;
    const game = this.#game();
    if (!this.kept.save(game) && !this.kept.save({ ...game, past: [], future: [] })) {
      this.say("The browser has no room to keep this game. Save it as a file.");
    }
  }

  /**
   * Go on with a game that was kept; nothing happens if it is none of this puzzle.
   *
   * @param {any} game
   * @returns {boolean}
   */
  takeUp(game) {
    const { height, width, palette } = this.marks.picture;
    const size = game?.picture;
    const fit = size?.height === height && size.width === width && size.palette?.length === palette.length;
    if (!fit || !this.marks.restore(game)) return false;
    for (const [cell, mark] of this.marks.fixed) this.marks.cells[cell] = mark;
    this.struck = new Set(Array.isArray(game.struck) ? game.struck.map(String) : []);
    if (game.seconds >= 0) this.timer.set(Number(game.seconds));
    this.watch?.update(null);
    this.solved = this.watch?.solved ?? false;
    this.showPlaces();
    return true;
  }

  #saveFile() {
    const name = this.puzzle?.title.replace(/[^\p{L}\p{N} _-]/gu, "").trim() || "game";
    const content = JSON.stringify({ ...this.puzzle?.json, nonosat_game: this.#game() });
    download(`${name}.json`, new Blob([content], { type: "application/json" }));
  }

  /** @param {HTMLInputElement} input */
  async #loadFile(input) {
    const file = input.files?.[0];
    input.value = "";
    if (!file) return;
    let json = null;
    try {
      json = JSON.parse(await file.text());
    } catch {
      // Said below.
    }
    const taken = this.takeUp(json?.nonosat_game);
    this.say(taken ? "The game goes on." : "This file holds no game of this puzzle.");
    this.#save();
  }
}
