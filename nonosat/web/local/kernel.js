/**
 * The kernel in WebAssembly, for nonosat/kernel/wasm.py: calls, and bytes in and out.
 *
 * The kernel has no exceptions. A tick or a failure throws here; the exception passes through all frames
 * of the kernel, and `abandon` then cleans up.
 */

/** Return values of a call that failed; wasm.py has the same. */
const TICKED = -1;
const BUSY = -2;
const BROKEN = -3;
const FAILED = -4; // and below it, by the number of the failure

/** WASI's error code for a missing function. */
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
    // Some compilers link functions that write a message before the program ends. They do nothing here.
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
   * @param {number} board its address, or 0 for calls without a board
   * @param {() => boolean} tick whether to continue; it must not call the kernel, except for the counters
   * @param {Uint8Array | undefined} bytes input of the call
   * @param {number[]} more arguments
   * @returns {number} the function's result, or a negative code if it failed
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
   * Free a board. Python's garbage collector can call this at any time.
   *
   * @param {number} board
   */
  drop(board) {
    this.exports.drop(board);
  }

  /**
   * The counters of a board: five 64-bit numbers. A tick may read them.
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

  /** The output of the last call, valid until the next one. */
  answer() {
    const { answer_at: at, answer_size: size, memory } = this.exports;
    return new Uint8Array(memory.buffer, at(), size());
  }
}
