/**
 * The kernel in WebAssembly, for nonosat/kernel/wasm.py: calls, and bytes in and out.
 *
 * It has no exceptions of its own. What ends a call is thrown here, from a tick or because it failed, and
 * passes through all its frames; then it is told to abandon what it was doing.
 */

/** What a call answers instead of a number from 0. In wasm.py there are the same. */
const TICKED = -1;
const BUSY = -2;
const BROKEN = -3;
const FAILED = -4; // and below it, by the number of the failure

/** What WASI answers where there is no such function. */
const NOT_SUPPORTED = 52;

class Failure extends Error {
  /** @param {number} number */
  constructor(number) {
    super("the kernel fails");
    this.number = number;
  }
}

export class Kernel {
  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.module = module;
    this.#start();
  }

  #start() {
    /** @type {() => boolean} whether a call may go on */
    this.tick = () => true;
    this.working = false;
    const host = {
      tick: () => {
        if (!this.tick()) throw new Failure(TICKED);
      },
      /** @param {number} number */
      fail: (number) => {
        throw new Failure(FAILED - number);
      },
    };
    // Some compilers link what writes last words before it ends; nobody would read them.
    const system = Object.fromEntries(
      WebAssembly.Module.imports(this.module).map(({ name }) => [name, () => NOT_SUPPORTED]),
    );
    const { exports } = new WebAssembly.Instance(this.module, { host, wasi_snapshot_preview1: system });
    this.exports = /** @type {any} */ (exports);
    this.exports._initialize();
    this.life = (this.life ?? 0) + 1;
  }

  /**
   * Call a function of the kernel.
   *
   * @param {string} name
   * @param {number} board its address; 0: none is needed
   * @param {() => boolean} tick whether it may go on; must not come back here, but for the counters
   * @param {Uint8Array | undefined} bytes what it is given
   * @param {number[]} more arguments
   * @returns {number} what it returned; less than 0: it did not
   */
  call(name, board, tick, bytes, ...more) {
    if (this.working) return BUSY;
    const { exports } = this;
    const stack = exports.__stack_pointer.value;
    this.working = true;
    this.tick = tick;
    try {
      if (bytes) this.#give(bytes);
      return Number(exports[name](...(board ? [board] : []), ...more) ?? 0);
    } catch (error) {
      if (!(error instanceof Failure)) {
        this.#start(); // nothing is known about the boards of this one
        return BROKEN;
      }
      exports.__stack_pointer.value = stack;
      exports.abandon(board);
      return error.number;
    } finally {
      this.working = false;
      this.tick = () => true;
    }
  }

  /**
   * Free a board. May come at any time: whenever Python collects its garbage.
   *
   * @param {number} board
   */
  drop(board) {
    this.exports.drop(board);
  }

  /**
   * The counters of a board: bytes of five numbers of 64 bits. A tick may ask for them.
   *
   * @param {number} board
   */
  counters(board) {
    return new Uint8Array(this.exports.memory.buffer, this.exports.counters(board), 5 * 8);
  }

  /** @param {Uint8Array} bytes */
  #give(bytes) {
    const at = this.exports.give(bytes.length);
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
  }

  /** The bytes that the last call has left; they last until the next one. */
  answer() {
    const { answer_at: at, answer_size: size, memory } = this.exports;
    return new Uint8Array(memory.buffer, at(), size());
  }
}
