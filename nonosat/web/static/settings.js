/** The settings of the user, kept for all puzzles. */

import { button, choice, tick } from "./dom.js";
import { Store } from "./state.js";

/**
 * @typedef {{
 *   theme: "" | "light" | "dark", letters: "auto" | "always" | "never", crosshair: boolean,
 *   automatic: boolean, blanks: boolean, freehand: boolean, titles: boolean
 * }} Settings theme "": as the system has it; `blanks`: finished lines get their blanks; `freehand`: a
 *   drag need not keep to its line; `titles`: they are shown before a puzzle is solved
 */

const store = new Store("settings");

/** @type {Settings} */
const current = {
  theme: "", letters: "auto", crosshair: true, automatic: true, blanks: true, freehand: false, titles: false,
};
/** @type {[string, string][]} */
const LETTERS = [["auto", "where colors look similar"], ["always", "always"], ["never", "never"]];
const before = store.load() ?? {};
for (const [key, value] of Object.entries(current)) {
  if (typeof before[key] === typeof value) Object.assign(current, { [key]: before[key] });
}

/** @type {Set<() => void>} */
const listeners = new Set();

/** @returns {Readonly<Settings>} */
export function settings() {
  return current;
}

/** @param {Partial<Settings>} some */
export function changeSettings(some) {
  Object.assign(current, some);
  store.save(current);
  for (const listener of listeners) listener();
}

/** @param {() => void} listener */
export function onSettings(listener) {
  listeners.add(listener);
}

/** Apply the theme of the settings, and follow changes. */
export function useTheme() {
  /** Update the style sheet and all boards. */
  const apply = () => {
    const dark = current.theme ? current.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
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
  return button("Light / dark", () => changeSettings({ theme: document.documentElement.dataset.theme === "dark" ? "light" : "dark" }));
}

/**
 * The settings of how a board looks.
 *
 * @param {import("./board.js").Board} board
 */
export function lookSettings(board) {
  const apply = () => {
    board.letters = current.letters;
    board.crosshair = current.crosshair;
    board.retheme();
  };
  const letters = choice("Letters on colors", LETTERS, current.letters, (key) => changeSettings({ letters: /** @type {any} */ (key) }));
  const crosshair = tick("Highlight row and column", current.crosshair, (on) => changeSettings({ crosshair: on }));
  onSettings(() => {
    apply();
    /** @type {HTMLSelectElement} */ (letters.querySelector("select")).value = current.letters;
    crosshair.input.checked = current.crosshair;
  });
  apply();
  return [letters, crosshair.label];
}
