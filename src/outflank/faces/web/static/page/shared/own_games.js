/** The list of a person's games in progress. */
import { ownPlayer } from "./api.js";
import { make, need, part } from "./dom.js";
import { other } from "./match_sentences.js";
import { say } from "./say.js";
import { variantTitle } from "../../variants/variants.js";

/** @typedef {import("server-api").MatchView} MatchView */

/** List a person's running games, those that wait for them first. @param {MatchView[]} views */
export function listOwnGames(views) {
  const own = views.filter((view) => view.status === "running").map((view) => {
    const side = /** @type {import("server-api").Side} */ (view.black.player === ownPlayer() ? "black" : "white");
    return { view, side, opponent: view[other(side)].name, isTurn: view.turn?.color === side };
  });
  own.sort((one, another) => Number(another.isTurn) - Number(one.isTurn));
  const place = part(need("yours"), "ul");
  const key = own.map(({ view }) => `${view.id} ${view.seq}`).join();
  if (place.dataset.key === key) return own.length; // or a link would be replaced while it is being used
  place.dataset.key = key;
  place.replaceChildren(
    ...own.map(({ view, side, opponent, isTurn }) =>
      make(
        "li",
        {},
        make("a", { href: `/game/${view.id}` }, opponent),
        ...(isTurn ? [" ", make("strong", { class: "tag" }, say("game.yours"))] : []),
        make("p", { class: "soft" }, description(view, side)),
      ),
    ),
  );
  return own.length;
}

/** What tells one game from another against the same opponent. @param {MatchView} view @param {import("server-api").Side} side */
function description({ variant, size, counts: [black = 0, white = 0], created }, side) {
  const began = new Date(created);
  const isToday = began.toDateString() === new Date().toDateString();
  return say(`play.own_game_${side}`, {
    own: side === "black" ? black : white,
    other: side === "black" ? white : black,
    variant: variantTitle(variant),
    size,
    time: isToday ? began.toLocaleTimeString() : began.toLocaleString(),
  });
}
