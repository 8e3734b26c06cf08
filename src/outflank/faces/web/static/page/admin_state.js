/** What changes by itself on the organiser's page: how far a tournament is, and who is connected. */
import organisers from "../texts/admin.js";
import { clockDescription } from "./shared/clocks.js";
import { need, write } from "./shared/dom.js";
import { sayWith } from "./shared/say.js";

/**
 * @typedef {import("server-api").Entrant} Entrant
 * @typedef {import("server-api").Tournament} Tournament
 */

const say = sayWith(organisers);

/** Say how far a tournament is. @param {Tournament} tournament */
export function showState({ status, progress: { played, total }, clock }) {
  const words = [say(`admin.status_${status}`), say("home.progress", { played, total }), clockDescription(clock)];
  write(need("state"), words.join(" · "));
}

/** Whether an entrant is there, as far as the server knows, or has left. @param {Entrant} entrant */
export function connectionOf({ connected, player, withdrawn }) {
  if (withdrawn) return say("home.withdrawn");
  if (player === null) return say("admin.of_server");
  return say(connected ? "admin.connected" : "admin.away");
}

/**
 * Show again who is connected. Nothing else changes, so that no button moves away under a finger.
 * @param {readonly Entrant[]} entrants
 */
export function showConnections(entrants) {
  for (const one of entrants) {
    const cell = need("entrants").querySelector(`[data-connection="${one.number}"]`);
    if (cell) write(cell, connectionOf(one));
  }
}
