/**
 * The board: clues, cells and what is lit on them, for every view of the page.
 *
 * Three canvases are stacked, so that a stroke repaints only its cells. Changes are painted with the next
 * frame. The board does not own the marks that it shows.
 */

import { areSimilar } from "./colors.js";
import { el } from "./dom.js";
import { Gestures, between } from "./gestures.js";
import { paintLights } from "./lights.js";
import { Mirror } from "./mirror.js";
import { emsOf, paintCells, paintClues, readableOn, themeOf } from "./paint.js";
import { phone } from "./phone.js";
import { NO_PUZZLE, isPlain, runThrough } from "./puzzle.js";
import { View } from "./view.js";

/**
 * @typedef {import("./view.js").Shown} Shown
 * @typedef {import("./line.js").Axis} Axis
 * @typedef {import("./line.js").Line} Line
 * @typedef {import("./gestures.js").Place} Place
 * @typedef {{
 *   press?: (cell: number, other: boolean) => void,
 *   drag?: (cell: number) => void,
 *   release?: () => void,
 *   cancel?: () => void,
 *   key?: (event: KeyboardEvent) => boolean,
 *   walked?: (cells: number[]) => void,
 *   looked?: () => void,
 *   straight?: () => boolean,
 *   spent?: (line: Line, index: number) => boolean,
 *   bad?: (line: Line) => boolean,
 * }} Handlers `key`: it used the key. `straight`: whether a drag keeps to its line. `spent`: whether a number is gray;
 *   `bad`: whether a clue is red. `walked`: with Shift held, the cursor moved over these cells.
 *   `looked`: pointer, cursor or the part in sight changed
 */

const PAGE = 10;
const JUMP = 5;

export class Board {
  /**
   * @param {HTMLElement} host
   * @param {string} label
   * @param {Handlers} [handlers]
   */
  constructor(host, label, handlers = {}) {
    this.host = host;
    this.handlers = handlers;
    this.mirror = new Mirror(this, label);
    /** @type {View} */
    this.view = new View(NO_PUZZLE);
    /** @type {Int16Array} */
    this.cells = new Int16Array(1);
    this.drawing = false;
    /** @type {"auto" | "always" | "never"} whether colors have letters; auto: where colors look similar */
    this.letters = "auto";
    this.crosshair = true;
    /** @type {Map<number, import("./lights.js").Light>} */
    this.lights = new Map();
    /** @type {[Axis, number][]} */
    this.lines = [];
    /** @type {import("./line.js").Line | Place | null} what a message is about: it stays visible when the board gets smaller */
    this.topic = null;
    /** @type {Place} */
    this.cursor = { row: 0, col: 0 };
    /** @type {Place | null} the cell under the pointer, or of the cursor if the keyboard was used last */
    this.at = null;
    this.byKeyboard = false;

    this.layers = ["cells", "clues", "lights"].map((name) => el("canvas", { class: name, "aria-hidden": "true" }));
    this.contexts = this.layers.map((layer) => /** @type {CanvasRenderingContext2D} */ (layer.getContext("2d")));
    host.classList.add("board");
    host.append(...this.layers, this.mirror.element);
    this.theme = themeOf(document.documentElement); // until the host is part of the page
    /** What to paint: null is all, a set some, undefined nothing. */
    /** @type {Set<number> | null | undefined} */
    this.staleCells = null;
    /** @type {[Axis, number][] | null | undefined} */
    this.staleClues = null;
    this.staleLights = true;
    this.frame = 0;
    /** The last known size of the host. Reading it costs a layout of the page. */
    this.size = { width: 0, height: 0 };

    new Gestures(this);
    this.mirror.element.addEventListener("keydown", (event) => this.key(event));
    this.mirror.element.addEventListener("focus", () => this.mirror.point());
    this.sizes = new ResizeObserver(() => this.#resize());
    this.sizes.observe(host);
  }

  /** @param {Place} place */
  cellOf({ row, col }) {
    return row * this.view.shown.width + col;
  }

  /**
   * Show a puzzle and marks.
   *
   * @param {Shown} shown
   * @param {Int16Array} cells
   */
  show(shown, cells) {
    const { height, width } = this.view.shown;
    const same = height === shown.height && width === shown.width;
    const view = same ? this.view : new View(shown);
    view.shown = shown;
    view.touch = phone.matches;
    view.painted = this.handlers.press !== undefined;
    view.letters = this.lettered;
    view.em = emsOf(this.contexts[0], this.theme.font, shown.palette);
    view.measure();
    this.view = view;
    this.cells = cells;
    if (!same) {
      this.lights.clear();
      this.lines = [];
      this.at = null;
      this.cursor = { row: 0, col: 0 };
    }
    view.resize(this.size.width, this.size.height);
    this.mirror.show();
    this.mirror.point();
    // Colored boards keep their colors in the dark theme.
    this.retheme();
  }

  /** Whether inks have letters on them. */
  get lettered() {
    const { palette } = this.view.shown;
    if (palette.length <= 2 || this.view.bare) return false;
    return this.letters === "always" || (this.letters === "auto" && areSimilar(palette));
  }

  /**
   * Show the picture alone, or with its clues and lines.
   *
   * @param {boolean} on
   */
  bare(on) {
    if (this.view.bare === on) return;
    this.view.bare = this.drawing = on;
    this.view.fit("begin");
    this.retheme();
    this.handlers.looked?.();
  }

  /** Clean up when the element leaves the page. */
  close() {
    this.sizes.disconnect();
    cancelAnimationFrame(this.frame);
  }

  /** Paint everything again. */
  repaint() {
    this.staleCells = null;
    this.staleClues = null;
    this.relight();
  }

  /**
   * The marks of these cells changed.
   *
   * @param {number[]} cells
   */
  update(cells) {
    this.mirror.update(cells);
    if (this.staleCells === undefined) this.staleCells = new Set();
    for (const cell of cells) this.staleCells?.add(cell);
    this.relight();
  }

  /**
   * The clues of these lines look different.
   *
   * @param {Line[] | null} lines null: all
   */
  updateClues(lines) {
    if (this.staleClues !== null) this.staleClues = lines && [...(this.staleClues ?? []), ...lines];
    this.#schedule();
  }

  /** The room of the clues may have changed, since the clues did. */
  remeasure() {
    const { left, top } = this.view.clueRoom(this.view.cell);
    this.view.measure();
    this.mirror.clues();
    const now = this.view.clueRoom(this.view.cell);
    if (now.left === left && now.top === top) return;
    this.view.resize(this.size.width, this.size.height);
    this.repaint();
  }

  /** The lights changed. */
  relight() {
    this.staleLights = true;
    this.#schedule();
  }

  /** Read the colors of the page again. */
  retheme() {
    const { palette } = this.view.shown;
    // Pictures are as they were drawn, also in the dark, and so is what lies on them. Only a board that
    // is played in black on white is dark then.
    if (isPlain(palette) && !this.drawing) delete this.host.dataset.paper;
    else this.host.dataset.paper = readableOn(palette[0].rgb) === "#000000" ? "light" : "dark";
    if (this.host.isConnected) this.theme = themeOf(this.host);
    const { letters } = this.view;
    this.view.letters = this.lettered;
    if (letters !== this.view.letters) this.remeasure();
    this.repaint();
  }

  /**
   * Scroll the place of a message into view, and keep it visible.
   *
   * @param {import("./line.js").Line | Place | null} topic
   */
  speakOf(topic) {
    this.topic = topic;
    if (topic && this.#revealTopic()) this.#viewChanged();
  }

  #revealTopic() {
    const { topic, view } = this;
    if (!topic) return false;
    return Array.isArray(topic) ? view.revealLine(topic) : view.reveal(topic);
  }

  /** The cell that the keyboard or the pointer is at; null: none. */
  get spot() {
    return this.byKeyboard ? this.cursor : this.at;
  }

  /** Show all of the grid. */
  fit() {
    this.view.fit("all");
    this.#viewChanged();
  }

  /** @param {number} factor */
  zoomBy(factor) {
    const { x, y, width, height } = this.view.area;
    this.zoom(factor, x + width / 2, y + height / 2);
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  scroll(dx, dy) {
    this.view.scroll(dx, dy);
    this.#viewChanged();
  }

  /**
   * Change the size of cells around a point; return whether it changed.
   *
   * @param {number} factor
   * @param {number} x
   * @param {number} y
   */
  zoom(factor, x, y) {
    const before = this.view.cell;
    this.view.zoom(factor, x, y);
    this.#viewChanged();
    return this.view.cell !== before;
  }

  #viewChanged() {
    this.repaint();
    this.handlers.looked?.();
  }

  /**
   * The pointer went down on a cell.
   *
   * @param {Place} place
   * @param {boolean} other with the other button
   */
  press(place, other) {
    this.mirror.element.focus({ preventScroll: true });
    this.cursor = place;
    this.byKeyboard = false;
    this.handlers.press?.(this.cellOf(place), other);
    this.hover(place);
  }

  /** @param {Place | null} place */
  hover(place) {
    if (place?.row === this.at?.row && place?.col === this.at?.col) return;
    this.at = place;
    if (place) this.byKeyboard = false;
    this.relight();
    this.handlers.looked?.();
  }

  /**
   * A key was pressed: use it if it is one of the board's.
   *
   * @param {KeyboardEvent} event
   */
  key(event) {
    if (event.defaultPrevented) return;
    if (this.handlers.key?.(event) || this.#ownKey(event)) event.preventDefault();
  }

  /** @param {KeyboardEvent} event */
  #ownKey(event) {
    if (event.altKey || event.metaKey) return false;
    const step = event.ctrlKey ? JUMP : 1;
    const { height, width } = this.view.shown;
    /** @type {{[key: string]: [number, number]}} */
    const moves = {
      ArrowUp: [-step, 0], ArrowDown: [step, 0], ArrowLeft: [0, -step], ArrowRight: [0, step],
      PageUp: [-PAGE, 0], PageDown: [PAGE, 0],
      Home: [event.ctrlKey ? -height : 0, -width], End: [event.ctrlKey ? height : 0, width],
    };
    const move = moves[event.key];
    if (move) {
      const from = this.cursor;
      this.moveTo({ row: from.row + move[0], col: from.col + move[1] });
      if (event.shiftKey) this.handlers.walked?.(between(from, this.cursor).map((place) => this.cellOf(place)));
    } else if (event.ctrlKey) return false;
    else if (event.key === "+" || event.key === "=") this.zoomBy(1.25);
    else if (event.key === "-") this.zoomBy(0.8);
    else if (event.key === "0") this.fit();
    else return false;
    return true;
  }

  /**
   * Move the cursor, and the board so that it is in sight.
   *
   * @param {Place} place
   */
  moveTo({ row, col }) {
    const { height, width } = this.view.shown;
    this.cursor = { row: Math.max(0, Math.min(height - 1, row)), col: Math.max(0, Math.min(width - 1, col)) };
    this.byKeyboard = true;
    this.mirror.point();
    if (this.view.reveal(this.cursor)) this.repaint();
    this.relight();
    this.handlers.looked?.();
  }

  #resize() {
    const { clientWidth: width, clientHeight: height } = this.host;
    this.size = { width, height };
    const scale = devicePixelRatio;
    this.layers.forEach((layer, at) => {
      layer.width = Math.round(width * scale);
      layer.height = Math.round(height * scale);
      this.contexts[at].setTransform(scale, 0, 0, scale, 0, 0);
    });
    this.view.touch = phone.matches;
    this.view.resize(width, height);
    this.#revealTopic();
    this.retheme();
    this.#paint(); // at once, since resizing a canvas empties it
    this.handlers.looked?.();
  }

  #schedule() {
    this.frame ||= requestAnimationFrame(() => this.#paint());
  }

  #paint() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    const { view, theme } = this;
    // Where tests find a cell on the canvas: the corner and side of cells, and the visible part.
    const { x, y, width, height } = view.area;
    this.host.dataset.place = [view.colX(0), view.rowY(0), view.cell, x, y, width, height].join(" ");
    const [cells, clues, lights] = this.contexts;
    if (this.staleCells !== undefined) {
      const look = { theme, letters: view.letters, drawing: this.drawing };
      paintCells(cells, view, this.cells, look, this.staleCells);
    }
    if (this.staleClues !== undefined) {
      paintClues(clues, view, { theme, ...this.handlers }, this.staleClues);
    }
    if (this.staleLights) {
      const at = view.bare ? null : this.spot;
      paintLights(lights, view, {
        theme, at: this.crosshair ? at : null, cursor: at,
        lights: this.lights, lines: this.lines, drawing: this.drawing,
      });
    }
    this.staleCells = this.staleClues = undefined;
    this.staleLights = false;
  }

  /**
   * The lengths of the runs through a cell, in words; "" when it is in none.
   *
   * @param {Place} place
   */
  runCount(place) {
    const [across, down] = /** @type {Axis[]} */ (["row", "col"]).map((axis) =>
      runThrough(this.cells, this.cellOf(place), this.view.shown, axis));
    return across ? `↔ ${across}  ↕ ${down}` : "";
  }
}
