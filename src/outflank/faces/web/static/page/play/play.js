/** The Play page: the new-game form, challenges, games in progress, and the person's name. */
import { call, ensureSession, messageOf, ownPlayer } from "../shared/api.js";
import { clockDescription, syncClock } from "../shared/clocks.js";
import { follow } from "../shared/connection.js";
import { make, need, part, write } from "../shared/dom.js";
import { prepareNewGame } from "./new_game_form.js";
import { listOwnGames } from "../shared/own_games.js";
import { say } from "../shared/say.js";

/** @typedef {import("../shared/match_sentences.js").MatchView} MatchView */

/** @type {Map<string, MatchView>} */
const views = new Map();
const lobby = { yours: /** @type {string[]} */ ([]) };

follow({ lobby: true }, (kind, data) => {
  if (typeof data.now === "number") syncClock(data.now);
  if (kind === "Board") views.set(data.id, data);
  else if (kind === "Lobby") {
    lobby.yours = data.yours;
    showChallenges(data);
  } else return;
  need("none").hidden = listOwnGames(lobby.yours.flatMap((id) => views.get(id) ?? [])) > 0;
});

/** @param {any} lobby */
function showChallenges({ seeks, challenges }) {
  const isOwn = (/** @type {any} */ one) => one.challenger.id === ownPlayer();
  const asked = challenges.filter((/** @type {any} */ one) => !isOwn(one));
  const waiting = challenges.filter(isOwn);
  const others = seeks.filter((/** @type {any} */ one) => !isOwn(one));
  list("asked", asked, (one) => [
    act("play.accept", () => accept(one.id), "primary"),
    act("play.decline", () => call("POST", `/challenges/${one.id}/decline`)),
  ]);
  list("waiting", waiting, (one) => [
    make("a", { class: "button", href: `/challenge/${one.id}` }, say("play.open")),
    act("challenge.withdraw", () => call("DELETE", `/challenges/${one.id}`)),
  ]);
  list("seeks", others, (one) => [act("play.take_up", () => accept(one.id), "primary")]);
  need("asked").hidden = asked.length === 0;
  need("waiting").hidden = waiting.length === 0;
  part(need("seeks"), "[data-none]").hidden = others.length > 0;
}

/** @param {string} id @param {any[]} challenges @param {(challenge: any) => HTMLElement[]} actions */
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

/** @param {string} id */
async function accept(id) {
  await ensureSession();
  const match = await call("POST", `/challenges/${id}/accept`);
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
      const { player } = await call("PATCH", "/me", { name: String(new FormData(form).get("name")) });
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
