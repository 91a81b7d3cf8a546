/** The inks of a drawing: choose, add, change and remove them. */

import { button, el, fill, section } from "./dom.js";
import { withoutInk } from "./shapes.js";

/** @typedef {import("./draw.js").Draw} Draw */

/** Colors for new inks, as nonosat gives them, with the letters that stand for them. */
const NEW = [
  ["black", "#000000", "k"], ["red", "#d00000", "r"], ["blue", "#0050d0", "b"], ["green", "#008a2e", "g"],
  ["yellow", "#e8c000", "y"], ["orange", "#f08000", "o"], ["purple", "#8000a0", "p"], ["brown", "#804000", "n"],
  ["teal", "#00a0a0", "t"], ["pink", "#ff80b0", "i"], ["gray", "#808080", "e"], ["lime", "#90d000", "l"],
];

export class Inks {
  /** @param {Draw} draw */
  constructor(draw) {
    this.draw = draw;
    this.chosen = 1;
    this.color = el("input", { type: "color", onchange: () => this.#recolor() });
    this.add = button("Add an ink", () => this.#add());
    this.remove = button("Remove it", () => this.#remove());
    this.name = el("span");
    this.section = section(
      "Ink",
      el("label", { class: "field" }, this.name, " ", this.color),
      el("div", { class: "buttons" }, this.add, this.remove),
    );
  }

  /** @param {number} ink */
  choose(ink) {
    if (ink >= this.draw.picture.palette.length) return;
    this.chosen = ink;
    if (this.draw.tools.tool === "erase") this.draw.tools.choose("pencil");
    else this.draw.tools.show();
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
    return NEW.find(([name, rgb, char]) => !palette.some((color) => color.name === name || color.rgb === rgb || color.char === char));
  }

  #add() {
    const next = this.#next();
    if (!next) return;
    const { picture, marks } = this.draw;
    const [name, rgb, char] = next;
    // With several inks each has a letter; "#" stands for the only one.
    const old = picture.palette.map((color) => (color.char === "#" ? { ...color, char: letterOf(color.name) } : color));
    this.chosen = old.length;
    marks.replace({ ...picture, palette: [...old, { name, rgb, char }] });
  }

  #remove() {
    const { picture, marks } = this.draw;
    marks.replace(withoutInk(picture, this.chosen));
  }

  #recolor() {
    const { picture, marks } = this.draw;
    const rgb = this.color.value;
    const old = picture.palette[this.chosen];
    const others = picture.palette.filter((color) => color !== old);
    // No two inks have the same name.
    const names = [NEW.find(([, color]) => color === rgb)?.[0], rgb.slice(1), old.name];
    const name = names.find((each) => each && !others.some((other) => other.name === each)) ?? old.name;
    marks.replace({ ...picture, palette: picture.palette.with(this.chosen, { ...old, rgb, name }) });
  }
}

/** @param {string} name */
function letterOf(name) {
  return NEW.find(([known]) => known === name)?.[2] ?? "k";
}
