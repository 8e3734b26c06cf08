/** The short form that starts a game against the computer, filled in as it was the last time. */
import { call, ensureSession, messageOf } from "../shared/api.js";
import { need, part, write } from "../shared/dom.js";
import { readStored, store } from "../shared/preferences.js";
import { say } from "../shared/say.js";

const KEY = "outflank-play";

export function prepareQuickGameForm() {
  const form = /** @type {HTMLFormElement} */ (need("play"));
  const message = part(form, "[data-message]");
  const button = /** @type {HTMLButtonElement} */ (part(form, "button.primary"));
  fill(form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(form));
    store(KEY, values);
    button.setAttribute("aria-disabled", "true");
    message.classList.remove("wrong");
    write(message, say("play.starting"));
    try {
      await ensureSession();
      /** @type {import("server-api").MatchOrder} */
      const body = {
        opponent: `computer:${values.level}`,
        variant: String(values.variant),
        size: Number(values.size),
        clock: String(values.clock),
        color: /** @type {import("server-api").Terms["color"]} */ (values.color),
      };
      const match = await call("POST", "/matches", { body });
      location.href = `/game/${match.id}`;
    } catch (error) {
      button.removeAttribute("aria-disabled");
      message.classList.add("wrong");
      write(message, messageOf(error));
    }
  });
}

/** @param {HTMLFormElement} form */
function fill(form) {
  for (const [name, stored] of Object.entries(readStored(KEY))) {
    const field = form.elements.namedItem(name);
    const value = String(stored);
    if (field instanceof RadioNodeList) field.value = value;
    else if (field instanceof HTMLSelectElement && field.querySelector(`[value="${CSS.escape(value)}"]`)) {
      field.value = value;
    }
  }
}
