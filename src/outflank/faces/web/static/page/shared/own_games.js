/** The list of a person's games in progress. */
import { ownPlayer } from "./api.js";
import { make, need, part } from "./dom.js";
import { other } from "./match_sentences.js";
import { say } from "./say.js";

/** @typedef {import("server-api").MatchView} MatchView */

/** List a person's running games, those that wait for them first. @param {MatchView[]} views */
export function listOwnGames(views) {
  const own = views.filter((view) => view.status === "running").map((view) => {
    const side = view.black.player === ownPlayer() ? /** @type {const} */ ("black") : "white";
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
