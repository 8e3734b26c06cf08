/**
 * The review of a game without the server: what each move cost and what was better. The reasons in
 * players' words come from the server alone, so a review that was made without it says that they are missing.
 */
import { hasOracle } from "../../variants/variants.js";
import { discNumbers } from "../shared/match_sentences.js";
import { sayWith } from "../shared/say.js";
import texts from "../../texts/review.js";

/**
 * @typedef {import("server-api").GameReview} GameReview
 * @typedef {import("server-api").GivenValue} GivenValue
 * @typedef {import("server-api").MoveReview} MoveReview
 * @typedef {import("./browser_review.js").GameToReview} GameToReview
 * @typedef {import("./review_rules.js").ReviewRules} ReviewRules
 * @typedef {"black" | "white"} Side
 */

const say = sayWith(texts);

/**
 * @param {GameToReview} game
 * @param {GivenValue[]} values one for each ply
 * @param {ReviewRules} rules
 * @returns {GameReview}
 */
export function plainReview(game, values, rules) {
  const discs = discNumbers(game.plies.map(({ move }) => move));
  const moves = game.plies.map((_, at) => moveReview(game, at, /** @type {GivenValue} */ (values[at]), discs[at] ?? null, rules));
  const black = sideReview("black", game, moves, rules);
  const white = sideReview("white", game, moves, rules);
  const end = moves.at(-1)?.value || white.lost - black.lost;
  return {
    source: "browser",
    opening: "",
    black,
    white,
    moves,
    summary: [],
    losing: end <= 0 ? "black" : "white",
    engine: rules.engine,
    solved: solvedFrom(game, moves),
  };
}

/** @param {GameToReview} game @param {number} at @param {GivenValue} value @param {number | null} disc @param {ReviewRules} rules @returns {MoveReview} */
function moveReview({ plies, variant }, at, { score, best, line, played_line: played }, disc, { thresholds }) {
  const { move, before } = /** @type {GameToReview["plies"][number]} */ (plies[at]);
  const loss = Math.max(0, best.discs - score.discs);
  const isExact = score.kind === "exact" && best.kind === "exact";
  const isMistake = loss >= (isExact ? thresholds.mistake_if_exact : thresholds.mistake_if_estimated);
  const better = line[0] ?? move;
  const key = hasOracle(variant) ? "average" : isExact ? "exact" : "estimate";
  const cost = say(`review.plain_cost_${key}`, { count: Math.max(1, Math.round(loss)), better });
  return {
    number: at + 1,
    color: before.turn,
    move,
    answer: before.answer ?? null,
    cells: before.board,
    value: before.turn === "black" ? score.discs : 0 - score.discs,
    score,
    best,
    loss,
    better,
    line,
    played_line: played,
    mistake: isMistake,
    findings: [],
    sentences: isMistake ? [cost] : [],
    disc,
  };
}

/** @param {Side} side @param {GameToReview} game @param {MoveReview[]} all @param {ReviewRules} rules @returns {GameReview["black"]} */
function sideReview(side, { size }, all, { thresholds: { halving_loss: halving } }) {
  const moves = all.filter(({ color, move }) => color === side && move !== "pass");
  const mistakes = moves.filter(({ mistake }) => mistake);
  const lost = moves.reduce((sum, { loss }) => sum + loss, 0);
  const accuracy = (/** @type {MoveReview[]} */ some) =>
    some.length ? (100 * some.reduce((sum, { loss }) => sum + 0.5 ** (loss / halving), 0)) / some.length : null;
  const third = (size * size - 4) / 3;
  const phase = (/** @type {number} */ number) => accuracy(moves.filter(({ cells }) => phaseOf(emptiesOf(cells), third) === number));
  const worst = mistakes.toSorted((one, other) => other.loss - one.loss)[0];
  const story = say(worst ? "review.plain_story" : "review.plain_story_none");
  return {
    name: say(`review.side_${side}`),
    moves: moves.length,
    lost,
    accuracy: accuracy(moves),
    mistakes: mistakes.length,
    opening: phase(0),
    middle: phase(1),
    endgame: phase(2),
    average_loss: lost / Math.max(1, moves.length),
    turning_point: worst?.number ?? null,
    story,
    story_to_player: story,
  };
}

/** @param {number} empties @param {number} third of the squares that are played */
const phaseOf = (empties, third) => (empties > 2 * third ? 0 : empties > third ? 1 : 2);

/** @param {string} cells */
const emptiesOf = (cells) => cells.split("-").length - 1;

/** From how many empty squares on all values are exact. @param {GameToReview} game @param {MoveReview[]} moves */
function solvedFrom({ variant }, moves) {
  const placed = moves.filter(({ move }) => move !== "pass");
  const isFinal = (/** @type {MoveReview["score"]} */ { kind, depth }, /** @type {string} */ cells) =>
    kind === "exact" || (hasOracle(variant) && kind === "expected" && (depth ?? 0) >= emptiesOf(cells));
  const searched = placed.filter(({ score, best, cells }) => !isFinal(score, cells) || !isFinal(best, cells));
  if (searched.length) return Math.min(...searched.map(({ cells }) => emptiesOf(cells))) - 1;
  return Math.max(0, ...placed.map(({ cells }) => emptiesOf(cells)));
}
