/** The two seats of a game with their clocks, and the bar between them. */
import { clockText, LOW_TIME, timeLeft } from "../shared/clocks.js";
import { make, part, write } from "../shared/dom.js";
import { colorName, countsSentence, seatStatus } from "../shared/match_sentences.js";
import { say } from "../shared/say.js";
import { hasOracle } from "../../variants/variants.js";
import { isComputer } from "../shared/occupants.js";

/**
 * @typedef {import("server-api").MatchView} MatchView
 * @typedef {import("server-api").Side} Side
 */

/** @param {string} cells @param {Side} side */
const count = (cells, side) => cells.split(side === "black" ? "X" : "O").length - 1;

/** @param {HTMLElement} seat @param {{view: MatchView, side: Side, own: Side | null, cells: string}} shown */
export function drawSeat(seat, { view, side, own, cells }) {
  seat.dataset.color = side;
  part(seat, ".disc").className = `disc ${side}`;
  write(part(seat, ".name"), view[side].name);
  part(seat, ".name").title = view[side].name;
  write(part(seat, ".more"), side === own ? say("game.you") : "");
  write(part(seat, ".label"), hasOracle(view.variant) ? colorName(view, side) : "");
  write(part(seat, ".count"), String(count(cells, side)));
  seat.classList.toggle("turn", view.status === "running" && view.turn?.color === side);
  seat.classList.toggle("won", view.winner === side);
}

/**
 * Say in a seat what somebody does, as it is now.
 * @param {HTMLElement} seat
 * @param {MatchView} view
 * @param {Side | null} own
 * @param {import("./presence.js").Now} now
 */
export function drawDoing(seat, view, own, { isAway, seconds }) {
  const side = seat.dataset.color === "black" ? "black" : "white";
  write(part(seat, ".doing"), seatStatus(view, side, own, { isAway: side !== own && isAway(side), seconds }));
  const isThinking = view.turn?.color === side && side !== own && isComputer(view[side]);
  seat.classList.toggle("thinking", isThinking && view.status === "running");
}

/** @param {HTMLElement} bar @param {MatchView} view @param {string} cells */
export function drawBar(bar, view, cells) {
  const [black, white] = [count(cells, "black"), count(cells, "white")];
  // Scaled, not widened: a change of width would lay out the page again in every frame.
  part(bar, "span").style.transform = `scaleX(${black / Math.max(1, black + white)})`;
  bar.setAttribute("aria-label", countsSentence(view, [black, white]));
}

/**
 * Show a clock as it is now; tell whether it runs and little is left.
 * @param {HTMLElement} seat
 * @param {MatchView} view
 */
export function drawClock(seat, view) {
  const side = seat.dataset.color === "black" ? "black" : "white";
  const clock = part(seat, ".clock");
  const left = timeLeft(view, side);
  if (clock.hidden !== (left === null)) clock.hidden = left === null;
  if (left === null) return false;
  const isRunning = view.time.running === side && view.status === "running";
  const [text, tenths] = clockText(left);
  const showsTenths = isRunning || left < LOW_TIME;
  const shown = showsTenths ? text + tenths : text;
  if (clock.dataset.shown !== shown) {
    clock.dataset.shown = shown;
    clock.replaceChildren(text, ...(showsTenths ? [make("small", {}, tenths)] : []));
  }
  clock.classList.toggle("low", left < LOW_TIME && view.status === "running");
  clock.classList.toggle("running", isRunning);
  return isRunning && left < LOW_TIME;
}
