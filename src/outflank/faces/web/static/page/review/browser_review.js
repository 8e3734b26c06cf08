/** The values of a game's moves, computed by the engine in this browser. */
import { BrowserEngine } from "../../engine/browser_engine.js";
import { hasOracle, variantFacts } from "../../variants/variants.js";
import { MatchRecord } from "../game/match_record.js";

/**
 * @typedef {import("server-api").GivenValue} GivenValue
 * @typedef {import("server-api").ReviewScore} ReviewScore
 * @typedef {import("../../engine/browser_engine.js").Options} Options
 * @typedef {import("../../engine/positions.js").Position} Position
 * @typedef {{score: ReviewScore, line: string[]}} Value what a position is worth to the side to move
 *
 * @typedef {object} GameToReview
 * @property {number} size
 * @property {string} variant
 * @property {Options["odds"] | null} odds of the oracle's answers, where there is one
 * @property {readonly {before: Position, after: Position, move: string}[]} plies
 *
 * How much work a review is; analysis/review_budget.py says why.
 * @typedef {{solved: number, depth?: number, confidence?: number, nodes?: number}} Work
 * @typedef {{usual: Work, slow: Work, chance: Work, usual_size: number}} Budget
 */

const LINE = 20; // moves of a line that are sent
const OTHER = /** @type {const} */ ({ black: "white", white: "black" });

/**
 * Compute what each ply of a game was worth, the last one first. A played move and a better one are
 * valued alike: both are solved, or both are searched to one depth with one confidence.
 * @param {GameToReview} game
 * @param {Budget} budget
 * @param {(done: number, total: number) => boolean} onProgress false stops it
 * @returns {Promise<GivenValue[] | null>} null if it was stopped
 */
export async function computeValues(game, budget, onProgress) {
  const engine = await BrowserEngine.open({ workers: 1 });
  try {
    const reviewer = new Reviewer(engine, game, budget);
    /** @type {GivenValue[]} */
    const values = [];
    for (let ply = game.plies.length; ply > 0; ply -= 1) {
      if (!onProgress(values.length, game.plies.length)) return null;
      values.unshift(await reviewer.valueOf(ply, values[0]));
    }
    return values;
  } finally {
    engine.close();
  }
}

class Reviewer {
  #engine;
  #game;
  #work;
  #odds;

  /** @param {BrowserEngine} engine @param {GameToReview} game @param {Budget} budget */
  constructor(engine, game, budget) {
    this.#engine = engine;
    this.#game = game;
    const isSlow = variantFacts(game.variant).fewestWins || game.size > budget.usual_size;
    this.#work = hasOracle(game.variant) ? budget.chance : isSlow ? budget.slow : budget.usual;
    this.#odds = game.odds ? { odds: game.odds } : {};
  }

  /**
   * @param {number} number of the ply, from 1
   * @param {GivenValue | undefined} following
   * @returns {Promise<GivenValue>}
   */
  async valueOf(number, following) {
    const { before, after, move } = /** @type {GameToReview["plies"][number]} */ (this.#game.plies[number - 1]);
    if (move === "pass") {
      const passed = following ? negated(following.best) : negated((await this.#ask(after, this.#limits(after))).score);
      return { score: passed, best: passed, line: ["pass"], played_line: ["pass"] };
    }
    // What the table holds of later positions is deeper than what else a search sees.
    if (!this.#isSolved(before)) this.#engine.forget();
    // Where chance is in play all moves are scored by one search, so that they can be compared.
    const lines = await this.#analysed(before, { ...this.#limits(before), lines: hasOracle(this.#game.variant) ? this.#game.size ** 2 : 1 });
    const best = lines[0] ?? { score: exactly(0), line: [move] };
    const found = lines.find(({ line }) => line[0] === move);
    if (found) return { score: found.score, best: best.score, line: best.line, played_line: found.line };
    return this.#compared(number, best, following);
  }

  /**
   * What a move is worth that was not the best, beside the best one.
   * @param {number} number
   * @param {Value} best
   * @param {GivenValue | undefined} following
   * @returns {Promise<GivenValue>}
   */
  async #compared(number, { score: best, line }, following) {
    const { before, after, move } = /** @type {GameToReview["plies"][number]} */ (this.#game.plies[number - 1]);
    const isExact = best.kind === "exact";
    if (!isExact && (best.depth ?? 0) <= 1) {
      // After a search of one ply there is nothing to search after the move.
      const lines = await this.#analysed(before, { depth: 1, lines: this.#game.size ** 2 });
      const found = lines.find((one) => one.line[0] === move);
      if (found && lines[0]) return { score: found.score, best: lines[0].score, line: lines[0].line, played_line: found.line };
    }
    /** @type {Value} */
    let reply;
    if (isExact && following?.best.kind === "exact") reply = { score: following.best, line: following.line };
    else if (isExact) reply = await this.#ask(after, this.#isSolved(before) ? { exact: true } : this.#limits(after));
    else reply = await this.#ask(after, { depth: Math.max(1, (best.depth ?? 1) - 1), confidence: best.confidence ?? 100 });
    const played_line = [move, ...reply.line].slice(0, LINE);
    const score = negated(reply.score);
    // What is certain is also what a search of any depth says, so the less certain label is both's.
    if (isExact && score.kind === "exact") return { score, best, line, played_line };
    if (isExact) return { score: deeper(score), best: { ...deeper(score), discs: best.discs }, line, played_line };
    return { score: { ...best, discs: score.discs }, best, line, played_line };
  }

  /** @param {Position} position */
  #isSolved({ board }) {
    return board.split("-").length - 1 <= this.#work.solved;
  }

  /** @param {Position} position @returns {Options} */
  #limits(position) {
    const { solved, ...limits } = this.#work;
    return { ...(this.#isSolved(position) ? { exact: true } : limits), ...this.#odds };
  }

  /** @param {Position} position @param {Options} options @returns {Promise<Value>} */
  async #ask(position, options) {
    const { score, lines } = await this.#engine.analyse(position, { ...options, ...this.#odds }).finished;
    const [best] = lines;
    return best ? valueOfLine(best) : { score: exactly(score ?? 0), line: [] };
  }

  /** @param {Position} position @param {Options} options */
  async #analysed(position, options) {
    const { lines } = await this.#engine.analyse(position, options).finished;
    return lines.map(valueOfLine).sort((one, other) => other.score.discs - one.score.discs);
  }
}

/** @param {import("../../engine/analysis.js").Line} line @returns {Value} */
function valueOfLine({ score, kind, depth, confidence, moves }) {
  const isEstimate = kind === "heuristic";
  const label = { kind, depth: isEstimate || kind === "expected" ? depth : null, confidence: isEstimate ? confidence : null };
  return { score: { discs: score, ...label }, line: moves.slice(0, LINE) };
}

/** @param {number} discs @returns {ReviewScore} */
const exactly = (discs) => ({ discs, kind: "exact", depth: null, confidence: null });

/**
 * The plies of a finished match as a review wants them.
 * @param {import("server-api").MatchView} view
 * @returns {Promise<GameToReview>}
 */
export async function gameOfMatch(view) {
  const record = new MatchRecord(view.id);
  await record.readUntil(view.seq);
  const { variant } = view;
  const plies = record.plies.map(({ move, color, cells, answer }, at) => ({
    move,
    before: { size: view.size, variant, board: record.cellsAt(at), turn: color, answer },
    after: { size: view.size, variant, board: cells, turn: OTHER[color] },
  }));
  return { size: view.size, variant, odds: record.odds, plies };
}

/** @param {ReviewScore} score @returns {ReviewScore} */
const negated = (score) => ({ ...score, discs: score.discs ? -score.discs : 0 });

/** The score of a position after a move, as the search before the move would label it. @param {ReviewScore} score @returns {ReviewScore} */
const deeper = (score) => ({ ...score, depth: score.depth === null ? null : score.depth + 1 });
