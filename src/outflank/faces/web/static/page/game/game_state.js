/** The state of the game page: one frozen object, which the functions below replace. */
import { squareAt } from "../../board/geometry.js";
import { say } from "../shared/say.js";
import { occupantOf } from "../shared/occupants.js";

/**
 * @typedef {import("server-api").MatchView} MatchView
 * @typedef {import("server-api").Side} Side
 * @typedef {object} GameState
 * @property {number | null} player the person at this screen, if the server knows them
 * @property {MatchView | null} view the match as it is shown: with the move that is on its way
 * @property {MatchView | null} told the match as the server described it
 * @property {number | null} past the ply that is looked at; null is the present, whatever comes
 * @property {number | null} sending the turn for which a move is on its way
 * @property {string} message the answer to what was done last, for example why it was refused
 * @property {string | null} planned a square that is played as soon as it is the person's turn
 * @property {{turn: number, notes: object} | null} hints
 * @property {{ply: number, board: object} | null} notes what is written on the board at a ply of the past
 * @property {boolean} wasWarned whether it was said that time is running out
 * @property {boolean} isRotated
 */

/**
 * @param {number | null} player
 * @param {string} hash of the page's address
 * @param {string | null} planned a square that was chosen before the game began
 * @returns {GameState}
 */
export function initialState(player, hash, planned) {
  const past = plyOf(hash);
  const nothing = { view: null, told: null, sending: null, hints: null, notes: null };
  return { player, past, planned, message: "", wasWarned: false, isRotated: false, ...nothing };
}

const SIGNS = { black: "X", white: "O" };

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
  return view !== null && player !== null && [view.black, view.white].some((one) => occupantOf(one).host === player);
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
  return view.cells[squareAt(square, view.size)] === "-";
}

// Changes

/**
 * Take in a new view from the server. A move of this turn that is on its way stays on the board,
 * whatever else has changed.
 * @param {GameState} state
 * @param {MatchView} told
 * @returns {GameState}
 */
export function receiveView(state, told) {
  const isSameTurn = state.told?.turn?.seq === told.turn?.seq; // else the board shows a move of an earlier turn
  const isOnItsWay = state.view !== state.told && isSameTurn && state.sending === told.turn?.seq && !told.paused;
  const view = isOnItsWay && state.view ? { ...state.view, time: told.time, offer: told.offer } : told;
  if (told.seq === state.told?.seq) return { ...state, view, told };
  const sending = state.sending === told.turn?.seq ? state.sending : null;
  const planned = told.status === "running" ? state.planned : null;
  return { ...state, view, told, sending, planned, message: "" };
}

/**
 * Show a move before the server has answered: what it flips is known from the list of legal moves.
 * @param {GameState} state
 * @param {string} square
 * @returns {GameState}
 */
export function showAtOnce(state, square) {
  const { view } = state;
  if (!view?.turn) return state;
  const { color } = view.turn;
  const disc = view.answer === "yes" ? "black" : view.answer === "no" ? "white" : color;
  const flipped = view.legal[square] ?? [];
  const cells = [...view.cells];
  for (const each of flipped) cells[squareAt(each, view.size)] = SIGNS[color];
  cells[squareAt(square, view.size)] = SIGNS[disc];
  const count = (/** @type {Side} */ side) => cells.filter((sign) => sign === SIGNS[side]).length;
  const shown = {
    ...view,
    cells: cells.join(""),
    counts: [count("black"), count("white")],
    plies: view.plies + 1,
    turn: null,
    awaits: null,
    legal: {},
    answer: null,
    last: { color, square, disc, flipped, forced: [], answer: view.answer },
    passed: [],
    undoable: [],
    redoable: false,
  };
  return { ...state, view: shown, message: "" };
}

/** Show the match as it stands after a refused move, and say why it was refused. @param {GameState} state @param {string} message @returns {GameState} */
export const takeBack = (state, message) => ({ ...state, view: state.told, sending: null, message });

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
  if (!planned || !view || view !== state.told || !isOwnTurn(state)) return [state, null];
  if (planned in view.legal) return [{ ...state, planned: null }, planned];
  return [{ ...state, planned: null, message: say("game.premove_gone", { square: planned }) }, null];
}
