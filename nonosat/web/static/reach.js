/** Says that the server is gone, and asks again until it answers. */

import { server } from "./api.js";
import { el, fill } from "./dom.js";

/** A pause before a server that does not answer is asked again. */
const AGAIN_MS = 2000;
const GONE = "nonosat does not answer. What you drew and played is kept here; this goes away when it answers again.";

/**
 * A banner that is there while the server is gone.
 *
 * @returns {HTMLElement}
 */
export function reachBanner() {
  const banner = el("p", { class: "banner", role: "alert", hidden: true });
  let later = 0;
  server.addEventListener("gone", () => {
    if (banner.hidden) fill(banner, GONE);
    banner.hidden = false;
    clearTimeout(later);
    later = setTimeout(() => server.ask(), AGAIN_MS);
  });
  server.addEventListener("back", () => {
    clearTimeout(later);
    banner.hidden = true;
  });
  return banner;
}
