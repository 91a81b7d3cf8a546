/** Draws cells, clues and lights on canvases. */

import { clueOf, linesThrough, numberText, placeOf } from "./line.js";
import { colorOf, isPlain } from "./puzzle.js";

/**
 * @typedef {import("./view.js").View} View
 * @typedef {import("./view.js").Box} Box
 * @typedef {import("./line.js").Axis} Axis
 * @typedef {import("./line.js").Line} Line
 * @typedef {Record<(typeof COLORS)[number] | "font", string>} Theme
 * @typedef {CanvasRenderingContext2D} Context
 */

/** Colors of the style sheet. */
const COLORS = /** @type {const} */ ([
  "paper", "ink", "open", "thin", "thick", "text", "spent", "cross", "band", "accent", "hint", "wrong", "differs", "page",
]);

/**
 * The colors of the style sheet, as the page has them now.
 *
 * @param {Element} element
 * @returns {Theme}
 */
export function themeOf(element) {
  const style = getComputedStyle(element);
  const colors = COLORS.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]);
  return { ...Object.fromEntries(colors), font: style.fontFamily };
}

/**
 * Return black or white, so that text is readable on a color.
 *
 * @param {string} rgb
 */
export function readableOn(rgb) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(rgb.slice(at, at + 2), 16));
  return red * 0.299 + green * 0.587 + blue * 0.114 > 128 ? "#000000" : "#ffffff";
}

/**
 * The widths of a digit and of the widest letter of a palette, in heights of digits.
 *
 * @param {Context} context
 * @param {string} font
 * @param {import("./puzzle.js").Color[]} palette
 */
export function emsOf(context, font, palette) {
  context.font = `600 100px ${font}`;
  /** @type {(text: string) => number} */
  const width = (text) => context.measureText(text).width / 100;
  return { digit: width("0123456789") / 10, letter: Math.max(...palette.slice(1).map(({ char }) => width(char))) };
}

/**
 * The colors of a palette on the screen. Black on white follows the theme while it is played; pictures
 * are as they were drawn.
 *
 * @param {import("./puzzle.js").Color[]} palette
 * @param {Theme} theme
 * @param {boolean} [played]
 */
export function screenColors(palette, theme, played = false) {
  if (played && isPlain(palette)) return [theme.paper, theme.ink];
  return palette.map(({ rgb }) => rgb);
}

/**
 * The inside of a cell, without its lines.
 *
 * @param {View} view
 * @param {import("./gestures.js").Place} place
 * @returns {Box}
 */
export function insideOf(view, { row, col }) {
  const [thick, thin] = [view.cell < 5 ? 1 : 2, view.cell < 6 ? 0 : 1];
  /** The width of the line before a row or column. */
  const line = (/** @type {number} */ index) => (!index || view.bare ? 0 : index % 5 ? thin : thick);
  const [x, y] = [view.colX(col) + line(col), view.rowY(row) + line(row)];
  return { x, y, width: view.colX(col + 1) - x, height: view.rowY(row + 1) - y };
}

/**
 * Let `draw` draw within the part of the frame that shows cells.
 *
 * @param {Context} context
 * @param {Box} box
 * @param {() => void} draw
 */
export function clipped(context, box, draw) {
  context.save();
  context.beginPath();
  context.rect(box.x, box.y, box.width, box.height);
  context.clip();
  draw();
  context.restore();
}

/**
 * Draw all cells in sight, or some of them again.
 *
 * @param {Context} context
 * @param {View} view
 * @param {Int16Array} cells
 * @param {{theme: Theme, letters: boolean, drawing: boolean}} look `drawing`: blank cells are paper
 * @param {Iterable<number> | null} some null: all, with the lines
 */
export function paintCells(context, view, cells, look, some) {
  const { shown, area } = view;
  const seen = view.visible();
  if (!some) context.clearRect(0, 0, view.frameWidth, view.frameHeight);
  clipped(context, area, () => {
    if (!some && !view.bare) paintLines(context, view, look.theme);
    const painter = new CellPainter(context, view, look);
    for (const cell of some ?? cellsIn(seen, shown.width)) {
      const { row, col } = placeOf(cell, shown);
      if (row >= seen.top && row < seen.bottom && col >= seen.left && col < seen.right) painter.paint(cell, cells[cell]);
    }
    painter.finish();
  });
}

/**
 * The cells of a part of the grid.
 *
 * @param {ReturnType<View["visible"]>} part
 * @param {number} width of the grid
 */
function* cellsIn({ top, left, bottom, right }, width) {
  for (let row = top; row < bottom; row++) for (let col = left; col < right; col++) yield row * width + col;
}

/**
 * @param {Context} context
 * @param {View} view
 * @param {Theme} theme
 */
function paintLines(context, view, theme) {
  const { shown, area } = view;
  const seen = view.visible();
  context.fillStyle = theme.thin;
  context.fillRect(area.x, area.y, area.width, area.height);
  context.fillStyle = theme.thick;
  const [left, top] = [view.colX(0), view.rowY(0)];
  const [right, bottom] = [view.colX(shown.width), view.rowY(shown.height)];
  for (let col = seen.left; col <= seen.right; col++) {
    if (col % 5 === 0 || col === shown.width) {
      context.fillRect(view.colX(col) - (col ? 0 : 1), top - 1, col === shown.width ? 1 : 2, bottom - top + 2);
    }
  }
  for (let row = seen.top; row <= seen.bottom; row++) {
    if (row % 5 === 0 || row === shown.height) {
      context.fillRect(left - 1, view.rowY(row) - (row ? 0 : 1), right - left + 2, row === shown.height ? 1 : 2);
    }
  }
}

/** Paints cells one by one; crosses and letters are drawn at the end, together. */
class CellPainter {
  /**
   * @param {Context} context
   * @param {View} view
   * @param {{theme: Theme, letters: boolean, drawing: boolean}} look
   */
  constructor(context, view, look) {
    this.context = context;
    this.view = view;
    this.look = look;
    this.colors = screenColors(view.shown.palette, look.theme, !look.drawing);
    /** Inks keep the background that they were chosen for. */
    this.open = look.drawing || !isPlain(view.shown.palette) ? this.colors[0] : look.theme.open;
    this.crosses = new Path2D();
    this.dots = new Path2D();
    /** @type {[color: number, box: Box][]} */
    this.texts = [];
    this.writes = look.letters && view.cell >= 12 && !isPlain(view.shown.palette);
  }

  /**
   * @param {number} cell
   * @param {number} mark
   */
  paint(cell, mark) {
    const { context, colors, look, view: { shown } } = this;
    const box = insideOf(this.view, placeOf(cell, shown));
    const color = colorOf(mark);
    context.fillStyle = mark <= 0 ? this.open : colors[color] ?? "#000000";
    context.fillRect(box.x, box.y, box.width, box.height);
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const size = Math.min(box.width, box.height);
    if (mark < 0 && color > 0) {
      const side = Math.max(2, Math.round(size * 0.5));
      context.fillStyle = colors[color] ?? "#000000";
      context.fillRect(Math.round(middle.x - side / 2), Math.round(middle.y - side / 2), side, side);
      if (size >= 9) {
        context.fillStyle = this.open;
        const hole = side - 2 * Math.max(1, Math.round(size * 0.1));
        context.fillRect(Math.round(middle.x - hole / 2), Math.round(middle.y - hole / 2), hole, hole);
      }
    } else if (mark < 0) {
      const radius = Math.max(1, size * 0.12);
      this.dots.moveTo(middle.x + radius, middle.y);
      this.dots.arc(middle.x, middle.y, radius, 0, 7);
    } else if (color === 0 && !look.drawing) {
      const arm = size * 0.24;
      this.crosses.moveTo(middle.x - arm, middle.y - arm);
      this.crosses.lineTo(middle.x + arm, middle.y + arm);
      this.crosses.moveTo(middle.x + arm, middle.y - arm);
      this.crosses.lineTo(middle.x - arm, middle.y + arm);
    }
    if (shown.givens?.has(cell) && size >= 7 && !this.view.bare) this.#corner(box, this.context.fillStyle);
    if (color > 0 && mark > 0 && this.writes) this.texts.push([color, box]);
  }

  /**
   * Mark a cell as given, by its corner.
   *
   * @param {Box} box
   * @param {any} color that of the cell
   */
  #corner({ x, y, width }, color) {
    const side = width * 0.32;
    this.context.fillStyle = readableOn(String(color));
    this.context.beginPath();
    this.context.moveTo(x, y);
    this.context.lineTo(x + side, y);
    this.context.lineTo(x, y + side);
    this.context.fill();
  }

  finish() {
    const { context, look, view } = this;
    context.strokeStyle = look.theme.cross;
    context.lineWidth = Math.max(1, view.cell * 0.07);
    context.stroke(this.crosses);
    context.fillStyle = look.theme.cross;
    context.fill(this.dots);
    context.font = `${Math.round(view.cell * 0.5)}px ${look.theme.font}`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    for (const [color, box] of this.texts) {
      context.fillStyle = readableOn(this.colors[color] ?? "#000000");
      context.fillText(view.shown.palette[color]?.char ?? "?", box.x + box.width / 2, box.y + box.height / 2 + 1);
    }
  }
}

/**
 * Draw the clues of the lines in sight, or of some lines again.
 *
 * @param {Context} context
 * @param {View} view
 * @param {Pick<import("./board.js").Handlers, "spent" | "bad"> & {theme: Theme}} look
 * @param {[Axis, number][] | null} some null: all
 */
export function paintClues(context, view, look, some) {
  const { area } = view;
  const seen = view.visible();
  if (!some) context.clearRect(0, 0, view.frameWidth, view.frameHeight);
  if (view.bare) return;
  const rooms = {
    row: { x: area.x - area.left, y: area.y, width: area.left, height: area.height },
    col: { x: area.x, y: area.y - area.top, width: area.width, height: area.top },
  };
  for (const line of some ?? linesThrough(null, view.shown)) {
    const [axis, index] = line;
    const [from, to] = axis === "row" ? [seen.top, seen.bottom] : [seen.left, seen.right];
    if (index < from || index >= to) continue;
    const room = rooms[axis];
    clipped(context, room, () => {
      if (some && axis === "row") context.clearRect(room.x, view.rowY(index), room.width, view.rowY(index + 1) - view.rowY(index));
      else if (some) context.clearRect(view.colX(index), room.y, view.colX(index + 1) - view.colX(index), room.height);
      // Half a number reads as another one: a clue is there as a whole, or not at all.
      const [{ x, y, width, height }] = view.written(line).boxes.slice(-1);
      const [start, end, least, most] = axis === "row"
        ? [y, y + height, room.y, room.y + room.height] : [x, x + width, room.x, room.x + room.width];
      if (start >= least - 1 && end <= most + 1) paintClue(context, view, look, line);
    });
  }
}

/**
 * @param {Context} context
 * @param {View} view
 * @param {Pick<import("./board.js").Handlers, "spent" | "bad"> & {theme: Theme}} look
 * @param {Line} line
 */
function paintClue(context, view, look, line) {
  const [axis] = line;
  const { theme } = look;
  const { shown } = view;
  const clue = clueOf(shown, line);
  const spent = clue.map((_, at) => look.spent?.(line, at));
  const bad = look.bad?.(line);
  const plain = isPlain(shown.palette);
  context.textAlign = "center";
  context.textBaseline = "middle";
  const { boxes, font, hidden, sign } = view.written(line);
  if (sign) paintCut(context, sign, axis, theme.differs);
  if (!clue.length) {
    const [place] = boxes;
    context.font = `${font}px ${theme.font}`;
    context.fillStyle = bad ? theme.wrong : theme.spent;
    context.fillText("0", place.x + place.width / 2, place.y + place.height / 2 + 1);
  }
  clue.forEach(([length, color], index) => {
    if (index < hidden) return;
    const box = boxes[index];
    const text = `${numberText(length)}${view.letters ? shown.palette[color].char : ""}`;
    context.font = `${spent[index] ? "" : "600 "}${font}px ${theme.font}`;
    context.fillStyle = bad ? theme.wrong : spent[index] ? theme.spent : theme.text;
    if (!plain) {
      const rgb = shown.palette[color].rgb;
      const pad = axis === "row" ? Math.min(0.12 * view.cell, 3) : 0;
      context.globalAlpha = spent[index] ? 0.35 : 1;
      context.fillStyle = rgb;
      context.fillRect(box.x - pad, box.y + 0.5, box.width + 2 * pad, box.height - 1);
      context.fillStyle = readableOn(rgb);
    }
    const room = axis === "row" ? box.width * 1.3 : box.width * 1.1;
    if (!plain && spent[index]) [context.globalAlpha, context.fillStyle] = [0.7, theme.text];
    context.fillText(text, box.x + box.width / 2, box.y + box.height / 2 + 1, room);
    context.globalAlpha = spent[index] ? 0.6 : 1;
    if (spent[index] && view.cell >= 8) {
      context.fillStyle = plain ? theme.spent : theme.text;
      context.fillRect(box.x, Math.round(box.y + box.height / 2), box.width, 1);
    }
    context.globalAlpha = 1;
  });
  if (bad) paintBad(context, view, axis, sign ?? boxes[0], boxes[boxes.length - 1], theme);
}

/**
 * Mark a clue that its line cannot get any more: a frame around it, and a bar at its outer end.
 *
 * @param {Context} context
 * @param {View} view
 * @param {Axis} axis
 * @param {Box} first
 * @param {Box} last
 * @param {Theme} theme
 */
function paintBad(context, view, axis, first, last, theme) {
  const thick = Math.max(2, Math.min(4, view.cell * 0.12));
  const x = first.x - 2;
  const y = first.y - (axis === "row" ? 0 : 1);
  const box = { x, y, width: last.x + last.width + 2 - x, height: last.y + last.height - y };
  // The outer frame contrasts with every ink.
  frame(context, { x: box.x - 1, y: box.y - 1, width: box.width + 2, height: box.height + 2 }, theme.open, thick + 2);
  frame(context, box, theme.wrong, thick);
  context.fillStyle = theme.wrong;
  if (axis === "row") context.fillRect(box.x - 2, box.y, 2 * thick, box.height);
  else context.fillRect(box.x, box.y - 2, box.width, 2 * thick);
}

/**
 * Draw the sign for the numbers that have no room: three dots on a ground of their own.
 *
 * @param {Context} context
 * @param {Box} box
 * @param {Axis} axis
 * @param {string} color
 */
function paintCut(context, { x, y, width, height }, axis, color) {
  context.fillStyle = color;
  context.fillRect(x, y, width, height);
  context.fillStyle = readableOn(color);
  const radius = Math.max(0.7, Math.min(width, height) * 0.1);
  for (const at of [0.22, 0.5, 0.78]) {
    const [dx, dy] = axis === "row" ? [at, 0.5] : [0.5, at];
    context.beginPath();
    context.arc(x + dx * width, y + dy * height, radius, 0, 7);
    context.fill();
  }
}

/**
 * Draw a frame within a box.
 *
 * @param {Context} context
 * @param {Box} box
 * @param {string} color
 * @param {number} width
 */
export function frame(context, box, color, width) {
  context.strokeStyle = color;
  context.lineWidth = width;
  context.strokeRect(box.x + width / 2, box.y + width / 2, box.width - width, box.height - width);
}
