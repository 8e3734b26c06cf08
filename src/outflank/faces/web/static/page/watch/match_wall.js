/** A wall of small boards: each card is changed only where something has changed. */
import "../../board/outflank-board.js";
import { clockText, timeLeft } from "../shared/clocks.js";
import { make, part, write } from "../shared/dom.js";
import { nameOf, resultSentence } from "../shared/match_sentences.js";
import { say } from "../shared/say.js";
import { variantFacts } from "../../variants/variants.js";

/**
 * @typedef {import("server-api").MatchView} MatchView
 * @typedef {import("server-api").Side} Side
 */

const STAYS = 6000; // milliseconds for which a finished game stays on the wall
const GAP = 14; // pixels between two cards
const LABELS = 104; // pixels of a card above and below its board
const SMALLEST = { phone: 150, screen: 190 }; // pixels a card is wide where the page has to scroll
/** @type {Side[]} */
const SIDES = ["black", "white"];

/** One small board with its players. */
class Card {
  #board = /** @type {HTMLElement & {state: any}} */ (document.createElement("outflank-board"));
  /** @type {Record<string, HTMLElement>} */
  #rows = {};
  #result = make("span", { class: "result" });
  /** @type {MatchView} */
  view;
  element;

  /** @param {MatchView} view */
  constructor(view) {
    this.view = view;
    this.#board.setAttribute("mini", "");
    for (const side of SIDES) {
      this.#rows[side] = make(
        "span",
        { class: "names" },
        make("span", { class: `disc ${side}` }),
        make("span", { class: "who" }),
        make("span", { class: "clock" }),
        make("span", { class: "count" }),
      );
    }
    this.element = make(
      "a",
      { class: "mini card", href: `/game/${view.id}` },
      /** @type {HTMLElement} */ (this.#rows.black),
      this.#board,
      /** @type {HTMLElement} */ (this.#rows.white),
      this.#result,
    );
    this.show(view);
  }

  /** @param {MatchView} view */
  show(view) {
    this.view = view;
    const [black, white] = [nameOf(view, "black"), nameOf(view, "white")];
    this.element.setAttribute("aria-label", say("home.open", { black, white }));
    const { skin } = variantFacts(view.variant);
    this.#board.state = { size: view.size, cells: view.cells, last: view.last, skin, disabled: true };
    SIDES.forEach((side, index) => {
      const row = /** @type {HTMLElement} */ (this.#rows[side]);
      write(part(row, ".who"), view[side].name);
      write(part(row, ".count"), String(view.counts[index]));
      row.classList.toggle("turn", view.status === "running" && view.turn?.color === side);
      row.classList.toggle("won", view.winner === side);
    });
    const isOver = view.status !== "running";
    this.element.classList.toggle("over", isOver);
    write(this.#result, isOver ? resultSentence(view) : view.paused ? say("home.waiting") : "");
    this.tick();
  }

  tick() {
    for (const side of SIDES) {
      const left = timeLeft(this.view, side);
      const row = /** @type {HTMLElement} */ (this.#rows[side]);
      write(part(row, ".clock"), left === null ? "" : clockText(left)[0]);
    }
  }
}

/** Shows the boards of a list, in its order. */
export class Wall {
  /** @type {Map<string, Card>} */
  #cards = new Map();
  /** @type {Map<string, MatchView>} */
  #views = new Map();
  /** @type {string[]} */
  #ids = [];
  #most = 0;
  #place;

  /** @param {HTMLElement} place */
  constructor(place) {
    this.#place = place;
    new ResizeObserver(() => this.#arrange()).observe(place);
    addEventListener("resize", () => this.#arrange());
    setInterval(() => this.#tick(), 500);
  }

  get isEmpty() {
    return this.#cards.size === 0;
  }

  /** Show these matches from now on; finished ones stay for a moment, so that the end is seen. @param {string[]} ids */
  list(ids) {
    // The size of the boards follows the largest round, or they would grow whenever a game ends.
    this.#most = Math.max(this.#most, ids.length);
    this.#arrange();
    for (const id of this.#cards.keys()) {
      if (!ids.includes(id)) setTimeout(() => this.#drop(id), STAYS);
    }
    this.#ids = ids;
    ids.forEach((id) => this.#draw(id));
    this.#clear();
  }

  /** Make the boards as large as the window allows. */
  #arrange() {
    const { top, width } = this.#place.getBoundingClientRect();
    if (!this.#most || !width) return;
    const [columns, widest] = cardsThatFit(this.#most, width, innerHeight - top - scrollY - GAP);
    this.#place.dataset.columns = String(columns);
    this.#place.style.setProperty("--columns", String(columns));
    this.#place.style.setProperty("--widest", `${widest}px`);
  }

  /** @param {MatchView} view */
  take(view) {
    if ((this.#views.get(view.id)?.seq ?? 0) > view.seq) return;
    this.#views.set(view.id, view);
    if (this.#cards.has(view.id) || this.#ids.includes(view.id)) this.#draw(view.id);
  }

  #draw(/** @type {string} */ id) {
    const view = this.#views.get(id);
    const card = this.#cards.get(id);
    if (!view) return;
    if (card) {
      if (card.view !== view) card.show(view);
      return;
    }
    this.#clear();
    const made = new Card(view);
    this.#cards.set(id, made);
    this.#place.insertBefore(made.element, this.#after(id));
  }

  /** The element before which a match has its place. */
  #after(/** @type {string} */ id) {
    const next = this.#ids.slice(this.#ids.indexOf(id) + 1).find((other) => this.#cards.has(other));
    return (next && this.#cards.get(next)?.element) || null;
  }

  /** Remove the cards that the server wrote into the page. */
  #clear() {
    for (const card of this.#place.querySelectorAll("[data-prerendered]")) card.remove();
  }

  #drop(/** @type {string} */ id) {
    if (this.#ids.includes(id)) return;
    this.#cards.get(id)?.element.remove();
    this.#cards.delete(id);
    this.#views.delete(id);
    this.#place.dispatchEvent(new Event("dropped"));
  }

  #tick() {
    for (const card of this.#cards.values()) {
      if (card.view.time.running) card.tick();
    }
  }
}

/**
 * How many cards stand in a row, and how wide each may be, so that all cards fit and are as large as
 * possible. If they would be too small, the page scrolls.
 * @param {number} count
 * @param {number} width
 * @param {number} height
 * @returns {[number, number]}
 */
export function cardsThatFit(count, width, height) {
  const isPhone = width < 560;
  const smallest = isPhone ? SMALLEST.phone : SMALLEST.screen;
  const most = Math.max(1, Math.floor((width + GAP) / (smallest + GAP)));
  let best = /** @type {[number, number]} */ ([most, width]);
  let largest = smallest;
  for (let columns = 1; columns <= Math.min(count, most); columns += 1) {
    const rows = Math.ceil(count / columns);
    const across = (width - GAP * (columns - 1)) / columns;
    const card = Math.min(across, (height - GAP * (rows - 1)) / rows - LABELS);
    if (card > largest) [best, largest] = [[columns, isPhone ? width : Math.floor(card)], card];
  }
  return best;
}
