/** What is said about a match: who is to move, what just happened, how it ended. */
import texts from "../../texts/game.js";
import { say } from "./say.js";

/**
 * @typedef {import("server-api").MatchView} MatchView
 * @typedef {import("server-api").Side} Side
 */

// Ends that the number of discs decides; in some variants the fewest win.
const BY_COUNT = ["full board", "wipe-out", "neither side can move"];

/** @param {Side} side @returns {Side} */
export const other = (side) => (side === "black" ? "white" : "black");

/**
 * A player's name in a sentence, with the colour where both have the same name.
 * @param {MatchView} view
 * @param {Side} side
 */
export function nameOf(view, side) {
  const { name } = view[side];
  if (view.black.name !== view.white.name) return name;
  return say("game.with_color", { name, color: say(`game.${side}`).toLowerCase() });
}

/** The score with one side's discs first. @param {MatchView} view @param {Side} first */
function scoreOf(view, first) {
  const [black, white] = view.score ?? view.counts;
  return first === "black" ? `${black}:${white}` : `${white}:${black}`;
}

/**
 * Why a match ended, "the board is full"; and that the fewest discs win, where that decided it.
 * @param {MatchView} view
 */
function reasonOf({ reason, variant, winner }) {
  if (!reason) return "";
  const because = say(`game.because.${reason}`);
  const isFewest = variant in texts.game.fewest_win && winner !== null && BY_COUNT.includes(reason);
  return isFewest ? `${because}; ${say(`game.fewest_win.${variant}`)}` : because;
}

/**
 * How a match ended, "Ada wins 40:24, the board is full."
 * @param {MatchView} view
 * @param {Side | null} [you]
 */
export function resultSentence(view, you = null) {
  const because = reasonOf(view);
  if (view.status === "void") return `${say("game.void")}; ${because}.`;
  const score = scoreOf(view, view.winner ?? "black");
  if (!view.winner) return `${say("game.draw", { score })}, ${because}.`;
  const name = nameOf(view, view.winner);
  const wins = you === view.winner ? say("game.wins_you", { score }) : say("game.wins", { name, score });
  return `${wins}, ${because}.`;
}

/**
 * The end as a heading and a line below it: the reader's discs first, else the winner's.
 * @param {MatchView} view
 * @param {Side | null} you
 * @returns {[string, string]}
 */
export function resultLines(view, you) {
  const score = scoreOf(view, you ?? view.winner ?? "black");
  const more = say("game.end_more", { score, because: reasonOf(view) });
  if (view.status === "void") return [say("game.end_void"), more];
  if (!view.winner) return [say("game.end_draw"), more];
  if (!you) return [say("game.end_other", { name: nameOf(view, view.winner) }), more];
  return [say(view.winner === you ? "game.end_won" : "game.end_lost"), more];
}

/**
 * What just happened, and what follows from it: the first part matters most.
 * @param {MatchView} view
 * @param {Side | null} you
 * @returns {[string, string]}
 */
export function latestNews(view, you) {
  if (view.status !== "running") return [resultSentence(view, you), ""];
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
  return [then, view.last ? lastMoveSentence(view, you) : say(turn === "white" ? "game.begin_white" : "game.begin")];
}

/**
 * Which colours were drawn, and who moves first: that may be white in a pasted game.
 * @param {MatchView} view
 * @param {Side | null} you
 */
export function colorDrawSentence(view, you) {
  const first = view.turn?.color ?? "black";
  const whose = you ?? "black";
  const key = `${you ? "lot_you" : "lot"}_${whose}${first === whose ? "_first" : ""}`;
  return say(`game.${key}`, { name: nameOf(view, whose), first: nameOf(view, first) });
}

/** @param {MatchView} view @param {Side | null} you */
function lastMoveSentence(view, you) {
  const { last } = view;
  if (!last) return "";
  const count = last.flipped.length + last.forced.length;
  const values = { name: nameOf(view, last.color), square: last.square, count };
  if (!count) return say(last.color === you ? "game.placed_you" : "game.placed", values);
  return say(last.color === you ? "game.played_you" : "game.played", values);
}

/**
 * What it says in large letters when a side must pass.
 * @param {MatchView} view
 * @param {Side} passed
 * @param {Side | null} you
 */
export const passBanner = (view, passed, you) =>
  passed === you ? say("game.pass_loud_you") : say("game.pass_loud", { name: nameOf(view, passed) });

/**
 * What the oracle said and what that means for the side to move.
 * @param {MatchView} view
 * @returns {[string, string] | null}
 */
export function answerLines(view) {
  if (view.status !== "running" || !view.answer || !view.turn) return null;
  const answer = say(`game.${view.answer}`);
  if (view.answer === "maybe") return [answer, say("game.says_maybe")];
  const isOwn = (view.answer === "yes") === (view.turn.color === "black");
  const values = { answer: view.answer, disc: answer };
  return [answer, say(isOwn ? "game.says_own" : "game.says_other", values)];
}

/**
 * What stands in a player's seat: whether they are to move, or have won.
 * @param {MatchView} view
 * @param {Side} side
 * @param {Side | null} you
 */
export function seatStatus(view, side, you) {
  if (view.status !== "running") return view.winner === side ? say("game.winner") : "";
  if (view.turn?.color !== side || view.paused) return "";
  if (side === you) return say("game.choices", { count: Object.keys(view.legal).length });
  return say(view[side].seat.startsWith("computer") ? "game.thinking" : "game.to_move");
}
