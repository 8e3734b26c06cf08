/** What each variant changes, as the server's registry of variants has it. */
import table from "./table.js";

/**
 * @typedef {import("../board/state.js").Skin} Skin
 * @typedef {import("../engine/positions.js").Answer} Answer
 *
 * @typedef {object} VariantFacts
 * @property {string} title
 * @property {Skin} skin in which it is drawn unless another one is chosen
 * @property {Readonly<Record<Answer, number>> | null} odds of the oracle's answers; null without an oracle
 * @property {boolean} fewestWins whether the player with fewer discs wins
 * @property {boolean} isInEngine whether the engine in the browser knows its moves
 * @property {Readonly<Record<string, string>>} weights the engine's files, by the size of the board
 * @property {Readonly<Record<string, number>>} solvedStarts black's result where a size has been solved
 * @property {readonly number[]} namedOpenings the sizes on which openings have names
 */

const TABLE = /** @type {Readonly<Record<string, VariantFacts>>} */ (/** @type {unknown} */ (table));
/** @type {Omit<VariantFacts, "title">} of a variant that the server learned about after this page was loaded */
const UNKNOWN = { skin: "classic", odds: null, fewestWins: false, isInEngine: false, weights: {}, solvedStarts: {}, namedOpenings: [] };

/** @param {string} name @returns {VariantFacts} */
export const variantFacts = (name) => (Object.hasOwn(TABLE, name) && TABLE[name]) || { title: name, ...UNKNOWN };

/** The variant of a game for which nobody has chosen one. */
export const usualVariant = () => Object.keys(TABLE)[0] ?? "";

/** The names of the variants that the engine in the browser plays. */
export const engineVariants = () => Object.keys(TABLE).filter((name) => variantFacts(name).isInEngine);

/** Whether an oracle is asked before each move. @param {string} name */
export const hasOracle = (name) => variantFacts(name).odds !== null;

/** @param {string} name */
export const variantTitle = (name) => variantFacts(name).title;
