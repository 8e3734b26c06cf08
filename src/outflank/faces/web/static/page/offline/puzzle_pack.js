/** The puzzles that are kept for use without network. */
import { ApiError } from "../shared/api.js";

/**
 * @typedef {import("server-api").PuzzleObject} PuzzleObject
 * @typedef {"easiest" | "easier" | "normal" | "harder" | "hardest"} Difficulty
 * @typedef {{theme?: string, difficulty: Difficulty, most: number}} Wanted
 */

const FILE = new URL("../../learn/puzzles.json", import.meta.url);
const USUAL = 1500; // the rating of a solver who is not known here
const STEPS = { easiest: -600, easier: -300, normal: 0, harder: 300, hardest: 600 };
const NEAR = 3; // so many times the puzzles that are wanted are near enough in rating

/** @type {Promise<PuzzleObject[]> | null} */
let reading = null;

/** All puzzles that are kept, the easy ones first. @returns {Promise<PuzzleObject[]>} */
export function packedPuzzles() {
  reading ??= fetch(FILE)
    .then((response) => response.json())
    .catch((reason) => {
      reading = null; // the next one who asks tries again
      throw reason;
    });
  return reading;
}

/** Whether a call failed because the server could not be reached. @param {unknown} error */
export const isAway = (error) => error instanceof ApiError && (error.status === 0 || error.status >= 502);

/**
 * Choose kept puzzles with a theme whose ratings are near to what was wanted.
 * @param {PuzzleObject[]} packed
 * @param {Wanted} wanted
 * @param {() => number} random
 */
export function choosePacked(packed, { theme = "", difficulty, most }, random) {
  const aim = USUAL + STEPS[difficulty];
  const distance = (/** @type {PuzzleObject} */ { rating }) => Math.abs(rating - aim);
  const fitting = packed.filter(({ themes }) => !theme || themes.includes(theme));
  const near = fitting.toSorted((one, other) => distance(one) - distance(other)).slice(0, NEAR * most);
  return near.map((puzzle) => ({ puzzle, at: random() })).sort((one, other) => one.at - other.at).slice(0, most).map(({ puzzle }) => puzzle);
}
