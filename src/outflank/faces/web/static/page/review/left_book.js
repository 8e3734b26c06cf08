/** Where the visitor left their own book in a match. */
import { call, ownPlayer } from "../shared/api.js";
import { make } from "../shared/dom.js";
import { sayWith } from "../shared/say.js";
import texts from "../../texts/review.js";

const say = sayWith(texts);

/**
 * Add a sentence to the review, with a link to the position, if the visitor left their book.
 * @param {HTMLElement} place
 * @param {string} match
 * @param {(ply: number) => void} onShow shows the position in which it happened
 */
export async function tellLeftBook(place, match, onShow) {
  if (ownPlayer() === null) return;
  try {
    const { left } = await call("GET", "/learning/repertoire/left/{match}", { path: { match } });
    if (!left) return;
    const show = make("button", { type: "button" }, say("review.left_book.show"));
    show.addEventListener("click", () => onShow(left.ply));
    const link = make("a", { href: "/learn/openings" }, say("review.left_book.openings"));
    place.append(make("p", { class: "left-book" }, left.sentence, " ", show, " ", link));
  } catch (error) {
    console.warn("It is not known where the visitor left their book.", error);
  }
}
