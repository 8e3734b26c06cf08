/** The page that begins a game: the form, the games that run, and the person's name. */
import { call } from "./calls.js";
import { learnTime } from "./clocks.js";
import { follow } from "./connection.js";
import { need, part, write } from "./dom.js";
import { listOwnGames } from "./own_games.js";
import { preparePlayForm } from "./play_form.js";
import { say } from "./words.js";

/** @typedef {import("./clocks.js").View} View */

/** @type {Map<string, View>} */
const views = new Map();
/** @type {string[]} */
let yours = [];

follow({ lobby: true }, (kind, data) => {
  if (typeof data.now === "number") learnTime(data.now);
  if (kind === "Board") views.set(data.id, data);
  else if (kind === "Lobby") yours = data.yours;
  else return;
  need("none").hidden = listOwnGames(yours.flatMap((id) => views.get(id) ?? [])) > 0;
});

const form = document.getElementById("me");
if (form instanceof HTMLFormElement) {
  const said = part(form, "[data-said]");
  const complain = (/** @type {unknown} */ error) =>
    write(said, error instanceof Error ? error.message : say("problem.unknown"));

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const { player } = await call("PATCH", "/me", { name: String(new FormData(form).get("name")) });
      write(said, say("play.renamed", { name: player.name }));
    } catch (error) {
      complain(error);
    }
  });
  need("forget").addEventListener("click", async () => {
    if (!confirm(say("play.forget_sure"))) return;
    try {
      await call("DELETE", "/session");
      location.reload();
    } catch (error) {
      complain(error);
    }
  });
}

preparePlayForm();
