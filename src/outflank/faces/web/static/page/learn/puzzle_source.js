/** Where puzzles come from: the server, or those that are kept for use without network. */
import { choosePacked, isAway, packedPuzzles } from "../offline/puzzle_pack.js";
import { call } from "../shared/api.js";

/**
 * @typedef {import("server-api").PuzzleObject} PuzzleObject
 * @typedef {"easiest" | "easier" | "normal" | "harder" | "hardest"} Difficulty
 */

/** The ids of the kept puzzles that were shown. @type {Set<string>} */
const shown = new Set();

/** @param {string} id @returns {Promise<PuzzleObject>} */
export async function findPuzzle(id) {
  try {
    return await call("GET", "/puzzles/{puzzle}", { path: { puzzle: id } });
  } catch (error) {
    const found = isAway(error) ? (await packed()).find((puzzle) => puzzle.id === id) : undefined;
    if (!found) throw error;
    return found;
  }
}

/**
 * Some puzzles that were not tried before, near the visitor's rating; `rating` is null for a stranger and
 * without network.
 * @param {{difficulty: Difficulty, most: number, theme?: string}} wanted
 * @returns {Promise<{puzzles: PuzzleObject[], rating: number | null}>}
 */
export async function choosePuzzles({ difficulty, most, theme }) {
  try {
    return await call("GET", "/puzzles", { query: { difficulty, most, ...(theme ? { theme } : {}) } });
  } catch (error) {
    const known = isAway(error) ? await packed() : [];
    if (!known.length) throw error;
    const fresh = known.filter(({ id }) => !shown.has(id));
    const puzzles = choosePacked(fresh, { difficulty, most, ...(theme ? { theme } : {}) }, Math.random);
    for (const { id } of puzzles) shown.add(id);
    return { puzzles, rating: null };
  }
}

const packed = () => packedPuzzles().catch(() => []);
