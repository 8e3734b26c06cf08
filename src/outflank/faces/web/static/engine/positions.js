/** Positions as pages write them, and what the engine is asked about them. */
import { engineVariants, variantFacts } from "../variants/variants.js";

/**
 * @typedef {"yes" | "no" | "maybe"} Answer
 */

/**
 * A board with the side to move.
 * @typedef {object} Position
 * @property {number} size 4 to 16, even
 * @property {string} variant
 * @property {string} board row by row from a1: "X" black, "O" white, "-" empty
 * @property {"black" | "white"} turn
 * @property {Answer | null} [answer] what the side to move has heard, where an oracle is asked
 */

/** @type {readonly Answer[]} */
export const ANSWERS = ["yes", "no", "maybe"];
const CELLS = "-XO";

/** The board as numbers: 0 empty, 1 black, 2 white. @param {Position} position */
export function cellsOf(position) {
  const { size, board, variant } = position;
  if (!Number.isInteger(size) || size < 4 || size > 16 || size % 2 !== 0) {
    throw new RangeError(`A board has an even size from 4 to 16, not ${size}.`);
  }
  if (!variantFacts(variant).isInEngine) {
    throw new RangeError(`The engine plays ${engineVariants().join(", ")}, not ${variant}.`);
  }
  if (board.length !== size * size) {
    throw new RangeError(`This board has ${board.length} squares, not ${size * size}.`);
  }
  return Uint8Array.from(board, (sign, square) => {
    const cell = CELLS.indexOf(sign);
    if (cell < 0) throw new RangeError(`${squareName(square, size)} is ${sign}, not X, O or -.`);
    return cell;
  });
}

/** The board as a text. @param {Uint8Array} cells */
export function boardOf(cells) {
  return Array.from(cells, (cell) => CELLS[cell]).join("");
}

/** A board in a link: its runs of empty squares as their lengths. @param {string} board */
export const packedBoard = (board) => board.replace(/-+/g, (run) => String(run.length));

/** The name of a square, "d3". @param {number} square @param {number} size */
export function squareName(square, size) {
  return String.fromCharCode(97 + (square % size)) + (Math.floor(square / size) + 1);
}

/** The number of a square, or -1. @param {string} name @param {number} size */
export function squareNumber(name, size) {
  const found = /^([a-p])([1-9]\d?)$/.exec(name);
  if (!found?.[1]) return -1;
  const column = found[1].charCodeAt(0) - 97;
  const row = Number(found[2]) - 1;
  return column < size && row < size ? row * size + column : -1;
}

/** The number by which the engine knows an answer. @param {Answer | null | undefined} answer */
export function answerNumber(answer) {
  return answer ? ANSWERS.indexOf(answer) + 1 : 0;
}

/** The same board with the other side to move. @param {Position} position @returns {Position} */
export function passed(position) {
  return { ...position, turn: position.turn === "black" ? "white" : "black", answer: null };
}

/**
 * How many discs the side to move has won by, the empty squares given to the winner.
 * @param {Position} position of a finished game
 */
export function resultOf(position) {
  const black = position.board.split("X").length - 1;
  const white = position.board.split("O").length - 1;
  const total = position.board.length;
  const ahead = black > white ? total - 2 * white : black < white ? 2 * black - total : 0;
  const sign = (position.turn === "black" ? 1 : -1) * (variantFacts(position.variant).fewestWins ? -1 : 1);
  return ahead === 0 ? 0 : sign * ahead;
}
