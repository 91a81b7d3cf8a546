/** The dialog with the link to a puzzle. */

import { button, dialog, el, fill, words } from "./dom.js";
import { hashOf } from "./link.js";

/**
 * Share a link to a puzzle by the sheet of the system, or show it to be copied.
 *
 * @param {Record<string, any>} sheet
 */
export async function share(sheet) {
  try {
    await navigator.share({ title: "A nonogram", url: new URL(await hashOf(sheet), location.href).href });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) await askLink(sheet); // else the player has closed it
  }
}

/**
 * Show a link that opens a puzzle in this page.
 *
 * @param {Record<string, any>} sheet
 */
export async function askLink(sheet) {
  const said = el("p", { class: "about", role: "status" });
  const field = el("input", { readonly: true, "aria-label": "Link", class: "link", onfocus: () => field.select() });
  const copy = button("Copy", async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      fill(said, "Copied.");
    } catch {
      fill(said, "The browser does not allow copying here. Press Ctrl-C.");
    }
  });
  const local = /^(localhost|127\.|\[::1\])/.test(location.hostname);
  dialog(
    "Link to this puzzle",
    el("p", {}, `It contains the clues, not the solution. ${local ? "Its address serves this machine alone; a site made by nonosat site is for others." : "Anyone who opens it can play the puzzle."}`),
    field, copy, said,
  );
  try {
    field.value = new URL(await hashOf(sheet), location.href).href;
  } catch (error) {
    fill(said, words(error));
    copy.disabled = true;
  }
}
