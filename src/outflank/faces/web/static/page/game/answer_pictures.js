/** The oracle's picture before each move: the service's own, or one that is drawn here. */
import { addressOf } from "../shared/address.js";
import { make, need, part, write } from "../shared/dom.js";
import { say } from "../shared/say.js";

/**
 * @typedef {object} HeardAnswer
 * @property {number} turn how many plies were played before
 * @property {string} answer
 * @property {string} whose a sentence that says to whom it was said
 * @property {boolean} hasPicture whether the service sent one
 */

const SHOWN = 2000; // milliseconds, when nobody at this screen plays

const popup = /** @type {HTMLDialogElement} */ (need("popup"));
const picture = part(popup, ".picture");

/**
 * Show the picture of an answer until a click or a key; what it decided is shown afterwards.
 * @param {string} match
 * @param {HeardAnswer} heard
 * @param {boolean} isPlayer whether somebody at this screen plays
 * @returns {Promise<void>}
 */
export function showPicture(match, heard, isPlayer) {
  fillPopup(match, heard);
  popup.showModal();
  const timer = isPlayer ? 0 : setTimeout(() => popup.close(), SHOWN);
  return new Promise((resolve) =>
    popup.addEventListener(
      "close",
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    ),
  );
}

/** Close the picture of a move that was taken back. */
export const closePicture = () => popup.close();

/** @param {string} match @param {HeardAnswer} heard */
function fillPopup(match, { turn, answer, whose, hasPicture }) {
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  popup.dataset.answer = answer;
  write(part(popup, "h2"), whose);
  write(part(popup, "strong"), say(`game.${answer}`));
  if (hasPicture && !isCalm) {
    const src = addressOf("/matches/{match}/answers/{turn}/picture", { path: { match, turn } });
    const image = make("img", { alt: "", src });
    image.addEventListener("error", drawDisc);
    picture.replaceChildren(image);
  } else drawDisc();
}

/** A disc that spins, where the service's animation is not available or not wanted. */
function drawDisc() {
  picture.replaceChildren(make("span", { class: "drawn" }, make("span", {}, part(popup, "strong").textContent ?? "")));
}

popup.addEventListener("click", () => popup.close());
popup.addEventListener("keydown", (event) => {
  event.preventDefault();
  event.stopPropagation();
  popup.close();
});
