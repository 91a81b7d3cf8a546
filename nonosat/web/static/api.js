/**
 * The questions that the page asks its server, one function for each, and what it begins with.
 */

/** @typedef {Record<string, any>} Sheet */
/** @typedef {{signal?: AbortSignal, lane?: string, on?: (event: string, data: any) => void}} Options
 *    `signal` ends the question, also on the server; `on` hears the events of a stream.
 */
/** @typedef {(request: Record<string, any>, options?: Options) => Promise<any>} Question */

/** A newer question replaced this one. There is nothing to show. */
export class Superseded extends Error {}

const tab = Array.from(crypto.getRandomValues(new Uint8Array(8)), (n) =>
  n.toString(16).padStart(2, "0"),
).join("");

/**
 * What answers the questions in this browser (local.js), where there is no server.
 * @type {Promise<any> | null}
 */
let local = null;
let ready = false;

/** Said where the server does not answer. */
const GONE = "Cannot reach nonosat. Your drawings and games are kept in this browser. If you restarted nonosat, open the address that it printed.";

/** Whether questions are answered at once: Python, which a browser may have to load first, is there. */
export function isReady() {
  return !local || ready;
}

/** Whether a server answers: with packages, to prove things and to read print, that a browser does not have. */
export function hasServer() {
  return local === null;
}

/** Puzzles were found by searching. They are read if they are asked for. */
export class Unsure extends Error {}

/** How many questions were asked, and the number of the newest of each lane. */
let asked = 0;
/** @type {Map<string, number>} */
const newest = new Map();

/**
 * @param {string} question
 * @param {Record<string, any>} body
 * @param {Options} [options]
 * @returns {Promise<any>} the answer; of a stream the data of `done`
 */
async function ask(question, body, { signal, lane = question, on } = {}) {
  const number = ++asked;
  newest.set(lane, number);
  // An old answer can arrive after a newer question was asked.
  const inTime = () => {
    if (newest.get(lane) !== number) throw new Superseded();
  };
  const hear = (/** @type {string} */ event, /** @type {any} */ data) => {
    inTime();
    on?.(event, data);
  };
  let reply;
  if (local) reply = await (await local).answer(question, body, { signal, lane, on: hear });
  else {
    const response = await post(question, body, signal, lane, number);
    // Another server at this address knows no page of an earlier one.
    if (response.status === 404) throw new Error(GONE);
    if (!response.ok) throw new Error(`nonosat refused this: ${await response.text()}`);
    const streams = response.headers.get("Content-Type")?.startsWith("text/event-stream");
    reply = await (streams ? streamed(response, hear) : response.json());
  }
  inTime();
  if (reply.error) throw failure(reply.error);
  return reply.done;
}

/**
 * @param {string} question
 * @param {Record<string, any>} body
 * @param {AbortSignal | undefined} signal
 * @param {string} lane
 * @param {number} number
 */
async function post(question, { limit, ...body }, signal, lane, number) {
  const address = new URL(`api/${question}`, document.baseURI);
  const query = { tab, lane, number: String(number), ...(limit === undefined ? {} : { limit: String(limit) }) };
  address.search = new URLSearchParams(query).toString();
  try {
    const headers = { "Content-Type": "application/json" };
    return await fetch(address, { method: "POST", headers, body: JSON.stringify(body), signal });
  } catch (error) {
    if (aborted(error)) throw error;
    throw new Error(GONE);
  }
}

/**
 * The function that asks a question of this name.
 *
 * @param {string} name
 * @returns {Question}
 */
function question(name) {
  return (request, options) => ask(name, request, options);
}

/** @param {any} error */
function aborted(error) {
  return error instanceof DOMException && error.name === "AbortError";
}

/** @param {any} answer */
function failure(answer) {
  if (answer.kind === "Superseded") return new Superseded(answer.error);
  return new (answer.kind === "Unsure" ? Unsure : Error)(answer.error);
}

/**
 * Read server-sent events to the end.
 *
 * @param {Response} response
 * @param {(event: string, data: any) => void} on hears all but the last
 * @returns {Promise<{done?: any, error?: any}>} the last
 */
async function streamed(response, on) {
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    let part;
    try {
      part = await reader.read();
    } catch (error) {
      if (aborted(error)) throw error;
      throw new Error("nonosat stopped before it had an answer");
    }
    if (part.done) throw new Error("nonosat stopped before it had an answer");
    text += decoder.decode(part.value, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const [, event, json] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
      if (!event) continue;
      const data = JSON.parse(json);
      if (event === "done" || event === "error") return { [event]: data };
      on(event, data);
    }
  }
}

/** What the page begins with; see above. */
export function start() {
  const found = JSON.parse(document.getElementById("start")?.textContent ?? "{}");
  if (found.local) {
    local = import(new URL(found.local, document.baseURI).href);
    local.then(({ begin }) => begin(found.seconds, () => { ready = true; }));
  }
  return found;
}

// docs/dev/questions.md says what each is asked and answers.
export const check = question("check");
export const rate = question("rate");
export const hint = question("hint");
export const why = question("why");
export const wrong = question("wrong");
export const marks = question("marks");
export const importFile = question("import");
export const parseClues = question("clues");
export const conflict = question("conflict");
export const exportFile = question("export");
export const image = question("image");
export const scan = question("scan");
export const steps = question("steps");
export const solutions = question("solutions");
export const repair = question("repair");
