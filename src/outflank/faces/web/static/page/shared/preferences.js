/** The choices that this browser remembers; they are never sent to a server. */
import { variantFacts } from "../../variants/variants.js";

/**
 * @typedef {object} Preferences
 * @property {string} skin the discs
 * @property {string} theme the colour of the board
 * @property {string} coordinates outside, inside or none
 * @property {boolean} marks whether legal moves are shown
 * @property {boolean} sounds
 * @property {boolean} pictures whether the oracle's picture is shown before each move
 */

const KEY = "outflank-looks";
/** @type {Preferences} */
const DEFAULTS = { skin: "auto", theme: "auto", coordinates: "outside", marks: true, sounds: true, pictures: false };

/** @returns {Preferences} */
export const preferences = () => ({ ...DEFAULTS, ...readStored(KEY) });

/** @param {Partial<Preferences>} changes */
export const changePreferences = (changes) => store(KEY, { ...preferences(), ...changes });

/** The skin of a board: the one that was chosen, else the one of the game. @param {string} variant */
export function skinFor(variant) {
  const { skin } = preferences();
  return skin !== "auto" ? skin : variantFacts(variant).skin;
}

/** @typedef {"localStorage" | "sessionStorage"} Place of the browser, or of this tab alone */

/** What is stored under a key; an empty object if nothing is. @param {string} key @param {Place} [place] @returns {Record<string, any>} */
export function readStored(key, place = "localStorage") {
  try {
    const found = JSON.parse(window[place].getItem(key) ?? "{}");
    return found && typeof found === "object" ? found : {};
  } catch {
    return {};
  }
}

/** @param {string} key @param {Record<string, any>} values @param {Place} [place] */
export function store(key, values, place = "localStorage") {
  try {
    window[place].setItem(key, JSON.stringify(values));
  } catch {
    // The next visit begins with the defaults.
  }
}
