/** The form that begins a game against the computer, and what it remembers. */
import { becomeSomebody, call } from "./calls.js";
import { need, part, write } from "./dom.js";
import { say } from "./words.js";

const KEY = "outflank-play";

/** Let the form begin games, as it was filled in the last time. */
export function preparePlayForm() {
  const form = /** @type {HTMLFormElement} */ (need("play"));
  const said = part(form, "[data-said]");
  const button = /** @type {HTMLButtonElement} */ (part(form, "button.primary"));
  recall(form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(form));
    remember(values);
    button.setAttribute("aria-disabled", "true");
    said.classList.remove("wrong");
    write(said, say("play.starting"));
    try {
      await becomeSomebody();
      const { level, size, ...others } = values;
      const order = { ...others, opponent: `computer:${level}`, size: Number(size) };
      const match = await call("POST", "/matches", order);
      location.href = `/game/${match.id}`;
    } catch (error) {
      button.removeAttribute("aria-disabled");
      said.classList.add("wrong");
      write(said, error instanceof Error ? error.message : say("problem.unknown"));
    }
  });
}

/** @param {Record<string, FormDataEntryValue>} values */
function remember(values) {
  try {
    localStorage.setItem(KEY, JSON.stringify(values));
  } catch {
    // Then the form begins with its defaults again.
  }
}

/** @param {HTMLFormElement} form */
function recall(form) {
  /** @type {Record<string, string>} */
  let values = {};
  try {
    values = JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return;
  }
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements.namedItem(name);
    if (field instanceof RadioNodeList) field.value = value;
    else if (field instanceof HTMLSelectElement && field.querySelector(`[value="${CSS.escape(value)}"]`)) {
      field.value = value;
    }
  }
}
