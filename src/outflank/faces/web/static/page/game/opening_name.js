/** The name of the opening of a game, as it appears; it is known without asking the server. */
import { need, write } from "../shared/dom.js";

const ADDRESS = new URL("../../openings.json", import.meta.url);
const SIZE = 8;

/** @type {Promise<Map<string, string>> | null} */
let loading = null;
let shown = 0; // how often a name was asked for: only the last one counts

/** Show the name of the last named position among some boards of a game. @param {readonly string[]} boards */
export async function showOpening(boards) {
  const turn = (shown += 1);
  try {
    const names = await (loading ??= load());
    const board = boards.findLast((one) => names.has(one));
    if (turn === shown) write(need("opening"), (board && names.get(board)) ?? "");
  } catch {
    loading = null; // it is shown after the next move
  }
}

/** Load the names of boards in all directions. */
async function load() {
  const response = await fetch(ADDRESS);
  if (!response.ok) throw new Error(`${response.status}`);
  /** @type {Map<string, string>} */
  const names = new Map();
  for (const [board, name] of Object.entries(await response.json())) {
    for (const image of imagesOf(board)) names.set(image, name);
  }
  return names;
}

/** A board turned and reflected in all eight ways. @param {string} board */
function imagesOf(board) {
  return [0, 1, 2, 3, 4, 5, 6, 7].map((number) => {
    const image = Array.from({ length: SIZE * SIZE }, (_, at) => {
      let column = at % SIZE;
      let row = Math.floor(at / SIZE);
      if (number & 1) column = SIZE - 1 - column;
      if (number & 2) row = SIZE - 1 - row;
      return board[number & 4 ? column * SIZE + row : row * SIZE + column];
    });
    return image.join("");
  });
}
