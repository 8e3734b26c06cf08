/** The lobby: a person's games in progress, challenges, and the players who are looking for a game. */
import { call, ensureSession, messageOf, ownPlayer } from "../shared/api.js";
import { clockDescription, syncClock } from "../shared/clocks.js";
import { follow } from "../shared/connection.js";
import { make, need, part, write } from "../shared/dom.js";
import { listOwnGames } from "../shared/own_games.js";
import { say } from "../shared/say.js";
import { variantTitle } from "../../variants/variants.js";

/**
 * @typedef {import("server-api").Challenge} Challenge
 * @typedef {import("server-api").MatchView} MatchView
 */

/** Show the lobby on this page as it changes. @returns {() => void} what ends it */
export function followLobby() {
  /** @type {Map<string, MatchView>} */
  const views = new Map();
  /** @type {string[]} */
  let yours = [];
  return follow({ lobby: true }, (line) => {
    if ("now" in line) syncClock(line.now);
    if (line.event === "Board") views.set(line.id, line);
    else if (line.event === "Lobby") {
      yours = line.yours;
      showChallenges(line);
    } else return;
    showSection("yours", listOwnGames(yours.flatMap((id) => views.get(id) ?? [])));
  });
}

/** @param {import("server-api").LobbyLine} lobby */
function showChallenges({ seeks, challenges }) {
  const isOwn = (/** @type {Challenge} */ one) => one.challenger.id === ownPlayer();
  list("asked", challenges.filter((one) => !isOwn(one)), (one) => [
    act("play.accept", () => accept(one.id), "primary"),
    act("play.decline", () => call("POST", "/challenges/{challenge}/decline", { path: { challenge: one.id } })),
  ]);
  list("waiting", challenges.filter(isOwn), (one) => [
    make("a", { class: "button", href: `/challenge/${one.id}` }, say("play.open")),
    act("challenge.withdraw", () => call("DELETE", "/challenges/{challenge}", { path: { challenge: one.id } })),
  ]);
  list("seeks", seeks.filter((one) => !isOwn(one)), (one) => [act("play.take_up", () => accept(one.id), "primary")]);
}

/** A section without entries says so, or is not there. @param {string} id @param {number} count */
function showSection(id, count) {
  const none = need(id).querySelector("[data-none]");
  if (none instanceof HTMLElement) none.hidden = count > 0;
  else need(id).hidden = count === 0;
}

/** @param {string} id @param {Challenge[]} challenges @param {(challenge: Challenge) => HTMLElement[]} actions */
function list(id, challenges, actions) {
  showSection(id, challenges.length);
  const place = part(need(id), "ul");
  const key = challenges.map((one) => one.id).join();
  if (place.dataset.key === key) return; // or a button would be replaced while it is being pressed
  place.dataset.key = key;
  place.replaceChildren(
    ...challenges.map((one) => {
      const terms = say(one.start ? "play.terms_from" : "play.terms", {
        variant: variantTitle(one.variant),
        size: one.size,
        clock: clockDescription(one.clock),
      });
      const isOwn = one.challenger.id === ownPlayer();
      const name = isOwn ? (one.opponent?.name ?? say(one.listed ? "play.anybody" : "play.by_link")) : one.challenger.name;
      const who = make("span", { class: "grow" }, make("strong", {}, name), " ", make("span", { class: "soft" }, terms));
      return make("li", { class: "row" }, who, ...actions(one));
    }),
  );
}

/** @param {string} word @param {() => Promise<unknown>} todo @param {string} [kind] */
function act(word, todo, kind) {
  const button = make("button", { type: "button", class: kind }, say(word));
  button.addEventListener("click", async () => {
    try {
      await todo();
    } catch (error) {
      write(need("message"), messageOf(error));
    }
  });
  return button;
}

/** @param {string} challenge */
async function accept(challenge) {
  await ensureSession();
  const match = await call("POST", "/challenges/{challenge}/accept", { path: { challenge } });
  location.href = `/game/${match.id}`;
}

