/** Where the keys of a board lead: arrows, the next legal square, a typed name. */
import { COLUMNS, rotate, squareAt } from "./geometry.js";

/** @typedef {import("./state.js").Position} Position */

const TYPING = 2000; // milliseconds between the letter and the figure of a typed square

/** @typedef {(event: KeyboardEvent, at: number, position: Position) => number | undefined} Lead */

/** The square that an arrow or a key like Home leads to. @type {Lead} */
export function squareInDirection({ key, ctrlKey }, at, position) {
  const { size } = position;
  const place = rotate(position, at);
  const column = place % size;
  const row = Math.floor(place / size);
  const end = size - 1;
  const goals = /** @type {Record<string, [number, number]>} */ ({
    ArrowLeft: [column - 1, row],
    ArrowRight: [column + 1, row],
    ArrowUp: [column, row - 1],
    ArrowDown: [column, row + 1],
    Home: ctrlKey ? [0, 0] : [0, row],
    End: ctrlKey ? [end, end] : [end, row],
    PageUp: [column, 0],
    PageDown: [column, end],
  });
  const goal = goals[key];
  if (!goal || (ctrlKey && !/^(Home|End)$/.test(key))) return undefined;
  const [x = 0, y = 0] = goal.map((step) => Math.min(end, Math.max(0, step)));
  return rotate(position, y * size + x);
}

/** The next legal square for n or a full stop, the one before for N or a comma. @type {Lead} */
export function nextLegalSquare({ key, ctrlKey }, at, { legal, size }) {
  const isLetter = size <= COLUMNS.indexOf("n"); // on larger boards n is a column
  const isNext = key === "." || (isLetter && key === "n");
  const isBack = key === "," || (isLetter && key === "N");
  if (ctrlKey || (!isNext && !isBack) || !legal.size) return undefined;
  const squares = [...legal.keys()].sort((one, other) => one - other);
  if (isNext) return squares.find((one) => one > at) ?? squares[0];
  return squares.findLast((one) => one < at) ?? squares.at(-1);
}

/**
 * What has been typed after one more key, and the square that it names, -1 while only its letter
 * is there; undefined if the key is no part of a name.
 * @param {KeyboardEvent} event
 * @param {import("./state.js").Typed} typed
 * @param {number} size
 */
export function typeSquare(event, typed, size) {
  const key = event.key.toLowerCase();
  const at = event.timeStamp;
  const column = key.length === 1 ? COLUMNS.indexOf(key) : -1;
  if (column >= 0 && column < size) return { typed: { text: key, at }, goal: -1 };
  if (key === "escape" && typed.text) return { typed: { text: "", at }, goal: -1 };
  if (!/^[0-9]$/.test(key) || !typed.text || at - typed.at > TYPING) return undefined;
  const text = typed.text + key;
  const row = Number(text.slice(1));
  if (row < 1 || row > size) return { typed, goal: -1 };
  return { typed: { text, at }, goal: squareAt(text, size) };
}
