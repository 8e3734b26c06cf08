/** Gets the review of a match: from the server or, if that is busy, from values that this browser computes. */
import { MatchRecord } from "../game/match_record.js";
import { ApiError, call, messageOf } from "../shared/api.js";
import { make } from "../shared/dom.js";
import { sayWith } from "../shared/say.js";
import texts from "../../texts/review.js";

/**
 * @typedef {import("server-api").MatchReview} MatchReview
 * @typedef {import("server-api").MatchView} MatchView
 * @typedef {import("server-api").ReviewAnswer} ReviewAnswer
 * @typedef {import("./browser_review.js").GameToReview} GameToReview
 * @typedef {import("./review.js").Progress} Progress
 */

const say = sayWith(texts);
const OTHER = /** @type {const} */ ({ black: "white", white: "black" });
const POLL = 400; // milliseconds between two requests for the progress

/**
 * Return the review of a match; null if it is no longer wanted.
 * @param {MatchView} view
 * @param {(progress: Progress) => boolean} onProgress false stops it
 * @param {(cards: number) => void} [onCards] is told how many positions became cards of the reader
 * @returns {Promise<MatchReview | null>}
 */
export async function reviewOfMatch(view, onProgress, onCards = () => {}) {
  const path = { match: view.id };
  /** @type {MatchReview | null} made by a browser or an earlier version; shown if the server is too busy to replace it */
  let kept = null;
  try {
    let answer = await call("GET", "/matches/{match}/review", { path });
    if (answer.status === "done" && answer.review?.provisional) kept = answer.review;
    if (answer.status !== "done" || kept) answer = await call("POST", "/matches/{match}/review", { path });
    while (answer.status === "waiting" || answer.status === "running") {
      if (!onProgress(answer)) return null;
      await new Promise((later) => setTimeout(later, POLL));
      if (!onProgress(answer)) return null;
      answer = await look(path, answer);
    }
    const review = answer.status === "done" ? answer.review : kept;
    onCards(answer.cards ?? 0);
    if (review) return review;
    throw new Error(sentence(answer.problem) || say("problem.unknown"));
  } catch (error) {
    if (kept) return kept;
    if (error instanceof ApiError && error.code === "BUSY") return compute(view, onProgress);
    throw new Error(messageOf(error), { cause: error });
  }
}

/** Say in a review how many positions became cards. @param {HTMLElement} review @param {number} cards */
export function showCards(review, cards) {
  if (cards && !review.hidden) review.append(make("p", {}, cardsLink(cards)));
}

/** @param {number} count */
export const cardsLink = (count) => make("a", { href: "/learn/cards" }, say("review.cards", { count }));

/**
 * Ask for the progress; a lost connection changes nothing, but a busy server does.
 * @param {{match: string}} path
 * @param {ReviewAnswer} before
 */
async function look(path, before) {
  try {
    const answer = await call("GET", "/matches/{match}/review", { path });
    // After a restart the server no longer knows of the request.
    return answer.status === "none" ? await call("POST", "/matches/{match}/review", { path }) : answer;
  } catch (error) {
    if (error instanceof ApiError && error.isTemporary && error.code !== "BUSY") return before;
    throw error;
  }
}

/**
 * Compute the values in this browser, because the server is busy; the server puts them into words.
 * @type {typeof reviewOfMatch}
 */
async function compute(view, onProgress) {
  try {
    const { computeValues } = await import("./browser_review.js");
    const values = await computeValues(await gameOfMatch(view), (done, total) => onProgress({ status: "running", done, total, ahead: 0 }));
    if (!values) return null;
    const { review } = await call("POST", "/matches/{match}/review/values", { path: { match: view.id }, body: { values } });
    return review;
  } catch (error) {
    console.warn(error);
    throw new Error(say("review.busy"), { cause: error });
  }
}

/** The plies of a finished match as the engine in this browser reviews them. @param {MatchView} view @returns {Promise<GameToReview>} */
export async function gameOfMatch(view) {
  const record = new MatchRecord(view.id);
  await record.readUntil(view.seq);
  const { variant } = view;
  const plies = record.plies.map(({ move, color, cells, answer }, at) => ({
    move,
    before: { size: view.size, variant, board: record.cellsAt(at), turn: color, answer },
    after: { size: view.size, variant, board: cells, turn: OTHER[color] },
  }));
  return { size: view.size, variant, odds: record.odds, plies };
}

/** @param {string} text */
function sentence(text) {
  return text && `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
