/** The page: the open puzzle, and its view. */

import * as api from "./api.js";
import { button, confirmed, el, fileInput, fill, words } from "./dom.js";
import { Draw } from "./draw.js";
import { askExport, base64, isPicture, readPuzzles, takeFiles } from "./files.js";
import { askPhoto } from "./photo.js";
import { MARK, puzzleOfHash } from "./link.js";
import { Play } from "./play.js";
import { printAlone } from "./print.js";
import { isPuzzle, puzzleOf } from "./puzzle.js";
import { gameOfSheet, isSeen, reveal, titleOf, titlesOf } from "./games.js";
import { home } from "./home.js";
import { askScan } from "./scan.js";
import { themeSwitch, onSettings } from "./settings.js";
import { askLink, share } from "./share.js";
import { Shell } from "./shell.js";
import { Solutions } from "./solutions.js";
import { Store } from "./state.js";
import { Steps } from "./steps.js";
import { askClues, sidesOf } from "./clues.js";

/**
 * @typedef {import("./puzzle.js").Puzzle} Puzzle
 * @typedef {"home" | "draw" | "play" | "steps" | "solutions"} ViewName
 */

/** @type {[ViewName, string][]} */
const VIEWS = [["draw", "Draw"], ["play", "Play"], ["steps", "Steps"], ["solutions", "Solutions"]];
/** @type {Record<Exclude<ViewName, "home">, (app: App) => any>} */
const MAKERS = {
  draw: (app) => new Draw(api, start.inks, () => app.showTitle()), play: (app) => app.makePlay(), steps: () => new Steps(api),
  solutions: () => new Solutions(api),
};
const DAMAGED = "The puzzles saved in this tab are damaged and were not opened.";
const LOOKING = "Looking for a picture with these clues …";
/** Remarks on a file that are shown. */
const MOST_REMARKS = 3;
/** Delay before this message is shown. */
const LATER_MS = 300;
/** Seconds to find a picture for Draw. */
const PICTURE_SECONDS = 10;

class App {
  constructor() {
    /** @type {api.Sheet[]} */
    this.sheets = [];
    this.at = 0;
    /** @type {ViewName} */
    this.view = "home";
    /** Counts the requests for views. Results for older ones are dropped. */
    this.asked = 0;
    /** Why the puzzle in the address cannot be played. */
    this.refused = "";
    /** The drawing that shows the open puzzle. */
    this.drawn = "";
    this.store = new Store("open", true);
    this.nav = el("nav", { "aria-label": "Views" });
    this.status = el("p", { class: "message", role: "alert", hidden: true });
    this.input = fileInput({ "aria-label": "File" }, (file) => this.take(file));
    /** @type {{[name in ViewName]?: any}} the views that were needed so far */
    this.views = { home };
    this.main = /** @type {HTMLElement} */ (document.getElementById("app"));
    this.shell = new Shell(this.main, (at) => this.#choose(at), [
      this.nav,
      el("div", { class: "spacer" }),
      button("Open …", () => this.file()),
      button("Type clues …", () => this.clues()),
      button("Save as …", () => askExport(this.#shown, start)),
      button("Print", () => this.print()),
      more(
        button("Edit clues …", () => askClues(this.#shown, (sheet) => this.#changeClues(sheet))),
        button("Link …", () => askLink(this.#shown)),
        el("p", { class: "about" }, `nonosat ${start.version}`),
        el("p", { class: "about" }, "Today's pictures: Material Design Icons by Pictogrammers, Apache License 2.0."),
      ),
      themeSwitch(),
    ]);
    this.shell.header.prepend(button("‹", () => this.go("home"), { class: "back", "aria-label": "All puzzles" }));
    this.picture = fileInput({ accept: "image/*", "aria-label": "Picture" }, (file) => askScan(file, (sheet) => this.open([sheet], "play")));
    this.main.append(this.status, this.input, this.picture);
    addEventListener("keydown", (event) => {
      if (event.key !== "p" || !(event.ctrlKey || event.metaKey) || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      this.print();
    });
    takeFiles((dropped) => this.take(dropped), (text) => this.takeText(text));
    addEventListener("popstate", async () => {
      if (await this.#followLink()) return;
      if (this.refused) {
        this.#name(this.view);
        this.say(this.refused);
      } else this.#turnTo(this.#viewOfAddress());
    });
    onSettings(() => this.showTitle());
  }

  async print() {
    try {
      await printAlone(this.#shown);
    } catch (error) {
      this.say(words(error));
    }
  }

  /** Ask for a file. */
  file() {
    this.input.click();
  }

  /** Ask for a picture of a printed puzzle; a phone offers its camera. */
  scan() {
    this.picture.click();
  }

  /** Ask for the clues of a new puzzle. */
  clues() {
    askClues(null, (sheet) => this.open([sheet], "play"));
  }

  /** Draw, and leave the open puzzle. */
  own() {
    [this.sheets, this.at] = [[], 0];
    this.#keep();
    this.show("draw");
  }

  async start() {
    if (await this.#followLink()) return;
    const kept = this.store.load();
    const had = Array.isArray(kept?.sheets) && kept.sheets.every(isPuzzle) ? kept.sheets : null;
    const given = start.opened !== null && start.opened !== kept?.opened;
    if (had && !given) {
      this.sheets = had;
      this.at = had[kept?.at] ? kept?.at : 0;
      this.drawn = String(kept?.drawn ?? "");
    } else {
      this.sheets = start.sheets;
      this.#keep();
      if (kept && !had) this.say(DAMAGED);
      else if (had?.length) {
        const what = had.length > 1 ? `${had.length} puzzles` : titleOf(had[0]);
        this.say(`Opened ${start.file}. It replaces what was open in this tab: ${what}.`, false);
      }
      this.#remark(start);
    }
    let view = this.#viewOfAddress();
    if (view === "home" && (given || !had) && this.sheets.length) view = start.drawing ? "draw" : "play";
    // A drawing of this tab goes on after a reload; else one begins with the puzzle of the file.
    if (view === "draw" && this.draw.goesOn && (had || !this.sheets.length) && !given) this.show(view);
    else await this.#enter(view);
    if (this.refused) this.say(this.refused);
  }

  /**
   * Play the puzzle in the address, if there is one.
   *
   * @returns {Promise<boolean>} whether there is
   */
  async #followLink() {
    this.refused = "";
    if (!location.hash.startsWith(MARK)) return false;
    try {
      const sheet = await puzzleOfHash(location.hash);
      if (isPuzzle(sheet)) {
        this.open([sheet], "play");
        return true;
      }
      this.refused = "The link does not contain a puzzle.";
    } catch (error) {
      this.refused = words(error);
    }
    history.replaceState(history.state, "", location.pathname);
    return false;
  }

  /**
   * A view. It is made when it is first needed, so that the page appears sooner.
   *
   * @param {ViewName} name
   */
  #viewOf(name) {
    if (!this.views[name]) {
      this.views[name] = MAKERS[/** @type {keyof typeof MAKERS} */ (name)](this);
      this.views[name].element.hidden = true; // until there is something in it
      this.main.append(this.views[name].element);
    }
    return this.views[name];
  }

  makePlay() {
    const play = new Play(api);
    play.share = () => share(this.sheet);
    play.readMarks = async (file) => await api.marks({ puzzle: this.sheet, name: file.name, data: await base64(file) });
    play.whenSolved = () => {
      reveal(this.sheet);
      this.showTitle();
    };
    return play;
  }

  /** @returns {Draw} */
  get draw() {
    return this.#viewOf("draw");
  }

  /** @returns {ViewName} */
  #viewOfAddress() {
    const named = location.hash.slice(1);
    return VIEWS.find(([name]) => name === named)?.[0] ?? "home";
  }

  /** @param {string} text @param {boolean} refused whether it says why something cannot be done */
  say(text, refused = true) {
    fill(this.status, text);
    this.status.hidden = !text;
    this.status.classList.toggle("refused", refused);
  }

  /** Say what to check in a file. @param {{sheets: api.Sheet[], more: boolean, remarks: string[]}} file */
  #remark({ sheets, more, remarks }) {
    const said = [
      this.status.textContent, more && `The file has more puzzles. Only the first ${sheets.length} were opened.`,
      remarks.length > 0 && `Please check: ${remarks.slice(0, MOST_REMARKS).join("; ")}.`,
    ].filter(Boolean).join(" ");
    if (said) this.say(said, !this.status.hidden && this.status.classList.contains("refused"));
  }

  /** The puzzle that is open. */
  get sheet() {
    return this.sheets[this.at] ?? this.sheets[0] ?? null;
  }

  /**
   * Open puzzles.
   *
   * @param {api.Sheet[]} sheets
   * @param {ViewName} view
   * @param {number} [at] which of them is shown
   */
  open(sheets, view, at = 0) {
    this.say("");
    [this.sheets, this.at] = [sheets, at];
    this.#keep();
    return this.#enter(view);
  }

  #keep() {
    this.store.save({ sheets: this.sheets, at: this.at, drawn: this.drawn, opened: start.opened });
  }

  /** @param {number} at */
  #choose(at) {
    this.say("");
    this.#takeDrawn();
    this.at = at;
    this.#keep();
    this.#enter(this.view);
  }

  /** @param {ViewName} view */
  go(view) {
    if (location.pathname + location.hash === addressOf(view)) return;
    history.pushState({ inner: view !== "home" }, "", addressOf(view));
    this.#turnTo(view);
  }

  /** Let the address name a view. Behind each view is the first screen, so that Back never leaves the page. @param {ViewName} view */
  #name(view) {
    const inner = view !== "home";
    if (inner && !history.state?.inner) {
      history.replaceState(null, "", addressOf("home"));
      history.pushState({ inner }, "", addressOf(view));
    } else history.replaceState({ inner }, "", addressOf(view));
  }

  /**
   * Whether a view may be shown. Views that show the answer ask first during a game.
   *
   * @param {ViewName} view
   */
  async #mayShow(view) {
    const { sheet } = this;
    if ((view !== "draw" && view !== "solutions") || !sheet || this.view === "draw" || isSeen(sheet)) return true;
    this.views.play?.save();
    const plays = this.view === "play" || gameOfSheet(sheet);
    const sure = !plays || await confirmed(
      "Show the answer?", "You have not solved this puzzle yet. This view shows its picture.", "Show it");
    if (sure) reveal(sheet);
    return sure;
  }

  /**
   * Go to a view, and take the drawing along.
   *
   * @param {ViewName} view
   */
  async #turnTo(view) {
    const asked = ++this.asked;
    if (view === this.view) return;
    if (!(await this.#mayShow(view))) {
      if (asked === this.asked) this.#name(this.view);
      return;
    }
    if (asked !== this.asked) return;
    this.say("");
    this.#takeDrawn();
    this.#enter(view);
  }

  /** Make the drawing the open puzzle. Other puzzles of its file stay. */
  #takeDrawn() {
    if (this.view !== "draw") return;
    const drawn = this.draw.json();
    if (this.#isDrawn) this.sheets = this.sheets.with(this.at, drawn);
    else [this.sheets, this.at, this.drawn] = [[drawn], 0, this.draw.picture.id ?? ""];
    reveal(drawn); // its author knows the picture
    this.#keep();
  }

  /** Whether the drawing shows the open puzzle, and not another. */
  get #isDrawn() {
    return this.sheets.length > 0 && this.drawn === (this.draw.picture.id ?? this.drawn);
  }

  /**
   * Go to a view. Draw needs a picture: if there is none, another view is shown.
   *
   * @param {ViewName} view
   */
  async #enter(view) {
    const asked = ++this.asked;
    if (view === "draw" && this.sheet) {
      const puzzle = puzzleOf(this.sheet);
      const { picture, why } = await this.#pictureOf(puzzle);
      if (asked !== this.asked) return;
      if (picture) {
        if (this.status.textContent === LOOKING) this.say("");
        this.draw.open(puzzle, picture);
        this.drawn = this.draw.picture.id ?? "";
        this.#keep();
      } else {
        this.say(why);
        view = this.view === "draw" || this.view === "home" ? "play" : this.view;
      }
    }
    this.show(view);
  }

  /**
   * The picture of a puzzle, or its first solution; else why there is none.
   *
   * @param {Puzzle} puzzle
   * @returns {Promise<{picture?: string[], why: string}>}
   */
  async #pictureOf({ goals, json }) {
    if (goals.length) return { picture: goals[0], why: "" };
    const later = setTimeout(() => this.say(LOOKING, false), LATER_MS);
    let result;
    try {
      result = await api.check({ puzzle: json, limit: PICTURE_SECONDS });
    } catch (error) {
      return { why: `Cannot open this puzzle in Draw: ${words(error)}` };
    } finally {
      clearTimeout(later);
    }
    const why = result.verdict === "none"
      ? "These clues have no solution, so there is no picture to edit."
      : `No solution was found in ${PICTURE_SECONDS} seconds, so there is no picture to edit.`;
    return { picture: result.solutions[0], why };
  }

  /**
   * Show a view of the open puzzle.
   *
   * @param {ViewName} view
   */
  show(view) {
    this.view = view;
    if (view !== "draw" && view !== "home" && !this.sheet) this.sheets = [this.draw.json()];
    this.#name(view);
    document.body.dataset.view = view;
    fill(this.nav, ...VIEWS.map(([name, label]) =>
      button(label, () => this.go(name), name === view ? { "aria-current": "page" } : {})));
    const shown = this.#viewOf(view);
    for (const other of Object.values(this.views)) other.element.hidden = other !== shown;
    this.shell.show(shown);
    if (view === "solutions" && this.sheet) reveal(this.sheet);
    this.showTitle();
    for (const other of Object.values(this.views)) other.leave?.();
    if (view === "home") home.show();
    else if (view === "draw") this.draw.enter();
    else {
      if (shown instanceof Play) shown.next = () => this.#next();
      shown.open(puzzleOf(this.sheet));
    }
    shown.layout?.focus();
  }

  /** Go to the next puzzle of the list, or to one of the same size. */
  #next() {
    if (this.at + 1 < this.sheets.length) this.#choose(this.at + 1);
    else home.random(this.sheet.rows.length);
  }

  /** Show the title of the drawing, or of the open puzzle, and which puzzles there are. */
  showTitle() {
    const { sheet, sheets, view, views: { draw } } = this;
    const drawn = view === "draw" ? draw?.about.title ?? "" : null;
    this.shell.title(drawn ?? (sheet && view !== "home" ? titleOf(sheet) : ""));
    this.shell.offer(drawn === null || (draw && this.#isDrawn) ? titlesOf(sheets) : [], this.at);
  }

  /**
   * Open a file: a picture is digitized, anything else holds puzzles.
   *
   * @param {File} file
   * @param {boolean} [found] whether to read what is found by searching, too
   * @returns {Promise<boolean>} whether it could be read
   */
  async take(file, found = false) {
    this.say("");
    try {
      if (await isPicture(file)) {
        await askPhoto(file, (sheet) => this.open([sheet], "draw"), (sheet) => this.open([sheet], "play"));
        return true;
      }
      const { game, ...read } = await readPuzzles(file, found);
      await this.open(read.sheets, game || this.view !== "draw" ? "play" : "draw");
      if (this.sheets === read.sheets) this.#remark(read);
      if (game) this.#viewOf("play").resume(game);
      return true;
    } catch (error) {
      const text = words(error);
      if (error instanceof api.Unsure && (await confirmed("Read it so?", text, "Read it"))) {
        return await this.take(file, true);
      }
      // a reader's refusal begins with the name of the file, and often a line number
      if (!(error instanceof api.Superseded)) this.say(text.startsWith(`${file.name}:`) ? text : `${file.name}: ${text}`);
      return false;
    }
  }

  /**
   * Open a text that was pasted: a link of this page, or what a file of puzzles may hold.
   *
   * @param {string} text
   */
  async takeText(text) {
    const hash = text.trim().match(/#puzzle=\S*$/)?.[0];
    if (hash) location.hash = hash;
    else if (!(await this.take(new File([text], "The pasted text")))) {
      const sides = sidesOf(text);
      if (sides) askClues(null, (sheet) => this.open([sheet], "play"), sides);
    }
  }

  /** The puzzle that is shown. */
  get #shown() {
    return this.view === "draw" ? this.draw.json() : this.sheet;
  }

  /** @param {api.Sheet} sheet the open puzzle with other clues */
  #changeClues(sheet) {
    this.say("");
    this.#takeDrawn();
    this.sheets = this.sheets.with(this.at, sheet);
    this.#keep();
    this.#enter("play");
  }
}

/**
 * A menu of rarely used commands; on a phone they are all in the sheet.
 *
 * @param {...import("./dom.js").Child} buttons
 */
function more(...buttons) {
  const list = el("div", { id: "more", class: "more", popover: "auto", onclick: () => list.hidePopover() }, ...buttons);
  return el("div", { class: "moremenu" }, button("More", () => {}, { popovertarget: "more", class: "moreopener" }), list);
}

/** @param {ViewName} view */
function addressOf(view) {
  return location.pathname + (view === "home" ? "" : `#${view}`);
}

const start = api.start();
const page = new App();
home.meet(page);
await page.start();
