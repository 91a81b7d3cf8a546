/** A printed puzzle in a picture: the strip of each line beside what was read in it, to be corrected. */

import { check, parseClues, scan } from "./api.js";
import { button, dialog, el, fill, section, words } from "./dom.js";
import { base64 } from "./files.js";
import { VERDICTS } from "./verdict.js";

/**
 * @typedef {import("./api.js").Sheet} Sheet
 * @typedef {{lines: ReadLine[], doubts: string[]}} Reading
 * @typedef {{axis: string, index: number, clue: number[], others: number[][], doubt: string, strip: string}} ReadLine
 */

const SCAN_SECONDS = 30;
const CHECK_SECONDS = 10;

/**
 * Read a picture of a printed puzzle.
 *
 * @param {string} data base64
 * @returns {Promise<Reading>}
 */
export function readPicture(data) {
  return scan({ data, limit: SCAN_SECONDS });
}

/**
 * Read a picture, and show it.
 *
 * @param {File} file
 * @param {(sheet: Sheet) => void} take
 */
export async function askScan(file, take) {
  showScan(readPicture(await base64(file)), take);
}

/**
 * Show what was read.
 *
 * @param {Promise<Reading>} reading
 * @param {(sheet: Sheet) => void} take
 */
export async function showScan(reading, take) {
  const status = el("p", { role: "status" }, "Reading the picture …");
  const totals = el("p", { class: "about", role: "status" });
  const verdict = el("p", { class: "verdict", role: "status" });
  const host = el("div", { class: "scan" });
  /** @type {Row[]} */
  let rows = [];
  /** @param {string} axis */
  const side = (axis) => rows.filter(({ line }) => line.axis === axis);
  /** @param {(sheet: Sheet) => any} then */
  const made = async (then) => {
    fill(verdict);
    try {
      const [across, down] = ["row", "column"].map((axis) => side(axis).map(({ input }) => input.value).join(";"));
      const { sheets } = await parseClues({ rows: across, columns: down });
      await then(sheets[0]);
    } catch (error) {
      fill(verdict, words(error));
    }
  };
  const play = button("Play", () => made((sheet) => {
    box.close();
    take(sheet);
  }), { class: "primary", disabled: true });
  const judge = button("Check", () => made(async (puzzle) => {
    const result = await check({ puzzle, limit: CHECK_SECONDS }, { lane: "scan" });
    verdict.dataset.verdict = result.verdict;
    fill(verdict, VERDICTS[result.verdict] ?? result.verdict);
  }), { class: "primary", disabled: true });
  const said = el("div", { class: "scanned" }, totals, verdict);
  const box = dialog("A printed puzzle", status, host, said, judge, play);
  const update = () => {
    const [across, down] = ["row", "column"].map((axis) => side(axis).reduce((sum, row) => sum + row.total, 0));
    const even = across === down;
    fill(totals, el("span", { class: even ? "even" : "uneven" }, `${across} cells by the rows, ${down} by the columns.`));
    fill(verdict);
    play.disabled = judge.disabled = !even;
  };
  try {
    const { lines, doubts } = await reading;
    rows = lines.map((line) => new Row(line, update));
    const doubted = lines.filter(({ doubt }) => doubt).length;
    const found = `${side("column").length} × ${side("row").length} cells`;
    const unsure = [...doubts, doubted && `the yellow lines, ${doubted} of ${lines.length}`].filter(Boolean);
    fill(status, unsure.length ? `${found}. Please check: ${unsure.join("; ")}.` : `${found}, read without a doubt.`);
    fill(host, ...[["Rows", "row"], ["Columns", "column"]].map(([title, axis]) =>
      section(title, el("table", {}, ...side(axis).map(({ element }) => element)))));
    update();
  } catch (error) {
    fill(status, words(error));
  }
}

/** A line: its strip, its numbers in a field, and where they are in doubt the next readings. */
class Row {
  /** @param {ReadLine} line @param {() => void} changed */
  constructor(line, changed) {
    const name = `${line.axis === "row" ? "Row" : "Column"} ${line.index + 1}`;
    this.line = line;
    this.input = el("input", { type: "text", value: textOf(line.clue), "aria-label": name, oninput: changed });
    const others = (line.doubt ? line.others : []).map((clue) => {
      const other = button(textOf(clue), () => {
        [this.input.value, other.textContent] = [String(other.textContent), this.input.value];
        changed();
      }, { title: "Take this reading" });
      return other;
    });
    this.element = el(
      "tr",
      line.doubt ? { class: "doubted", title: line.doubt } : {},
      el("th", { scope: "row" }, line.index + 1),
      el("td", {}, el("img", { src: `data:image/png;base64,${line.strip}`, alt: `${name} in the picture` })),
      el("td", {}, this.input, ...others),
    );
  }

  /** The cells that its numbers fill. */
  get total() {
    return (this.input.value.match(/\d+/g) ?? []).reduce((sum, number) => sum + Number(number), 0);
  }
}

/** @param {number[]} clue */
function textOf(clue) {
  return clue.join(" ") || "0";
}
