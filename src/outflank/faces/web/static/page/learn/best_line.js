/** The best moves of both sides to the end of the game, found by the engine in this browser. */
import { BrowserEngine } from "../../engine/browser_engine.js";
import { passed } from "../../engine/positions.js";

/**
 * @typedef {import("../../engine/positions.js").Position} Position
 * @typedef {import("../../engine/rules.js").Rules} Rules
 */

/** @type {Promise<BrowserEngine> | null} */
let opening = null;
let asked = 0;

/**
 * Find the best line that begins with a move; null if another line was asked for in the meantime.
 * @param {Rules} rules
 * @param {Position} position
 * @param {string} move
 * @returns {Promise<string[] | null>}
 */
export async function findBestLine(rules, position, move) {
  asked += 1;
  const own = asked;
  const engine = await (opening ??= BrowserEngine.open({ workers: 1 }));
  const line = [move];
  let now = rules.play(position, move).position;
  while (own === asked && !rules.isOver(now)) {
    if (!rules.legalMoves(now).length) {
      line.push("pass");
      now = passed(now);
      continue;
    }
    const { lines } = await engine.analyse(now, { lines: 1, exact: true }).finished;
    const moves = lines[0]?.moves ?? [];
    if (!moves.length) return null;
    for (const next of moves) {
      line.push(next);
      now = rules.play(now, next).position;
    }
  }
  return own === asked ? line : null;
}

/** Stop looking for a line, because nobody waits for it any more. */
export function forgetBestLine() {
  asked += 1;
}
