/** Draws what lies over the board: the lines of the pointer, frames around cells, advice. */

import { placeOf } from "./line.js";
import { clipped, frame, insideOf, screenColors } from "./paint.js";

/**
 * @typedef {import("./view.js").View} View
 * @typedef {import("./line.js").Axis} Axis
 * @typedef {import("./paint.js").Theme} Theme
 * @typedef {import("./paint.js").Context} Context
 * @typedef {"hint" | "wrong" | "differs" | "cell" | {ink: number}} Light `ink`: it is to be marked so; 0 is blank
 */

/** How far an edge fades, in pixels. */
const FADE = 30;

/**
 * Draw what lies over the board: the lines of the pointer, frames around cells.
 *
 * @param {Context} context
 * @param {View} view
 * @param {{
 *   theme: Theme, at: {row: number, col: number} | null, cursor: {row: number, col: number} | null,
 *   lights: Map<number, Light>, lines: [Axis, number][], drawing: boolean
 * }} look
 */
export function paintLights(context, view, look) {
  const { theme, at } = look;
  const { area, shown } = view;
  context.clearRect(0, 0, view.frameWidth, view.frameHeight);
  /** @type {(axis: Axis, line: number, color: string) => void} */
  const band = (axis, line, color) => {
    context.fillStyle = color;
    if (axis === "row") {
      const y = Math.max(area.y, view.rowY(line));
      const end = Math.min(area.y + area.height, view.rowY(line + 1));
      if (end > y) context.fillRect(area.x - area.left, y, area.left + area.width, end - y);
    } else {
      const x = Math.max(area.x, view.colX(line));
      const end = Math.min(area.x + area.width, view.colX(line + 1));
      if (end > x) context.fillRect(x, area.y - area.top, end - x, area.top + area.height);
    }
  };
  paintFades(context, view, theme.page);
  context.globalAlpha = 0.22;
  for (const [axis, line] of look.lines) band(axis, line, theme.hint);
  context.globalAlpha = 1;
  if (at) {
    band("row", at.row, theme.band);
    band("col", at.col, theme.band);
  }
  clipped(context, area, () => {
    const width = Math.max(2, Math.min(4, view.cell * 0.14));
    for (const [cell, light] of look.lights) {
      const box = insideOf(view, placeOf(cell, shown));
      if (typeof light === "object") {
        paintAdvice(context, box, theme, light.ink, screenColors(shown.palette, theme, !look.drawing)[light.ink]);
        continue;
      }
      const color = light === "cell" ? theme.accent : theme[light];
      context.globalAlpha = 0.3;
      context.fillStyle = color;
      context.fillRect(box.x, box.y, box.width, box.height);
      context.globalAlpha = 1;
      frame(context, box, color, width);
    }
    if (look.cursor) frame(context, insideOf(view, look.cursor), theme.accent, width);
  });
}

/**
 * Let those edges fade behind which the grid goes on.
 *
 * @param {Context} context
 * @param {View} view
 * @param {string} color `#rrggbb`
 */
function paintFades(context, view, color) {
  const { x, y, width, height } = view.area;
  const [right, bottom] = [x + width, y + height];
  /** @type {[goesOn: boolean, fromX: number, fromY: number, toX: number, toY: number][]} */
  const edges = [
    [view.x > 0, x, y, x + FADE, y],
    [view.colX(view.shown.width) > right, right, y, right - FADE, y],
    [view.y > 0, x, y, x, y + FADE],
    [view.rowY(view.shown.height) > bottom, x, bottom, x, bottom - FADE],
  ];
  for (const [, fromX, fromY, toX, toY] of edges.filter(([goesOn]) => goesOn)) {
    const fade = context.createLinearGradient(fromX, fromY, toX, toY);
    fade.addColorStop(0, color);
    fade.addColorStop(1, `${color}00`);
    context.fillStyle = fade;
    context.fillRect(Math.min(fromX, toX), Math.min(fromY, toY), fromX === toX ? width : FADE, fromY === toY ? height : FADE);
  }
}

/**
 * Show what a cell is to be marked as: a dot of its ink on a tinted ground, or a cross in a frame.
 *
 * @param {Context} context
 * @param {import("./view.js").Box} box
 * @param {Theme} theme
 * @param {number} ink
 * @param {string} color
 */
function paintAdvice(context, box, theme, ink, color) {
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const size = Math.min(box.width, box.height);
  const width = Math.max(1.5, size * 0.1);
  context.strokeStyle = theme.hint;
  context.lineWidth = width;
  context.beginPath();
  if (ink) {
    context.globalAlpha = 0.35;
    context.fillStyle = theme.hint;
    context.fillRect(box.x, box.y, box.width, box.height);
    context.globalAlpha = 1;
    context.arc(middle.x, middle.y, size * 0.3, 0, 7);
    context.fillStyle = color;
    context.fill();
  } else {
    const arm = size * 0.22;
    for (const side of [-1, 1]) {
      context.moveTo(middle.x - arm, middle.y - side * arm);
      context.lineTo(middle.x + arm, middle.y + side * arm);
    }
    context.rect(box.x + width / 2, box.y + width / 2, box.width - width, box.height - width);
  }
  context.stroke();
}
