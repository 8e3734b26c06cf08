/** Who has a page of the game open, and how long the side to move has been thinking, as far as a page can tell. */
import { isPerson } from "../shared/occupants.js";

/**
 * @typedef {import("server-api").MatchView} MatchView
 * @typedef {import("server-api").Side} Side
 * @typedef {{isAway: (side: Side) => boolean, seconds: number, waited: number}} Now
 */

const GONE = 4000; // milliseconds, because somebody who reloads the page has not left
const LONG = 1500; // milliseconds after which the page says how long a computer has been thinking

export class Presence {
  /** @type {Map<Side, number>} when each absent player left */
  #gone = new Map();
  #turn = -1;
  #since = 0;
  /** When the turn began, also if this page was opened later. */
  #began = 0;

  note(/** @type {MatchView} */ view) {
    for (const side of /** @type {Side[]} */ (["black", "white"])) {
      const isGone = isPerson(view[side]) && !view.here.includes(side);
      if (!isGone) this.#gone.delete(side);
      else if (!this.#gone.has(side)) this.#gone.set(side, performance.now());
    }
    const turn = view.turn?.seq ?? -1;
    const began = performance.now() - Math.max(0, view.now - view.time.at);
    this.#began = turn === this.#turn ? Math.min(this.#began, began) : began;
    if (turn !== this.#turn) this.#since = performance.now();
    this.#turn = turn;
  }

  /** @param {MatchView} view @returns {Now} */
  of(view) {
    const now = performance.now();
    const isAway = (/** @type {Side} */ side) => now - (this.#gone.get(side) ?? now) > GONE;
    const thought = view.turn?.seq === this.#turn ? now - this.#since : 0;
    const waited = view.turn?.seq === this.#turn ? now - this.#began : 0;
    return { isAway, seconds: thought > LONG ? Math.floor(thought / 1000) : 0, waited };
  }
}
