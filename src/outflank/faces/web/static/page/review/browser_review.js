/**
 * The values of a game's moves, computed by the engine in this browser.
 *
 * review.json has the order of the steps and says which facts each needs. analysis/review_steps.py
 * reads the same file and has the same facts and actions for the engines in Python.
 */
import { BrowserEngine } from "../../engine/browser_engine.js";
import { hasOracle, variantFacts } from "../../variants/variants.js";
import { reviewRules } from "./review_rules.js";

/**
 * @typedef {import("server-api").GivenValue} GivenValue
 * @typedef {import("server-api").ReviewScore} ReviewScore
 * @typedef {import("../../engine/analysis.js").Analysis} Analysis
 * @typedef {import("../../engine/browser_engine.js").Options} Options
 * @typedef {import("../../engine/positions.js").Position} Position
 * @typedef {import("./review_rules.js").Budget} Budget
 * @typedef {import("./review_rules.js").ReviewRules} ReviewRules
 *
 * What a position or a move is worth to the side to move, with the best line; how likely it wins is known
 * where an oracle is asked and a search has scored the move.
 * @typedef {{score: ReviewScore, line: string[], winChance: number | null}} Value
 *
 * The values of the played move and of the best one; each line begins with its move.
 * @typedef {{played: Value, best: Value}} Comparison
 *
 * @typedef {{move: string, before: Position, after: Position}} Ply
 *
 * @typedef {object} GameToReview
 * @property {number} size
 * @property {string} variant
 * @property {Options["odds"] | null} odds of the oracle's answers, where there is one
 * @property {readonly Ply[]} plies
 */

/**
 * Compute what each ply of a game was worth, the last one first.
 * @param {GameToReview} game
 * @param {(done: number, total: number) => boolean} onProgress false stops it
 * @returns {Promise<GivenValue[] | null>} null if it was stopped
 */
export async function computeValues(game, onProgress) {
  const rules = await reviewRules();
  const engine = await BrowserEngine.open({ workers: 1 });
  try {
    const searches = new Searches(engine, game, budgetFor(game, rules));
    /** @type {GivenValue[]} */
    const values = [];
    /** @type {Value | null} */
    let following = null;
    for (const ply of game.plies.toReversed()) {
      if (!onProgress(values.length, game.plies.length)) return null;
      const { played, best } = await new PlyReview(ply, searches, following, rules).compared();
      const cut = (/** @type {Value} */ { line }) => line.slice(0, rules.lines.sent);
      values.unshift({ score: played.score, best: best.score, line: cut(best), played_line: cut(played), ...chancesOf(played, best) });
      following = best;
    }
    return values;
  } finally {
    engine.close();
  }
}

/** @param {GameToReview} game @param {ReviewRules} rules @returns {Budget} */
function budgetFor({ size, variant }, { engine, budgets, usual_size }) {
  const { usual, slow, chance } = /** @type {ReviewRules["budgets"][string]} */ (budgets[engine]);
  if (hasOracle(variant)) return chance;
  return variantFacts(variant).fewestWins || size > usual_size ? slow : usual;
}

/** Asks the engine for values within the budget of a game. */
class Searches {
  #engine;
  #budget;
  #odds;
  #squares;

  /** @param {BrowserEngine} engine @param {GameToReview} game @param {Budget} budget */
  constructor(engine, { odds, size }, budget) {
    this.#engine = engine;
    this.#budget = budget;
    this.#odds = odds ? { odds } : {};
    this.#squares = size ** 2;
  }

  forget() {
    this.#engine.forget();
  }

  /** Whether a position has few enough empty squares to be solved. @param {Position} position */
  isSolved(position) {
    return empties(position) <= this.#budget.solved;
  }

  /**
   * Search a position, by default within its own limit.
   * @param {Position} position
   * @param {Options | null} [limit]
   * @param {boolean} [allMoves] whether every move gets a score
   */
  analyse(position, limit = null, allMoves = false) {
    const lines = allMoves || this.#budget.scores_all_moves ? this.#squares : 1;
    return this.#engine.analyse(position, { ...(limit ?? this.#limitOf(position)), lines, ...this.#odds }).finished;
  }

  /** The value of a position, which may be over or begin with a pass. @param {Position} position @param {Options | null} [limit] */
  async value(position, limit) {
    return valueOf(await this.analyse(position, limit));
  }

  /** @param {Position} position @returns {Options} */
  #limitOf(position) {
    if (this.isSolved(position)) return { depth: empties(position) };
    const { depth = 0, nodes = 0, confidence = 0 } = this.#budget;
    return { depth, nodes, confidence };
  }
}

/** What is known of one ply while its steps are taken. */
class PlyReview {
  /** The value of the best move, from the search of the position before it. @type {Value | null} */ best = null;
  /** The value of each move that this search scored. @type {Map<string, Value>} */ listed = new Map();

  /** @param {Ply} ply @param {Searches} searches @param {Value | null} following @param {ReviewRules} rules */
  constructor(ply, searches, following, rules) {
    this.ply = ply;
    this.searches = searches;
    this.following = following;
    this.rules = rules;
  }

  /** Take the steps, and return the values; a move as good as the best is the best. @returns {Promise<Comparison>} */
  async compared() {
    for (const { when, do: action } of this.rules.steps) {
      if (!when.every((fact) => named(FACTS, fact)(this))) continue;
      const found = await named(ACTIONS, action)(this);
      if (!found) continue;
      const { played, best } = found;
      return { played, best: played.score.discs >= best.score.discs ? played : best };
    }
    throw new Error("The last step gives every move a value.");
  }

  /** Take the scores of a search, which has the best move first. @param {Analysis} analysis */
  take(analysis) {
    const values = analysis.lines.map(valueOfLine);
    this.listed = new Map(values.map((value) => [value.line[0] ?? "", value]));
    this.best = values[0] ?? null;
  }

  /** Compare the move with the best one, given the value of the position after it. @param {Value} reply @returns {Comparison} */
  against(reply) {
    const played = { score: negated(reply.score), line: [this.ply.move, ...reply.line], winChance: null };
    return this.best ? withLikeScores(played, this.best) : { played, best: played };
  }
}

/** @type {Record<string, (one: PlyReview) => boolean>} by the names in review.json */
const FACTS = {
  estimated: ({ ply, searches }) => !searches.isSolved(ply.before),
  exact: ({ best }) => best?.score.kind === "exact",
  followed: ({ following }) => following !== null,
  followed_exactly: ({ following }) => following?.score.kind === "exact",
  listed: ({ ply, listed }) => listed.has(ply.move),
  passed: ({ ply }) => ply.move === "pass",
  shallow: ({ best, rules }) => best !== null && best.score.kind !== "exact" && best.score.depth !== null && best.score.depth <= rules.shallow_depth,
};

/** @type {Record<string, (one: PlyReview) => Promise<Comparison | void> | Comparison | void>} by the names in review.json; nothing leaves it to the next step */
const ACTIONS = {
  // The table holds deeper results for the positions that followed.
  forget: ({ searches }) => searches.forget(),
  search: async (one) => one.take(await one.searches.analyse(one.ply.before)),
  value_by_search: takenFromSearch,
  async value_by_all_moves(one) {
    one.take(await one.searches.analyse(one.ply.before, { depth: one.rules.shallow_depth }, true));
    return takenFromSearch(one);
  },
  value_by_following: (one) => (one.following ? one.against(one.following) : undefined),
  value_by_reply: async (one) => one.against(await one.searches.value(one.ply.after)),
  async value_by_reply_one_ply_less(one) {
    const { depth = null, confidence = null } = one.best?.score ?? {};
    const limit = depth === null ? null : { depth: Math.max(1, depth - 1), confidence: confidence ?? 0 };
    return one.against(await one.searches.value(one.ply.after, limit));
  },
};

/** @param {PlyReview} one */
function takenFromSearch({ ply, best, listed }) {
  const played = listed.get(ply.move);
  return played && best ? { played, best } : undefined;
}

/** @template T @param {Record<string, T>} table @param {string} name @returns {T} */
function named(table, name) {
  const found = table[name];
  if (found === undefined) throw new Error(`A review has no ${name}.`);
  return found;
}

/**
 * Give the score of a move, known from the position after it, and the best one the same label. One
 * may be exact and the other not: a search of any depth would find the exact score too, so both get
 * the less certain label.
 * @param {Value} played
 * @param {Value} best
 * @returns {Comparison}
 */
function withLikeScores(played, best) {
  const isExact = best.score.kind === "exact";
  if (isExact && played.score.kind === "exact") return { played, best };
  const { depth } = played.score;
  const score = { ...played.score, depth: depth === null ? null : depth + 1 };
  if (isExact) return { played: { ...played, score }, best: { ...best, score: { ...score, discs: best.score.discs } } };
  // A search of one or two plies cuts nothing, whatever its confidence.
  const isAlike = score.kind === "exact" || score.depth === best.score.depth;
  return { played: { ...played, score: isAlike ? { ...best.score, discs: score.discs } : score }, best };
}

/** How likely the move and the best one win, if both is known. @param {Value} played @param {Value} best @returns {Pick<GivenValue, "win_chance" | "best_win_chance">} */
function chancesOf({ winChance: now }, { winChance: atBest }) {
  return now === null || atBest === null ? {} : { win_chance: now, best_win_chance: atBest };
}

/** The value of the position that was analysed. @param {Analysis} analysis @returns {Value} */
function valueOf({ score, after, depth, lines: [best] }) {
  // Before an answer it is the average of the values after each answer.
  if (after) return { score: { discs: score ?? 0, kind: "expected", depth, confidence: null }, line: [], winChance: null };
  return best ? valueOfLine(best) : { score: { discs: score ?? 0, kind: "exact", depth: null, confidence: null }, line: [], winChance: null };
}

/** @param {import("../../engine/analysis.js").Line} line @returns {Value} */
function valueOfLine({ score, kind, depth, confidence, moves, winChance }) {
  return { score: { discs: score, kind, depth, confidence: kind === "heuristic" ? confidence : null }, line: moves, winChance };
}

/** @param {ReviewScore} score @returns {ReviewScore} */
const negated = (score) => ({ ...score, discs: score.discs ? -score.discs : 0 });

/** How many squares of a position are empty. @param {Position} position */
const empties = ({ board }) => board.split("-").length - 1;
