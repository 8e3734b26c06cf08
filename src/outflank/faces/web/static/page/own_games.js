/** The games that somebody plays at present. */
import { me } from "./calls.js";
import { make, need, part } from "./dom.js";
import { other } from "./said.js";
import { say } from "./words.js";

/** @typedef {import("./clocks.js").View} View */

/**
 * List a person's running games, those that wait for them first.
 * @param {View[]} views
 */
export function listOwnGames(views) {
  const own = views.filter((view) => view.status === "running").map((view) => {
    const side = view.black.player === me() ? /** @type {const} */ ("black") : "white";
    return { view, opponent: view[other(side)].name, isTurn: view.turn?.color === side };
  });
  own.sort((one, another) => Number(another.isTurn) - Number(one.isTurn));
  const section = need("yours");
  part(section, "ul").replaceChildren(
    ...own.map(({ view, opponent, isTurn }) =>
      make(
        "li",
        {},
        make("a", { href: `/game/${view.id}` }, opponent),
        ...(isTurn ? [" ", make("strong", { class: "tag" }, say("game.yours"))] : []),
      ),
    ),
  );
  return own.length;
}
