/** The repetition of cards that are due: own mistakes, failed puzzles and decisions of the opening. */
import learn from "../../texts/learn.js";
import { ApiError, call, messageOf, ownPlayer } from "../shared/api.js";
import { make, need, write } from "../shared/dom.js";
import { readStored, store } from "../shared/preferences.js";
import { sayWith } from "../shared/say.js";
import { record, sendWaiting } from "./attempt_queue.js";
import { recordTry, taskOfCard } from "./puzzle_tasks.js";
import { TaskPanel } from "./task_panel.js";

/** @typedef {import("server-api").DueCard} DueCard */

const MOST = 20; // cards in a request
const MINUTE = 60_000;
const KEY = "outflank-due"; // what was due when the network was last there

const say = sayWith(learn);
/** @type {DueCard[]} */
let waiting = [];
/** @type {DueCard | null} */
let shown = null;
let left = 0;
let isAway = false; // whether the server could not be asked what is due
let count = { right: 0, tried: 0 };

const panel = await TaskPanel.open((tried) => {
  if (!tried.isFirst || !shown) return;
  void recordTry(shown.subject, tried);
  forget(shown);
  count = { right: count.right + Number(tried.isRight), tried: count.tried + 1 };
  write(need("tally"), say("learn.cards.tally", count));
  need("drop").hidden = false;
}, () => void showNext());

async function showNext() {
  try {
    if (!waiting.length) {
      await sendWaiting(); // so that no card comes again at once
      await load();
    }
    const card = waiting.shift();
    if (card) showCard(card);
    else if (isAway || (ownPlayer() === null && !navigator.onLine)) showNothing(null, say("learn.cards.away"));
    else showNothing(ownPlayer() === null ? null : (await call("GET", "/learning")).next_due);
  } catch (error) {
    write(need("problem"), messageOf(error));
    need("problem").hidden = false;
  }
}

/** Learn what is due, from the server or as it was known last. */
async function load() {
  /** @type {DueCard[]} */
  const known = readStored(KEY).cards ?? [];
  if (ownPlayer() === null && !known.length) return; // a stranger has no cards
  try {
    const due = await call("GET", "/learning/due", { query: { most: MOST } });
    waiting = due.cards;
    left = due.left;
    store(KEY, { cards: waiting });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401) store(KEY, {});
    else if (error.isTemporary && known.length) {
      waiting = known;
      isAway = true;
    }
    else throw error;
  }
}

/** @param {DueCard} card */
function showCard(card) {
  shown = card;
  need("drop").hidden = true;
  write(need("left"), say("learn.cards.left", { count: waiting.length + left + 1 }));
  const { sentences, match, disc, kind } = card;
  const more = match ? [make("p", {}, make("a", { href: `/game/${match}` }, disc ? say("learn.cards.game_move", { disc }) : say("learn.cards.game")))] : [];
  panel.show({ task: taskOfCard(card), about: say(`learn.cards.kind_${kind}`), back: sentences, more });
}

/** Say that nothing is due, and when the next card is. @param {number | null} next @param {string} [words] said instead */
function showNothing(next, words) {
  shown = null;
  need("cards").hidden = true;
  need("nothing").hidden = false;
  write(need("next-due"), words ?? (next === null ? say("learn.cards.empty") : waitFor(next - Date.now())));
  need("nothing-heading").focus();
}

/** @param {number} milliseconds */
function waitFor(milliseconds) {
  const minutes = Math.max(1, Math.round(milliseconds / MINUTE));
  if (minutes < 90) return say("learn.cards.next_minutes", { count: minutes });
  const hours = Math.round(minutes / 60);
  return hours < 36 ? say("learn.cards.next_hours", { count: hours }) : say("learn.cards.next_days", { count: Math.round(hours / 24) });
}

/** Forget that a card is due. @param {DueCard} card */
function forget({ subject }) {
  /** @type {DueCard[]} */
  const known = readStored(KEY).cards ?? [];
  store(KEY, { cards: known.filter((one) => one.subject !== subject) });
}

need("drop").addEventListener("click", () => {
  if (!shown) return;
  void record({ kind: "dropped", subject: shown.subject });
  void showNext();
});
void showNext();
