/** The part of a photo to take: a box that is drawn on it. */

import { el } from "./dom.js";

/** A box that is drawn on a photo with the pointer. */
export class Frame {
  /**
   * @param {HTMLImageElement} photo
   * @param {() => void} drawn
   */
  constructor(photo, drawn) {
    this.photo = photo;
    /** @type {[number, number, number, number]} left, top, right, bottom in pixels of the photo */
    this.box = [0, 0, 1, 1];
    this.outline = el("div", { class: "outline", hidden: true });
    this.element = el("div", { class: "cropped" }, photo, this.outline);
    photo.draggable = false;
    photo.addEventListener("load", () => { this.box = [0, 0, photo.naturalWidth, photo.naturalHeight]; });
    /** @type {[number, number] | null} */
    let corner = null;
    this.element.addEventListener("pointerdown", (event) => {
      corner = this.#pixel(event);
      this.element.setPointerCapture(event.pointerId);
    });
    this.element.addEventListener("pointermove", (event) => {
      if (corner) this.#stretch(corner, this.#pixel(event));
    });
    const end = () => {
      if (corner && !this.outline.hidden) drawn();
      corner = null;
    };
    this.element.addEventListener("pointerup", end);
    this.element.addEventListener("pointercancel", end); // a finger that began to scroll, say
  }

  /**
   * @param {PointerEvent} event
   * @returns {[number, number]}
   */
  #pixel(event) {
    const { photo } = this;
    const place = photo.getBoundingClientRect();
    /** @type {(at: number, size: number, pixels: number) => number} */
    const within = (at, size, pixels) => Math.round(Math.min(1, Math.max(0, at / size)) * pixels);
    return [
      within(event.clientX - place.x, place.width, photo.naturalWidth),
      within(event.clientY - place.y, place.height, photo.naturalHeight),
    ];
  }

  /**
   * @param {[number, number]} from
   * @param {[number, number]} to
   */
  #stretch([x1, y1], [x2, y2]) {
    if (x1 === x2 || y1 === y2) return;
    const [left, top, right, bottom] = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
    this.box = [left, top, right, bottom];
    const unit = this.photo.clientWidth / this.photo.naturalWidth;
    Object.assign(this.outline.style, {
      left: `${left * unit}px`, top: `${top * unit}px`, width: `${(right - left) * unit}px`, height: `${(bottom - top) * unit}px`,
    });
    this.outline.hidden = false;
  }
}
