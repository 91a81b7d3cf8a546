/** The page of one puzzle, without a server: playing only. */

import { el } from "./dom.js";
import { Play } from "./play.js";
import { puzzleOf } from "./puzzle.js";
import { themeSwitch, useTheme } from "./settings.js";

useTheme();
const puzzle = puzzleOf(JSON.parse(document.getElementById("puzzle")?.textContent ?? "{}"));
const play = new Play(null);
const about = [puzzle.json.author, puzzle.json.copyright, puzzle.json.license].filter(Boolean).join(", ");
document.getElementById("app")?.append(
  el(
    "header",
    {},
    el("h1", {}, puzzle.title || "Nonogram"),
    about && el("p", { class: "credit" }, about),
    el("div", { class: "spacer" }),
    themeSwitch(),
  ),
  play.element,
);
play.open(puzzle);
