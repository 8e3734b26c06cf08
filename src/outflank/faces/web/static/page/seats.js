/** The two seats of a game with their clocks, the bar between them, and what passes over the board. */
import { clockText, LOW, timeLeft } from "./clocks.js";
import { make, need, part, write } from "./dom.js";
import { doing, nameOf } from "./said.js";
import { say } from "./words.js";

/**
 * @typedef {import("./clocks.js").View} View
 * @typedef {import("./clocks.js").Side} Side
 */

const OVERLAY = 2200; // milliseconds

/** @param {string} cells @param {Side} side */
const count = (cells, side) => cells.split(side === "black" ? "X" : "O").length - 1;

/**
 * @param {HTMLElement} seat
 * @param {{view: View, side: Side, own: Side | null, cells: string}} shown
 */
export function drawSeat(seat, { view, side, own, cells }) {
  seat.dataset.color = side;
  part(seat, ".disc").className = `disc ${side}`;
  write(part(seat, ".name"), nameOf(view, side));
  part(seat, ".name").title = nameOf(view, side);
  write(part(seat, ".more"), side === own ? `(${say("game.you")})` : "");
  write(part(seat, ".doing"), doing(view, side, own));
  write(part(seat, ".count"), String(count(cells, side)));
  seat.classList.toggle("turn", view.status === "running" && view.turn?.color === side);
  seat.classList.toggle("won", view.winner === side);
}

/**
 * @param {HTMLElement} bar
 * @param {string} cells
 */
export function drawBar(bar, cells) {
  const [black, white] = [count(cells, "black"), count(cells, "white")];
  // Scaled, not widened: a change of width would have the page laid out anew in every frame.
  part(bar, "span").style.transform = `scaleX(${black / Math.max(1, black + white)})`;
  bar.setAttribute("aria-label", say("game.score", { black, white }));
}

/**
 * Show a clock as it is now; tell whether it runs and little is left.
 * @param {HTMLElement} seat
 * @param {View} view
 */
export function drawClock(seat, view) {
  const side = seat.dataset.color === "black" ? "black" : "white";
  const clock = part(seat, ".clock");
  const left = timeLeft(view, side);
  if (clock.hidden !== (left === null)) clock.hidden = left === null;
  if (left === null) return false;
  const isRunning = view.time.running === side && view.status === "running";
  const [text, tenths] = clockText(left);
  const showsTenths = isRunning || left < LOW;
  const shown = showsTenths ? text + tenths : text;
  if (clock.dataset.shown !== shown) {
    clock.dataset.shown = shown;
    clock.replaceChildren(text, ...(showsTenths ? [make("small", {}, tenths)] : []));
  }
  clock.classList.toggle("low", left < LOW && view.status === "running");
  clock.classList.toggle("running", isRunning);
  return isRunning && left < LOW;
}

let timer = 0;

/**
 * Show something large over the board for a moment; the line of news says it too, and stays.
 * @param {string} text
 */
export function flash(text) {
  const overlay = need("overlay");
  overlay.hidden = true; // so that the next one begins anew
  write(overlay, text);
  requestAnimationFrame(() => (overlay.hidden = false));
  clearTimeout(timer);
  timer = setTimeout(() => (overlay.hidden = true), OVERLAY);
}
