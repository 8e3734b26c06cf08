/** The texts for screen readers: a name for each square, one sentence for a small board. */
import { squareName } from "./geometry.js";
import { sideOf } from "./state.js";
import texts from "./words.js";

/** @param {string} text @param {Record<string, string | number>} values */
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

const { flips, places, summary, summary_last: summaryWithLast, ...plain } = texts;

/** The words of these texts; replace any of them to speak another language. */
export const words = {
  ...plain,
  flips: (/** @type {number} */ count) => filled(flips, { discs: count }),
  places: (/** @type {string} */ side) => filled(places, { side }),
  /** @type {(size: number, black: string, white: string, last: string | undefined) => string} */
  summary: (size, black, white, last) =>
    filled(last ? summaryWithLast : summary, { size, black, white, last: last ?? "" }),
};

/** The name of a square: "f5, empty, legal, flips 3". @param {import("./state.js").Model} model @param {number} at */
export function nameOfSquare({ position, skin }, at) {
  const { size, cells, turn, last, flipped, forced, premove } = position;
  const sides = words.sides[skin];
  const side = sideOf(cells.charAt(at));
  const legal = position.legal.get(at);
  const note = position.texts.get(at);
  const parts = [
    squareName(at, size),
    side ? sides[side] : words.empty,
    legal && words.legal,
    legal?.flips && words.flips(legal.flips.length),
    legal?.disc && legal.disc !== turn && words.places(sides[legal.disc]),
    at === last && words.last,
    flipped.has(at) && words.flipped,
    forced.has(at) && words.forced,
    at === premove && words.premove,
    note?.text,
    note?.source && words.sources[note.source],
    ...(position.marks.get(at) ?? []).map((mark) => words.marks[mark]),
  ];
  return parts.filter(Boolean).join(", ");
}

/** One sentence for a whole small board. @param {import("./state.js").Model} model */
export function summaryOf({ position: { size, cells, last }, skin, label }) {
  const sides = words.sides[skin];
  const count = (/** @type {string} */ sign) => cells.split(sign).length - 1;
  const [black, white] = [`${sides.black} ${count("X")}`, `${sides.white} ${count("O")}`];
  const summary = words.summary(size, black, white, last < 0 ? undefined : squareName(last, size));
  return label ? `${label}. ${summary}` : summary;
}
