/** Claiming the win of a game without a clock whose other player has gone, or calling it off. */
import { call } from "../shared/api.js";
import { need } from "../shared/dom.js";
import { other } from "../shared/match_sentences.js";
import { isShared, ownSide } from "./game_state.js";
import { isPerson } from "../shared/occupants.js";

/**
 * @typedef {import("./game_state.js").GameState} GameState
 * @typedef {import("./presence.js").Now} Now
 */

const ABSENCE = 300_000; // milliseconds, as on the server, which has the last word

/** The button; the front page has none, since no game against somebody elsewhere begins there. */
const button = () => document.getElementById("claim");

/**
 * Whether somebody who has to move seems to have gone for good.
 * @param {GameState} state
 * @param {Now} now
 */
function seemsGone(state, { isAway, waited }) {
  const { view } = state;
  const own = ownSide(state);
  if (!view || !own || isShared(state) || view.status !== "running" || view.paused) return false;
  if (view.clock !== "none" || view.tournament !== null || view.turn?.color !== other(own)) return false;
  const opponent = view[other(own)];
  // Programs open no pages, so only the server knows whether they are there.
  return opponent.player !== null && waited >= ABSENCE && (!isPerson(opponent) || isAway(other(own)));
}

/** @param {GameState} state @param {Now} now */
export function drawClaim(state, now) {
  const claim = button();
  if (claim) claim.hidden = !seemsGone(state, now);
}

/**
 * @param {string} match
 * @param {(action: () => Promise<unknown>) => void} act does something, and says why if it is refused
 */
export function listenToClaim(match, act) {
  const claim = button();
  if (!claim) return;
  const asked = /** @type {HTMLDialogElement} */ (need("claim-dialog"));
  claim.addEventListener("click", () => {
    asked.returnValue = "";
    asked.showModal();
  });
  asked.addEventListener("close", () => {
    const path = { match };
    if (asked.returnValue === "claim") act(() => call("POST", "/matches/{match}/claim", { path }));
    if (asked.returnValue === "abort") act(() => call("POST", "/matches/{match}/abort", { path }));
  });
}
