/**
 * The saved drawings with their history. If storage is full, forbidden or damaged, some are missing, and
 * the page still works.
 */

import { pictureJson } from "./puzzle.js";
import { pictureOf } from "./state.js";

/**
 * @typedef {import("./state.js").Picture} Picture
 * @typedef {import("./state.js").SavedMarks} SavedMarks
 * @typedef {{id: string, owner: string}} Place of a drawing: which one it is, and which page saved it last
 * @typedef {SavedMarks & {givens: number[]}} Content
 * @typedef {Content & Place & {changed: number}} Entry `changed`: when, in milliseconds
 * @typedef {{entry: Entry, picture: Picture}} Drawing
 */

/** Drawings to keep, at most. */
export const MOST = 300;
/** Characters of JSON of one drawing, at most: its history is shortened to fit. */
const MOST_CHARS = 3_000_000;
const STORE = "drawings";

/** The id of this page while it is open. */
const OWN = crypto.randomUUID();

/** @returns {Place} of a drawing that is not kept yet */
export function newPlace() {
  return { id: crypto.randomUUID(), owner: OWN };
}

/** @type {Promise<IDBDatabase> | null} */
let opening = null;

function database() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("nonosat", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opening;
}

/**
 * Do something with the drawings in one transaction.
 *
 * @template T
 * @param {"readonly" | "readwrite"} mode
 * @param {(store: IDBObjectStore, result: (value: T) => void) => void} work gives its result to `result`
 * @returns {Promise<T>}
 */
async function inStore(mode, work) {
  const base = await database();
  return await new Promise((resolve, reject) => {
    /** @type {any} */
    let value;
    const transaction = base.transaction(STORE, mode);
    transaction.oncomplete = () => resolve(value);
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
    work(transaction.objectStore(STORE), (result) => { value = result; });
  });
}

/**
 * All drawings, the newest first. Damaged ones are left out.
 *
 * @returns {Promise<Drawing[]>}
 */
export async function drawings() {
  /** @type {any[]} */
  let entries = [];
  try {
    entries = await inStore("readonly", (store, result) => {
      const all = store.getAll();
      all.onsuccess = () => result(all.result);
    });
  } catch {
    // There is no storage.
  }
  const found = entries.flatMap((entry) => {
    try {
      return [{ entry, picture: pictureOf(entry.picture) }];
    } catch {
      return [];
    }
  });
  return found.sort((a, b) => (Number(b.entry.changed) || 0) - (Number(a.entry.changed) || 0));
}

/**
 * The drawing that shows this picture under this title.
 *
 * @param {Picture} picture
 */
export async function sameDrawing(picture) {
  const wanted = contentKey(picture);
  return (await drawings()).find((drawing) => contentKey(drawing.picture) === wanted);
}

/** @param {Picture} picture */
function contentKey(picture) {
  return JSON.stringify([pictureJson(picture), picture.about?.title ?? ""]);
}

/**
 * Keep a drawing. If another page has changed it, this one gets a new place.
 *
 * @param {Place} place changed in that case
 * @param {Content} content
 * @param {number} [changed]
 * @returns {Promise<"kept" | "apart" | "no room">} `apart`: it has another place now
 */
export async function keep(place, content, changed = Date.now()) {
  const value = shortened(content);
  let apart = false;
  let full = false;
  try {
    await inStore("readwrite", (store) => {
      const there = store.get(place.id);
      there.onsuccess = () => {
        const owner = there.result?.owner;
        apart = owner !== undefined && owner !== place.owner && owner !== OWN;
        const id = apart ? crypto.randomUUID() : place.id;
        const count = store.count();
        count.onsuccess = () => {
          full = count.result >= MOST && (apart || !there.result);
          if (full) return;
          store.put({ ...value, id, owner: OWN, changed });
          [place.id, place.owner] = [id, OWN];
        };
      };
    });
  } catch {
    return "no room";
  }
  return full ? "no room" : apart ? "apart" : "kept";
}

/**
 * A drawing with as much of its history as fits.
 *
 * @param {Content} content
 */
function shortened(content) {
  let { past, future } = content;
  while (past.length + future.length && JSON.stringify([past, future]).length > MOST_CHARS) {
    past = past.slice(Math.ceil(past.length / 2));
    future = [];
  }
  return { ...content, past, future };
}

/** @param {string} id */
export async function remove(id) {
  await inStore("readwrite", (store) => { store.delete(id); });
}
