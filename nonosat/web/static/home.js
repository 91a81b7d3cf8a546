/**
 * The first screen: puzzles to play, begun games, and ways to bring or make a puzzle. `index.html` has its
 * elements, so that they are seen before any module has come. It needs neither Python nor a server.
 */

import { hasServer } from "./api.js";
import { dialog, el, button, fill, words } from "./dom.js";
import { aboutOurs, begunGames, gameOfSheet, isSeen, sizeOf } from "./games.js";
import { puzzleOfHash } from "./link.js";
import { BLACK_AND_WHITE, BLANK, isPuzzle, jsonOf } from "./puzzle.js";
import { themeSwitch, useTheme } from "./settings.js";
import { pictureOf } from "./state.js";
import { thumb } from "./thumb.js";

/**
 * @typedef {import("./games.js").Sheet} Sheet
 * @typedef {{size: number, stars: number, bits: string, title?: string}} Packed a square picture, one bit for each
 *   cell; with a title, a thing that is known at sight
 * @typedef {{stars: number | null, sheet?: Sheet, link?: string}} Listed a puzzle of the collection
 */

/** Fewest and most stars of each level. @type {Record<string, [number, number]>} */
const LEVELS = { easy: [1, 1], medium: [2, 3], hard: [4, 5] };
/** The size of the puzzle on Sunday, Monday and so on, and its most stars. */
const TODAY = { sizes: [25, 15, 15, 20, 20, 20, 25], stars: 2 };
const DAY_MS = 86_400_000;
const SIDE = 56;

class Home {
  constructor() {
    this.element = /** @type {HTMLElement} */ (document.getElementById("home"));
    /** @type {Promise<Packed[]>} */
    this.pool = listOf("pool.json").then((lines) => lines.map((/** @type {string} */ line) => {
      const [size, stars, bits, name] = line.split(" ");
      return { size: Number(size), stars: Number(stars), bits, title: name?.replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase()) };
    }));
    /** @type {Promise<{stars: number | null, sheet: Sheet, own: boolean}[]>} */
    this.collection = listOf("samples.json").then(sheetsOf);
    this.size = /** @type {HTMLSelectElement} */ (this.#part("size"));
    this.level = /** @type {HTMLSelectElement} */ (this.#part("level"));
    /** @type {(name: string, press: () => void) => void} */
    const on = (name, press) => this.#part(name).addEventListener("click", press);
    /** @type {Promise<{stars: number | null, sheet: Sheet}>} of the puzzles of a site, if it has its own */
    this.today = Promise.all([this.pool, this.collection]).then(([pool, listed]) => {
      const own = listed.filter(({ own }) => own);
      if (own.length) return own[day() % own.length];
      const packed = todays(pool);
      return { stars: packed.stars, sheet: unpacked(packed) };
    });
    on("today", async () => open([(await this.today).sheet]));
    on("random", () => this.random(Number(this.size.value), this.level.value));
    for (const name of ["own", "file", "scan", "clues"]) on(name, async () => (await page)[name]());
    on("paste", () => this.#askText());
    this.#part("foot").append(themeSwitch());
    this.today.then(({ stars, sheet }) => {
      fill(this.#part("today-is"), `${sizeOf(sheet)} `, stars && starsOf(stars));
    }, (error) => fill(this.#part("today-is"), words(error)));
  }

  /** Take the page itself. @param {any} page */
  meet(page) {
    this.#part("scan").hidden = !hasServer();
    arrived(page);
  }

  /** @param {string} name */
  #part(name) {
    return /** @type {HTMLElement} */ (document.getElementById(`home-${name}`));
  }

  /**
   * Play a puzzle of about this size that was not played here before, if there is one.
   *
   * @param {number} size
   * @param {string} level
   */
  async random(size, level = "medium") {
    const [least, most] = LEVELS[level];
    const pool = await this.pool;
    const off = Math.min(...pool.map((one) => Math.abs(one.size - size)));
    /** @type {(fits: (one: Packed) => boolean) => Packed[]} */
    const some = (fits) => pool.filter((one) => Math.abs(one.size - size) === off && fits(one));
    const suited = some(({ stars }) => least <= stars && stars <= most);
    const all = suited.length ? suited : some(() => true);
    const fresh = all.filter((one) => !gameOfSheet(unpacked(one)));
    const from = fresh.length ? fresh : all;
    open([unpacked(from[Math.floor(Math.random() * from.length)])]);
  }

  /** Show what has changed since. */
  async show() {
    const games = begunGames();
    this.#part("begun").hidden = !games.length;
    fill(this.#part("games"), ...games.map((game) => {
      const lines = game.sheet.rows.length + game.sheet.columns.length;
      return this.#card(game.sheet, [], `${Number(game.finished) || 0} of ${lines} lines`, () => open([game.sheet]));
    }));
    try {
      const listed = await this.collection;
      const sheets = listed.map(({ sheet }) => sheet);
      fill(this.#part("collection"), ...listed.map(({ stars, sheet }, at) =>
        this.#card(sheet, stars ? [starsOf(stars)] : [], "", () => open(sheets, at), `${at + 1}. `)));
    } catch (error) {
      fill(this.#part("collection"), el("li", {}, words(error)));
    }
  }

  /**
   * A puzzle of a list: its size and colors, and its picture and title once they are known.
   *
   * @param {Sheet} sheet
   * @param {import("./dom.js").Child[]} stars
   * @param {string} more
   * @param {() => void} open
   * @param {string} number before its name
   */
  #card(sheet, stars, more, open, number = "") {
    const inks = sheet.colors ? Object.keys(sheet.colors).length - 1 : 1;
    const game = isSeen(sheet) ? gameOfSheet(sheet) : null;
    const solved = game?.solved ? thumb(pictureOf(game.picture), SIDE) : null;
    return el("li", {}, button([
      solved, el("strong", {}, number + (isSeen(sheet) && sheet.title ? sheet.title : sizeOf(sheet))), " ",
      ...stars, " ", el("span", { class: "about" }, [inks > 1 && `${inks} colors`, more].filter(Boolean).join(", ")),
    ], open));
  }

  #askText() {
    const area = el("textarea", { rows: 8, cols: 40, "aria-label": "Link, clues or file", placeholder: "A link, or the text of a file" });
    const box = dialog(
      "Paste a link or clues", el("p", {}, "A link to a puzzle, or the text of a file in any format that nonosat reads."), area,
      button("Open", async () => {
        box.close();
        (await page).takeText(area.value);
      }, { class: "primary" }),
    );
    area.focus();
  }
}

/** Takes the page itself, which comes after this first screen. */
let arrived = (/** @type {any} */ _page) => {};
/** @type {Promise<any>} */
const page = new Promise((resolve) => { arrived = resolve; });

/** @param {Sheet[]} sheets @param {number} [at] */
async function open(sheets, at = 0) {
  (await page).open(sheets, "play", at);
}

/** @param {string} name of a file of the page */
async function listOf(name) {
  const response = await fetch(name);
  if (!response.ok) throw new Error("The list of puzzles does not come. Is there a network?");
  return await response.json();
}

/**
 * The puzzles of the collection that can be shown.
 *
 * @param {Listed[]} listed
 */
async function sheetsOf(listed) {
  const found = await Promise.all(listed.map(async ({ stars, sheet, link }) =>
    ({ stars, own: !sheet, sheet: sheet ?? await puzzleOfHash(String(link)).catch(() => null) })));
  return /** @type {{stars: number | null, sheet: Sheet, own: boolean}[]} */ (found.filter(({ sheet }) => isPuzzle(sheet)));
}

/** @param {number} stars */
function starsOf(stars) {
  return el("span", { "aria-label": `${stars} of 5 stars`, role: "img", class: "stars" }, "★".repeat(stars));
}

/** The number of this day. */
function day() {
  const now = new Date();
  return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / DAY_MS;
}

/**
 * The puzzle of this day, the same for everybody. Their number in a size is never a multiple of 7, so each has
 * its day.
 *
 * @param {Packed[]} pool
 */
function todays(pool) {
  const side = TODAY.sizes[new Date().getDay()];
  const suited = pool.filter(({ size, stars, title }) => title && size === side && stars <= TODAY.stars);
  return suited[day() % suited.length];
}

/** @param {Packed} packed */
function unpacked({ size, bits, title }) {
  const bytes = atob(bits);
  const cells = Int16Array.from({ length: size * size }, (_, at) => BLANK + ((bytes.charCodeAt(at >> 3) >> (7 - (at & 7))) & 1));
  return jsonOf({ height: size, width: size, palette: BLACK_AND_WHITE, cells }, { ...aboutOurs(size), ...title && { title } });
}

useTheme();
export const home = new Home();
home.show();
