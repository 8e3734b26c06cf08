/**
 * The worker that opens pages without network. It keeps the files of one version of the page, and a
 * few pages as a stranger sees them; nothing else is ever kept, so nothing in its cache is private.
 *
 * Pages come from the network first. Files below /static/VERSION/ never change, so they come from the
 * cache first. A new version waits until no page of the old one is open, or until somebody asks for it.
 * The server writes `self.OFFLINE` above this text; the list is another one in every version.
 */

/**
 * @typedef {object} Offline
 * @property {string} version of everything that is kept
 * @property {string[]} files addresses
 * @property {[string, string][]} pages a path, which may end in "*", and the address of the kept page
 * @property {string} instead the kept page for all other paths
 * @property {string} proof stands in every page of this version
 */

const scope = /** @type {any} */ (self);
const { version, files, pages, instead, proof } = /** @type {Offline} */ (scope.OFFLINE);
const PREFIX = "outflank-offline-";
const CACHE = PREFIX + version;
const PATIENCE = 2_000; // milliseconds for the network, where a kept page can be shown instead
const AT_ONCE = 6; // files that are fetched at the same time
const AWAY = [502, 503, 504]; // answers of a proxy whose server is away

scope.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keepAll()));
scope.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(deleteOld()));
scope.addEventListener("message", (/** @type {MessageEvent} */ { data }) => {
  if (data === "activate") scope.skipWaiting(); // somebody has asked for the new version
});
scope.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== scope.location.origin) return;
  if (request.mode === "navigate") {
    if (pathname.startsWith("/api/")) return;
    event.waitUntil(deleteOld());
    event.respondWith(page(request, pathname));
  } else if (pathname.startsWith("/static/")) {
    event.respondWith(file(request));
  }
});

/** Keep everything of this version, or nothing. */
async function keepAll() {
  const cache = await caches.open(CACHE);
  try {
    const kept = [...new Set([instead, ...pages.map(([, address]) => address)])];
    const waiting = [...kept.map((address) => () => keepPage(cache, address)), ...files.map((address) => () => keepFile(cache, address))];
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await next();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } catch (error) {
    await caches.delete(CACHE); // the disk may be full, or the network is gone again
    throw error;
  }
}

/** @param {Cache} cache @param {string} address */
async function keepFile(cache, address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} could not be loaded (${response.status})`);
  await cache.put(address, response);
}

/** Keep a page as a stranger sees it: no cookie is sent. @param {Cache} cache @param {string} address */
async function keepPage(cache, address) {
  const response = await fetch(address, { credentials: "omit", cache: "no-store", headers: { Accept: "text/html" } });
  const text = await response.clone().text();
  // Anything else is a page of another version, or that of a network which asks for a password.
  if (!response.ok || response.redirected || !text.includes(proof)) throw new Error(`${address} is not a page of this version`);
  await cache.put(address, response);
}

/** Delete the files of other versions, unless a page is open, which may still need them. */
async function deleteOld() {
  const { installing, waiting } = scope.registration;
  if (installing || waiting) return; // theirs are newer
  const open = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (open.length > 0) return;
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
  }
}

/** A file of any version that is kept, else from the network. @param {Request} request */
async function file(request) {
  return (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request);
}

/** A page from the network, or the kept one if that does not answer soon. @param {Request} request @param {string} path */
async function page(request, path) {
  const answer = fetch(request).then((response) => {
    if (AWAY.includes(response.status)) throw new Error(`the server is away (${response.status})`);
    return response;
  });
  answer.catch(() => {}); // it may fail after the kept page was shown
  const known = pages.find(([one]) => (one.endsWith("*") ? path.startsWith(one.slice(0, -1)) : path === one));
  const kept = async () => (await caches.open(CACHE)).match(known?.[1] ?? instead, { ignoreVary: true });
  try {
    return await (known ? Promise.race([answer, afterPatience()]) : answer);
  } catch {
    return (await kept()) ?? answer;
  }
}

/** @returns {Promise<never>} */
const afterPatience = () => new Promise((_, reject) => setTimeout(() => reject(new Error("too slow")), PATIENCE));
