/** Links that lead on from a position: to the analysis board, and to a game that begins there. */
import { packedBoard } from "../../engine/positions.js";

/** @typedef {import("../../engine/positions.js").Position} Position */

const signOf = (/** @type {Position} */ { turn }) => (turn === "black" ? "X" : "O");

/** @param {Position} position */
export function linkToAnalysis(position) {
  const { variant, size, board } = position;
  return `/analysis#${encodeURIComponent(variant)}-${size}/${packedBoard(board)}.${signOf(position)}//0`;
}

/** A form for a game against the computer from a position. @param {Position} position */
export function linkToGame(position) {
  const { variant, size, board, turn } = position;
  const query = { start: `${board} ${signOf(position)}`, variant, size: String(size), color: turn, against: "computer" };
  return `/play?${new URLSearchParams(query)}`;
}
