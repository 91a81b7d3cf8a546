/** The small picture of the whole, with a frame around the part in sight; it can be dragged. */

import { el } from "./dom.js";
import { screenColors } from "./paint.js";
import { paintThumb } from "./thumb.js";

const SIDE = 160;

export class Minimap {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.canvas = el("canvas", { "aria-hidden": "true" });
    this.frame = el("div", { class: "frame" });
    this.element = el("div", { class: "minimap", title: "The whole picture" }, this.canvas, this.frame);
    this.scale = 1;
    this.scheduled = 0;
    for (const name of /** @type {const} */ (["pointerdown", "pointermove"])) {
      this.element.addEventListener(name, (event) => {
        if (event.buttons) this.#goTo(event);
      });
    }
  }

  /** Paint with the next frame. */
  update() {
    this.scheduled ||= requestAnimationFrame(() => {
      this.scheduled = 0;
      this.#paint();
      this.look();
    });
  }

  #paint() {
    const { board, canvas } = this;
    const { height, width, palette } = board.view.shown;
    this.scale = SIDE / Math.max(height, width, 20);
    for (const box of [canvas, this.element]) {
      box.style.width = `${Math.round(width * this.scale)}px`;
      box.style.height = `${Math.round(height * this.scale)}px`;
    }
    paintThumb(canvas, { height, width }, board.cells, screenColors(palette, board.theme, !board.drawing));
  }

  /** Show which part is in sight. */
  look() {
    const { view } = this.board;
    const { width, height } = view.area;
    const unit = this.scale / view.cell;
    Object.assign(this.frame.style, {
      left: `${view.x * unit}px`, top: `${view.y * unit}px`,
      width: `${Math.min(width, view.shown.width * view.cell) * unit}px`,
      height: `${Math.min(height, view.shown.height * view.cell) * unit}px`,
    });
    this.frame.hidden = view.fitted;
  }

  /** @param {PointerEvent} event */
  #goTo(event) {
    const { view } = this.board;
    const box = this.element.getBoundingClientRect();
    const unit = view.cell / this.scale;
    const x = (event.clientX - box.x) * unit - view.area.width / 2;
    const y = (event.clientY - box.y) * unit - view.area.height / 2;
    this.board.scroll(x - view.x, y - view.y);
  }
}
