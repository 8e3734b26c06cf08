/**
 * What a board shows: the state that a page gives it, and the model that is drawn from it.
 *
 * @typedef {"black" | "white"} Side
 * @typedef {"classic" | "red-yellow" | "xo" | "yesno"} Skin
 * @typedef {"yes" | "no" | "maybe"} Answer
 * @typedef {"ring" | "frame" | "cross" | "stable"} Mark
 * @typedef {{square: string, flips?: readonly string[], disc?: Side}} Legal
 * @typedef {{
 *   square: string, flipped?: readonly string[], forced?: readonly string[],
 *   answer?: Answer | null,
 * }} Last
 * @typedef {{
 *   text: string, strong?: boolean, tone?: "good" | "even" | "bad",
 *   source?: "" | "exact" | "book" | "selective" | "expected" | "estimate",
 * }} Note
 * @typedef {{square: string, disc?: Side}} Planned
 * @typedef {object} State
 * @property {number} size columns and rows, 4 to 16
 * @property {string} cells row by row from a1: X black, O white, - empty
 * @property {Side | null} [turn] who is to move
 * @property {readonly Legal[] | {[square: string]: readonly string[]}} [legal] where, and what flips
 * @property {Last | null} [last]
 * @property {Answer | null} [answer] what the oracle said for this turn
 * @property {{[mark in Mark]?: readonly string[]}} [marks]
 * @property {{[square: string]: string | Note}} [texts]
 * @property {readonly (readonly [string, string])[]} [arrows] from one square to another
 * @property {string | Planned | null} [premove] a move planned for later, and its disc
 * @property {0 | 180} [orientation] 180 shows the board from the other side of the table
 * @property {Skin} [skin]
 * @property {"legal" | "empty" | "any"} [choose] which squares may be played
 * @property {boolean} [hints] false hides the dots of the legal squares
 * @property {boolean} [disabled]
 *
 * @typedef {ReturnType<typeof readState>} Position
 * @typedef {{text: string, at: number}} Typed the letters of a square typed so far, and when
 * @typedef {object} Model everything that decides what is drawn
 * @property {Position} position
 * @property {Skin} skin
 * @property {string | null} label
 * @property {string} coordinates outside, inside or none
 * @property {boolean} isMini
 * @property {boolean} isInteractive
 * @property {boolean} isStill
 * @property {number} hover the square under the pointer, or -1
 * @property {number} cursor the square of the tab stop, -1 until somebody has moved it
 * @property {boolean} isCursorShown whether the browser shows the focus on that square
 * @property {Typed} typed
 */
import { squareAt } from "./geometry.js";

/** @type {Record<string, Side>} */
const DISC_OF_ANSWER = { yes: "black", no: "white" };

/** @type {State} */
export const EMPTY_BOARD = { size: 8, cells: "-".repeat(64) };

/** @param {string} sign @returns {Side | null} */
export const sideOf = (sign) => (sign === "X" ? "black" : sign === "O" ? "white" : null);

/** Check a state, and turn its squares into numbers. @param {State} state */
export function readState(state) {
  const { size, cells } = state;
  if (!Number.isInteger(size) || size < 4 || size > 16) {
    throw new RangeError(`a board has 4 to 16 columns, not ${size}`);
  }
  if (cells.length !== size * size || /[^XO-]/.test(cells)) {
    throw new RangeError(`cells are ${size * size} of the signs X, O and -`);
  }
  const at = (/** @type {string} */ name) => squareAt(name, size);
  const entries = Array.isArray(state.legal)
    ? /** @type {readonly Legal[]} */ (state.legal)
    : Object.entries(state.legal ?? {}).map(([name, flips]) => ({ square: name, flips }));
  const turn = state.turn ?? null;
  /** @type {Map<number, {flips: number[] | null, disc: Side | null}>} */
  const legal = new Map();
  for (const entry of entries) {
    const { flips, disc = DISC_OF_ANSWER[state.answer ?? ""] ?? turn } =
      /** @type {Legal} */ (entry);
    legal.set(at(entry.square), { flips: flips ? flips.map(at) : null, disc });
  }
  /** @type {Map<number, Mark[]>} */
  const marks = new Map();
  for (const [mark, names] of Object.entries(state.marks ?? {})) {
    for (const where of (names ?? []).map(at)) {
      marks.set(where, [...(marks.get(where) ?? []), /** @type {Mark} */ (mark)]);
    }
  }
  /** @type {Map<number, Note>} */
  const texts = new Map();
  for (const [name, note] of Object.entries(state.texts ?? {})) {
    texts.set(at(name), typeof note === "string" ? { text: note } : note);
  }
  const planned = typeof state.premove === "string" ? { square: state.premove } : state.premove;
  return {
    size,
    cells,
    turn,
    legal,
    marks,
    texts,
    last: state.last ? at(state.last.square) : -1,
    flipped: new Set((state.last?.flipped ?? []).map(at)),
    forced: new Set((state.last?.forced ?? []).map(at)),
    wasMaybe: state.last?.answer === "maybe",
    arrows: (state.arrows ?? []).map(([from, to]) => /** @type {const} */ ([at(from), at(to)])),
    premove: planned ? at(planned.square) : -1,
    plannedDisc: planned?.disc,
    rotated: state.orientation === 180,
    choose: state.choose ?? "legal",
    hints: state.hints ?? true,
    disabled: state.disabled ?? false,
  };
}

/** What the parts that stay depend on; where it changes, everything is built again. @param {Model} model */
export function structureOf({ position: { size, rotated }, isMini, coordinates }) {
  return [size, rotated, isMini, coordinates].join();
}

/** Tell whether a square may be played. @param {Position} position @param {number} at */
export function mayPlay({ choose, legal, cells }, at) {
  return legal.has(at) || choose === "any" || (choose === "empty" && cells.charAt(at) === "-");
}

/** The square to which the Tab key leads. @param {Model} model */
export function tabStop({ cursor, position: { size, legal } }) {
  if (cursor >= 0 && cursor < size * size) return cursor;
  return legal.keys().next().value ?? 0;
}

/**
 * The square whose move is previewed: under the pointer, else under the keyboard's cursor; or -1.
 * @param {Model} model
 */
export function previewedSquare({ position, isInteractive, hover, cursor, isCursorShown }) {
  if (!isInteractive || position.disabled) return -1;
  const aimed = hover >= 0 ? hover : isCursorShown ? cursor : -1;
  return aimed >= 0 && mayPlay(position, aimed) ? aimed : -1;
}
