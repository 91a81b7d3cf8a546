/** The page of one puzzle, without a server: playing only. */

import { el } from "./dom.js";
import { Play } from "./play.js";
import { puzzleOf } from "./puzzle.js";
import { Shell } from "./shell.js";
import { themeSwitch, useTheme } from "./settings.js";

useTheme();
const puzzle = puzzleOf(JSON.parse(document.getElementById("puzzle")?.textContent ?? "{}"));
const play = new Play(null);
const about = [puzzle.json.author, puzzle.json.copyright, puzzle.json.license].filter(Boolean).join(", ");
const main = /** @type {HTMLElement} */ (document.getElementById("app"));
const shell = new Shell(main, [], [about && el("p", { class: "credit" }, about), el("div", { class: "spacer" }), themeSwitch()]);
main.append(play.element);
play.open(puzzle);
shell.show(play);
shell.name.textContent = puzzle.title || "Nonogram";
