/** Puzzles of nonosat's own to play without a file. */

import { dialog, el, fill, words } from "./dom.js";
import { isSeen, sizeOf } from "./titles.js";

/** @typedef {import("./titles.js").Sheet} Sheet */

/**
 * Let the player choose one of them.
 *
 * @param {(sheets: Sheet[], at: number) => void} open gets all of them and the index of the chosen one
 */
export async function askSample(open) {
  const list = el("div", { class: "samples", role: "status" }, "Loading …");
  const box = dialog("Puzzles to play", list);
  /** @type {{stars: number, sheet: Sheet}[]} */
  let samples;
  try {
    samples = await (await fetch("samples.json")).json();
  } catch (error) {
    fill(list, words(error));
    return;
  }
  const sheets = samples.map(({ sheet }) => sheet);
  fill(list, ...samples.map(({ stars, sheet }, at) => {
    const inks = sheet.colors ? Object.keys(sheet.colors).length - 1 : 1;
    const choose = () => {
      box.close();
      open(sheets, at);
    };
    return el(
      "button", { type: "button", onclick: choose },
      el("strong", {}, isSeen(sheet) ? sheet.title : sizeOf(sheet)), " ",
      el("span", { "aria-label": `${stars} of 5 stars`, role: "img" }, "★".repeat(stars)), " ",
      inks > 1 && el("span", {}, `${inks} colors`),
    );
  }));
}
