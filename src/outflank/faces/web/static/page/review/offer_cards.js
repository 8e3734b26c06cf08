/** The offer to make cards of the mistakes of one side, below the review of a game from anywhere. */
import { call, ensureSession, messageOf } from "../shared/api.js";
import { make } from "../shared/dom.js";
import { sayWith } from "../shared/say.js";
import texts from "../../texts/review.js";
import { cardsLink } from "./match_source.js";

/**
 * @typedef {import("server-api").GivenValue} GivenValue
 * @typedef {import("server-api").StudyGame} StudyGame
 * @typedef {import("server-api").Side} Side
 */

const say = sayWith(texts);
const SIDES = /** @type {const} */ (["black", "white"]);

/** @param {HTMLElement} review @param {StudyGame} game @param {GivenValue[]} values */
export function offerCards(review, game, values) {
  const told = make("span", { role: "status" });
  const buttons = SIDES.map((side) => {
    const button = make("button", { type: "button" }, say(`review.side_${side}`));
    button.addEventListener("click", () => void makeCards(side));
    return button;
  });
  /** @param {Side} color */
  const makeCards = async (color) => {
    for (const button of buttons) button.disabled = true;
    try {
      await ensureSession();
      const { cards } = await call("POST", "/learning/cards", { body: { game, values, color } });
      told.replaceChildren(cards ? cardsLink(cards) : say("review.cards_none"));
    } catch (error) {
      told.replaceChildren(messageOf(error));
    }
    for (const button of buttons) button.disabled = false;
  };
  const label = make("span", { id: "cards-offer" }, say("review.cards_offer"));
  review.append(make("div", { class: "row", role: "group", "aria-labelledby": "cards-offer" }, label, ...buttons, told));
}
