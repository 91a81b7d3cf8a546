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

/** Ends the newest question of each lane. @type {Map<string, AbortController>} */
const newest = new Map();

/**
 * Ask a question. It ends the older one of its lane.
 *
 * @param {string} question
 * @param {Record<string, any>} body
 * @param {Options} [options]
 * @returns {Promise<any>} the data of `done`
 */
async function ask(question, body, { signal, lane = question, on } = {}) {
  const mine = new AbortController();
  newest.get(lane)?.abort(new Superseded());
  newest.set(lane, mine);
  const stop = AbortSignal.any([mine.signal, ...(signal ? [signal] : [])]);
  const hear = (/** @type {string} */ event, /** @type {any} */ data) => {
    if (!stop.aborted) on?.(event, data);
  };
  let reply;
  try {
    reply = await (local ? (await local).answer(question, body, stop, hear) : answered(question, body, stop, hear));
  } catch (error) {
    stop.throwIfAborted();
    throw error;
  }
  stop.throwIfAborted();
  if (reply.error) throw new (reply.error.kind === "Unsure" ? Unsure : Error)(reply.error.error);
  return reply.done;
}

/**
 * Ask the server, and read its events to the end.
 *
 * @param {string} question
 * @param {Record<string, any>} body
 * @param {AbortSignal} signal
 * @param {(event: string, data: any) => void} on hears all but the last
 * @returns {Promise<{done?: any, error?: any}>} the last
 */
async function answered(question, { limit, ...body }, signal, on) {
  const address = new URL(`api/${question}`, document.baseURI);
  if (limit !== undefined) address.searchParams.set("limit", String(limit));
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(address, { method: "POST", headers, body: JSON.stringify(body), signal })
    .catch(() => { throw new Error(GONE); });
  // Another server at this address knows no page of an earlier one.
  if (response.status === 404) throw new Error(GONE);
  if (!response.ok) throw new Error(`nonosat refused this: ${await response.text()}`);
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const part = await reader.read().catch(() => ({ done: true, value: undefined }));
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

/**
 * The function that asks a question of this name.
 *
 * @param {string} name
 * @returns {Question}
 */
function question(name) {
  return (request, options) => ask(name, request, options);
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
