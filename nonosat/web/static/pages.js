/** What Steps and Solutions share: one question brings what they show, and keys go on and back in it. */

import { Superseded } from "./api.js";
import { words } from "./dom.js";
import { Layout, keyHelp, plainKey } from "./layout.js";

/** @typedef {typeof import("./api.js")} Api */

/** Seconds for the question. */
export const LIMIT_SECONDS = 60;

export class Pages {
  /**
   * @param {string} label
   * @param {Api} api
   * @param {(by: number) => void} turn goes to another board
   */
  constructor(label, api, turn) {
    this.api = api;
    this.turn = turn;
    this.layout = new Layout(label, { key: (event) => this.key(plainKey(event)) });
    this.element = this.layout.element;
    this.board = this.layout.board;
    this.stop = new AbortController();
    this.layout.strip.classList.add("steady");
  }

  /**
   * Ask for the boards. A newer question takes the place of this one.
   *
   * @param {(options: import("./api.js").Options) => Promise<any>} ask
   * @param {(event: string, data: any) => void} hear
   * @returns {Promise<any>} the answer, `{error}`, or null if another question was asked
   */
  async asked(ask, hear) {
    const stop = new AbortController();
    this.stop = stop;
    try {
      const done = await ask({ signal: stop.signal, on: (event, data) => this.stop === stop && hear(event, data) });
      return this.stop === stop ? done : null;
    } catch (error) {
      if (this.stop !== stop || error instanceof Superseded) return null;
      return { error: stop.signal.aborted ? "stopped" : words(error) };
    }
  }

  /** The view is hidden. */
  leave() {
    const { stop } = this;
    this.stop = new AbortController();
    stop.abort();
  }

  /**
   * @param {string} key
   * @returns {boolean} whether it was used
   */
  key(key) {
    if (key !== "n" && key !== "b") return false;
    this.turn(key === "n" ? 1 : -1);
    return true;
  }

  /** @param {[string, string][]} keys what the keys of this view do */
  keyHelp(...keys) {
    return keyHelp([...keys, ["Arrows", "move the cursor"], ["+, -, 0", "larger, smaller, show all"]]);
  }
}
