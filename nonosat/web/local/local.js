/**
 * Answers the questions of api.js without a server: Python runs in workers (worker.js).
 *
 * A worker answers one question at a time. If the answer is no longer wanted and the worker is not done in a
 * moment, another worker replaces it. That one starts in about half a second, from a snapshot of the first
 * one's memory. To save memory, the second worker runs only while needed.
 */

/**
 * @typedef {{done?: any, error?: {error: string, kind: string}}} Reply
 * @typedef {{
 *   question: string, body: Record<string, any>, seconds: number, number: number,
 *   on: (event: string, data: any) => void, reply: (reply: Reply) => void, begun: number,
 * }} Job
 */

/** Workers at once. */
const MOST_WORKERS = 2;
/** Idle time after which the second worker is stopped. */
const QUIET_MS = 5000;
/** Time after which a second worker is started, to be ready for the next question. */
const LONG_MS = 200;
/** Time for an unwanted question to finish before its worker is stopped. */
const MOMENT_MS = 120;
const LOADING = {
  python: "Loading the solver, 6 MB the first time …",
  nonosat: "Starting the solver …",
};
const FAILED = "The solver cannot start in this browser. You can draw and play, but nothing can be solved or checked.";

/** @type {Job[]} */
let waiting = [];
/** @type {Helper[]} */
let helpers = [];
let asked = 0;
let quiet = 0;
/** `seconds` of the start data; see api.js. */
let timing = { limit: 0, grace: 0, beat: 0 };

/** A worker and its current job. */
class Helper {
  constructor() {
    /** @type {Job | null} */
    this.job = null;
    this.ready = false;
    /** Whether the answer is no longer needed. */
    this.late = false;
    this.beat = 0;
    this.worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.worker.addEventListener("message", ({ data }) => this.#hear(data));
    this.worker.addEventListener("error", () => this.#fail());
    helpers.push(this);
  }

  /** @param {any} message */
  #hear(message) {
    if (message.loading) {
      if (!helpers.some(({ ready }) => ready)) showStatus(LOADING[/** @type {keyof typeof LOADING} */ (message.loading)]);
    } else if (message.ready) {
      this.ready = true;
      whenReady();
      navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage("keep"));
      showStatus("");
      dispatch();
    } else if (message.failed) this.#fail();
    else if (this.job && message.number === this.job.number) this.#take(message.event, JSON.parse(message.data));
  }

  /**
   * @param {string} event
   * @param {any} data
   */
  #take(event, data) {
    if (event !== "done" && event !== "error") {
      this.job?.on(event, data);
      return;
    }
    const job = /** @type {Job} */ (this.job);
    clearInterval(this.beat);
    [this.job, this.late] = [null, false];
    job.reply({ [event]: data });
    dispatch();
  }

  #fail() {
    const job = this.job;
    const started = this.ready;
    this.end();
    job?.reply({ error: { error: started ? "nonosat stopped before it had an answer" : FAILED, kind: "Failed" } });
    if (started) dispatch();
    else if (!helpers.length) {
      showStatus(FAILED);
      for (const one of waiting) one.reply({ error: { error: FAILED, kind: "Failed" } });
      waiting = [];
    }
  }

  /** @param {Job} job */
  work(job) {
    const { question, body, seconds, number } = (this.job = job);
    job.begun = performance.now();
    this.worker.postMessage({ number, question, request: JSON.stringify(body), seconds });
    this.beat = setInterval(() => {
      const spent = (performance.now() - job.begun) / 1000;
      if (spent > seconds + timing.grace) {
        this.end();
        job.reply({ error: { error: `the limit of ${seconds} s was reached`, kind: "LimitReached" } });
        dispatch();
      } else job.on("progress", { seconds: Math.round(spent * 10) / 10 });
    }, timing.beat * 1000);
    setTimeout(() => {
      if (this.job === job) startSpare();
    }, LONG_MS);
  }

  end() {
    clearInterval(this.beat);
    this.worker.terminate();
    helpers = helpers.filter((other) => other !== this);
    this.job = null;
  }
}

/** Give waiting questions to idle workers; start and stop workers as needed. */
function dispatch() {
  for (const helper of helpers) {
    if (!waiting.length) break;
    if (helper.ready && !helper.job) helper.work(/** @type {Job} */ (waiting.shift()));
  }
  // The busy worker may still finish before another one is ready.
  for (const helper of helpers.filter(({ late }) => late)) {
    if (helpers.some((other) => other !== helper && other.ready)) helper.end();
  }
  if (!helpers.length || helpers.some(({ late }) => late)) startSpare();
  clearTimeout(quiet);
  if (helpers.length > 1 && helpers.every(({ ready, job }) => ready && !job)) {
    quiet = setTimeout(() => helpers[0].end(), QUIET_MS); // the older one, since hard questions grow its memory
  }
}

/** Start a worker if all are busy and there are not too many. */
function startSpare() {
  if (helpers.length < MOST_WORKERS && helpers.every(({ job }) => job)) new Helper();
}

/**
 * End the question of a worker unless it finishes in a moment.
 *
 * @param {Helper} helper
 * @param {Job} job
 */
function endSoon(helper, job) {
  setTimeout(() => {
    if (helper.job !== job) return;
    helper.late = true;
    dispatch();
  }, MOMENT_MS);
}

/**
 * Ask a question of api.js.
 *
 * @param {string} question
 * @param {Record<string, any>} request
 * @param {AbortSignal} signal ends it
 * @param {(event: string, data: any) => void} on hears all events but the last
 * @returns {Promise<Reply>}
 */
export function answer(question, { limit = timing.limit, ...body }, signal, on) {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    /** @type {Job} */
    const job = { question, body, seconds: limit, number: ++asked, on, reply: resolve, begun: 0 };
    signal.addEventListener("abort", () => {
      waiting = waiting.filter((other) => other !== job);
      const helper = helpers.find((other) => other.job === job);
      if (helper) endSoon(helper, job);
      reject(signal.reason);
    });
    waiting.push(job);
    dispatch();
  });
}

const line = document.createElement("p");
line.className = "loading";
line.setAttribute("role", "status");

/**
 * Say what is being loaded where the answer will be: in the dialog, or with the messages of the view.
 *
 * @param {string} text "" hides the line
 */
function showStatus(text) {
  const places = [...document.querySelectorAll("dialog[open], .view:not([hidden]) .strip")];
  (places.at(-1) ?? document.getElementById("app"))?.append(line);
  line.textContent = text;
  line.hidden = !text;
}

/** Called when Python is ready. */
let whenReady = () => {};

/**
 * Keep the page for use without a network. Python starts with the first question.
 *
 * @param {typeof timing} seconds
 * @param {() => void} ready called when it is ready
 */
export function begin(seconds, ready) {
  [timing, whenReady] = [seconds, ready];
  addEventListener("load", keep);
  if (document.readyState === "complete") keep();
}

function keep() {
  navigator.serviceWorker?.register(new URL("service.js", import.meta.url)).catch(() => {});
}
