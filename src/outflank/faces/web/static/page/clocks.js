/** Time: the server's, as far as this machine can know it, and how clocks show it. */
import { say } from "./words.js";

/**
 * @typedef {"black" | "white"} Side
 * @typedef {{name: string, player: number | null, seat: string}} Seat
 * @typedef {object} View a match as the server tells it
 * @property {string} id
 * @property {number} seq
 * @property {"running" | "finished" | "void"} status
 * @property {string} variant
 * @property {number} size
 * @property {Seat} black
 * @property {Seat} white
 * @property {number | null} tournament
 * @property {string} clock
 * @property {string} cells
 * @property {[number, number]} counts
 * @property {number} plies
 * @property {{seq: number, color: Side, number: number} | null} turn
 * @property {"move" | "answer" | null} awaits
 * @property {Record<string, string[]>} legal
 * @property {"yes" | "no" | "maybe" | null} answer
 * @property {{color: Side, square: string, disc: Side, flipped: string[], forced: string[], answer: string | null} | null} last
 * @property {Side[]} passed
 * @property {{black: number | null, white: number | null, running: Side | null, at: number}} time
 * @property {number | null} deadline
 * @property {boolean} paused
 * @property {Side | null} offer
 * @property {boolean} rated
 * @property {"board" | "full"} scoring
 * @property {"until-reply" | "free" | "consent" | "never"} undo
 * @property {Side[]} undoable
 * @property {boolean} redoable
 * @property {Side | null} winner
 * @property {string | null} reason
 * @property {[number, number] | null} score
 * @property {number} spectators
 * @property {number} now
 */

let ahead = -Infinity; // how far the server's clock is ahead of ours, in milliseconds

/**
 * Learn the time from something that was just received; what came quickest knows best.
 * @param {number} now
 */
export function learnTime(now) {
  const difference = now - Date.now();
  // A clock that was set, here or there, is believed again as soon as it is far off.
  if (difference > ahead || ahead - difference > 30_000) ahead = difference;
}

/**
 * What a side has left, in milliseconds; null without a clock.
 * @param {View} view
 * @param {Side} side
 */
export function timeLeft(view, side) {
  const isRunning = view.time.running === side;
  const now = Date.now() + ahead;
  const total = view.time[side];
  const left = total === null ? Infinity : total - (isRunning ? now - view.time.at : 0);
  const untilMove = isRunning && view.deadline !== null ? view.deadline - now : Infinity;
  const least = Math.min(left, untilMove);
  return Number.isFinite(least) ? Math.max(0, least) : null;
}

/**
 * A time as clocks show it, "2:08" or "1:02:08", and its tenths.
 * @param {number} milliseconds
 * @returns {[string, string]}
 */
export function clockText(milliseconds) {
  const tenths = Math.floor(milliseconds / 100);
  const seconds = Math.floor(tenths / 10);
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  const text =
    minutes >= 60
      ? `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`
      : `${minutes}:${two(seconds % 60)}`;
  return [text, `.${tenths % 10}`];
}

/**
 * A clock as it was agreed, in words: "5+3", "30s/move" or both.
 * @param {string} clock
 */
export function clockWords(clock) {
  if (clock === "none") return say("clock.none");
  const words = clock.split(",").map((setting) => {
    if (setting.endsWith("s/move")) return say("clock.per_move", { time: span(parseFloat(setting)) });
    const [minutes = 0, seconds = 0] = setting.split("+").map(Number);
    const time = span(minutes * 60);
    if (!seconds) return say("clock.total", { time });
    return say("clock.increment", { time, more: span(seconds) });
  });
  return words.join(", ");
}

/** @param {number} seconds */
function span(seconds) {
  const isWhole = seconds >= 60 && seconds % 30 === 0;
  return say(isWhole ? "clock.minutes" : "clock.seconds", { count: isWhole ? seconds / 60 : seconds });
}

export const LOW = 20_000; // milliseconds under which time is short
