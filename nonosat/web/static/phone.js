/** Whether the page is on a phone; `app.css` asks the same. */

export const phone = matchMedia("(max-width: 820px), (pointer: coarse) and (max-height: 500px)");
