/** The page that begins a game: the form, who looks for one, what runs, and the person's name. */
import { becomeSomebody, call, me } from "./calls.js";
import { clockWords, learnTime } from "./clocks.js";
import { follow } from "./connection.js";
import { make, need, part, write } from "./dom.js";
import { prepareNewGame } from "./new_game.js";
import { listOwnGames } from "./own_games.js";
import { say } from "./words.js";

/** @typedef {import("./clocks.js").View} View */

/** @type {Map<string, View>} */
const views = new Map();
/** @type {string[]} */
let yours = [];

follow({ lobby: true }, (kind, data) => {
  if (typeof data.now === "number") learnTime(data.now);
  if (kind === "Board") views.set(data.id, data);
  else if (kind === "Lobby") {
    yours = data.yours;
    showChallenges(data);
  } else return;
  need("none").hidden = listOwnGames(yours.flatMap((id) => views.get(id) ?? [])) > 0;
});

/** @param {any} lobby */
function showChallenges({ seeks, challenges }) {
  const isOwn = (/** @type {any} */ one) => one.challenger.id === me();
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

/**
 * @param {string} id
 * @param {any[]} challenges
 * @param {(challenge: any) => HTMLElement[]} actions
 */
function list(id, challenges, actions) {
  const place = part(need(id), "ul");
  const key = challenges.map((one) => one.id).join();
  if (place.dataset.key === key) return; // or a button would be replaced under the finger
  place.dataset.key = key;
  place.replaceChildren(
    ...challenges.map((one) => {
      const terms = say("play.terms", {
        variant: say(`play.${one.variant}`),
        size: one.size,
        clock: clockWords(one.clock),
      });
      const given = one.start ? `, ${say("play.from_given")}` : "";
      const isOwn = one.challenger.id === me();
      const name = isOwn ? (one.opponent?.name ?? say(one.listed ? "play.anybody" : "play.by_link")) : one.challenger.name;
      const who = make("span", { class: "grow" }, make("strong", {}, name), " ", make("span", { class: "soft" }, terms + given));
      return make("li", { class: "row" }, who, ...actions(one));
    }),
  );
}

/**
 * @param {string} word
 * @param {() => Promise<unknown>} todo
 * @param {string} [kind]
 */
function act(word, todo, kind) {
  const button = make("button", { type: "button", class: kind }, say(word));
  button.addEventListener("click", async () => {
    try {
      await todo();
    } catch (error) {
      write(need("said"), error instanceof Error ? error.message : say("problem.unknown"));
    }
  });
  return button;
}

/** @param {string} id */
async function accept(id) {
  await becomeSomebody();
  const match = await call("POST", `/challenges/${id}/accept`);
  location.href = `/game/${match.id}`;
}

const form = document.getElementById("me");
if (form instanceof HTMLFormElement) {
  const said = part(form, "[data-said]");
  const complain = (/** @type {unknown} */ error) => {
    said.classList.add("wrong");
    write(said, error instanceof Error ? error.message : say("problem.unknown"));
  };

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await becomeSomebody();
      said.classList.remove("wrong");
      const { player } = await call("PATCH", "/me", { name: String(new FormData(form).get("name")) });
      write(said, say("play.renamed", { name: player.name }));
      need("forget").hidden = false;
    } catch (error) {
      complain(error);
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
      complain(error);
    }
  });
}

prepareNewGame();
