/** Files in and out: opening, dropping and pasting, saving in every format. */

import { exportFile, importFile } from "./api.js";
import { button, choice, dialog, download, el, fill, isTyping, tick, words } from "./dom.js";

/** @typedef {import("./api.js").Sheet} Sheet */

/**
 * The content of a file in base64.
 *
 * @param {Blob} file
 * @returns {Promise<string>}
 */
export function base64(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result).replace(/^[^,]*,/, "")));
    reader.addEventListener("error", () => reject(reader.error));
    reader.readAsDataURL(file);
  });
}

/** What begins the puzzle in a drawing of nonosat; nonosat/formats/picture/drawn.py has the same. */
const MARK = "nonosat-puzzle:1.";

/** @param {File} file whether it is a photo or a drawing rather than a puzzle */
export async function isPicture(file) {
  return /^image\/(?!svg)/.test(file.type) && !(await file.text()).includes(MARK);
}

/**
 * The puzzles of a file.
 *
 * @param {File} file
 * @param {boolean} found whether to read what is found by searching, too
 * @returns {Promise<{sheets: Sheet[], more: boolean, remarks: string[], game: any}>} `more`: whether the file has
 *   more than these; `game`: a saved game of the first, if there is one
 */
export async function readPuzzles(file, found) {
  const read = await importFile({ name: file.name, data: await base64(file), found });
  let game = null;
  if (file.name.toLowerCase().endsWith(".json")) {
    try {
      game = JSON.parse(await file.text()).nonosat_game ?? null;
    } catch {
      // Several objects, one per line.
    }
  }
  return { ...read, game };
}

/**
 * Accept files that are dropped on the page or pasted, and texts that are pasted outside of fields.
 *
 * @param {(file: File) => void} take
 * @param {(text: string) => void} takeText
 */
export function takeFiles(take, takeText) {
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) take(file);
  });
  addEventListener("paste", (event) => {
    const file = event.clipboardData?.files[0];
    const text = event.clipboardData?.getData("text").trim();
    if (file) take(file);
    else if (text && !isTyping(event) && !event.defaultPrevented) takeText(text);
  });
}

/** The formats that most people want. @type {[string, string][]} */
const FIRST = [
  ["pdf", "PDF, to print"],
  ["png", "PNG, a picture of the puzzle"],
  ["play", "HTML, a page to play it without nonosat"],
  ["json", "JSON, nonosat's own format: loses nothing"],
  ["non", "NON, for many other programs"],
];

/**
 * A drawing in SVG as a PNG file, in base64: where no package draws it, the browser does.
 *
 * @param {{data: string, type: string}} svg
 */
async function rasterized({ data, type }) {
  const picture = el("img", { src: `data:${type};base64,${data}` });
  await picture.decode();
  const canvas = new OffscreenCanvas(picture.naturalWidth, picture.naturalHeight);
  canvas.getContext("2d")?.drawImage(picture, 0, 0);
  return await base64(await canvas.convertToBlob());
}

/**
 * Ask for a format and download the puzzle in it.
 *
 * @param {Sheet} sheet
 * @param {{
 *   formats: {name: string, about: string}[],
 *   drawings: string[],
 * }} known
 */
export function askExport(sheet, known) {
  const drawings = new Set([...known.drawings, "png"]);
  const usual = FIRST.filter(([name]) => name !== "pdf" || drawings.has(name));
  const wanted = { format: usual[0][0], solution: false, letters: false, legend: false };
  const said = el("p", { role: "status" });
  const drawn = el(
    "div",
    {},
    tick("With the solution", wanted.solution, (on) => { wanted.solution = on; }).label,
    tick("With letters for the colors", wanted.letters, (on) => { wanted.letters = on; }).label,
    tick("With the names of the colors", wanted.legend, (on) => { wanted.legend = on; }).label,
  );
  /** @param {string} format */
  const want = (format) => {
    wanted.format = format;
    drawn.hidden = !drawings.has(format);
    fill(said);
  };
  /** @type {[string, string][]} */
  const others = [
    ...known.drawings.map((name) => /** @type {[string, string]} */ ([name, `${name.toUpperCase()}, a drawing`])),
    ...known.formats.map(({ name, about }) => /** @type {[string, string]} */ ([name, `${name}: ${about}`])),
  ].filter(([name]) => !FIRST.some(([first]) => first === name));
  const other = choice("Other format", others, "", want);
  other.hidden = true;
  /** @type {(label: string, chosen: () => void, checked?: boolean) => HTMLElement} */
  const radio = (label, chosen, checked = false) => el("label", { class: "field" },
    el("input", { type: "radio", name: "format", checked, onchange: chosen }), " ", label);
  const formats = el(
    "fieldset",
    { class: "formats", "aria-label": "Format" },
    ...usual.map(([name, label], at) => radio(label, () => {
      other.hidden = true;
      want(name);
    }, at === 0)),
    radio("More formats", () => {
      other.hidden = false;
      want(/** @type {HTMLSelectElement} */ (other.querySelector("select")).value);
    }),
    other,
  );
  want(wanted.format);
  const save = async () => {
    fill(said, "Writing …");
    const { format, ...chosen } = wanted;
    const request = { puzzles: [sheet], ...(drawings.has(format) ? chosen : {}) };
    try {
      const pixels = format === "png" && !known.drawings.includes(format)
        ? { data: await rasterized(await exportFile({ ...request, format: "svg" })) } : {};
      const { name, data, type, lost } = await exportFile({ ...request, format, ...pixels });
      download(name, new Blob([Uint8Array.from(atob(data), (char) => char.charCodeAt(0))], { type }));
      const gone = lost.length ? ` The format does not keep: ${lost.join(", ")}.` : "";
      fill(said, `${name} is saved.${gone}`);
    } catch (error) {
      fill(said, words(error));
    }
  };
  dialog(
    "Save as",
    formats,
    drawn,
    said,
    button("Save", save, { class: "primary" }),
  );
}
