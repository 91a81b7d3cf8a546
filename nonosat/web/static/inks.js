/** The inks of a drawing: choose, add, change and remove them. */

import { button, el, fill } from "./dom.js";
import { withoutInk } from "./shapes.js";

/** @typedef {import("./draw.js").Draw} Draw */

export class Inks {
  /**
   * @param {Draw} draw
   * @param {[name: string, rgb: string, char: string][]} offered colors for new inks
   */
  constructor(draw, offered) {
    this.draw = draw;
    this.offered = offered;
    this.chosen = 1;
    this.color = el("input", { type: "color", onchange: () => this.#recolor() });
    this.add = button("Add an ink", () => this.#add());
    this.remove = button("Remove it", () => draw.marks.replace(withoutInk(draw.picture, this.chosen)));
    this.name = el("span");
    this.element = el("div", {},
      el("label", { class: "field" }, this.name, " ", this.color), el("div", { class: "buttons" }, this.add, this.remove));
  }

  /** @param {number} ink */
  choose(ink) {
    if (ink >= this.draw.picture.palette.length) return;
    this.chosen = ink;
    this.draw.tools.show();
    this.show();
  }

  show() {
    const { palette } = this.draw.picture;
    this.chosen = Math.min(this.chosen, palette.length - 1);
    const { name, rgb } = palette[this.chosen];
    fill(this.name, name);
    this.color.value = rgb;
    this.color.setAttribute("aria-label", `Color of ${name}`);
    this.remove.disabled = palette.length <= 2 || this.chosen === 0;
    this.add.disabled = !this.#next();
  }

  /** The next ink that the palette does not have. */
  #next() {
    const { palette } = this.draw.picture;
    return this.offered.find(([name, rgb, char]) => !palette.some((color) => color.name === name || color.rgb === rgb || color.char === char));
  }

  #add() {
    const next = this.#next();
    if (!next) return;
    const { picture, marks } = this.draw;
    const [name, rgb, char] = next;
    // With several inks each has a letter; "#" stands for the only one.
    const letter = (/** @type {string} */ wanted) => this.offered.find(([known]) => known === wanted)?.[2] ?? "k";
    const old = picture.palette.map((color) => (color.char === "#" ? { ...color, char: letter(color.name) } : color));
    this.chosen = old.length;
    marks.replace({ ...picture, palette: [...old, { name, rgb, char }] });
  }

  #recolor() {
    const { picture, marks } = this.draw;
    const rgb = this.color.value;
    const old = picture.palette[this.chosen];
    const others = picture.palette.filter((color) => color !== old);
    // No two inks have the same name.
    const names = [this.offered.find(([, color]) => color === rgb)?.[0], rgb.slice(1), old.name];
    const name = names.find((each) => each && !others.some((other) => other.name === each)) ?? old.name;
    marks.replace({ ...picture, palette: picture.palette.with(this.chosen, { ...old, rgb, name }) });
  }
}
