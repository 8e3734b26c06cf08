/** What is said about a match in words: who does what, what just happened, how it ended. */
import { say } from "./words.js";

/**
 * @typedef {import("./clocks.js").View} View
 * @typedef {import("./clocks.js").Side} Side
 */

/**
 * @param {View} view
 * @param {Side} side
 */
export const nameOf = (view, side) => view[side].name;

/** @param {Side} side */
export const other = (side) => (side === "black" ? "white" : "black");

/**
 * How a match ended, "Ada wins 40:24, the board is full."
 * @param {View} view
 * @param {Side | null} [you]
 */
export function ending(view, you = null) {
  const [black, white] = view.score ?? view.counts;
  const score = view.winner === "white" ? `${white}:${black}` : `${black}:${white}`;
  const because = view.reason ? say(`game.because.${view.reason}`) : "";
  if (view.status === "void") return `${say("game.void")}; ${because}.`;
  if (!view.winner) return `${say("game.draw", { score })}, ${because}.`;
  const name = nameOf(view, view.winner);
  const wins = you === view.winner ? say("game.wins_you", { score }) : say("game.wins", { name, score });
  return `${wins}, ${because}.`;
}

/**
 * The end as a heading and a line below it.
 * @param {View} view
 * @param {Side | null} you
 * @returns {[string, string]}
 */
export function endWords(view, you) {
  const [black, white] = view.score ?? view.counts;
  const because = view.reason ? say(`game.because.${view.reason}`) : "";
  const more = say("game.end_more", { score: `${black}:${white}`, because });
  if (view.status === "void") return [say("game.end_void"), more];
  if (!view.winner) return [say("game.end_draw"), more];
  if (!you) return [say("game.end_other", { name: nameOf(view, view.winner) }), more];
  return [say(view.winner === you ? "game.end_won" : "game.end_lost"), more];
}

/**
 * What just happened, and what follows from it: the first part matters most.
 * @param {View} view
 * @param {Side | null} you
 * @returns {[string, string]}
 */
export function news(view, you) {
  if (view.status !== "running") return [ending(view, you), ""];
  if (view.paused) return [say(view.plies ? "game.paused" : "game.waiting"), ""];
  const turn = view.turn?.color ?? null;
  const passed = view.passed.at(-1);
  if (passed) {
    const first = passed === you ? say("game.passed_you") : say("game.passed", { name: nameOf(view, passed) });
    if (!turn) return [first, ""];
    const then = turn === you ? say("game.again_you") : say("game.again", { name: nameOf(view, turn) });
    return [first, then];
  }
  const then = turn !== null && turn === you ? say("game.your_turn") : "";
  return [then, view.last ? lastMove(view, you) : say(turn === "white" ? "game.begin_white" : "game.begin")];
}

/**
 * How the lot has fallen, and who begins: that may be white in a pasted game.
 * @param {View} view
 * @param {Side | null} you
 */
export function lotWords(view, you) {
  const first = view.turn?.color ?? "black";
  const whose = you ?? "black";
  const key = `${you ? "lot_you" : "lot"}_${whose}${first === whose ? "_first" : ""}`;
  return say(`game.${key}`, { name: nameOf(view, whose), first: nameOf(view, first) });
}

/**
 * @param {View} view
 * @param {Side | null} you
 */
function lastMove(view, you) {
  const { last } = view;
  if (!last) return "";
  const count = last.flipped.length + last.forced.length;
  const values = { name: nameOf(view, last.color), square: last.square, count };
  if (!count) return say(last.color === you ? "game.placed_you" : "game.placed", values);
  return say(last.color === you ? "game.played_you" : "game.played", values);
}

/**
 * What the oracle said and what that means for the side to move.
 * @param {View} view
 * @returns {[string, string] | null}
 */
export function oracle(view) {
  if (view.status !== "running" || !view.answer || !view.turn) return null;
  const answer = say(`game.${view.answer}`);
  if (view.answer === "maybe") return [answer, say("game.says_maybe")];
  const isOwn = (view.answer === "yes") === (view.turn.color === "black");
  const values = { answer: view.answer, disc: answer };
  return [answer, say(isOwn ? "game.says_own" : "game.says_other", values)];
}

/**
 * What a side is doing.
 * @param {View} view
 * @param {Side} side
 * @param {Side | null} you
 */
export function doing(view, side, you) {
  if (view.status !== "running") return view.winner === side ? say("game.winner") : "";
  if (view.turn?.color !== side || view.paused) return "";
  if (side === you) return say("game.choices", { count: Object.keys(view.legal).length });
  return say(view[side].seat.startsWith("computer") ? "game.thinking" : "game.to_move");
}
