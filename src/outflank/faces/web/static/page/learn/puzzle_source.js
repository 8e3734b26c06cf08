/** Where puzzles come from: the server. */
import { call } from "../shared/api.js";

/**
 * @typedef {import("server-api").PuzzleObject} PuzzleObject
 * @typedef {"easiest" | "easier" | "normal" | "harder" | "hardest"} Difficulty
 */

/** @param {string} id @returns {Promise<PuzzleObject>} */
export const findPuzzle = (id) => call("GET", "/puzzles/{puzzle}", { path: { puzzle: id } });

/**
 * Some puzzles that were not tried before, near the visitor's rating; `rating` is null for a stranger.
 * @param {{difficulty: Difficulty, most: number, theme?: string}} wanted
 */
export function choosePuzzles({ difficulty, most, theme }) {
  return call("GET", "/puzzles", { query: { difficulty, most, ...(theme ? { theme } : {}) } });
}
