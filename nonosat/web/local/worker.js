/**
 * Runs Python in a worker and answers the questions of local.js one at a time.
 *
 * Starting Python takes seconds. So the browser keeps a snapshot of its memory with nonosat imported,
 * and the next worker starts from it.
 */

import { Kernel } from "./kernel.js";

const HERE = new URL(".", import.meta.url).href;
/** `nonosat site` fills it in. It changes with every file. */
const VERSION = "{{version}}";
const SNAPSHOTS = `nonosat-memory-${new URL(HERE).pathname}`;
const ARCHIVE = "/nonosat.zip";
const IMPORT = `
import os, sys
os.environ["NONOSAT_KERNEL"] = "wasm"
sys.path.insert(0, "${ARCHIVE}")
from nonosat.web.in_browser import answer
`;

/** @param {Record<string, any>} message */
const post = (message) => postMessage(message);

/** @param {string} name */
async function bytes(name) {
  const response = await fetch(HERE + name);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return await response.arrayBuffer();
}

/**
 * Free memory now: an idle worker does not collect garbage.
 *
 * @param {ArrayBuffer} data
 */
function discard(data) {
  const { port1, port2 } = new MessageChannel();
  port2.close();
  port1.postMessage(null, [data]);
}

/** Return the memory snapshot of this version, or null if there is none. */
async function keptMemory() {
  try {
    const cache = await caches.open(SNAPSHOTS);
    const found = await cache.match(`${HERE}memory-${VERSION}`);
    return found ? new Uint8Array(await found.arrayBuffer()) : null;
  } catch {
    return null; // the browser forbids storage
  }
}

/** @param {Uint8Array<ArrayBuffer>} memory */
async function keepMemory(memory) {
  try {
    await caches.delete(SNAPSHOTS); // those of other versions
    const cache = await caches.open(SNAPSHOTS);
    await cache.put(`${HERE}memory-${VERSION}`, new Response(memory));
    discard(memory.buffer);
  } catch {
    // Without a snapshot the next start is slow again.
  }
}

async function start() {
  post({ loading: "python" });
  const indexURL = `${HERE}pyodide/`;
  const { loadPyodide } = await import(`${indexURL}pyodide.mjs`);
  const archive = bytes("nonosat.zip");
  const kernel = bytes("kernel.wasm").then((data) => WebAssembly.compile(data));
  const memory = await keptMemory();
  let python = null;
  if (memory) {
    try {
      python = await loadPyodide({ indexURL, _loadSnapshot: memory });
      python.FS.writeFile(ARCHIVE, new Uint8Array(await archive));
      discard(memory.buffer); // Pyodide has its own copy
    } catch {
      python = null; // the snapshot is from another build
    }
  }
  if (!python) {
    python = await loadPyodide({ indexURL, _makeSnapshot: true });
    post({ loading: "nonosat" });
    python.FS.writeFile(ARCHIVE, new Uint8Array(await archive));
    python.runPython(IMPORT);
    keepMemory(python.makeMemorySnapshot());
  }
  // JavaScript objects cannot be part of the snapshot, so the kernel is added after it.
  python.registerJsModule("nonosat_wasm", { kernel: new Kernel(await kernel) });
  return python.globals.get("answer");
}

const started = start();
started.then(() => post({ ready: true }), (error) => {
  console.error(error);
  post({ failed: true });
});

addEventListener("message", async ({ data: { number, question, request, seconds } }) => {
  const answer = await started;
  const send = (/** @type {string} */ event, /** @type {string} */ data) => post({ number, event, data });
  try {
    answer(question, request, seconds, send);
  } catch (error) {
    console.error(error);
    post({ failed: true });
  }
});
