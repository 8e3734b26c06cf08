/** What the organiser's page asks before it does something. */
import organisers from "../texts/admin.js";
import { need, part, write } from "./shared/dom.js";
import { sayWith } from "./shared/say.js";

const say = sayWith(organisers);

/** @param {string} id */
export const dialog = (id) => /** @type {HTMLDialogElement} */ (need(id));

/**
 * Ask whether something is meant.
 * @param {string} question
 * @param {string} more
 * @param {{yes: string, no: string}} [answers] what is written on the buttons if yes does no harm
 */
export function isSure(question, more, answers) {
  const asked = dialog("sure");
  write(part(asked, "h2"), question);
  write(part(asked, "p"), more);
  write(part(asked, "[value=yes]"), answers?.yes ?? say("admin.yes"));
  write(part(asked, "[value=no]"), answers?.no ?? say("admin.no"));
  part(asked, "[value=yes]").className = answers ? "primary" : "danger";
  return answered(asked);
}

/** @param {HTMLDialogElement} asked @returns {Promise<boolean>} */
export function answered(asked) {
  asked.returnValue = "no";
  asked.showModal();
  return new Promise((resolve) => {
    asked.addEventListener("close", () => resolve(asked.returnValue === "yes"), { once: true });
  });
}
