/**
 * Keeps the whole page in the browser, so that it starts fast and works without a network.
 *
 * All files have one version. A new version is fetched as a whole and used once no tab has the old one
 * open. Fetched files are checked against their digests.
 */

/** @type {Record<string, string>} name -> SHA-256 in base64; `nonosat site` fills in both */
const FILES = /** @type {any} */ ("{{files}}");
const VERSION = "{{version}}";
const SCOPE = new URL(".", location.href);
const PREFIX = `nonosat-files-${SCOPE.pathname}-`;
const CACHE = PREFIX + VERSION;
const worker = /** @type {any} */ (self);

/**
 * Fetch a file of this version.
 *
 * @param {string} name
 */
async function fetched(name) {
  const integrity = `sha256-${FILES[name]}`;
  try {
    // What the page has just loaded is not loaded again, also where the server sends no ETag.
    return await fetch(SCOPE.href + name, { integrity, cache: "force-cache" });
  } catch {
    // A cache on the way may hold another version.
    return await fetch(SCOPE.href + name, { integrity, cache: "reload" });
  }
}

/** Whether a file is one of Python's, which are loaded when a question needs them. @param {string} name */
function isPythons(name) {
  return name.startsWith("pyodide/") || name === "nonosat.zip" || name === "kernel.wasm";
}

/** Keep files, if they are not kept already. @param {string[]} names */
async function keep(names) {
  const cache = await caches.open(CACHE);
  await Promise.all(names.map(async (name) => {
    if (await cache.match(SCOPE.href + name)) return;
    const response = await fetched(name);
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    await cache.put(SCOPE.href + name, response);
  }));
}

async function activate() {
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
  }
  await worker.clients.claim();
}

/** @param {string} name */
async function serve(name) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(SCOPE.href + name);
  if (kept) return kept;
  const response = await fetched(name);
  if (response.ok) await cache.put(SCOPE.href + name, response.clone());
  return response;
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keep(Object.keys(FILES).filter((name) => !isPythons(name)))));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener("message", (/** @type {any} */ event) => event.waitUntil(keep(Object.keys(FILES)))); // Python is there
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (origin !== SCOPE.origin || !pathname.startsWith(SCOPE.pathname)) return;
  const name = pathname.slice(SCOPE.pathname.length) || "index.html";
  if (event.request.method === "GET" && name in FILES) event.respondWith(serve(name));
});
