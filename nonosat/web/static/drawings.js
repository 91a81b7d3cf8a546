/** The list of drawings: open, duplicate and delete them, and begin a new one. */

import { button, dialog, el, fill } from "./dom.js";
import { drawings, keep, newPlace, remove } from "./shelf.js";
import { thumb } from "./thumb.js";

/**
 * @typedef {import("./draw.js").Draw} Draw
 * @typedef {import("./shelf.js").Drawing} Drawing
 */

const SIDE = 88;
const NO_ROOM = "The browser's storage is full. Delete drawings, or save them as files.";

/**
 * Show all drawings.
 *
 * @param {Draw} draw
 */
export async function showDrawings(draw) {
  await draw.saved();
  const said = el("p", { class: "message", role: "status" });
  const list = el("ul", { class: "drawings" });
  const box = dialog(
    "Drawings",
    el("div", { class: "buttons" }, button("New drawing", () => {
      draw.fresh();
      box.close();
    })),
    said,
    list,
  );
  const refresh = async () => {
    const all = await drawings();
    fill(list, ...all.map((drawing) => card(drawing)));
    if (!all.length) fill(list, el("li", { class: "about" }, "Your drawings are saved here, in this browser."));
  };

  /** @param {Drawing} drawing */
  const card = ({ entry, picture }) => {
    const title = picture.about?.title || "Untitled";
    const current = entry.id === draw.place.id;
    const item = el("li", {});
    const label = [
      el("span", { class: "shown" }, thumb(picture, SIDE)),
      el("span", { class: "named" },
        el("strong", {}, title), el("span", { class: "about" }, `${picture.width} × ${picture.height}${current ? ", open" : ""}`),
        el("span", { class: "about" }, dateText(entry.changed))),
    ];
    const open = button(label, () => {
      if (!current) draw.resume({ entry, picture });
      box.close();
    }, { class: "open", ...(current ? { "aria-current": "true" } : {}), "aria-label": `Open ${title}` });
    const duplicate = async () => {
      const { picture: saved, past, future, givens } = entry;
      const copy = { ...saved, about: { ...saved.about, title: `${title} (copy)` } };
      const done = await keep(newPlace(), { picture: copy, past, future, givens });
      fill(said, done === "no room" && NO_ROOM);
      await refresh();
    };
    const erase = async () => {
      await remove(entry.id);
      if (current) draw.fresh();
      fill(item, el("span", { class: "about" }, `${title} is deleted. `), button("Undo", async () => {
        const back = { id: entry.id, owner: entry.owner };
        await keep(back, entry, entry.changed);
        if (current) draw.resume({ entry: { ...entry, ...back }, picture });
        await refresh();
      }));
      item.querySelector("button")?.focus();
    };
    item.append(open, el("span", { class: "buttons" },
      button("Duplicate", duplicate, { "aria-label": `Duplicate ${title}` }), button("Delete", erase, { "aria-label": `Delete ${title}` })));
    return item;
  };
  await refresh();
}

/** @param {unknown} changed */
function dateText(changed) {
  const date = new Date(Number(changed));
  return Number.isNaN(date.getTime()) ? "" : date.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}
