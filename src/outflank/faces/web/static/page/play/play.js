/** The Play page: the new-game form, challenges, games in progress, and the person's name. */
import { call, ensureSession, messageOf, ownPlayer } from "../shared/api.js";
import { clockDescription, syncClock } from "../shared/clocks.js";
import { follow } from "../shared/connection.js";
import { make, need, part, write } from "../shared/dom.js";
import { prepareNewGame } from "./new_game_form.js";
import { listOwnGames } from "../shared/own_games.js";
import { say } from "../shared/say.js";

/**
 * @typedef {import("server-api").Challenge} Challenge
 * @typedef {import("server-api").MatchView} MatchView
 */

/** @type {Map<string, MatchView>} */
const views = new Map();
const lobby = { yours: /** @type {string[]} */ ([]) };

follow({ lobby: true }, (line) => {
  if ("now" in line) syncClock(line.now);
  if (line.event === "Board") views.set(line.id, line);
  else if (line.event === "Lobby") {
    lobby.yours = line.yours;
    showChallenges(line);
  } else return;
  need("none").hidden = listOwnGames(lobby.yours.flatMap((id) => views.get(id) ?? [])) > 0;
});

/** @param {import("server-api").LobbyLine} lobby */
function showChallenges({ seeks, challenges }) {
  const isOwn = (/** @type {Challenge} */ one) => one.challenger.id === ownPlayer();
  const asked = challenges.filter((one) => !isOwn(one));
  const waiting = challenges.filter(isOwn);
  const others = seeks.filter((one) => !isOwn(one));
  list("asked", asked, (one) => [
    act("play.accept", () => accept(one.id), "primary"),
    act("play.decline", () => call("POST", "/challenges/{challenge}/decline", { path: { challenge: one.id } })),
  ]);
  list("waiting", waiting, (one) => [
    make("a", { class: "button", href: `/challenge/${one.id}` }, say("play.open")),
    act("challenge.withdraw", () => call("DELETE", "/challenges/{challenge}", { path: { challenge: one.id } })),
  ]);
  list("seeks", others, (one) => [act("play.take_up", () => accept(one.id), "primary")]);
  need("asked").hidden = asked.length === 0;
  need("waiting").hidden = waiting.length === 0;
  part(need("seeks"), "[data-none]").hidden = others.length > 0;
}

/** @param {string} id @param {Challenge[]} challenges @param {(challenge: Challenge) => HTMLElement[]} actions */
function list(id, challenges, actions) {
  const place = part(need(id), "ul");
  const key = challenges.map((one) => one.id).join();
  if (place.dataset.key === key) return; // or a button would be replaced while it is being pressed
  place.dataset.key = key;
  place.replaceChildren(
    ...challenges.map((one) => {
      const terms = say("play.terms", {
        variant: say(`play.${one.variant}`),
        size: one.size,
        clock: clockDescription(one.clock),
      });
      const given = one.start ? `, ${say("play.from_given")}` : "";
      const isOwn = one.challenger.id === ownPlayer();
      const name = isOwn ? (one.opponent?.name ?? say(one.listed ? "play.anybody" : "play.by_link")) : one.challenger.name;
      const who = make("span", { class: "grow" }, make("strong", {}, name), " ", make("span", { class: "soft" }, terms + given));
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

const form = document.getElementById("me");
if (form instanceof HTMLFormElement) {
  const message = part(form, "[data-message]");
  const showError = (/** @type {unknown} */ error) => {
    message.classList.add("wrong");
    write(message, messageOf(error));
  };

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await ensureSession();
      message.classList.remove("wrong");
      const { player } = await call("PATCH", "/me", { body: { name: String(new FormData(form).get("name")) } });
      write(message, say("play.renamed", { name: player.name }));
      need("forget").hidden = false;
    } catch (error) {
      showError(error);
    }
  });
  const sure = /** @type {HTMLDialogElement} */ (need("sure"));
  need("forget").addEventListener("click", () => {
    sure.returnValue = "";
    sure.showModal();
  });
  sure.addEventListener("close", async () => {
    if (sure.returnValue !== "yes") return;
    try {
      await call("DELETE", "/session");
      location.reload();
    } catch (error) {
      showError(error);
    }
  });
}

prepareNewGame();
