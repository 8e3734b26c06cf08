/** The state of the game page: one object, replaced by the functions below and never changed. */
import { say } from "../shared/say.js";

/**
 * @typedef {import("server-api").MatchView} MatchView
 * @typedef {import("server-api").Side} Side
 * @typedef {object} GameState
 * @property {number | null} player the person at this screen, if the server knows them
 * @property {MatchView | null} view the match as the server described it last
 * @property {number | null} past the ply that is looked at; null is the present, whatever comes
 * @property {number | null} sending the turn for which a move is on its way
 * @property {string} message the answer to what was done last, for example why it was refused
 * @property {string | null} planned a square that is played as soon as it is the person's turn
 * @property {{turn: number, notes: object} | null} hints
 * @property {boolean} wasWarned whether it was said that time is running out
 * @property {boolean} isRotated
 */

/** @param {number | null} player @param {string} hash of the page's address @returns {GameState} */
export function initialState(player, hash) {
  const past = plyOf(hash);
  const nothing = { view: null, sending: null, planned: null, hints: null };
  return { player, past, message: "", wasWarned: false, isRotated: false, ...nothing };
}

/** @param {string} hash */
export const plyOf = (hash) => (/^#\d{1,3}$/.test(hash) ? Number(hash.slice(1)) : null);

// Questions

/** The side of the person at this screen. @param {GameState} state @returns {Side | null} */
export function ownSide({ view, player }) {
  if (!view || player === null) return null;
  return view.black.player === player ? "black" : view.white.player === player ? "white" : null;
}

/** Whether a friend plays at this screen too. @param {GameState} state */
export function isShared({ view, player }) {
  return view !== null && [view.black, view.white].some(({ seat }) => seat === `beside:${player}`);
}

/** Whom sentences may call "you": nobody, where two people sit at one screen. @param {GameState} state */
export const reader = (state) => (isShared(state) ? null : ownSide(state));

/** @param {GameState} state */
const isRunning = ({ view }) => view?.status === "running" && !view.paused;

/** Whether the person here moves for the side whose turn it is. @param {GameState} state */
export function isOwnTurn(state) {
  const own = ownSide(state);
  if (!state.view?.turn || !isRunning(state) || own === null) return false;
  return state.view.turn.color === own || isShared(state);
}

/** Whether a move may be planned for later. @param {GameState} state */
export const mayPlan = (state) =>
  ownSide(state) !== null && isRunning(state) && !isShared(state) && !isOwnTurn(state);

/** Whether a move of this turn is on its way. @param {GameState} state */
export const isSending = ({ sending, view }) => sending !== null && sending === view?.turn?.seq;

/**
 * Whether a square is empty and the person may ask why it cannot be played.
 * @param {GameState} state
 * @param {string} square
 */
export function isRefused(state, square) {
  const { view } = state;
  if (!view || !isOwnTurn(state) || isSending(state)) return false;
  return view.cells[(Number(square.slice(1)) - 1) * view.size + square.charCodeAt(0) - 97] === "-";
}

// Changes

/** The server has described the match again. @param {GameState} state @param {MatchView} view @returns {GameState} */
export function receiveView(state, view) {
  if (view.seq === state.view?.seq) return { ...state, view };
  const sending = state.sending === view.turn?.seq ? state.sending : null;
  const planned = view.status === "running" ? state.planned : null;
  return { ...state, view, sending, planned, message: "" };
}

/**
 * Look at a ply, or at the present.
 * @param {GameState} state
 * @param {number | null} ply
 * @param {number} plies how many have been played
 * @returns {GameState}
 */
export function showPly(state, ply, plies) {
  const past = ply === null || ply >= plies ? null : Math.max(0, ply);
  return { ...state, past, message: "" };
}

/**
 * Use up the planned move, if it is the person's turn; tell which square is to be played now.
 * @param {GameState} state
 * @returns {[GameState, string | null]}
 */
export function usePlanned(state) {
  const { planned, view } = state;
  if (!planned || !view || !isOwnTurn(state)) return [state, null];
  if (planned in view.legal) return [{ ...state, planned: null }, planned];
  return [{ ...state, planned: null, message: say("game.premove_gone", { square: planned }) }, null];
}
