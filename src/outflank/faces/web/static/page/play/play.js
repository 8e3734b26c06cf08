/** The Play page: the new-game form, challenges, games in progress, and the person's name. */
import { call, ensureSession, messageOf } from "../shared/api.js";
import { need, part, write } from "../shared/dom.js";
import { prepareNewGame } from "./new_game_form.js";
import { followLobby } from "./lobby.js";
import { say } from "../shared/say.js";

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
      location.reload();
    } catch (error) {
      showError(error);
    }
  });
}

prepareNewGame();
