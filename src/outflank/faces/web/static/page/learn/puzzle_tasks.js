/** Puzzles and cards of the server as tasks on a board, and what was tried as entries of the log. */
import { make } from "../shared/dom.js";
import { record } from "./attempt_queue.js";

/**
 * @typedef {import("server-api").PuzzleObject} PuzzleObject
 * @typedef {import("server-api").DueCard} DueCard
 * @typedef {import("./exercise_board.js").Task} Task
 * @typedef {import("./exercise_board.js").Try} Try
 * @typedef {Record<string, {name: string, sentence: string}>} Themes by their names in the API
 */

/** Discs that a move may give away and still count as best, where values are proved and where they are estimates. */
const SPARE = { exact: 0.5, estimate: 1 };

/** @param {PuzzleObject} puzzle @param {Themes} themes @returns {Task} */
export function taskOfPuzzle({ size, variant, board, turn, moves, themes: own }, themes) {
  const [theme] = own;
  const tip = theme && themes[theme]?.sentence;
  return {
    position: { size, variant, board, turn },
    right: moves.filter(({ loss }) => loss === 0).map(({ move }) => move),
    scores: scoresOf(moves),
    ...(tip ? { tip } : {}),
  };
}

/** @param {DueCard} card @returns {Task} */
export function taskOfCard({ size, variant, board, turn, moves, best, exact, line }) {
  const spare = exact ? SPARE.exact : SPARE.estimate;
  const equal = moves.filter(({ loss }) => loss !== null && loss < spare).map(({ move }) => move);
  const scores = scoresOf(moves);
  return {
    position: { size, variant, board, turn },
    right: [...new Set([...best, ...equal])],
    isExact: exact,
    line,
    ...(Object.keys(scores).length ? { scores } : {}),
  };
}

/** @param {PuzzleObject["moves"]} moves @returns {Record<string, number>} */
function scoresOf(moves) {
  /** @type {Record<string, number>} */
  const scores = {};
  for (const { move, score } of moves) if (score !== null) scores[move] = score;
  return scores;
}

/**
 * Keep the first try at a task until the server has it.
 * @param {string} subject
 * @param {Try} tried
 * @param {string} [occasion]
 */
export function recordTry(subject, { move, isRight, loss, milliseconds, hints }, occasion = "") {
  const known = loss === null ? null : Math.max(0, loss);
  const attempt = /** @type {const} */ ({ kind: "attempt", subject, move, right: isRight, loss: known, milliseconds, hints });
  return record(occasion ? { ...attempt, occasion } : attempt);
}

/** The themes of the page's puzzles, as the server wrote them into it. @returns {Themes} */
export const themesOfPage = () => JSON.parse(document.getElementById("task")?.dataset.themes ?? "{}");

/** Links to more puzzles with the themes of one. @param {PuzzleObject} puzzle @param {Themes} themes */
export function themeLinks(puzzle, themes) {
  const links = puzzle.themes
    .filter((name) => themes[name])
    .map((name) => make("li", {}, make("a", { href: `/learn/puzzles?theme=${name}`, title: themes[name]?.sentence ?? "" }, themes[name]?.name ?? name)));
  return links.length ? [make("ul", { class: "themes" }, ...links)] : [];
}
