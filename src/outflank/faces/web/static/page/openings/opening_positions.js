/** Positions of the opening, which are those of the usual game on the usual board. */
import { usualVariant } from "../../variants/variants.js";

/** @typedef {import("../../engine/positions.js").Position} Position */

const SIZE = 8;

/** @param {{cells: string, turn: Position["turn"]}} shown @returns {Position} */
export const positionOf = ({ cells, turn }) => ({ size: SIZE, variant: usualVariant(), board: cells, turn });

/** The position from which every opening begins. */
export const startPosition = () =>
  positionOf({ cells: `${"-".repeat(27)}OX------XO${"-".repeat(27)}`, turn: "black" });
