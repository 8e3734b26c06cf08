/**
 * The computer's levels in the browser: a search within the level's limit, then the errors of a
 * person. engine/human_like.py explains the errors; the numbers come from engine/levels.py.
 */
import { squareName } from "./positions.js";

/**
 * @typedef {import("./positions.js").Position} Position
 * @typedef {import("./rules.js").Rules} Rules
 * @typedef {import("./browser_engine.js").BrowserEngine} BrowserEngine
 *
 * @typedef {object} Level
 * @property {number} number
 * @property {number} nodes
 * @property {number} seconds
 * @property {number} softness in discs
 * @property {number} oversight the probability of overlooking a quiet move
 * @property {number} greed how many discs a disc in sight is worth
 *
 * @typedef {object} Choice a move with its score and what it does at first sight
 * @property {string} move
 * @property {number} discs
 * @property {number} turned
 * @property {boolean} isCorner
 */

const CORNER = 3; // a corner pleases as much as this many turned discs

/** Plays at a level. */
export class LevelPlayer {
  #engine;
  #rules;
  #level;

  /** @param {BrowserEngine} engine with one worker, so that the limit is that of the server @param {Rules} rules @param {Level} level */
  constructor(engine, rules, level) {
    this.#engine = engine;
    this.#rules = rules;
    this.#level = level;
  }

  /** Choose a move where one is legal. @param {Position} position @returns {Promise<string>} */
  async choose(position) {
    const { nodes, seconds, softness } = this.#level;
    const legal = this.#rules.legalMoves(position);
    this.#engine.forget(); // earlier searches would make it stronger
    const lines = softness ? legal.length : 1;
    const { lines: found } = await this.#engine.analyse(position, { nodes, time: seconds, lines }).finished;
    const choices = found.map(({ move, score }) => ({ move, discs: score, ...this.#firstSight(position, move) }));
    return drawMove(choices, this.#level, Math.random);
  }

  /** @param {Position} position @param {string} move */
  #firstSight(position, move) {
    const ends = [squareName(0, position.size), squareName(position.size ** 2 - 1, position.size)].map(parts);
    const isEnd = parts(move).map((part, at) => ends.some((end) => end[at] === part));
    return { turned: this.#rules.play(position, move).flips.length, isCorner: isEnd.every(Boolean) };
  }
}

/** The letter and the number of a square. @param {string} name */
const parts = (name) => [name.charAt(0), name.slice(1)];

/**
 * Draw a move by its score, with the errors of a level.
 * @param {Choice[]} choices the best first
 * @param {Pick<Level, "softness" | "oversight" | "greed">} level
 * @param {() => number} random from 0 to 1
 */
export function drawMove(choices, { softness, oversight, greed }, random) {
  const [best] = choices;
  if (best === undefined) throw new RangeError("There is no move to choose.");
  if (!softness || choices.length === 1) return best.move;
  const seen = choices.filter(({ turned, isCorner }) => random() >= (isCorner ? 0 : oversight / Math.max(1, turned)));
  const among = seen.length ? seen : choices;
  const values = among.map(({ discs, turned, isCorner }) => discs + greed * (turned + (isCorner ? CORNER : 0)));
  const most = Math.max(...values);
  const weights = values.map((value) => Math.exp((value - most) / softness));
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
  const at = weights.findIndex((weight) => (left -= weight) < 0);
  return (among[at] ?? /** @type {Choice} */ (among.at(-1))).move;
}
