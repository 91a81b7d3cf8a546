/** A banner that is shown while the server does not answer. */

import { server } from "./api.js";
import { el } from "./dom.js";

/** Pause before a server that does not answer is asked again. */
const AGAIN_MS = 2000;
const GONE = "nonosat does not answer. Your drawings and games are saved in this browser. If you restarted nonosat, open the address that it printed.";

/** Make the banner. It asks the server until that answers. */
export function serverBanner() {
  const banner = el("p", { class: "banner", role: "alert", hidden: true }, GONE);
  let later = 0;
  server.addEventListener("gone", () => {
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
