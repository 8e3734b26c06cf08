/** What is said about a match: who is to move, what just happened, how it ended. */
import { hasOracle, variantFacts } from "../../variants/variants.js";
import { say } from "./say.js";
import { isComputer } from "./occupants.js";

/**
 * @typedef {import("server-api").MatchView} MatchView
 * @typedef {import("server-api").Side} Side
 */

// Ends that the number of discs decides; in some variants the fewest win.
const BY_COUNT = ["full board", "wipe-out", "neither side can move"];
const COUNTED = ["full board", "neither side can move"]; // ends after which the numbers of discs are told

/** @param {Side} side @returns {Side} */
export const other = (side) => (side === "black" ? "white" : "black");

/**
 * The number by which players know each move: which disc it placed. A pass has none.
 * @param {string[]} moves
 * @returns {(number | null)[]}
 */
export function discNumbers(moves) {
  let placed = 0;
  return moves.map((move) => (move === "pass" ? null : (placed += 1)));
}

/**
 * A player's name in a sentence, with the colour where both have the same name.
 * @param {MatchView} view
 * @param {Side} side
 */
export function nameOf(view, side) {
  const { name } = view[side];
  if (view.black.name !== view.white.name) return name;
  return say(`game.with_color_${side}`, { name });
}

/** How a colour is called in a match: by its discs' labels where they have some. @param {MatchView} view @param {Side} side */
export const colorName = ({ variant }, side) =>
  hasOracle(variant) ? say(side === "black" ? "game.yes" : "game.no") : say(`game.${side}`);

/** How many discs each side has, "Black 4, White 1". @param {MatchView} view @param {number[]} [counts] @param {string} [key] */
export function countsSentence(view, counts = view.counts, key = "game.score") {
  const [black = 0, white = 0] = counts;
  return say(key, {
    first: colorName(view, "black"),
    black,
    second: colorName(view, "white"),
    white,
  });
}

/** Why a match ended, as part of a sentence: "the board is full". @param {MatchView} view */
const reasonOf = (view) => (view.reason ? say(`game.because.${view.reason}`, { name: nameOf(view, whoseFault(view)) }) : "");

/** The side that the reason for an end names: the one without discs, or the loser. @param {MatchView} view @returns {Side} */
function whoseFault({ reason, counts, winner }) {
  if (reason === "wipe-out") return counts[0] ? "white" : "black";
  return winner ? other(winner) : "black";
}

/** Why a match ended, as a sentence to its reader: "You resigned." @param {MatchView} view @param {Side | null} you */
function endSentence(view, you) {
  if (!view.reason) return "";
  const side = whoseFault(view);
  return say(`game.${side === you ? "ended_you" : "ended"}.${view.reason}`, { name: nameOf(view, side) });
}

/** Whether the number of discs decided a match. @param {MatchView} view */
const isByCount = ({ status, reason }) => status === "finished" && BY_COUNT.includes(reason ?? "");

/** Whether the fewest discs won it. @param {MatchView} view */
const isByFewest = (view) => variantFacts(view.variant).fewestWins && view.winner !== null && isByCount(view);

/**
 * How a match ended, "Ada wins 40 to 24; the board is full." Discs are told only where they decided.
 * @param {MatchView} view
 * @param {Side | null} [you]
 */
export function resultSentence(view, you = null) {
  const reason = reasonOf(view);
  if (view.status === "void") return say("game.result.void", { reason });
  const [black = 0, white = 0] = view.score ?? view.counts;
  if (!view.winner) return say("game.result.draw", { first: black, second: white, reason });
  const [first, second] = view.winner === "black" ? [black, white] : [white, black];
  const whose = you === view.winner ? "won" : "won_by";
  const how = !isByCount(view) ? "" : isByFewest(view) ? "_fewest" : "_count";
  return say(`game.result.${whose}${how}`, { name: nameOf(view, view.winner), first, second, reason });
}

/**
 * The end as a heading and a line below it, in which every number has its owner.
 * @param {MatchView} view
 * @param {Side | null} you
 * @returns {[string, string]}
 */
export function resultLines(view, you) {
  const [black = 0, white = 0] = view.score ?? view.counts;
  const first = you ?? view.winner ?? "black";
  const discs = (/** @type {Side} */ side) => {
    const count = side === "black" ? black : white;
    return side === you ? say("game.discs_you", { count }) : say("game.discs", { name: nameOf(view, side), count });
  };
  const fewest = isByFewest(view) ? say("game.fewest_win") : "";
  const counted = say("game.discs_of_both", { first: discs(first), second: discs(other(first)) });
  // Where the discs did not decide, their numbers would only raise the question why.
  const isDecided = (view.winner ?? view.status === "void") && view.reason !== null && !COUNTED.includes(view.reason);
  const more = [endSentence(view, you), isDecided ? "" : counted, fewest].filter(Boolean).join(" ");
  if (view.status === "void") return [say("game.end_void"), more];
  if (!view.winner) return [say("game.end_draw"), more];
  if (!you) return [say("game.end_won_by", { name: nameOf(view, view.winner) }), more];
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
  const [first, again = ""] = passSentences(view, you);
  if (first) return [first, again];
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
  const values = { name: nameOf(view, last.color), square: last.square, flips: count };
  if (!count) return say(last.color === you ? "game.placed_you" : "game.placed", values);
  return say(last.color === you ? "game.played_you" : "game.played", values);
}

/**
 * What was just played, for those who hear it: the discs by name, how it stands, whose turn it is.
 * @param {MatchView} view
 * @param {Side | null} you
 */
export function spokenMove(view, you) {
  const { last } = view;
  if (!last) return "";
  const discs = [...last.flipped, ...last.forced].join(", ");
  const values = { name: nameOf(view, last.color), square: last.square, flips: discs };
  const whose = last.color === you ? "_you" : "";
  const sentences = [say(discs ? `game.played${whose}` : `game.placed${whose}`, values), countsSentence(view, view.counts, "game.score_told")];
  if (view.status === "running") sentences.push(...passSentences(view, you));
  if (view.status === "running" && view.turn && view.turn.color === you && !view.passed.length) {
    sentences.push(say("game.your_turn"));
  }
  return sentences.join(" ");
}

/** Who had to pass, and who moves again. @param {MatchView} view @param {Side | null} you @returns {string[]} */
function passSentences(view, you) {
  const turn = view.turn?.color ?? null;
  const passed = view.passed.at(-1);
  if (!passed) return [];
  const first = passed === you ? say("game.passed_you") : say("game.passed", { name: nameOf(view, passed) });
  if (!turn) return [first];
  return [first, turn === you ? say("game.again_you") : say("game.again", { name: nameOf(view, turn) })];
}

/**
 * What it says in large letters when a side must pass: who cannot move, and who moves again.
 * @param {MatchView} view
 * @param {Side} passed
 * @param {Side | null} you
 */
export function passBanner(view, passed, you) {
  if (passed === you) return say("game.pass_loud_you", { name: nameOf(view, other(passed)) });
  return say(you ? "game.pass_loud" : "game.pass_loud_watched", { name: nameOf(view, passed) });
}

/**
 * What the oracle said to the side to move, and what that means.
 * @param {MatchView} view
 * @param {Side | null} you
 * @returns {[string, string] | null}
 */
export function answerLines(view, you) {
  if (view.status !== "running" || !view.answer || !view.turn) return null;
  const answer = say(`game.${view.answer}`);
  const whose = view.turn.color === you ? "_you" : "";
  const values = { answer: say(`game.heard.${view.answer}`), disc: answer, name: nameOf(view, view.turn.color) };
  if (view.answer === "maybe") return [answer, say(`game.says_maybe${whose}`, values)];
  const isOwn = (view.answer === "yes") === (view.turn.color === "black");
  return [answer, say(`game.${isOwn ? "says_own" : "says_opposite"}${whose}`, values)];
}

/**
 * What the oracle had said before a move that is looked at again.
 * @param {MatchView} view
 * @param {{answer: string | null, color: Side, move: string, flipped: string[], forced: string[]}} ply
 * @param {Side | null} you
 * @returns {[string, string] | null}
 */
export function pastAnswerLines(view, { answer, color, move, flipped, forced }, you) {
  if (!answer) return null;
  const flips = flipped.length + forced.length;
  const values = { answer: say(`game.heard.${answer}`), name: nameOf(view, color), square: move, flips };
  const kind = move === "pass" ? "said_pass" : flips ? "said" : "said_none";
  return [say(`game.${answer}`), say(`game.${kind}${color === you ? "_you" : ""}`, values)];
}

/**
 * What stands in a player's seat: whether they are to move, are away, or have won.
 * @param {MatchView} view
 * @param {Side} side
 * @param {Side | null} you
 * @param {{isAway?: boolean, seconds?: number}} [now] whether they have left, and how long they think
 */
export function seatStatus(view, side, you, { isAway = false, seconds = 0 } = {}) {
  if (view.status !== "running") return view.winner === side ? say("game.winner") : "";
  if (isAway) return say("game.away");
  if (view.turn?.color !== side || view.paused) return "";
  if (side === you) return say("game.choices", { count: Object.keys(view.legal).length });
  if (!isComputer(view[side])) return say("game.to_move");
  return seconds > 0 ? say("game.thinking_for", { count: seconds }) : say("game.thinking");
}
