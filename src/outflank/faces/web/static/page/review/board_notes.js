/** What a review writes on the board: the values of moves, or the moves of a line. */
import { signedDiscs } from "../shared/figures.js";

/**
 * @typedef {import("server-api").MoveReview} MoveReview
 * @typedef {import("../../board/state.js").State} State
 * @typedef {Pick<State, "marks" | "texts">} BoardNotes what is written on the board besides the discs
 */

/** The values of the move and of the better one, on their squares. @param {MoveReview} one @returns {BoardNotes} */
export function bothMoves({ move, better, score, best }) {
  /** @type {Record<string, import("../../board/state.js").Note>} */
  const notes = {};
  if (move !== "pass") notes[move] = { text: signedDiscs(score.discs), tone: "bad", source: sourceMark(score) };
  if (better !== "pass") notes[better] = { text: signedDiscs(best.discs), strong: true, tone: "good", source: sourceMark(best) };
  return { texts: notes, marks: { frame: better === "pass" ? [] : [better], cross: [] } };
}

/** The moves of a line as numbers on their squares. @param {string[]} line @returns {BoardNotes} */
export function numbered(line) {
  const placed = line.flatMap((move, at) => (move === "pass" ? [] : [[move, { text: String(at + 1), strong: at === 0 }]]));
  return { texts: Object.fromEntries(placed) };
}

/** What stands beside a value: a tick where it is exact. A search that was not whole is told in words. @param {import("server-api").ReviewScore} score */
function sourceMark({ kind }) {
  return kind === "exact" || kind === "book" || kind === "expected" ? kind : "";
}
