/** A puzzle in the address: `#puzzle=1.DATA`, specified in docs/links.md. It has the clues, not the solution. */

/** What begins the end of an address with a puzzle. */
export const MARK = "#puzzle=";
const VERSION = "1";
/** Characters behind the `#`, and bytes that they may unpack to. */
const MOST_CHARACTERS = 60_000;
const MOST_BYTES = 2_000_000;
/** Cells of a puzzle. */
const MOST_CELLS = 1_000_000;
/** Keys that may reveal the solution. */
const SECRETS = ["goal", "goals", "saved", "notes"];

/**
 * The end of an address that has this puzzle in it.
 *
 * @param {Record<string, any>} sheet
 */
export async function hashOf(sheet) {
  const kept = Object.fromEntries(Object.entries(sheet).filter(([key]) => !SECRETS.includes(key)));
  const packed = new Blob([JSON.stringify(kept)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const data = new Uint8Array(await new Response(packed).arrayBuffer());
  let text = "";
  for (const byte of data) text += String.fromCharCode(byte);
  const hash = `${MARK}${VERSION}.${btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
  if (hash.length - 1 > MOST_CHARACTERS) throw new Error("The puzzle is too large for a link. Save it as a file.");
  return hash;
}

/**
 * The puzzle in an address, in nonosat's JSON form. The clues in it are not checked.
 *
 * @param {string} hash
 * @returns {Promise<Record<string, any>>}
 */
export async function puzzleOfHash(hash) {
  if (hash.length - 1 > MOST_CHARACTERS) throw new Error("The link is too long to be one of a puzzle.");
  const [, version, data] = /^#puzzle=(\d+)\.([\w-]*)$/.exec(hash) ?? [];
  if (!version) throw new Error("The link is damaged or cut off.");
  if (version !== VERSION) throw new Error("The link was made by a newer nonosat.");
  let sheet;
  try {
    sheet = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(await unpacked(data)));
  } catch {
    throw new Error("The link is damaged or cut off.");
  }
  if (sheet?.format !== "nonogram" || !Array.isArray(sheet.rows) || !Array.isArray(sheet.columns)) {
    throw new Error("The link does not contain a puzzle.");
  }
  if (sheet.rows.length * sheet.columns.length > MOST_CELLS) throw new Error("The puzzle in the link is too large.");
  return Object.fromEntries(Object.entries(sheet).filter(([key]) => !SECRETS.includes(key)));
}

/** @param {string} data */
async function unpacked(data) {
  const text = atob(data.replaceAll("-", "+").replaceAll("_", "/"));
  const packed = Uint8Array.from(text, (char) => char.charCodeAt(0));
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    size += value.length;
    if (size > MOST_BYTES) throw new Error("too large");
    parts.push(value);
  }
}
