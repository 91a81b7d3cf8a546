/**
 * The layout that all views have: the board, a bar below it, and a panel.
 *
 * * `tools` and `actions` are the two halves of the bar, which is always visible and easy to reach.
 * * `strip` shows messages about the board. On a phone it is between board and bar while it has content,
 *   else on top of the panel, with a fixed height if it is `steady`. It always contains `message`.
 * * `side` is the panel; on a phone it is the sheet that `more` opens.
 */

import { Board } from "./board.js";
import { button, control, el, fill, section } from "./dom.js";
import { markName } from "./puzzle.js";
import { readableOn } from "./paint.js";
import { lookSettings } from "./settings.js";

export class Layout {
  /**
   * @param {string} label what the board is called
   * @param {import("./board.js").Handlers} handlers
   */
  constructor(label, handlers) {
    const host = el("div");
    this.readout = el("p", { class: "readout" });
    this.tools = el("div", { class: "tools" });
    this.actions = el("div", { class: "actions" });
    this.more = control("⋯", "More", () => {}, { class: "control opener" });
    this.side = el("aside", { "aria-label": "Panel" });
    this.message = el("p", { class: "message", role: "status" });
    this.strip = el("div", { class: "strip", role: "region", "aria-label": "Messages" }, this.message);
    this.element = el(
      "div",
      { class: "view" },
      el("div", { class: "stage" }, el("div", { class: "frame" }, host), this.readout),
      this.strip,
      el("div", { class: "bar" }, this.tools, this.actions, this.more),
      this.side,
    );
    this.board = new Board(host, label, {
      ...handlers,
      looked: () => this.look(),
    });
    // The board gets all keys that the focused element does not use itself.
    document.addEventListener("keydown", (event) => {
      const on = event.target instanceof Element ? event.target : document.body;
      if (!usesKey(on, event.key) && this.element.checkVisibility()) this.board.key(event);
    });
  }

  /** Let keys go to the board. */
  focus() {
    this.board.mirror.element.focus({ preventScroll: true });
  }

  /** Say what the pointer is at. */
  look() {
    const { board } = this;
    const at = board.spot;
    if (!at) {
      fill(this.readout, "\u00a0");
      return;
    }
    const mark = markName(board.cells[board.cellOf(at)], board.view.shown.palette);
    const parts = [
      `row ${at.row + 1}: ${board.view.clueText(["row", at.row])}`,
      `column ${at.col + 1}: ${board.view.clueText(["col", at.col])}`,
      board.drawing ? "" : mark,
      board.runCount(at),
    ];
    fill(this.readout, parts.filter(Boolean).join("   ·   "));
  }

  /** The section of the panel about how the board looks. */
  viewSection() {
    return section(
      "View",
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
   * A group with a button for each ink.
   *
   * @param {number} chosen
   * @param {number} first 0: with the background
   * @param {(ink: number) => void} choose
   */
  inkButtons(chosen, first, choose) {
    const { palette } = this.board.view.shown;
    const swatches = palette.slice(first).map(({ name, char, rgb }, at) => {
      const ink = at + first;
      const swatch = button(this.board.lettered && ink ? char : "", () => choose(ink), {
        class: "ink", title: name, "aria-label": name, "aria-pressed": ink === chosen,
      });
      swatch.style.setProperty("--swatch", rgb);
      swatch.style.color = readableOn(rgb);
      return swatch;
    });
    return el("div", { class: "toggles", role: "group", "aria-label": "Colors" }, ...swatches);
  }
}

/**
 * A group of buttons, one of them pressed. Words may begin with a sign.
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
    { class: `toggles ${label.toLowerCase()}`, role: "group", "aria-label": label },
    ...options.map(([key, words, title]) => {
      const [, sign, word] = /^(\W) (.*)/.exec(words) ?? ["", "", words];
      return control(sign, word, () => choose(key), { title, "aria-pressed": key === chosen });
    }),
  );
}

/** The buttons to undo and redo. @param {() => import("./state.js").Marks} marks */
export function undoButtons(marks) {
  return [
    control("↶", "Undo", () => marks().undo(), { title: "Ctrl-Z" }),
    control("↷", "Redo", () => marks().redo(), { title: "Ctrl-Y" }),
  ];
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
 * Whether an element has a use of its own for a key.
 *
 * @param {Element} on what has the focus
 * @param {string} key
 */
function usesKey(on, key) {
  if (on.closest("dialog, textarea, select")) return true;
  const presses = key === " " || key === "Enter";
  if (!(on instanceof HTMLInputElement)) return presses && on.closest("button, summary, a") !== null;
  if (on.type === "range") return /^(Arrow|Page|Home|End)/.test(key);
  return ["checkbox", "radio", "button", "color", "file"].includes(on.type) ? presses : true;
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
