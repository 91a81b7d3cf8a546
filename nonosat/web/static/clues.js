/** The dialog to type clues, of a new puzzle or the open one. */

import { check, conflict, parseClues } from "./api.js";
import { button, dialog, el, fill, words } from "./dom.js";
import { clueText } from "./line.js";
import { puzzleOf } from "./puzzle.js";

/**
 * @typedef {import("./api.js").Sheet} Sheet
 */

const CHECK_SECONDS = 5;
const CONFLICT_SECONDS = 10;
/** Proposals that are shown. */
const SHOWN = 6;

/** A field for the clues of one side, with the numbers of its lines. */
class Field {
  /**
   * @param {string} label
   * @param {string} example
   * @param {string} text
   * @param {() => void} typed
   */
  constructor(label, example, text, typed) {
    this.numbers = el("div", { class: "numbers", "aria-hidden": "true" });
    this.area = el("textarea", {
      rows: 10, cols: 20, wrap: "off", spellcheck: "false", autocapitalize: "off", placeholder: example,
      oninput: () => { this.show(); typed(); },
      onscroll: () => { this.numbers.scrollTop = this.area.scrollTop; },
    });
    this.area.value = text;
    this.show();
    this.element = el("label", {}, el("span", {}, label), el("div", { class: "numbered" }, this.numbers, this.area));
  }

  /** The lines as the server takes them; a blank one stays, and is refused there. */
  get text() {
    return this.area.value.trimEnd().split(/[\n;]/).map((line) => line.trim()).join(";");
  }

  /** Show the numbers of the lines. */
  show() {
    fill(this.numbers, ...this.area.value.split("\n").map((_, at) => el("span", {}, at + 1)));
    this.numbers.scrollTop = this.area.scrollTop;
  }
}

/**
 * Ask for the clues of a puzzle.
 *
 * @param {Sheet | null} sheet to be changed; null: a new one
 * @param {(sheet: Sheet) => void} take
 * @param {string[] | null} typed clues of rows and columns with a mistake, which is looked for at once
 */
export function askClues(sheet, take, typed = null) {
  const said = el("div", { class: "answer", role: "status" });
  const [before, after] = typed ?? (sheet ? clueLines(sheet) : ["", ""]);
  const rows = new Field("Rows, from the top", "2 1\n3\n0", before, () => fill(said));
  const columns = new Field("Columns, from the left", "2 1\n1k 2r", after, () => fill(said));

  /** @param {Sheet} made */
  const use = (made) => {
    box.close();
    const { goal, goals, givens, ...about } = sheet ?? {};
    take({ ...about, ...made });
  };
  /** Show what is wrong, and how to correct it. @param {string} what @param {Sheet | null} made */
  const mend = async (what, made) => {
    const anyway = made && button("Use them anyway", () => use(made));
    const typedNow = { rows: rows.text, columns: columns.text };
    const text = el("p", { class: "message" }, what);
    fill(said, text, el("p", {}, "Looking for the mistake …"), anyway);
    let found;
    try {
      found = await conflict({ ...typedNow, limit: CONFLICT_SECONDS });
    } catch {
      fill(said, text, anyway);
      return;
    }
    if (rows.text !== typedNow.rows || columns.text !== typedNow.columns) return;
    const names = found.names.slice(0, SHOWN).join(", ") + (found.names.length > SHOWN ? ", …" : "");
    const typos = found.typos.slice(0, SHOWN).map((/** @type {any} */ typo) => el("li", {}, button(typo.text, () => {
      rows.area.value = typo.rows.replaceAll(";", "\n");
      columns.area.value = typo.columns.replaceAll(";", "\n");
      for (const field of [rows, columns]) field.show();
      make();
    }, { title: "Change the clues so" })));
    fill(
      said, text,
      names && !found.complaint && el("p", {}, `These lines contradict each other: ${names}.`),
      typos.length > 0 && el("p", {}, typos.length > 1 ? "Likely mistakes; press one to change the clues:" : "The likely mistake; press it to change the clues:"),
      el("ul", { class: "singly" }, ...typos),
      !typos.length && el("p", {}, (rows.text + columns.text).includes("?")
        ? "Clues with hidden numbers are not searched for mistakes." : "No small change to one clue gives a solution."),
      anyway,
    );
  };
  const make = async () => {
    if (!rows.text || !columns.text) {
      fill(said, "Type the clues of all rows and of all columns.");
      return;
    }
    fill(said, "Checking …");
    try {
      const { sheets } = await parseClues({ rows: rows.text, columns: columns.text });
      const { verdict } = await check({ puzzle: sheets[0], limit: CHECK_SECONDS }, { lane: "clues" });
      if (verdict === "none") await mend("These clues have no solution.", sheets[0]);
      else use(sheets[0]);
    } catch (error) {
      await mend(words(error), null);
    }
  };
  const box = dialog(
    sheet ? "Edit clues" : "New puzzle from clues",
    el("p", { class: "about" }, "One clue per line; 0 is an empty line. A letter after a number names its color: 2k 1r. A ? is a hidden number."),
    el("div", { class: "columns" }, rows.element, columns.element),
    said,
    button(sheet ? "Use these clues" : "Make the puzzle", make, { class: "primary" }),
  );
  if (typed) make();
}

/**
 * The clues of rows and columns in a text that cannot be read: two groups of lines with numbers; else null.
 *
 * @param {string} text
 */
export function sidesOf(text) {
  const groups = text.split(/\n\s*\n/).map((group) => group.split("\n").filter((line) => /^\s*[\d?][\d?\s,a-z]*$/i.test(line)).join("\n"));
  const sides = groups.filter(Boolean);
  return sides.length === 2 ? sides : null;
}

/**
 * The clues of a puzzle as they are typed.
 *
 * @param {Sheet} sheet
 */
function clueLines(sheet) {
  const { rows, cols, palette } = puzzleOf(sheet);
  return [rows, cols].map((clues) => clues.map((clue) => clueText(clue, palette)).join("\n"));
}
