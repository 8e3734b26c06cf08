/** The server's time, as far as this machine can know it, and how clocks show it. */
import { say } from "./say.js";

/**
 * @typedef {import("server-api").MatchView} MatchView
 * @typedef {import("server-api").Side} Side
 */

export const LOW_TIME = 20_000; // milliseconds under which a player is warned

/** How far the server's clock is ahead of ours, in milliseconds. */
const server = { ahead: -Infinity };

/**
 * Learn the server's time from a message that was just received; the quickest one is the most exact.
 * @param {number} now
 */
export function syncClock(now) {
  const difference = now - Date.now();
  // A clock that was set, here or there, is believed again as soon as it is far off.
  if (difference > server.ahead || server.ahead - difference > 30_000) server.ahead = difference;
}

/** What a side has left, in milliseconds; null without a clock. @param {MatchView} view @param {Side} side */
export function timeLeft(view, side) {
  const isRunning = view.time.running === side;
  const now = Date.now() + server.ahead;
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

/** A clock as it was agreed, in words: "5+3", "30s/move" or both. @param {string} clock */
export function clockDescription(clock) {
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
