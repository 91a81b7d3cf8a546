/** A new puzzle of clues that are typed. */

import { typed } from "./api.js";
import { button, dialog, el, fill, words } from "./dom.js";

/** @typedef {import("./api.js").Sheet} Sheet */

/**
 * Ask for the clues of a puzzle.
 *
 * @param {(sheet: Sheet) => void} take
 */
export function askClues(take) {
  const said = el("p", { role: "status" });
  const rows = el("textarea", { rows: 10, cols: 22, spellcheck: "false", placeholder: "2 1\n3\n0" });
  const columns = el("textarea", { rows: 10, cols: 22, spellcheck: "false", placeholder: "2 1\n1k 2r" });
  /** @param {HTMLTextAreaElement} area */
  const lines = (area) => area.value.trim().split(/\s*[\n;]\s*/).join(";");
  const make = async () => {
    try {
      const { sheets } = await typed({ rows: lines(rows), columns: lines(columns) });
      box.close();
      take(sheets[0]);
    } catch (error) {
      fill(said, words(error));
    }
  };
  const box = dialog(
    "New puzzle from clues",
    el("p", { class: "about" }, "One clue per line; 0 is an empty line. A letter after a number names its color: 2k 1r."),
    el(
      "div",
      { class: "columns" },
      el("label", {}, el("span", {}, "Rows, from the top"), rows),
      el("label", {}, el("span", {}, "Columns, from the left"), columns),
    ),
    said,
    button("Make the puzzle", make),
  );
}
