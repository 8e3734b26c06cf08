/** Loads the rules, without which nothing can be analysed; says what went wrong, and tries again on request. */
import { CoreNotLoaded } from "../../engine/core.js";
import { Rules } from "../../engine/rules.js";
import { make } from "../shared/dom.js";
import { say } from "./values.js";

/** @param {HTMLElement} notice where it is said */
export async function loadRules(notice) {
  for (;;) {
    try {
      return await Rules.open();
    } catch (error) {
      console.warn(error);
      await askForRetry(notice, error instanceof CoreNotLoaded);
    }
  }
}

/** Wait until somebody wants another try; a browser that cannot run the rules gets none. @type {(notice: HTMLElement, mayHelp: boolean) => Promise<void>} */
const askForRetry = (notice, mayHelp) =>
  new Promise((done) => {
    const retry = make("button", { type: "button" }, say("analysis.retry"));
    notice.replaceChildren(say(mayHelp ? "analysis.not_loaded" : "analysis.no_rules"), ...(mayHelp ? [" ", retry] : []));
    retry.addEventListener("click", () => {
      notice.textContent = say("analysis.loading");
      done();
    });
  });
