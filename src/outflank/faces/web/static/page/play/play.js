/** The Play page: the new-game form, challenges, games in progress, and the person's name. */
import { call, ensureSession, messageOf } from "../shared/api.js";
import { need, part, write } from "../shared/dom.js";
import { prepareNewGame, showPlayOn } from "./new_game_form.js";
import { store } from "../shared/preferences.js";
import { followLobby } from "./lobby.js";
import { sayWith } from "../shared/say.js";
import texts from "../../texts/what_if.js";

const say = sayWith(texts);
const FROM_LINK = ["start", "variant", "size", "color", "level", "against", "clock"];

followLobby();

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
      const wanted = String(new FormData(form).get("name")).trim();
      const { player } = await call("PATCH", "/me", { body: { name: wanted } });
      const isTaken = player.name !== wanted && /\(\d+\)$/.test(player.name);
      write(message, say(isTaken ? "play.renamed_taken" : "play.renamed", { wanted, name: player.name }));
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
      store("outflank-due", {}); // the cards that this browser had kept
      location.reload();
    } catch (error) {
      showError(error);
    }
  });
}

prepareNewGame();

// A link from a lesson, a puzzle or an analysis: its position, and what else it says of the game.
const asked = Object.fromEntries(new URLSearchParams(location.search));
if (asked.start) {
  const chosen = Object.entries({ clock: "none", ...asked }).filter(([name]) => FROM_LINK.includes(name));
  const about = say("what_if.about_position");
  showPlayOn({ terms: {}, isText: true, heading: say("what_if.open"), about, chosen: Object.fromEntries(chosen) });
  /** @type {HTMLDetailsElement} */ (part(need("new-game"), "[data-from]")).open = true;
}
