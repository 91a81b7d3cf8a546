/**
 * The frame around all views: a head with the title, and a menu. On a wide screen the menu is in the head
 * and each view's panel is beside its board. On a phone both are in one sheet that slides in from below.
 *
 * A view is `{element, layout?, clockLine?}`. Its layout's `side` becomes the sheet. `clockLine` is on top of the panel, and in the head on a phone. A button in the sheet closes it if it is in the menu or has the class `closes`.
 */

import { button, el, fill } from "./dom.js";
import { phone } from "./phone.js";

/** @typedef {{element: HTMLElement, layout?: import("./layout.js").Layout, clockLine?: HTMLElement}} Shown */

export class Shell {
  /**
   * @param {HTMLElement} main
   * @param {(at: number) => void} choose goes to another puzzle of the file
   * @param {import("./dom.js").Child[]} menu
   */
  constructor(main, choose, menu) {
    this.main = main;
    this.site = document.title;
    this.name = el("h1", {}, this.site);
    this.pick = el("select", { "aria-label": "Puzzle of the file", onchange: () => choose(this.pick.selectedIndex) });
    this.menu = el("div", { class: "menu" }, ...menu);
    this.opener = button("☰", () => {}, { class: "opener", "aria-label": "Menu" });
    this.corner = el("div");
    this.header = el("header", {}, this.name, this.pick, this.menu, this.corner, this.opener);
    /** @type {Shown | null} */
    this.view = null;
    main.prepend(this.header);
    phone.addEventListener("change", () => this.#place());
    // A touch beside the open sheet only closes it.
    document.addEventListener("pointerdown", (event) => {
      const on = event.target instanceof Node ? event.target : null;
      const openers = [this.opener, this.view?.layout?.more];
      if (!this.#isOpen || this.#sheet?.contains(on) || openers.some((opener) => opener?.contains(on))) return;
      event.stopPropagation();
      this.close();
    }, { capture: true });
    // A click on a button returns the focus to the board; a key press leaves it on the button.
    main.addEventListener("click", (event) => {
      const pressed = event.target instanceof Element && event.target.closest("button");
      if (!pressed) return;
      if (pressed.closest(".menu, .closes")) this.close();
      if (event.detail > 0 && !document.querySelector("dialog[open]")) this.view?.layout?.focus();
    });
  }

  /**
   * The title; "" if there is none.
   *
   * @param {string} title
   */
  title(title) {
    this.name.textContent = title || this.site;
    document.title = title ? `${title} · ${this.site}` : this.site;
  }

  /**
   * Offer the puzzles of a file, if there are several.
   *
   * @param {string[]} titles
   * @param {number} at that of the open one
   */
  offer(titles, at) {
    this.pick.hidden = titles.length < 2;
    fill(this.pick, ...titles.map((title, index) => el("option", { selected: index === at }, title)));
  }

  /**
   * Another view is shown.
   *
   * @param {Shown} view
   */
  show(view) {
    this.close();
    this.view = view;
    this.#place();
  }

  /** Close the sheet. */
  close() {
    if (this.#isOpen) this.#sheet?.hidePopover();
  }

  get #isOpen() {
    return this.#sheet?.matches(":popover-open") ?? false;
  }

  get #sheet() {
    return this.view?.layout?.side;
  }

  #place() {
    const { clockLine, layout } = this.view ?? {};
    if (!layout) return;
    const sheet = layout.side;
    fill(this.corner, phone.matches && clockLine);
    if (clockLine && !phone.matches) sheet.prepend(clockLine);
    if (phone.matches) {
      sheet.popover = "auto";
      sheet.prepend(this.menu);
    } else {
      this.close();
      sheet.popover = null;
      this.opener.before(this.menu);
    }
    for (const opener of [this.opener, layout.more]) opener.popoverTargetElement = phone.matches ? sheet : null;
  }
}
