/** The rules in the page's own thread: which moves there are, and what they do. */
import { hasOracle, variantTitle } from "../variants/variants.js";
import { Core, compileCore } from "./core.js";
import { answerNumber, boardOf, cellsOf, passed, squareName, squareNumber } from "./positions.js";

/**
 * @typedef {import("./positions.js").Position} Position
 * @typedef {import("./positions.js").Answer} Answer
 */

/** The rules of all sizes and variants. */
export class Rules {
  #core;

  /** Load the rules. */
  static async open() {
    return new Rules(await Core.open(await compileCore()));
  }

  /** @param {Core} core */
  constructor(core) {
    this.#core = core;
  }

  /**
   * The legal moves, none where the side to move must pass or the game is over.
   * @param {Position} position
   */
  legalMoves(position) {
    const { size, turn } = position;
    const squares = this.#core.legalMoves(size, cellsOf(position), turn === "black");
    return squares.map((square) => squareName(square, size));
  }

  /**
   * The position after a move, and the discs that changed their colour.
   * @param {Position} position
   * @param {string} move "d3" or "pass"
   * @param {Answer | null} [answer] what the oracle said, unless the position has it
   * @returns {{position: Position, flips: string[]}}
   */
  play(position, move, answer = position.answer ?? null) {
    if (move === "pass") {
      if (this.legalMoves(position).length > 0) {
        throw new RangeError("There is a legal move, so a pass is not allowed.");
      }
      if (this.isOver(position)) throw new RangeError("The game is over.");
      return { position: passed(position), flips: [] };
    }
    const { size, turn } = position;
    const isAsking = hasOracle(position.variant);
    if (isAsking && answer === null) {
      throw new RangeError(`In ${variantTitle(position.variant)} a move needs the oracle's answer.`);
    }
    const before = cellsOf(position);
    const square = squareNumber(move, size);
    const heard = isAsking ? answerNumber(answer) : 0;
    const after = square < 0 ? null : this.#core.place(size, before, turn === "black", square, heard);
    if (after === null) throw new RangeError(`${move} is not a legal move here.`);
    const flips = [...before.keys()].filter((at) => before[at] !== 0 && before[at] !== after[at]);
    return {
      position: { ...passed(position), board: boardOf(after) },
      flips: flips.map((at) => squareName(at, size)),
    };
  }

  /** Whether neither side can move. @param {Position} position */
  isOver(position) {
    return this.legalMoves(position).length === 0 && this.legalMoves(passed(position)).length === 0;
  }

  /** How many discs and empty squares there are. @param {Position} position */
  count(position) {
    const signs = [...position.board];
    const black = signs.filter((sign) => sign === "X").length;
    const white = signs.filter((sign) => sign === "O").length;
    return { black, white, empty: signs.length - black - white };
  }
}
