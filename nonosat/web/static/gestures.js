/**
 * What a hand does on the board: strokes with mouse, pen and finger, long press, pinch, wheel.
 *
 * A finger paints at once. A second finger takes that back and moves the board; so does a long press,
 * which begins the stroke anew with the other mark.
 */

/**
 * @typedef {{row: number, col: number}} Place
 * @typedef {{x: number, y: number}} Point
 */

const LONG_PRESS_MS = 450;
/** Pixels that a finger may move during a long press. */
const STILL = 9;

export class Gestures {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    const { host } = board;
    this.board = board;
    /** @type {Map<number, Point>} */
    this.fingers = new Map();
    /** @type {"" | "stroke" | "move" | "pinch" | "clue"} */
    this.doing = "";
    /** @type {Place} */
    this.start = { row: 0, col: 0 };
    /** @type {Place} */
    this.last = this.start;
    /** @type {Point} where the pointer went down */
    this.down = { x: 0, y: 0 };
    /** @type {"row" | "col" | ""} the line that the stroke keeps to */
    this.locked = "";
    this.timer = 0;
    /** @type {Point[]} where the fingers were when the board followed them last */
    this.pinched = [];
    this.frame = 0;
    host.addEventListener("pointerdown", (event) => this.#down(event));
    host.addEventListener("pointermove", (event) => this.#move(event));
    host.addEventListener("pointerup", (event) => this.#up(event, false));
    host.addEventListener("pointercancel", (event) => this.#up(event, true));
    host.addEventListener("pointerleave", () => board.hover(null));
    host.addEventListener("contextmenu", (event) => event.preventDefault());
    // Otherwise the browser takes a quick stroke for a fling, and the next tap on a button for its end.
    host.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
    host.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
  }

  /**
   * @param {PointerEvent | WheelEvent} event
   * @returns {Point}
   */
  #point(event) {
    const box = this.board.host.getBoundingClientRect();
    return { x: event.clientX - box.x, y: event.clientY - box.y };
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const point = this.#point(event);
    this.fingers.set(event.pointerId, point);
    try {
      this.board.host.setPointerCapture(event.pointerId);
    } catch {
      // The pointer is gone already.
    }
    event.preventDefault();
    clearTimeout(this.timer);
    if (this.fingers.size === 2) {
      if (this.doing === "stroke") this.board.handlers.cancel?.();
      this.doing = "pinch";
      this.pinched = [...this.fingers.values()];
      return;
    }
    if (this.fingers.size > 2) return;
    this.down = point;
    const place = this.board.view.cellAt(point.x, point.y);
    if (event.button === 1) {
      this.doing = "move";
    } else if (!place) {
      this.doing = "clue";
    } else {
      this.#begin(place, event.button === 2);
      if (event.pointerType === "touch") {
        this.timer = setTimeout(() => {
          this.board.handlers.cancel?.();
          this.#begin(place, true);
          navigator.vibrate?.(15);
        }, LONG_PRESS_MS);
      }
    }
  }

  /**
   * @param {Place} place
   * @param {boolean} other
   */
  #begin(place, other) {
    this.doing = "stroke";
    this.locked = "";
    this.start = this.last = place;
    this.board.press(place, other);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const point = this.#point(event);
    const before = this.fingers.get(event.pointerId);
    if (before) this.fingers.set(event.pointerId, point);
    if (this.doing === "" && event.pointerType !== "touch") {
      this.board.hover(this.board.view.cellAt(point.x, point.y));
      return;
    }
    if (!before) return;
    const far = Math.hypot(point.x - this.down.x, point.y - this.down.y) > STILL;
    if (far) clearTimeout(this.timer);
    if (this.doing === "stroke") {
      if (event.pointerType !== "touch" || far) this.#strokeTo(point, event.shiftKey || (this.board.handlers.straight?.() ?? false));
    } else if (this.doing === "pinch") {
      this.frame ||= requestAnimationFrame(() => this.#pinch());
    } else if (this.doing === "move" || far) {
      this.doing = "move";
      this.board.scroll(before.x - point.x, before.y - point.y);
    }
  }

  /**
   * @param {Point} point
   * @param {boolean} straight
   */
  #strokeTo(point, straight) {
    const { board } = this;
    const place = board.view.cellAt(point.x, point.y, true);
    if (!place) return;
    if (!straight) this.locked = "";
    else if (!this.locked) {
      const [rows, cols] = [Math.abs(place.row - this.start.row), Math.abs(place.col - this.start.col)];
      this.locked = rows || cols ? (cols >= rows ? "row" : "col") : "";
    }
    if (this.locked === "row") place.row = this.start.row;
    if (this.locked === "col") place.col = this.start.col;
    for (const next of between(this.last, place)) board.handlers.drag?.(board.cellOf(next));
    this.last = place;
    board.hover(place);
  }

  /** Follow both fingers. Their moves come one by one: half of them would look like a pinch. */
  #pinch() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    const [before, now] = [this.pinched, [...this.fingers.values()]];
    if (now.length < 2) return;
    this.pinched = now;
    const [from, to] = [before, now].map(([one, other]) => Math.hypot(one.x - other.x, one.y - other.y));
    const [old, here] = [before, now].map(([one, other]) => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 }));
    this.board.scroll(old.x - here.x, old.y - here.y);
    if (from > 1) this.board.zoom(to / from, here.x, here.y);
  }

  /**
   * @param {PointerEvent} event
   * @param {boolean} lost
   */
  #up(event, lost) {
    if (this.frame) this.#pinch();
    if (!this.fingers.delete(event.pointerId)) return;
    clearTimeout(this.timer);
    if (this.doing === "stroke" && this.fingers.size === 0) {
      if (lost) this.board.handlers.cancel?.();
      else this.board.handlers.release?.();
    }
    if (this.fingers.size === 0) this.doing = "";
    if (event.pointerType === "touch" && this.fingers.size === 0) this.board.hover(null);
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    const point = this.#point(event);
    const unit = event.deltaMode === 1 ? 30 : event.deltaMode === 2 ? 300 : 1;
    if (event.shiftKey || (Math.abs(event.deltaX) > Math.abs(event.deltaY) && !event.ctrlKey)) {
      event.preventDefault();
      const [dx, dy] = event.shiftKey && !event.deltaX ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
      this.board.scroll(dx * unit, dy * unit);
    } else if (this.board.zoom(Math.exp(-event.deltaY * unit * (event.ctrlKey ? 0.01 : 0.002)), point.x, point.y)) {
      event.preventDefault();
    } else if (event.ctrlKey) {
      event.preventDefault(); // the browser would zoom the whole page
    }
  }
}

/**
 * The cells on the straight way from one to another, without the first.
 *
 * @param {Place} from
 * @param {Place} to
 * @returns {Place[]}
 */
export function between(from, to) {
  const count = Math.max(Math.abs(to.row - from.row), Math.abs(to.col - from.col));
  return Array.from({ length: count }, (_, at) => ({
    row: Math.round(from.row + ((to.row - from.row) * (at + 1)) / count),
    col: Math.round(from.col + ((to.col - from.col) * (at + 1)) / count),
  }));
}
