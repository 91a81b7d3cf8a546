/** Printing: the puzzle that is open, alone on one page, also when the browser's own command prints. */

import { button, dialog, el, fill, tick } from "./dom.js";
import { numberText } from "./line.js";
import { readableOn } from "./paint.js";
import { BLANK, colorOf, marksOf, puzzleOf } from "./puzzle.js";
import { Kept } from "./state.js";

/**
 * @typedef {import("./puzzle.js").Puzzle} Puzzle
 * @typedef {import("./line.js").Block} Block
 * @typedef {import("./line.js").Clue} Clue
 * @typedef {import("./api.js").Sheet} Sheet
 */

/** Millimeters that A4 and Letter both have between their margins, below a title; upright and across. */
const ROOM = [[184, 232], [248, 166]];
/** The largest side of a cell, in millimeters. */
const LARGEST = 9;
/** A cell on the drawing, and what one more digit of a clue takes. */
const CELL = 10;
const DIGIT = 4.4;
const NAMESPACE = "http://www.w3.org/2000/svg";

const kept = new Kept("print");
const wanted = { title: true, solution: false, letters: false };
const before = kept.load() ?? {};
for (const key of /** @type {(keyof typeof wanted)[]} */ (Object.keys(wanted))) {
  if (typeof before[key] === "boolean") wanted[key] = before[key];
}

/**
 * Let the browser print what is open, whoever asks it to.
 *
 * @param {() => Sheet | null} open
 */
export function printable(open) {
  const paper = el("div", { class: "paper" });
  document.body.append(paper);
  addEventListener("beforeprint", () => {
    const sheet = open();
    if (!sheet) return;
    const puzzle = puzzleOf(sheet);
    const { picture, wide } = drawn(puzzle);
    paper.classList.toggle("wide", wide);
    fill(paper, wanted.title && puzzle.title && el("h1", {}, puzzle.title), picture);
  });
}

/**
 * Ask how to print, and print.
 *
 * @param {Sheet} sheet
 */
export function askPrint(sheet) {
  const { palette, goals } = puzzleOf(sheet);
  /** @type {(key: keyof typeof wanted, label: string) => HTMLElement} */
  const option = (key, label) => tick(label, wanted[key], (on) => {
    wanted[key] = on;
    kept.save(wanted);
  }).label;
  const box = dialog(
    "Print",
    option("title", "With the title"),
    goals.length > 0 && option("solution", "With the solution"),
    palette.length > 2 && option("letters", "With letters for the colors, for gray printing"),
    el("p", { class: "about" }, "One page. For several puzzles, or one as PDF, see Save as."),
    button("Print", () => {
      box.close();
      print();
    }, { class: "primary" }),
  );
}

/**
 * @param {string} tag
 * @param {{[name: string]: string | number}} attributes
 * @param {...(Element | string)} children
 */
function svg(tag, attributes, ...children) {
  const element = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * A puzzle as large as a page holds it.
 *
 * @param {Puzzle} puzzle
 */
function drawn(puzzle) {
  const { height, width, rows, cols, palette, goals, givens } = puzzle;
  /** @type {(block: Block) => string} */
  const text = ([length, color]) => numberText(length) + (wanted.letters && palette.length > 2 ? palette[color].char : "");
  /** @type {(block: Block) => number} */
  const room = (block) => 3.6 + DIGIT * text(block).length;
  /** @type {(clue: Clue) => number} */
  const across = (clue) => clue.reduce((sum, block) => sum + room(block), 0);
  const left = Math.max(...rows.map(across), CELL);
  const top = Math.max(...cols.map((clue) => clue.length), 1) * (CELL - 1);
  const [wide, high] = [left + width * CELL + 1, top + height * CELL + 1];
  const units = ROOM.map(([w, h]) => Math.min(LARGEST / CELL, w / wide, h / high));
  const turned = units[1] > units[0];
  const unit = Math.max(...units);
  const picture = svg("svg", {
    viewBox: `${-left} ${-top} ${wide} ${high}`, width: `${(wide * unit).toFixed(2)}mm`, height: `${(high * unit).toFixed(2)}mm`,
    "font-size": 7, "text-anchor": "middle",
  });
  /** @type {(x: number, y: number, w: number, block: Block) => void} */
  const number = (x, y, w, block) => {
    const { rgb } = palette[block[1]];
    const said = text(block);
    if (palette.length > 2) picture.append(svg("rect", { x: x + 0.3, y, width: w - 0.6, height: CELL - 1.4, fill: rgb }));
    picture.append(svg("text", {
      x: x + w / 2, y: y + 6.8, fill: palette.length > 2 ? readableOn(rgb) : "#000",
      ...(said.length > 2 && w <= CELL ? { "font-size": 15 / said.length } : {}),
    }, said));
  };
  rows.forEach((clue, row) => {
    let x = -across(clue) - 1;
    for (const block of clue) {
      number(x, row * CELL + 0.7, room(block), block);
      x += room(block);
    }
  });
  cols.forEach((clue, col) => clue.forEach((block, at) =>
    number(col * CELL, (at - clue.length) * (CELL - 1), CELL, block)));
  const marks = wanted.solution && goals.length ? marksOf(goals[0], palette) : null;
  for (let cell = 0; cell < height * width; cell++) {
    const mark = marks?.[cell] ?? givens.get(cell) ?? 0;
    const [x, y] = [(cell % width) * CELL, Math.floor(cell / width) * CELL];
    if (mark > BLANK) picture.append(svg("rect", { x, y, width: CELL, height: CELL, fill: palette[colorOf(mark)].rgb }));
    else if (mark === BLANK && givens.has(cell)) picture.append(svg("text", { x: x + CELL / 2, y: y + 7.2 }, "×"));
  }
  picture.append(...lines(width, height, true), ...lines(height, width, false));
  return { picture, wide: turned };
}

/**
 * The lines of the grid in one direction, every fifth and the last one thick.
 *
 * @param {number} count cells across them
 * @param {number} size cells along them
 * @param {boolean} upright
 */
function lines(count, size, upright) {
  /** @type {(step: number, weight: number) => Element} */
  const every = (step, weight) => {
    let d = "";
    for (let at = 0; at <= count; at += step) d += upright ? `M${at * CELL} 0v${size * CELL}` : `M0 ${at * CELL}h${size * CELL}`;
    return svg("path", { d, stroke: "#000", "stroke-width": weight, fill: "none", "stroke-linecap": "square" });
  };
  return [every(1, 0.3), every(5, 0.9), every(count, 0.9)];
}
