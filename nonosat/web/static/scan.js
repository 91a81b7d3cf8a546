/** A printed puzzle in a picture: the strip of each line beside what was read in it, to be corrected. */

import { check, parseClues, scan } from "./api.js";
import { button, dialog, el, fill, section, words } from "./dom.js";
import { base64 } from "./files.js";
import { VERDICTS } from "./verdict.js";

/**
 * @typedef {import("./api.js").Sheet} Sheet
 * @typedef {{lines: ReadLine[], doubts: string[], elsewhere: number[][]}} Reading
 * @typedef {{size?: number[], crop?: number[]}} Part height and width in cells; left, top, right and bottom in pixels
 * @typedef {{axis: string, index: number, clue: number[], others: number[][], doubt: string, strip: string}} ReadLine
 */

const SCAN_SECONDS = 30;
const CHECK_SECONDS = 10;

/**
 * Read a picture of a printed puzzle.
 *
 * @param {string} data base64
 * @param {Part} [part]
 * @returns {Promise<Reading>}
 */
export function readPicture(data, part = {}) {
  return scan({ data, limit: SCAN_SECONDS, ...part });
}

/**
 * Read a picture, and show it.
 *
 * @param {File} file
 * @param {(sheet: Sheet) => void} take
 */
export async function askScan(file, take) {
  const data = await base64(file);
  showScan(data, readPicture(data), take);
}

/**
 * Show what was read.
 *
 * @param {string} data base64
 * @param {Promise<Reading>} reading
 * @param {(sheet: Sheet) => void} take
 */
export async function showScan(data, reading, take) {
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
  const size = el("input", { type: "text", size: 7, placeholder: "20x15" });
  const part = el("input", { type: "text", size: 16, placeholder: "left,top,right,bottom" });
  /** @param {Part} wanted */
  const again = (wanted) => {
    box.close();
    showScan(data, readPicture(data, wanted), take);
  };
  const others = el("span");
  const advice = el(
    "details", { class: "about" },
    el("summary", {}, "Another grid or size?"),
    el("p", {}, "Give the size in cells, or the part of the picture that has the grid and its clues, in pixels."),
    el("p", {}, el("label", {}, "Size ", size), " ", el("label", {}, "Part ", part), " ",
      button("Read again", () => again({ size: integers(size.value)?.reverse(), crop: integers(part.value) }))),
    others,
  );
  const box = dialog("A printed puzzle", status, advice, host, said, judge, play);
  let isSure = true;
  const update = () => {
    const [across, down] = ["row", "column"].map((axis) => side(axis).reduce((sum, row) => sum + row.total, 0));
    const even = across === down;
    const look = even ? isSure && "even" : "uneven";
    fill(totals, el("span", { class: look || "about" }, `${across} cells by the rows, ${down} by the columns.`));
    fill(verdict);
    play.disabled = judge.disabled = !even;
  };
  try {
    const { lines, doubts, elsewhere } = await reading;
    rows = lines.map((line) => new Row(line, () => {
      isSure = true; // by the reader's eyes
      update();
    }));
    const doubted = lines.filter(({ doubt }) => doubt).length;
    const found = `${side("column").length} × ${side("row").length} cells`;
    const unsure = [...doubts, doubted && `the yellow lines, ${doubted} of ${lines.length}`].filter(Boolean);
    isSure = !unsure.length;
    fill(others, ...elsewhere.map((crop) => button(`Read the other grid, at ${crop[0]},${crop[1]}`, () => again({ crop }))));
    fill(status, unsure.length ? `${found}. Please check: ${unsure.join("; ")}.` : `${found}, read without a doubt.`);
    fill(host, ...[["Rows", "row"], ["Columns", "column"]].map(([title, axis]) =>
      section(title, el("table", {}, ...side(axis).map(({ element }) => element)))));
    update();
  } catch (error) {
    fill(status, words(error));
    advice.open = true;
  }
}

/** @param {string} text */
function integers(text) {
  return text.match(/\d+/g)?.map(Number);
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
