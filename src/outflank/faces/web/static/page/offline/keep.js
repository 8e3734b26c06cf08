/** Keeps the page for use without network, and offers a new version of it. */
import { make, need } from "../shared/dom.js";
import { sayWith } from "../shared/say.js";
import texts from "../../texts/offline.js";

const WORKER = "/worker.js";
const say = sayWith(texts);

/** @returns {Promise<ServiceWorkerRegistration | undefined>} */
async function registered() {
  try {
    return await navigator.serviceWorker?.getRegistration("/");
  } catch {
    return undefined; // some browsers refuse in private windows
  }
}

/** Whether the page opens without network. */
export async function isKept() {
  return Boolean((await registered())?.active);
}

/** Keep the page, and return whether that worked: there may be no room, or no network. */
export async function keepForOffline() {
  try {
    const registration = await navigator.serviceWorker.register(WORKER, { updateViaCache: "none" });
    if (registration.active) return true;
    const worker = registration.installing ?? registration.waiting;
    return worker !== null && (await isInstalled(worker));
  } catch {
    return false;
  }
}

/** @param {ServiceWorker} worker @returns {Promise<boolean>} */
function isInstalled(worker) {
  return new Promise((done) => {
    const look = () => {
      if (worker.state === "activated") done(true);
      else if (worker.state === "redundant") done(false);
    };
    worker.addEventListener("statechange", look);
    look();
  });
}

/** Keep the page once the visitor's own page is complete, unless they save data. */
export async function keepSoon() {
  await isIdle();
  const { connection } = /** @type {any} */ (navigator);
  return connection?.saveData ? false : keepForOffline();
}

/** @returns {Promise<void>} */
async function isIdle() {
  if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done, { once: true }));
  await new Promise((done) => ("requestIdleCallback" in window ? requestIdleCallback(done, { timeout: 3_000 }) : setTimeout(done, 300)));
}

/** Ask the browser not to delete what this site keeps; called when there is something to lose. */
export async function askToPersist() {
  try {
    const { storage } = navigator;
    return (await storage.persisted()) || (await storage.persist());
  } catch {
    return false;
  }
}

/**
 * Offer a new version whenever one is ready, also if the page is kept only later. Nothing is offered during a
 * game, and nothing ever reloads by itself.
 * @param {() => boolean} [isPlaying]
 * @returns {() => void} looks again, after a game say
 */
export function offerUpdates(isPlaying = () => false) {
  /** @type {ServiceWorkerRegistration | null} */
  let registration = null;
  const look = () => {
    const waiting = registration?.waiting;
    if (waiting && !isPlaying()) offer(waiting);
    else document.getElementById("update")?.remove();
  };
  void navigator.serviceWorker?.ready.then((found) => {
    registration = found;
    found.addEventListener("updatefound", () => found.installing?.addEventListener("statechange", look));
    look();
    found.update().catch(() => {}); // a page may be open for days
  });
  return look;
}

/** @param {ServiceWorker} waiting */
function offer(waiting) {
  if (document.getElementById("update")) return;
  const button = make("button", { type: "button" }, say("offline.reload"));
  const notice = make("p", { id: "update", class: "notice connection row", role: "status" }, say("offline.new_version"), " ", button);
  button.addEventListener("click", () => {
    button.disabled = true;
    waiting.addEventListener("statechange", () => waiting.state === "activated" && location.reload());
    waiting.postMessage("activate");
  });
  need("content").prepend(notice);
}
