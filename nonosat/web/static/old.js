/** Drawings that earlier versions kept in a list: they are offered as one file, once. */

import { button, download, el } from "./dom.js";
import { givensJson, jsonOf } from "./puzzle.js";
import { pictureOf } from "./state.js";

const BASE = "nonosat";
const STORE = "drawings";

/**
 * All that the list holds, the newest first; null: there is no list, or no storage.
 *
 * @returns {Promise<any[] | null>}
 */
function entries() {
  return new Promise((resolve) => {
    const opening = indexedDB.open(BASE, 1);
    opening.onupgradeneeded = () => opening.transaction?.abort(); // there was none, and none is made
    opening.onerror = () => resolve(null);
    opening.onsuccess = () => {
      const base = opening.result;
      base.onversionchange = () => base.close();
      const all = base.transaction(STORE).objectStore(STORE).getAll();
      all.onerror = () => resolve(null);
      all.onsuccess = () => {
        base.close();
        resolve(all.result.sort((a, b) => (Number(b.changed) || 0) - (Number(a.changed) || 0)));
      };
    };
  });
}

/**
 * Drawings in nonosat's JSON form. Damaged ones are left out.
 *
 * @param {any[]} kept
 */
function sheetsOf(kept) {
  return kept.flatMap(({ picture: saved, givens }) => {
    try {
      const picture = pictureOf(saved);
      return [jsonOf(picture, { ...picture.about, ...givensJson(picture, new Set(givens ?? [])) })];
    } catch {
      return [];
    }
  });
}

/** Offer these drawings, if there are any. The list goes when they were saved. @returns {HTMLElement} */
export function offerOld() {
  const offer = el("p", { class: "about", hidden: true });
  entries().catch(() => null).then((kept) => {
    const sheets = sheetsOf(kept ?? []);
    if (!sheets.length) return;
    offer.hidden = false;
    const many = sheets.length === 1 ? "one drawing" : `${sheets.length} drawings`;
    offer.append(`An earlier version kept ${many} in this browser. `, button("Save as one file", () => {
      download("drawings.json", new Blob([JSON.stringify(sheets)], { type: "application/json" }));
      indexedDB.deleteDatabase(BASE);
      offer.hidden = true;
    }));
  });
  return offer;
}
