/** Draws the game page from its state. */
import { clockDescription } from "../shared/clocks.js";
import { change, make, need, part, write } from "../shared/dom.js";
import { dressBoard } from "../shared/appearance.js";
import { answerLines, colorDrawSentence, discNumbers, latestNews, nameOf, other, pastAnswerLines, resultLines } from "../shared/match_sentences.js";
import { preferences, skinFor } from "../shared/preferences.js";
import { say } from "../shared/say.js";
import { drawClaim } from "./absence.js";
import { isOwnTurn, isSending, isShared, mayPlan, ownSide, reader } from "./game_state.js";
import { drawMoves, numbersOf } from "./move_list.js";
import { drawBar, drawClock, drawDoing, drawSeat } from "./seats.js";
import { mayPlayOn } from "./what_if.js";
import { variantFacts, variantTitle } from "../../variants/variants.js";

/**
 * @typedef {import("server-api").MatchView} MatchView
 * @typedef {import("./game_state.js").GameState} GameState
 * @typedef {import("./match_record.js").MatchRecord} MatchRecord
 * @typedef {{state: GameState & {view: MatchView}, record: MatchRecord}} Shown
 * @typedef {HTMLElement & {state: any, draw: () => void, isMoving: boolean}} Board
 */

const BANNER = 2200; // milliseconds
const USUAL = `${"-".repeat(27)}OX------XO${"-".repeat(27)}`; // the start from which openings have names
export const paper = matchMedia("print");

/** @param {Shown} shown @param {import("./presence.js").Now} now */
export function renderGame(shown, now) {
  const { view } = shown.state;
  const own = ownSide(shown.state);
  const cells = shownCells(shown) ?? view.cells;
  const below = own ?? "black";
  drawBoard(shown);
  drawSeat(need("below"), { view, side: below, own, cells });
  drawSeat(need("above"), { view, side: other(below), own, cells });
  for (const id of ["below", "above"]) drawDoing(need(id), view, own, now);
  drawBar(need("bar"), view, cells);
  drawNotice(shown);
  drawAnswer(shown);
  drawTitle(shown);
  drawActions(shown);
  drawEnding(shown);
}

/** @param {Shown} shown */
export function renderMoves({ state, record }) {
  const at = state.past ?? record.plies.length;
  drawMoves(need("moves"), record.plies, at);
  if (at && record.start === USUAL && variantFacts(state.view.variant).namedOpenings.length) {
    const boards = record.plies.slice(0, at).map(({ cells }) => cells);
    void import("./opening_name.js").then(({ showOpening }) => showOpening(boards));
  } else write(need("opening"), "");
}

/**
 * Show clocks and players as they are now; tell whether the person here is running out of time.
 * @param {GameState & {view: MatchView}} state
 * @param {import("./presence.js").Now} now
 */
export function renderClocks(state, now) {
  const seats = ["above", "below"].map(need);
  for (const seat of seats) drawDoing(seat, state.view, ownSide(state), now);
  drawClaim(state, now);
  const low = seats.filter((seat) => drawClock(seat, state.view));
  return !state.view.paused && low.some((seat) => seat.dataset.color === ownSide(state));
}

/** The ply that is on the board instead of the present, once it is known. @param {Shown} shown */
function shownPly({ state: { past }, record }) {
  return past !== null && record.start && past <= record.plies.length ? past : null;
}

/** @param {Shown} shown */
function shownCells(shown) {
  const ply = shownPly(shown);
  return ply === null ? null : shown.record.cellsAt(ply);
}

/** @param {Shown} shown */
function drawBoard(shown) {
  const { view } = shown.state;
  const board = /** @type {Board} */ (need("board"));
  const skin = skinFor(view.variant);
  document.body.dataset.skin = skin;
  change(board, "interactive", ownSide(shown.state) && view.status === "running" ? "" : null);
  change(board, "label", say("game.board", { black: view.black.name, white: view.white.name }));
  dressBoard(board);
  if (paper.matches) change(board, "theme", "print");
  board.state = { ...boardState(shown), skin, orientation: shown.state.isRotated ? 180 : 0 };
}

/**
 * What the board shows: numbered moves on paper, the past, or the present with what may be played.
 * @param {Shown} shown
 */
function boardState(shown) {
  const { state, record } = shown;
  const { view, past } = state;
  if (paper.matches) {
    const plies = record.plies.slice(0, past ?? record.plies.length);
    const cells = past === null ? view.cells : record.cellsAt(past);
    return { size: view.size, cells, texts: numbersOf(plies), disabled: true };
  }
  const at = shownPly(shown);
  if (at !== null) {
    const ply = record.plies[at - 1];
    const last = ply && ply.move !== "pass" ? { square: ply.move, ...ply } : null;
    const notes = state.notes?.ply === at ? state.notes.board : {};
    return { size: record.size, cells: record.cellsAt(at), turn: null, legal: {}, last, disabled: true, ...notes };
  }
  const isOwn = isOwnTurn(state);
  return {
    size: view.size,
    cells: view.cells,
    turn: view.turn?.color ?? null,
    legal: isOwn ? view.legal : {},
    last: view.last,
    answer: view.answer,
    texts: isOwn && state.hints?.turn === view.turn?.seq ? state.hints?.notes : {},
    premove: state.planned && { square: state.planned, disc: ownSide(state) ?? undefined },
    choose: mayPlan(state) ? "empty" : "legal",
    hints: preferences().marks,
    disabled: !mayPlan(state) && (!isOwn || isSending(state)),
  };
}

/** @param {Shown} shown */
function drawNotice({ state, record }) {
  const { view, past, message } = state;
  const notice = need("notice");
  const [first, then] = noticeLines(state, record);
  if (notice.dataset.message !== `${first}|${then}`) {
    notice.dataset.message = `${first}|${then}`;
    notice.replaceChildren(...(first ? [make("strong", {}, first), " "] : []), then);
  }
  const isOver = view.status !== "running";
  const isLoud = isOver || view.passed.length > 0 || message !== "";
  notice.classList.toggle("loud", isLoud && past === null);
  // The box of the result shows the end; this line only says it to screen readers.
  notice.classList.toggle("visually-hidden", isOver && past === null && message === "");
}

/** @param {GameState & {view: MatchView}} state @param {MatchRecord} record @returns {[string, string]} */
function noticeLines(state, record) {
  const { view, past, planned, message } = state;
  const you = reader(state);
  if (message) return [message, ""];
  if (past === 0) return ["", say("game.past_start")];
  if (past !== null) return ["", pastSentence(record, past)];
  if (planned) return ["", say("game.premove", { square: planned })];
  if (you && view.offer === you) return ["", say("game.asked", { name: nameOf(view, other(you)) })];
  if (view.awaits === "answer" && !view.paused) return ["", say("game.asks")];
  if (view.plies === 0 && record.isByLot && !view.paused && view.status === "running") {
    return [colorDrawSentence(view, you), ""];
  }
  const [first, then] = latestNews(view, you);
  if (first || !view.turn || !isShared(state)) return [first, then];
  return [say("game.beside", { name: nameOf(view, view.turn.color) }), then];
}

/** Which move is looked at: its number, or between which numbers somebody passed. @param {MatchRecord} record @param {number} past */
function pastSentence({ plies }, past) {
  const discs = discNumbers(plies.map(({ move }) => move));
  const placed = (/** @type {(number | null)[]} */ some) => some.filter(Boolean).length;
  const values = { number: placed(discs.slice(0, past)), total: placed(discs) };
  return say(discs[past - 1] ? "game.past" : "game.past_pass", values);
}

/** @param {Shown} shown */
function drawAnswer({ state, record }) {
  const { view, past } = state;
  const ply = past === null ? null : record.plies[past - 1];
  const lines = ply ? pastAnswerLines(view, ply, reader(state)) : past === null ? answerLines(view, reader(state)) : null;
  const answer = need("answer");
  answer.hidden = lines === null;
  if (!lines) return;
  answer.dataset.answer = (ply ? ply.answer : view.answer) ?? "";
  write(part(answer, "strong"), lines[0]);
  write(part(answer, "span"), lines[1]);
}

/** @param {Shown} shown */
function drawTitle({ state }) {
  const { variant, size, clock, spectators, black, white } = state.view;
  const terms = { variant: variantTitle(variant), size, clock: clockDescription(clock) };
  write(need("terms"), say("play.terms", terms));
  write(need("spectators"), spectatorsSentence(spectators, ownSide(state) !== null));
  const title = say("game.title", { black: black.name, white: white.name });
  document.title = `${isOwnTurn(state) ? `${say("game.yours")} · ` : ""}${title} · ${say("app.name")}`;
  write(need("heading"), title);
}

/** How many people watch; a spectator is not counted on their own page. @param {number} count @param {boolean} isPlayer */
function spectatorsSentence(count, isPlayer) {
  if (isPlayer) return count ? say("game.spectators", { count }) : "";
  return count > 1 ? say("game.spectators_besides", { count: count - 1 }) : "";
}

/** @param {Shown} shown */
function drawActions({ state, record }) {
  const { view, past } = state;
  const own = ownSide(state);
  const isRunning = view.status === "running";
  const isAlone = own !== null && view[other(own)].player === null;
  const needsConsent = view.undo === "consent";
  need("resign").hidden = !own || !isRunning;
  need("analyse").hidden = isRunning; // nobody is helped in a game that is being played
  need("takeback").hidden = !own || !isRunning || view.undo === "never";
  write(need("takeback"), say(needsConsent ? "game.ask_back" : "game.take_back"));
  disable("takeback", !own || !(isShared(state) ? view.undoable.length > 0 : view.undoable.includes(own)));
  need("redo").hidden = !own || needsConsent || !view.redoable;
  need("play-on").hidden = past === null || !mayPlayOn(state);
  need("hint").hidden = !isRunning || !isAlone || view.rated || view.tournament !== null;
  disable("hint", !isOwnTurn(state));
  const isAsked = isRunning && own !== null && view.offer === other(own);
  need("offer").hidden = !isAsked;
  if (isAsked) write(part(need("offer"), "span"), say("game.offer", { name: nameOf(view, other(own)) }));
  const at = past ?? record.plies.length;
  for (const id of ["first", "back"]) disable(id, at === 0);
  for (const id of ["forward", "latest"]) disable(id, past === null || at >= record.plies.length);
}

/** @param {Shown} shown */
function drawEnding({ state }) {
  const isOver = state.view.status !== "running";
  const isPlayer = ownSide(state) !== null;
  // The result is not shown while earlier moves are looked at.
  need("ending").hidden = !isOver || (!isPlayer && state.past !== null);
  if (!isOver) return;
  const [title, more] = resultLines(state.view, reader(state));
  write(need("ending-heading"), title);
  write(need("ending-more"), more);
  const you = reader(state);
  const { winner } = state.view;
  need("ending").dataset.result = winner && (you === null || winner === you) ? "won" : "lost";
  for (const id of ["rematch", "new"]) need(id).hidden = !isPlayer;
}

/** @param {string} id @param {boolean} isDisabled */
export function disable(id, isDisabled) {
  // What is focused stays focusable, or the keyboard would lose its place.
  need(id).setAttribute("aria-disabled", String(isDisabled));
}

/** Large words over the board for a moment; the notice says the same, and stays. */
export class Banner {
  #timer = 0;
  #frame = 0;

  show(/** @type {string} */ text) {
    this.hide(); // so that its animation begins again
    write(need("overlay"), text);
    this.#frame = requestAnimationFrame(() => (need("overlay").hidden = false));
    this.#timer = setTimeout(() => this.hide(), BANNER);
  }

  hide() {
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frame);
    need("overlay").hidden = true;
  }
}
