/** The values of a game's moves, computed by the engine in this browser when the server has no time for it. */
import { BrowserEngine } from "../../engine/browser_engine.js";
import { MatchRecord } from "../game/match_record.js";

/**
 * @typedef {import("server-api").GivenValue} GivenValue
 * @typedef {import("server-api").MatchView} MatchView
 * @typedef {import("server-api").ReviewScore} ReviewScore
 * @typedef {import("../../engine/browser_engine.js").Options} Options
 * @typedef {import("../../engine/positions.js").Position} Position
 * @typedef {{score: ReviewScore, line: string[]}} Value what a position is worth to the side to move
 */

const NODES = 60_000; // a move, as on the server
const SOLVED = 12; // empty squares from which on positions are solved
const SOLVED_WITH_CHANCE = 6;
const LINE = 20; // moves of a line that are sent
const OTHER = /** @type {const} */ ({ black: "white", white: "black" });

/**
 * Compute what each ply of a finished match was worth, the last one first.
 * @param {MatchView} view
 * @param {(done: number, total: number) => boolean} onProgress false stops it
 * @returns {Promise<GivenValue[] | null>} null if it was stopped
 */
export async function computeValues(view, onProgress) {
  const record = new MatchRecord(view.id);
  await record.readUntil(view.seq);
  const engine = await BrowserEngine.open({ workers: 1 });
  try {
    /** @type {GivenValue[]} */
    const values = [];
    for (let ply = record.plies.length; ply > 0; ply -= 1) {
      if (!onProgress(values.length, record.plies.length)) return null;
      values.unshift(await valueOf(engine, view, record, ply, values[0]));
    }
    return values;
  } finally {
    engine.close();
  }
}

/**
 * @param {BrowserEngine} engine
 * @param {MatchView} view
 * @param {MatchRecord} record
 * @param {number} number of the ply, from 1
 * @param {GivenValue | undefined} following
 * @returns {Promise<GivenValue>}
 */
async function valueOf(engine, { size, variant }, record, number, following) {
  const ply = /** @type {import("../game/match_record.js").Ply} */ (record.plies[number - 1]);
  const board = record.cellsAt(number - 1);
  const kind = /** @type {Position["variant"]} */ (variant);
  const hasChance = kind === "yesno";
  const after = { size, variant: kind, board: ply.cells, turn: OTHER[ply.color] };
  const empties = board.split("-").length - 1;
  const isSolved = empties <= (hasChance ? SOLVED_WITH_CHANCE : SOLVED);
  const limits = { ...(isSolved ? { exact: true } : { nodes: NODES }), ...(record.odds && { odds: record.odds }) };
  if (ply.move === "pass") {
    const passed = following ? negated(following.best) : negated((await ask(engine, after, limits)).score);
    return { score: passed, best: passed, line: ["pass"], played_line: ["pass"] };
  }
  const before = { size, variant: kind, board, turn: ply.color, answer: ply.answer };
  // Where chance is in play all moves are scored by one search, so that they can be compared.
  const lines = await analysed(engine, before, { ...limits, lines: hasChance ? size * size : 1 });
  const best = lines[0] ?? { score: exactly(0), line: [ply.move] };
  const found = lines.find(({ line }) => line[0] === ply.move);
  if (found) return { score: found.score, best: best.score, line: best.line, played_line: found.line };
  const reply = await ask(engine, after, limits);
  const played = [ply.move, ...reply.line].slice(0, LINE);
  return { score: negated(reply.score), best: best.score, line: best.line, played_line: played };
}

/** @param {BrowserEngine} engine @param {Position} position @param {Options} options @returns {Promise<Value>} */
async function ask(engine, position, options) {
  const { score, lines } = await engine.analyse(position, options).finished;
  const [best] = lines;
  return best ? valueOfLine(best) : { score: exactly(score ?? 0), line: [] };
}

/** @param {BrowserEngine} engine @param {Position} position @param {Options} options */
async function analysed(engine, position, options) {
  const { lines } = await engine.analyse(position, options).finished;
  return lines.map(valueOfLine).sort((one, other) => other.score.discs - one.score.discs);
}

/** @param {import("../../engine/analysis.js").Line} line @returns {Value} */
function valueOfLine({ score, kind, depth, confidence, moves }) {
  const whole = { discs: score, kind, depth: depth ?? null, confidence: kind === "heuristic" ? (confidence ?? null) : null };
  return { score: whole, line: moves.slice(0, LINE) };
}

/** @param {number} discs @returns {ReviewScore} */
const exactly = (discs) => ({ discs, kind: "exact", depth: null, confidence: null });

/** @param {ReviewScore} score @returns {ReviewScore} */
const negated = (score) => ({ ...score, discs: score.discs ? -score.discs : 0 });
