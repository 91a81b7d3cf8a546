/** What a user likes, kept for all puzzles. */

import { button, choice, tick } from "./dom.js";
import { Kept } from "./state.js";

/**
 * @typedef {import("./board.js").Board} Board
 * @typedef {{
 *   theme: "" | "light" | "dark", letters: "auto" | "always" | "never", crosshair: boolean,
 *   level: "rules" | "solutions" | "author", automatic: boolean,
 *   blanks: boolean, freehand: boolean, titles: boolean
 * }} Settings theme "": as the system has it; `blanks`: finished lines get their blanks; `freehand`: a
 *   drag need not keep to its line; `titles`: they are shown before a puzzle is solved
 */

const kept = new Kept("settings");

/** @type {Settings} */
const settings = {
  theme: "", letters: "auto", crosshair: true, level: "rules", automatic: true, blanks: true, freehand: false, titles: false,
};
/** @type {[string, string][]} */
const LETTERS = [["auto", "where they are hard to tell apart"], ["always", "always"], ["never", "never"]];
const before = kept.load() ?? {};
for (const [key, value] of Object.entries(settings)) {
  if (typeof before[key] === typeof value) Object.assign(settings, { [key]: before[key] });
}

/** @type {Set<() => void>} */
const listeners = new Set();

/** @returns {Readonly<Settings>} */
export function likes() {
  return settings;
}

/** @param {Partial<Settings>} some */
export function like(some) {
  Object.assign(settings, some);
  kept.save(settings);
  for (const listener of listeners) listener();
}

/** @param {() => void} listener */
export function whenLiked(listener) {
  listeners.add(listener);
}

/** Use the theme of the settings from now on. */
export function useTheme() {
  /** Tell the style sheet and all boards. */
  const apply = () => {
    const dark = settings.theme ? settings.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    document.documentElement.dataset.theme = dark ? "dark" : "light";
  };
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    apply();
    for (const listener of listeners) listener();
  });
  listeners.add(apply);
  apply();
}

/** The switch between light and dark. */
export function themeSwitch() {
  return button("Light / dark", () => like({ theme: document.documentElement.dataset.theme === "dark" ? "light" : "dark" }));
}

/**
 * The settings of how a board looks.
 *
 * @param {Board} board
 */
export function lookSettings(board) {
  const apply = () => {
    board.letters = settings.letters;
    board.crosshair = settings.crosshair;
    board.retheme();
  };
  const letters = choice("Letters on colors", LETTERS, settings.letters, (key) => like({ letters: /** @type {any} */ (key) }));
  const crosshair = tick("Lines through the pointer", settings.crosshair, (on) => like({ crosshair: on }));
  whenLiked(() => {
    apply();
    /** @type {HTMLSelectElement} */ (letters.querySelector("select")).value = settings.letters;
    crosshair.input.checked = settings.crosshair;
  });
  apply();
  return [letters, crosshair.label];
}
