/** Boards that are their own mirror image, where moves that mirror each other have the same value. */

/**
 * A symmetry of the board: where each square goes.
 * @typedef {(square: number) => number} Symmetry
 */

/** Boards with more discs than this are hardly ever symmetric. */
const MOST_DISCS = 12;

/**
 * The symmetries, apart from the identity, that leave a board unchanged.
 * @param {Uint8Array} cells
 * @param {number} size
 * @returns {Symmetry[]}
 */
export function ownSymmetries(cells, size) {
  if (cells.filter((cell) => cell !== 0).length > MOST_DISCS) return [];
  const last = size - 1;
  const symmetries = [1, 2, 3, 4, 5, 6, 7].map((number) => (/** @type {number} */ square) => {
    let column = square % size;
    let row = Math.floor(square / size);
    if (number & 1) column = last - column;
    if (number & 2) row = last - row;
    return number & 4 ? column * size + row : row * size + column;
  });
  return symmetries.filter((image) => cells.every((cell, at) => cell === cells[image(at)]));
}

/**
 * The moves that need not be searched, because another one mirrors them.
 * @param {number[]} moves
 * @param {Symmetry[]} symmetries
 */
export function mirroredMoves(moves, symmetries) {
  /** @type {Set<number>} */
  const mirrored = new Set();
  for (const move of moves) {
    if (mirrored.has(move)) continue;
    for (const image of symmetries) {
      if (image(move) !== move) mirrored.add(image(move));
    }
  }
  return [...mirrored].filter((move) => moves.includes(move));
}
