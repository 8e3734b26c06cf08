/** Squares as numbers, counted row by row from a1, and where they lie on the screen. */

/** @typedef {{size: number, rotated: boolean}} Layout */

export const CELL = 10; // every measure is in tenths of a square
export const COLUMNS = "abcdefghijklmnop";

/** The number of a square. @param {string} name @param {number} size */
export function squareAt(name, size) {
  const column = COLUMNS.indexOf(name.charAt(0));
  const row = /^[a-p]([1-9]|1[0-6])$/.test(name) ? Number(name.slice(1)) - 1 : size;
  if (column >= size || row >= size) throw new RangeError(`there is no ${name} on ${size}x${size}`);
  return row * size + column;
}

/** The name of the square with that number. @param {number} at @param {number} size */
export function squareName(at, size) {
  return COLUMNS.charAt(at % size) + (Math.floor(at / size) + 1);
}

/**
 * Turn a square into its place on the screen, or a place into its square: both are the same step.
 * @param {Layout} layout
 * @param {number} at
 */
export const rotate = ({ rotated, size }, at) => (rotated ? size * size - 1 - at : at);

/** The centre of a place on the screen. @param {number} place @param {number} size */
export function centerOf(place, size) {
  return { cx: ((place % size) + 0.5) * CELL, cy: (Math.floor(place / size) + 0.5) * CELL };
}

/**
 * How many columns to the right and rows down one square is from another, on the screen.
 * @param {Layout} layout
 * @param {number} from
 * @param {number} to
 */
export function offset(layout, from, to) {
  const { size } = layout;
  const [start, end] = [rotate(layout, from), rotate(layout, to)];
  return {
    across: (end % size) - (start % size),
    down: Math.floor(end / size) - Math.floor(start / size),
  };
}

/**
 * How far a disc is from the one that was placed, counted from its neighbours.
 * @param {Layout & {last: number}} position
 * @param {number} at
 */
export function ringOf(position, at) {
  const { across, down } = offset(position, position.last, at);
  return Math.max(Math.abs(across), Math.abs(down)) - 1;
}
