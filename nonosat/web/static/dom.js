/** Builds elements of the page. Text from files is always text, never markup. */

/**
 * @typedef {string | number | Node | null | undefined | false} Child
 * @typedef {{[name: string]: any}} Attributes
 */

/**
 * Make an element.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes] `on...` is a listener; true and false set and omit, but for `aria-...`
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name.startsWith("aria-")) element.setAttribute(name, String(value));
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, String(value));
  }
  fill(element, ...children);
  return element;
}

/**
 * Replace the children of an element.
 *
 * @param {Element} parent
 * @param {...Child} children
 */
export function fill(parent, ...children) {
  const shown = children.filter((child) => child != null && child !== false);
  parent.replaceChildren(...shown.map((child) => (child instanceof Node ? child : String(child))));
}

/**
 * A push button.
 *
 * @param {Child | Child[]} label
 * @param {() => void} press
 * @param {Attributes} [attributes]
 */
export function button(label, press, attributes = {}) {
  return el("button", { type: "button", onclick: press, ...attributes }, ...[label].flat());
}

/**
 * A push button of the bar: a sign, and a word for it.
 *
 * @param {string} sign
 * @param {string} word
 * @param {() => void} press
 * @param {Attributes} [attributes]
 */
export function control(sign, word, press, attributes = {}) {
  const label = [el("span", { class: "sign", "aria-hidden": "true" }, sign), " ", el("span", {}, word)];
  return button(label, press, { class: "control", ...attributes });
}

/**
 * A choice of one of several; its value is the key.
 *
 * @param {string} label
 * @param {[string, string][]} options key and words
 * @param {string} value
 * @param {(key: string) => void} change
 */
export function choice(label, options, value, change) {
  const select = el(
    "select",
    { onchange: () => change(select.value) },
    ...options.map(([key, words]) => el("option", { value: key, selected: key === value }, words)),
  );
  return el("label", { class: "field" }, label, " ", select);
}

/**
 * A box to tick.
 *
 * @param {string} label
 * @param {boolean} value
 * @param {(on: boolean) => void} change
 */
export function tick(label, value, change) {
  const input = el("input", { type: "checkbox", checked: value, onchange: () => change(input.checked) });
  return { label: el("label", { class: "field" }, input, " ", label), input };
}

/**
 * A number field. The browser says what is wrong with a number that is out of range or not whole; it is not taken.
 *
 * @param {string} label
 * @param {number} value
 * @param {{min: number, max: number}} range
 * @param {(value: number) => void} change
 */
export function number(label, value, range, change) {
  const input = el("input", { type: "number", value, min: range.min, max: range.max });
  input.addEventListener("change", () => {
    if (input.value && input.reportValidity()) change(input.valueAsNumber);
  });
  return { label: el("label", { class: "field" }, label, " ", input), input };
}

/**
 * A hidden field for a file; a click on it asks for one.
 *
 * @param {Attributes} attributes
 * @param {(file: File) => void} take
 */
export function fileInput(attributes, take) {
  const input = el("input", { type: "file", hidden: true, ...attributes });
  input.addEventListener("change", () => {
    if (input.files?.[0]) take(input.files[0]);
    input.value = "";
  });
  return input;
}

/**
 * A part of the side panel with a heading.
 *
 * @param {string} title
 * @param {...Child} children
 */
export function section(title, ...children) {
  return el("section", { "aria-label": title }, el("h2", {}, title), ...children);
}

/**
 * Show a dialog until it is closed.
 *
 * @param {string} title
 * @param {...Child} children buttons of the class `primary` go beside the one that closes it
 * @returns {HTMLDialogElement}
 */
export function dialog(title, ...children) {
  /** @type {(child: Child) => boolean} */
  const primary = (child) => child instanceof HTMLElement && child.classList.contains("primary");
  const box = el(
    "dialog",
    { "aria-label": title },
    el("h2", {}, title),
    ...children.filter((child) => !primary(child)),
    el("div", { class: "buttons foot" }, ...children.filter(primary), button("Close", () => box.close())),
  );
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
  return box;
}

/**
 * Ask before something is done.
 *
 * @param {string} title
 * @param {string} text
 * @param {string} yes what the button says
 * @returns {Promise<boolean>}
 */
export function confirmed(title, text, yes) {
  return new Promise((resolve) => {
    const box = dialog(title, el("p", {}, text), button(yes, () => box.close("yes"), { class: "primary" }));
    box.addEventListener("close", () => resolve(box.returnValue === "yes"));
  });
}

/**
 * Download a file.
 *
 * @param {string} name
 * @param {Blob} content
 */
export function download(name, content) {
  const address = URL.createObjectURL(content);
  const link = el("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/**
 * Whether an event belongs to a dialog or a field of text.
 *
 * @param {Event} event
 */
export function isTyping({ target }) {
  return target instanceof Element && target.closest("dialog, textarea, input:is([type=text], [type=number])") !== null;
}

/**
 * The message of an error.
 *
 * @param {unknown} error
 */
export function words(error) {
  return error instanceof Error ? error.message : String(error);
}
