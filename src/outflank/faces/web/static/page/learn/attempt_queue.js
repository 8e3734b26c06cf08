/**
 * What a learner did, kept until the server has it.
 *
 * An entry waits in this browser, and is forgotten when the server has answered for its id. It is
 * sent at once, when a page starts or is shown again, and when the network is back. The server
 * counts an id once, however often it comes, so what is sent twice changes nothing.
 *
 * @typedef {{kind: "attempt", subject: string, move: string, right: boolean, loss: number | null,
 *   milliseconds: number, hints: number, occasion?: string}} NewAttempt
 * @typedef {{kind: "decision", subject: string, position: string, moves: string[]}} NewDecision
 * @typedef {{kind: "dropped", subject: string}} NewDropped
 * @typedef {NewAttempt | NewDecision | NewDropped} NewEntry as the log of learning has them
 * @typedef {NewEntry & {id: string, at: number}} Entry
 * @typedef {(answer: any) => void} Listener is told what the server answered
 */
import learn from "../../texts/learn.js";
import { askToPersist } from "../offline/keep.js";
import { ApiError, ensureSession, send } from "../shared/api.js";
import { make, need } from "../shared/dom.js";
import { sayWith } from "../shared/say.js";
import { EntryStore } from "./entry_store.js";

const ADDRESS = "/api/v1/learning/entries";
const MOST = 200; // entries in a request
const REFUSED = [400, 413, 422]; // answers that will be the same the next time
const FIRST_WAIT = 5_000; // milliseconds until another try
const LONGEST_WAIT = 300_000;
const LOCK = "outflank-entries"; // one tab sends at a time
const LONGEST_ASIDE = 30 * 24 * 3600 * 1000; // milliseconds for which a refused entry is kept
const LONGEST_THOUGHT = 24 * 3600 * 1000; // milliseconds

const say = sayWith(learn);
const store = new EntryStore();
/** @type {Set<Listener>} */
const listeners = new Set();
/** @type {Set<string>} the ids of entries that the server refused; it may take them after an update */
const aside = new Set();
let most = MOST;
let wait = FIRST_WAIT;
let again = 0;
let isWanted = false;
let isPersistent = false;
/** @type {Promise<boolean> | null} */
let sending = null;

/** An id that no other entry has; `randomUUID` would need https. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}

/**
 * Keep an entry until the server has it. It is safe when the promise is fulfilled, and on its way.
 * @param {NewEntry} entry
 * @returns {Promise<Entry>}
 */
export async function record(entry) {
  const kept = /** @type {Entry} */ ({ id: newId(), at: Date.now(), ...entry });
  if (kept.kind === "attempt") kept.milliseconds = Math.min(LONGEST_THOUGHT, Math.round(kept.milliseconds));
  await store.add(kept);
  if (!isPersistent) void askToPersist();
  isPersistent = true; // or the browser refused, which is asked once a page
  void sendWaiting();
  return kept;
}

/** Be told what the server answers when it has taken entries. @param {Listener} listener */
export function subscribeToAnswers(listener) {
  listeners.add(listener);
}

/** Send all that waits, and tell whether the server has it now. @returns {Promise<boolean>} */
export function sendWaiting() {
  isWanted = true;
  sending ??= sendWhileWanted();
  return sending;
}

async function sendWhileWanted() {
  clearTimeout(again);
  try {
    while (isWanted) {
      isWanted = false;
      await alone(sendAll);
    }
    wait = FIRST_WAIT;
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    again = setTimeout(() => void sendWaiting(), wait);
    wait = Math.min(LONGEST_WAIT, wait * 2);
    if (store.isFleeting) showNotice();
    return false;
  } finally {
    sending = null; // before anything else runs, so that no entry waits for the next occasion
  }
}

/** Do something while no other tab does, where the browser has locks. @param {() => Promise<void>} work */
const alone = (work) => (navigator.locks ? navigator.locks.request(LOCK, work) : work());

async function sendAll() {
  let isKnown = true;
  for (;;) {
    const waiting = await store.some(most + aside.size);
    const entries = waiting.filter(({ id }) => !aside.has(id)).slice(0, most);
    if (!entries.length) return;
    await ensureSession();
    const response = await send("POST", ADDRESS, JSON.stringify({ entries }));
    if (response.ok) {
      const answer = await response.json().catch(() => null);
      // Another one may answer in the server's place, such as the page where a hotel asks for a name.
      if (answer?.added === undefined) throw new ApiError(say("problem.network"), "NETWORK", 0);
      await store.remove(entries);
      most = MOST;
      for (const listener of listeners) listener(answer);
    } else if (response.status === 401 && isKnown) {
      isKnown = false; // the session has ended, so another one begins
      delete document.body.dataset.player;
    } else if (!REFUSED.includes(response.status)) {
      throw new ApiError(say("problem.unknown"), "", response.status);
    } else if (entries.length > 1) {
      most = Math.ceil(entries.length / 2); // the others must not wait for a bad one
    } else {
      console.warn("The server refused an entry of learning, the next page sends it again.", entries[0]);
      for (const { id, at } of entries) {
        aside.add(id);
        if (at < Date.now() - LONGEST_ASIDE) await store.remove(entries);
      }
      most = MOST;
    }
  }
}

/** Say once that this browser keeps nothing. */
function showNotice() {
  if (document.getElementById("not-kept")) return;
  const notice = make("p", { id: "not-kept", class: "notice loud", role: "status" });
  need("content").prepend(notice);
  notice.textContent = say("learn.queue.not_kept");
}

addEventListener("online", () => void sendWaiting());
addEventListener("pageshow", () => void sendWaiting());
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) void sendWaiting();
});
