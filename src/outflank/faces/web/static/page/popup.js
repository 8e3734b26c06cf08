/** The oracle's picture before each disc: the service's own, or one that is drawn here. */
import { make, need, part, write } from "./dom.js";
import { say } from "./words.js";

const LASTS = 2000; // milliseconds, when nobody at this screen plays

const popup = /** @type {HTMLDialogElement} */ (need("popup"));
const picture = part(popup, ".picture");
let timer = 0;

/**
 * Show an answer until a click or a key; what it is shown for has happened already.
 * @param {string} match
 * @param {number} turn
 * @param {import("./record.js").Ply} ply
 * @param {boolean} isPlayer
 */
export function showAnswer(match, turn, ply, isPlayer) {
  const answer = ply.answer;
  if (!answer) return;
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  popup.dataset.answer = answer;
  write(part(popup, "strong"), say(`game.${answer}`));
  if (ply.hasPicture && !isCalm) {
    const image = make("img", { alt: "", src: `/api/v1/matches/${match}/answers/${turn}/picture` });
    image.addEventListener("error", drawOwn);
    picture.replaceChildren(image);
  } else drawOwn();
  if (!popup.open) popup.showModal();
  clearTimeout(timer);
  if (!isPlayer) timer = setTimeout(() => popup.close(), LASTS);
}

/** A disc that turns, as the answer's own animation is not to be had. */
function drawOwn() {
  picture.replaceChildren(make("span", { class: "drawn" }, make("span", {}, part(popup, "strong").textContent ?? "")));
}

popup.addEventListener("click", () => popup.close());
popup.addEventListener("keydown", (event) => {
  event.preventDefault();
  event.stopPropagation();
  popup.close();
});
