/**
 * The marks of a grid with all their past, and where the browser keeps them. Nothing here draws.
 */

import { firstMarks } from "./puzzle.js";

/**
 * @typedef {import("./puzzle.js").Color} Color
 * @typedef {{[key: string]: string}} About title and credits
 * @typedef {{height: number, width: number, palette: Color[], cells: Int16Array, about?: About, id?: string}} Picture `id`: of the drawing that it is
 * @typedef {number[]} Stroke flat triples: cell, mark before, mark after
 * @typedef {{before: Picture, after: Picture}} Replacement a change of size, palette or everything
 * @typedef {Stroke | Replacement} Change
 * @typedef {{picture: any, past: any[], future: any[], [more: string]: any}} SavedMarks as JSON
 */

/** What the names of our entries in the storage begin with. */
const PREFIX = "nonosat:";
/** What a file says about a puzzle that holds for its picture, too. */
const ABOUT = ["title", "author", "copyright", "license", "source"];

export class Marks {
  /** @param {Picture} picture */
  constructor(picture) {
    this.picture = picture;
    /** @type {Change[]} */
    this.past = [];
    /** @type {Change[]} */
    this.future = [];
    /** @type {Map<number, number>} cells that no stroke changes, and their marks */
    this.fixed = new Map();
    /** @type {Stroke | null} the stroke that is being drawn */
    this.stroke = null;
    /** @type {(cells: number[] | null) => void} called with the cells that changed; null: all of them */
    this.changed = () => {};
    /** @type {() => void} called after each finished change, undo and redo */
    this.settled = () => {};
  }

  /**
   * Those of a game that has just begun.
   *
   * @param {import("./puzzle.js").Puzzle} puzzle
   */
  static of(puzzle) {
    const { height, width, palette, givens } = puzzle;
    const marks = new Marks({ height, width, palette, cells: firstMarks(puzzle) });
    marks.fixed = givens;
    return marks;
  }

  get cells() {
    return this.picture.cells;
  }

  /** Begin a stroke: all that is set until `end` is undone at once. */
  begin() {
    this.end();
    this.stroke = [];
  }

  /**
   * Set one cell as part of the stroke.
   *
   * @param {number} cell
   * @param {number} mark
   */
  set(cell, mark) {
    const before = this.cells[cell];
    if (!this.stroke || before === mark || this.fixed.has(cell)) return;
    this.stroke.push(cell, before, mark);
    this.cells[cell] = mark;
    this.changed([cell]);
  }

  /** Finish the stroke. */
  end() {
    const stroke = this.stroke;
    this.stroke = null;
    if (stroke?.length) this.#remember(stroke);
  }

  /** Take the unfinished stroke back. */
  cancel() {
    const stroke = this.stroke;
    this.stroke = null;
    if (stroke?.length) this.#apply(stroke, true);
  }

  /**
   * Set several cells at once.
   *
   * @param {Iterable<[cell: number, mark: number]>} changes
   */
  setAll(changes) {
    this.begin();
    for (const [cell, mark] of changes) this.set(cell, mark);
    this.end();
  }

  /**
   * Change size, palette or all cells at once.
   *
   * @param {Picture} after
   */
  replace(after) {
    this.end();
    const change = { before: this.picture, after };
    this.#apply(change, false);
    this.#remember(change);
  }

  /**
   * Start with another picture. All that can be undone is this.
   *
   * @param {Picture} picture
   */
  start(picture) {
    this.cancel();
    this.past = [];
    this.replace(picture);
  }

  undo() {
    this.#step(this.past, this.future, true);
  }

  redo() {
    this.#step(this.future, this.past, false);
  }

  /** @param {Change} change */
  #remember(change) {
    this.past.push(change);
    this.future = [];
    this.settled();
  }

  /**
   * @param {Change[]} from
   * @param {Change[]} to
   * @param {boolean} back
   */
  #step(from, to, back) {
    this.end();
    const change = from.pop();
    if (!change) return;
    to.push(change);
    this.#apply(change, back);
    this.settled();
  }

  /**
   * @param {Change} change
   * @param {boolean} back
   */
  #apply(change, back) {
    if (!Array.isArray(change)) {
      // A copy, so that strokes on it do not reach into the past.
      const next = back ? change.before : change.after;
      this.picture = { ...next, cells: next.cells.slice() };
      this.changed(null);
      return;
    }
    const cells = [];
    for (let at = 0; at < change.length; at += 3) {
      const from = back ? change.length - 3 - at : at;
      this.cells[change[from]] = change[from + (back ? 1 : 2)];
      cells.push(change[from]);
    }
    this.changed(cells);
  }

  /**
   * What to keep, as JSON.
   *
   * @returns {SavedMarks}
   */
  toJson() {
    return {
      picture: savedPicture(this.picture),
      past: this.past.map(changeJson),
      future: this.future.map(changeJson),
    };
  }

  /**
   * Restore saved marks.
   *
   * @param {any} json
   * @returns {boolean} false if the JSON is invalid; nothing is changed then
   */
  restore(json) {
    try {
      const picture = pictureOf(json.picture);
      const past = json.past.map(changeOf);
      const future = json.future.map(changeOf);
      checkHistory(picture, past, future);
      [this.picture, this.past, this.future, this.stroke] = [picture, past, future, null];
    } catch {
      return false;
    }
    this.changed(null);
    return true;
  }
}

/**
 * Refuse changes of cells that are not there: in each part of the past, too.
 *
 * @param {Picture} picture
 * @param {Change[]} past
 * @param {Change[]} future
 */
function checkHistory(picture, past, future) {
  for (const [changes, back] of /** @type {[Change[], boolean][]} */ ([[past, true], [future, false]])) {
    let { cells, palette } = picture;
    for (const change of changes.toReversed()) {
      if (!Array.isArray(change)) {
        ({ cells, palette } = back ? change.before : change.after);
        continue;
      }
      for (let at = 0; at < change.length; at += 3) {
        const marks = [change[at + 1], change[at + 2]];
        if (!(change[at] >= 0 && change[at] < cells.length) || marks.some((mark) => Math.abs(mark) > palette.length)) {
          throw new Error("no such cell");
        }
      }
    }
  }
}

/** @param {Picture} picture */
function savedPicture({ height, width, palette, cells, about, id }) {
  const runs = [];
  for (let at = 0, start = 0; at < cells.length; at = start) {
    while (start < cells.length && cells[start] === cells[at]) start++;
    runs.push(cells[at], start - at);
  }
  return { height, width, palette, runs, about, id };
}

/**
 * A picture from its JSON. Throws if that is invalid.
 *
 * @param {any} json
 * @returns {Picture}
 */
export function pictureOf({ height, width, palette, runs, about, id }) {
  const sizes = [height, width].every((side) => Number.isInteger(side) && side > 0);
  if (!sizes || height * width > 25e6) throw new Error("no size");
  const colors = palette.map((/** @type {any} */ color) => {
    if (!/^#[0-9a-f]{6}$/.test(color.rgb)) throw new Error("no color");
    return { name: String(color.name), rgb: color.rgb, char: String(color.char) };
  });
  const letters = new Set(colors.map((/** @type {Color} */ { char }) => char));
  if (colors.length < 2 || letters.size < colors.length) throw new Error("no palette");
  const cells = new Int16Array(height * width);
  let start = 0;
  for (let at = 0; at < runs.length; at += 2) {
    if (!(Math.abs(runs[at]) <= colors.length && runs[at + 1] > 0)) throw new Error("no mark");
    cells.fill(runs[at], start, start + runs[at + 1]);
    start += runs[at + 1];
  }
  if (start !== cells.length) throw new Error("cells are missing");
  return { height, width, palette: colors, cells, about: aboutOf(about), ...(id ? { id: String(id) } : {}) };
}

/**
 * What a file or an entry of the storage says about a picture.
 *
 * @param {any} json
 * @returns {About}
 */
export function aboutOf(json) {
  return Object.fromEntries(ABOUT.filter((key) => json?.[key]).map((key) => [key, String(json[key])]));
}

/** @param {Change} change */
function changeJson(change) {
  if (Array.isArray(change)) return change;
  return { before: savedPicture(change.before), after: savedPicture(change.after) };
}

/**
 * @param {any} json
 * @returns {Change}
 */
function changeOf(json) {
  if (!Array.isArray(json)) {
    return { before: pictureOf(json.before), after: pictureOf(json.after) };
  }
  if (json.length % 3 || !json.every(Number.isInteger)) throw new Error("no stroke");
  return json;
}

/** Why nothing can be kept. */
export function noRoom() {
  try {
    localStorage.getItem(PREFIX);
    return "The browser's storage is full.";
  } catch {
    return "This browser forbids the page to keep anything.";
  }
}

/**
 * A value in the browser's storage, which can be full or forbidden.
 */
export class Store {
  /**
   * @param {string} name
   * @param {boolean} [tab] for this tab alone
   */
  constructor(name, tab = false) {
    this.name = PREFIX + name;
    this.tab = tab;
  }

  /** Throws where the browser forbids storage. */
  get storage() {
    return this.tab ? sessionStorage : localStorage;
  }

  /** @returns {{[key: string]: any} | null} null if nothing is saved, or it is not ours */
  load() {
    try {
      const value = JSON.parse(this.storage.getItem(this.name) ?? "null");
      return typeof value === "object" ? value : null;
    } catch {
      return null;
    }
  }

  /** All values whose names begin with this one. Damaged ones are left out. */
  all() {
    try {
      const names = Object.keys(this.storage).filter((name) => name.startsWith(this.name));
      return names.map((name) => new Store(name.slice(PREFIX.length), this.tab).load()).filter((value) => value !== null);
    } catch {
      return [];
    }
  }

  /**
   * @param {any} value
   * @returns {boolean} false: there was no room
   */
  save(value) {
    try {
      this.storage.setItem(this.name, JSON.stringify(value));
      return true;
    } catch {
      return false;
    }
  }

  /**
   * Keep marks as JSON, without their past if there is no room for it.
   *
   * @param {SavedMarks} json
   * @returns {"all" | "marks" | "nothing"} what there was room for
   */
  saveMarks(json) {
    if (this.save(json)) return "all";
    return this.save({ ...json, past: [], future: [] }) ? "marks" : "nothing";
  }

  /**
   * Call `changed` when another tab saves this value. Returns a function that ends this.
   *
   * @param {(value: any) => void} changed
   */
  follow(changed) {
    /** @param {StorageEvent} event */
    const listener = (event) => {
      if (event.key === this.name && event.newValue !== null) changed(this.load());
    };
    addEventListener("storage", listener);
    return () => removeEventListener("storage", listener);
  }
}
