/**
 * The questions that the page asks its server, one function for each.
 *
 * Each posts its request as JSON to `api/NAME?tab=TAB&lane=LANE&number=N&limit=SECONDS`, relative to
 * the page. `limit` below goes into the address, too, and N is larger for newer questions. Where the
 * command line has the same question, the answer is its JSON (`nonosat NAME --json`).
 *
 * Words used below:
 *
 * * SHEET: a puzzle in nonosat's own JSON form:
 *   {title?, author?, copyright?, license?, source?, id?, width, height,
 *    colors?: {".": "#ffffff", k: "#000000"}, color_names?: {".": "white", k: "black"},
 *    rows: [[2, 1], ...] or, with several inks, [[[2, "k"], [1, "r"]], ...], columns: like rows,
 *    goal?: ROWS, goals?: [ROWS], givens?: [["?", ".", "kr"], ...], notes?: [[name, text]]}.
 *   `colors` and `color_names` are left out for black on white, whose ink is "#". The background is
 *   always "." and comes first. To ask about a drawing send only its picture, and its colors unless
 *   it is black on white: {goal: ROWS, colors?, color_names?, title?}; the clues are its clues.
 * * ROWS: a picture, one string per row, one character per cell: "." is blank, "#" the only ink, else
 *   the ink's character.
 * * KNOWN: what a player has marked: one string per row, "?" where nothing is marked. Or a list of
 *   lists of strings, each with the colors still possible ("?" for all). Marks of "maybe" are not
 *   sent. Given cells of the sheet hold in any case.
 * * CELL: [row, column] from 0. LINE: {axis: "row" or "column", index: from 0, clue: "2k 1r"}.
 * * STEP: {kind: "line" | "trial" | "guess" | "contradiction" | "back" | "solved", depth, text,
 *   line?: LINE, rule?, cell?: CELL, color?, chain?: [LINE], refuted?, solution?: ROWS,
 *   decided?: [[row, column, char]], excluded?: [[row, column, char]]}.
 * * BYTES: binary data in base64.
 *
 * The page holds what it begins with, as JSON in `<script type="application/json" id="start">`, so that
 * it can draw before it asks anything:
 *
 *   {version, kernel: "native", "wasm" or "reference", certifies: whether it can make certificates,
 *    formats: [{name, about, suffixes, holds, binary}], drawings: ["svg", "png", "pdf"],
 *    methods: [of digitizing], inks: [[name, "#rrggbb", letter]] for new inks,
 *    seconds: {limit: of a question without one, grace: after it, beat: between two `progress`}, sheets: [SHEET] of the file named on the command line,
 *    more: whether that has more (1000 are taken), file: its name or null,
 *    opened: the same for the same file with the same puzzles, else another; null without a file,
 *    until_closed: whether the server ends with the last tab,
 *    local: null, or the module that answers in place of a server}
 *
 * Question     request                                  answer
 * check        {puzzle, known?, limit?}                 Result: {verdict: "unique" | "multiple" | "none" | "unknown",
 *                                                        line_solvable, difficulty, solutions: [ROWS] (two at most),
 *                                                        differs: [CELL], height, width, colors, backend, engine,
 *                                                        seconds, cpu_seconds, counters, error}
 * rate         {puzzle, limit?}                         {verdict, class, rounds, hardest, bottleneck, score, stars, error}
 * hint         {puzzle, known?, limit?}                 STEP + {verdict, about: what the rule says}
 * why          {puzzle, known?, cell: CELL, limit?}     {cell, kind: "given" | "reason" | "search" | "varies" | "none",
 *                                                        color, lines: [LINE without clue], earlier,
 *                                                        start: rows of strings of possible colors ("?": all),
 *                                                        steps: [STEP], pictures: [ROWS]}
 * places       {puzzle, known}                          {rows: [[PLACE]], columns: [[PLACE]]}: per clue number
 *                                                        [begin, end), its place proved by the marks of its line
 *                                                        alone (its cells are marked), or null
 * wrong        {puzzle, known, limit?}                  {cells: [CELL] marked with a color that they have in no solution,
 *                                                        possible: whether all marks together fit some solution, or
 *                                                        null (not settled), error}
 * import       {name, data: BYTES}                      {sheets: [SHEET], more}; `name` gives the suffix
 * clues        {rows: "2 1;3;0", columns: "2k 1r;.."}   {sheets: [SHEET], more: false}
 * conflict     {rows, columns as for clues, limit?}     {solvable, complaint, lines: [LINE without clue], names: [of these
 *                                                        lines], typos: [{text, rows, columns, verdict}], error}: of clues
 *                                                        without a solution, also such that make no puzzle
 * export       {puzzles: [SHEET], format, name?,        {name, type, data: BYTES, lost: [what the format does not keep]}
 *               solution?, letters?, legend?}            `format`: of `formats`, one of `drawings`, or "play": a
 *                                                        page that plays the puzzles without a server
 * image        {data: BYTES, size?: "30x20" or "30",    {puzzle: SHEET, width, height, box: [left, top, right, bottom],
 *               method?, threshold?, invert?, crop?,     cut, threshold, size, colors, times}
 *               fit?, colors?, ways?}                    `crop`: "auto", "none" or four pixels; `fit`: padded, not `cut`;
 *                                                        `times`: pixels a side of each cell of pixel art, or null.
 *                                                        Size and colors are found for pixel art if they are left out.
 *                                                        With `ways` only {ways: {METHOD: ROWS}}, for one ink.
 *                                                        With `width` and `height`, `data` is not a file but
 *                                                        red, green and blue of each pixel, row by row
 *
 * Long questions answer as a stream of server-sent events, each with JSON data; `progress` {seconds}
 * comes twice a second.
 *
 * steps        {puzzle, known?, limit?}                 events `steps`: {steps: [STEP]}; done: {error: null or why it ended}
 * solutions    {puzzle, known?, count?, limit?}         events `solution`: {number from 1, grid: ROWS, seconds};
 *                                                        done: Result, without its solutions
 * repair       {puzzle (with a goal), count?, limit?,   done: {changed?: {cells, fewest, at_least, possible, pictures:
 *               only?: "changed" | "given" |             [ROWS], seconds, error}, given?: {cells, fewest, at_least,
 *               "added" | "thicker"}                     seconds, error}, ...}; cells is null if none were found
 * certificate  {puzzle, limit?}                         done: {verdict, name, type, data: BYTES}, a zip file
 *
 * `count` is a number or "all". `limit` is in seconds; the server has limits of its own.
 *
 * A question with one answer gets {done: ANSWER} or {error: ERROR}, a stream the event `done` or
 * `error` with the same; ERROR is {error: message, kind: class}. A status other than 200
 * means that the server refused the question.
 *
 * The newest request of a tab wins: an older one of the same lane (by default the question)
 * is ended, and its promise is rejected with `Superseded`.
 *
 * A page of `nonosat show FILE -o play.html` has no server. It holds a list of SHEETs as JSON in
 * `<script type="application/json" id="puzzle">`, uses the same `app.css`, and loads `offline.js` in
 * place of `app.js`, with all modules that it imports. Those import each other as
 * `import {...} from "./NAME.js"` only, and none of them imports this one.
 */

/** @typedef {Record<string, any>} Sheet */
/** @typedef {string[] | string[][]} Known */
/** @typedef {[number, number]} Cell */
/** @typedef {{signal?: AbortSignal, lane?: string, on?: (event: string, data: any) => void}} Options
 *    `signal` ends the question, also on the server; `on` hears the events of a stream.
 */
/**
 * @template {Record<string, any>} T
 * @typedef {(request: T, options?: Options) => Promise<any>} Question
 */

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

/** Whether `repair` can be asked for: it needs packages that a browser does not have. */
export function canRepair() {
  return local === null;
}

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
  if (local) {
    const { done, error } = await (await local).answer(question, body, { signal, lane, on: hear });
    inTime();
    if (error) throw failure(error);
    return done;
  }
  let response;
  try {
    response = await post(question, body, { signal }, lane, number);
  } catch (error) {
    throw aborted(error) ? error : new Error("Cannot reach nonosat. Is it still running?");
  }
  if (response.headers.get("Content-Type")?.startsWith("text/event-stream")) {
    return await streamed(response, hear);
  }
  if (!response.ok) throw new Error(`nonosat refused this: ${await response.text()}`);
  const { done, error } = await response.json();
  inTime();
  if (error) throw failure(error);
  return done;
}

/**
 * @param {string} question
 * @param {Record<string, any>} body
 * @param {RequestInit} [more]
 * @param {string} [lane]
 * @param {number} [number]
 */
async function post(question, { limit, ...body }, more = {}, lane = question, number = 0) {
  const address = new URL(`api/${question}`, document.baseURI);
  const query = { tab, lane, number: String(number), ...(limit === undefined ? {} : { limit: String(limit) }) };
  address.search = new URLSearchParams(query).toString();
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      ...more,
    });
    // Another server at this address knows no page of an earlier one.
    server.dispatchEvent(new Event(response.status === 404 ? "gone" : "back"));
    return response;
  } catch (error) {
    if (!aborted(error)) server.dispatchEvent(new Event("gone"));
    throw error;
  }
}

/** Whether the server answers: each question dispatches the event `gone` or `back`. */
class Server extends EventTarget {
  /** Look whether it answers. */
  ask() {
    post("here", {}).catch(() => {});
  }
}

export const server = new Server();

/**
 * The function that asks a question of this name.
 *
 * @param {string} name
 * @returns {Question<any>}
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
  return new Error(answer.error);
}

/**
 * Read server-sent events to the end.
 *
 * @param {Response} response
 * @param {(event: string, data: any) => void} on
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
      server.ask();
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
      if (event === "error") throw failure(data);
      on(event, data);
      if (event === "done") return data;
    }
  }
}

/** What the page begins with; see above. */
export function start() {
  const found = JSON.parse(document.getElementById("start")?.textContent ?? "{}");
  if (found.until_closed) stay();
  if (found.local) {
    local = import(new URL(found.local, document.baseURI).href);
    local.then(({ begin }) => begin(found.seconds));
  }
  return found;
}

/** Report this tab to the server as open, until it is closed. */
function stay() {
  const here = () => post("here", {}).catch(() => {});
  here();
  setInterval(here, 20_000);
  addEventListener("pageshow", here);
  addEventListener("pagehide", () => post("left", {}, { keepalive: true }).catch(() => {}));
}

/** @type {Question<{puzzle: Sheet, known?: Known, limit?: number}>} */
export const check = question("check");
/** @type {Question<{puzzle: Sheet, limit?: number}>} */
export const rate = question("rate");
/** @type {Question<{puzzle: Sheet, known?: Known, limit?: number}>} */
export const hint = question("hint");
/** @type {Question<{puzzle: Sheet, known?: Known, cell: Cell, limit?: number}>} */
export const why = question("why");
/** @type {Question<{puzzle: Sheet, known: Known}>} */
export const places = question("places");
/** @type {Question<{puzzle: Sheet, known: Known, limit?: number}>} */
export const wrong = question("wrong");
/** @type {Question<{name: string, data: string}>} */
export const importFile = question("import");
/** @type {Question<{rows: string, columns: string}>} */
export const parseClues = question("clues");
/** @type {Question<{rows: string, columns: string, limit?: number}>} */
export const conflict = question("conflict");
/**
 * @type {Question<{puzzles: Sheet[], format: string, name?: string, solution?: boolean, letters?: boolean,
 *   legend?: boolean}>}
 */
export const exportFile = question("export");
/**
 * @type {Question<{data: string, size?: string, method?: string, threshold?: number, invert?: boolean,
 *   crop?: string | [number, number, number, number], fit?: boolean, colors?: number, ways?: boolean}>}
 */
export const image = question("image");
/** @type {Question<{puzzle: Sheet, known?: Known, limit?: number}>} */
export const steps = question("steps");
/** @type {Question<{puzzle: Sheet, known?: Known, count?: number | "all", limit?: number}>} */
export const solutions = question("solutions");
/** @type {Question<{puzzle: Sheet, count?: number | "all", only?: "changed" | "given" | "added" | "thicker", limit?: number}>} */
export const repair = question("repair");
/** @type {Question<{puzzle: Sheet, limit?: number}>} */
export const certificate = question("certificate");
