/** The layout that all views have: a board with a line of text and tools below, and a panel beside it. */

import { Board } from "./board.js";
import { button, el, fill, section } from "./dom.js";
import { Minimap } from "./minimap.js";
import { clueOf, clueText } from "./line.js";
import { isPlain, markName } from "./puzzle.js";
import { readableOn } from "./paint.js";
import { lookSettings, whenLiked } from "./settings.js";

/** @typedef {import("./board.js").Handlers} Handlers */

export class Layout {
  /**
   * @param {string} label what the board is called
   * @param {Handlers} handlers
   */
  constructor(label, handlers) {
    const host = el("div");
    this.readout = el("p", { class: "readout" });
    this.tools = el("div", { class: "tools" });
    this.veil = el("div", { class: "veil", hidden: true });
    this.side = el("aside", { "aria-label": "Panel" });
    this.message = el("p", { class: "message", role: "status" });
    this.element = el(
      "div",
      { class: "view" },
      el("div", { class: "stage" }, el("div", { class: "frame" }, host, this.veil), this.readout, this.tools),
      this.side,
    );
    this.board = new Board(host, label, {
      ...handlers,
      looked: () => {
        this.look();
        handlers.looked?.();
      },
    });
    this.map = new Minimap(this.board);
    // Who clicks on a button goes on with the board; who presses one with a key stays there.
    this.element.addEventListener("click", (event) => {
      const pressed = event.target instanceof Element && event.target.closest("button");
      if (event.detail > 0 && pressed && !document.querySelector("dialog[open]")) this.focus();
    });
    // Keys are for the board wherever the focus is, except where they are for what has it.
    document.addEventListener("keydown", (event) => {
      const on = event.target instanceof Element ? event.target : document.body;
      const typed = on.closest("input, select, textarea, dialog");
      const pressed = (event.key === " " || event.key === "Enter") && on.closest("button, summary, a");
      if (!typed && !pressed && this.element.checkVisibility()) this.board.key(event);
    });
  }

  /** Let keys go to the board, unless it is covered. */
  focus() {
    if (!this.board.host.inert) this.board.mirror.element.focus({ preventScroll: true });
  }

  /** Say what the pointer is at. */
  look() {
    const { board } = this;
    const at = board.spot;
    this.map.look();
    if (!at) {
      fill(this.readout, "\u00a0");
      return;
    }
    if (board.number) {
      const { axis, line, index } = board.number;
      const clue = clueOf(board.view.shown, axis, line);
      const gray = board.spent[axis][line]?.[index] ? ", struck" : "";
      fill(this.readout, `${axis === "row" ? "row" : "column"} ${line + 1}, number ${index + 1} of ${clue.length}: ${clueText([clue[index]], board.view.shown.palette)}${gray}`);
      return;
    }
    const mark = markName(board.cells[board.cellOf(at)], board.view.shown.palette);
    const parts = [
      `row ${at.row + 1}: ${board.view.clueText("row", at.row)}`,
      `column ${at.col + 1}: ${board.view.clueText("col", at.col)}`,
      board.drawing ? "" : mark,
      board.runCount(at),
    ];
    fill(this.readout, parts.filter(Boolean).join("   ·   "));
  }

  /** The section of the panel about how the board looks. */
  viewSection() {
    whenLiked(() => this.map.update());
    return section(
      "View",
      this.map.element,
      el(
        "div",
        { class: "buttons" },
        button("−", () => this.board.zoomBy(0.8), { "aria-label": "Smaller" }),
        button("+", () => this.board.zoomBy(1.25), { "aria-label": "Larger" }),
        button("Show all", () => this.board.fit()),
      ),
      ...lookSettings(this.board),
    );
  }

  /**
   * A button for each ink.
   *
   * @param {number} chosen
   * @param {number} first 0: with the background
   * @param {(ink: number) => void} choose
   */
  inkButtons(chosen, first, choose) {
    const { palette } = this.board.view.shown;
    const plain = isPlain(palette);
    return palette.slice(first).map(({ name, char, rgb }, at) => {
      const ink = at + first;
      const swatch = button(palette.length > 2 && ink ? char : "", () => choose(ink), {
        class: "ink", title: name, "aria-label": name, "aria-pressed": ink === chosen,
      });
      swatch.style.setProperty("--swatch", plain ? `var(--${ink ? "ink" : "paper"})` : rgb);
      swatch.style.color = readableOn(rgb);
      return swatch;
    });
  }
}

/**
 * Buttons of which one is pressed.
 *
 * @template {string} T
 * @param {string} label
 * @param {[T, string, string][]} options key, words, hint
 * @param {T} chosen
 * @param {(key: T) => void} choose
 */
export function toggles(label, options, chosen, choose) {
  return el(
    "div",
    { class: "toggles", role: "group", "aria-label": label },
    ...options.map(([key, words, title]) =>
      button(words, () => choose(key), { title, "aria-pressed": key === chosen }),
    ),
  );
}

/**
 * Undo or redo, if that is what these keys are for.
 *
 * @param {KeyboardEvent} event
 * @param {import("./state.js").Marks} marks
 * @returns {boolean} whether they are
 */
export function undoByKey(event, marks) {
  if (!event.ctrlKey && !event.metaKey) return false;
  const key = event.key.toLowerCase();
  if (key === "z" && !event.shiftKey) marks.undo();
  else if (key === "z" || key === "y") marks.redo();
  else return false;
  return true;
}

/**
 * The key that was pressed, letters in lower case; "" with Ctrl and the like.
 *
 * @param {KeyboardEvent} event
 */
export function plainKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return "";
  return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}

/**
 * A list of keys and what they do, to unfold.
 *
 * @param {[string, string][]} keys
 */
export function keyHelp(keys) {
  return el(
    "details",
    {},
    el("summary", {}, "Keys"),
    el("dl", {}, ...keys.flatMap(([key, words]) => [el("dt", {}, key), el("dd", {}, words)])),
  );
}
