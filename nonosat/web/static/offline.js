/** The page of some puzzles, without a server: playing only. */

import { el, fill } from "./dom.js";
import { reveal, titleOf, titlesOf } from "./games.js";
import { Play } from "./play.js";
import { isPuzzle, puzzleOf } from "./puzzle.js";
import { themeSwitch, useTheme, onSettings } from "./settings.js";
import { Shell } from "./shell.js";
import { Store } from "./state.js";

useTheme();
/** @type {{[key: string]: any}[]} */
const sheets = JSON.parse(document.getElementById("puzzle")?.textContent ?? "[]").filter(isPuzzle);
const store = new Store("last", true);
const credit = el("p", { class: "credit" });
const play = new Play(null);
const main = /** @type {HTMLElement} */ (document.getElementById("app"));
const shell = new Shell(main, open, [credit, el("div", { class: "spacer" }), themeSwitch()]);
let at = 0;

/** Show the title, if it gives nothing away. */
function showTitle() {
  shell.title(titleOf(sheets[at]));
  shell.offer(titlesOf(sheets), at);
}

/** @param {number} index */
function open(index) {
  at = sheets[index] ? index : 0;
  const sheet = sheets[at];
  store.save({ at });
  fill(credit, [sheet.author, sheet.copyright, sheet.license].filter(Boolean).join(", "));
  play.next = at + 1 < sheets.length ? () => open(at + 1) : null;
  play.open(puzzleOf(sheet));
  showTitle();
}

play.whenSolved = () => {
  reveal(sheets[at]);
  showTitle();
};
main.append(play.element);
shell.show(play);
onSettings(showTitle);
open(Number(store.load()?.at ?? 0));
