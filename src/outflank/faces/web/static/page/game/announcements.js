/** What screen readers hear: one sentence after the other, in a list from which nothing is lost. */
import { make, need } from "../shared/dom.js";

const KEPT = 6; // sentences; the list of moves has the rest

/** @param {string} sentence */
export function announce(sentence) {
  const list = need("said");
  if (!sentence) return;
  list.append(make("p", {}, sentence));
  while (list.children.length > KEPT) list.firstElementChild?.remove();
}
