/** How boards look: discs, colour, coordinates and marks, which may be changed at any time. */
import { change } from "./dom.js";
import { changePreferences, preferences } from "./preferences.js";

const TOGGLES = /** @type {const} */ (["marks", "sounds", "pictures"]);
const CHOICES = /** @type {const} */ (["skin", "theme", "coordinates"]);

/** Give a board the colour and the coordinates that were chosen. @param {HTMLElement} board */
export function dressBoard(board) {
  const { theme, coordinates } = preferences();
  change(board, "theme", theme === "auto" ? null : theme);
  change(board, "coordinates", coordinates === "outside" ? null : coordinates);
}

/**
 * Fill in the fields for the appearance, and remember at once what is changed there.
 * @param {HTMLElement} place
 * @param {() => void} [changed]
 */
export function prepareAppearance(place, changed = () => {}) {
  const known = preferences();
  for (const name of CHOICES) field(place, name).value = known[name];
  for (const name of TOGGLES) /** @type {HTMLInputElement} */ (field(place, name)).checked = known[name];
  place.addEventListener("change", () => {
    changePreferences({
      ...Object.fromEntries(CHOICES.map((name) => [name, field(place, name).value])),
      ...Object.fromEntries(
        TOGGLES.map((name) => [name, /** @type {HTMLInputElement} */ (field(place, name)).checked]),
      ),
    });
    changed();
  });
}

/** @param {HTMLElement} place @param {string} name */
const field = (place, name) =>
  /** @type {HTMLInputElement | HTMLSelectElement} */ (place.querySelector(`[name="${name}"]`));
