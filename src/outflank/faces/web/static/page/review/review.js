/** The review of a game on its page: one sentence, the mistakes of one side, figures and a graph. */
import { messageOf } from "../shared/api.js";
import { make, need } from "../shared/dom.js";
import { signedDiscs } from "../shared/figures.js";
import { skinFor } from "../shared/preferences.js";
import { sayWith } from "../shared/say.js";
import texts from "../../texts/review.js";
import { bothMoves } from "./board_notes.js";
import { EvaluationGraph } from "./evaluation_graph.js";
import { tellLeftBook } from "./left_book.js";
import { mistakeParts, moveName } from "./mistake_view.js";
import { reviewRules } from "./review_rules.js";

/**
 * @typedef {import("server-api").GameReview} GameReview
 * @typedef {import("server-api").MoveReview} MoveReview
 * @typedef {import("server-api").Side} Side
 * @typedef {import("./board_notes.js").BoardNotes} BoardNotes
 * @typedef {import("./review_rules.js").ReviewRules} ReviewRules
 *
 * How far a review is.
 * @typedef {{status: string, done: number, total: number, ahead: number}} Progress
 *
 * @typedef {object} GameOnPage
 * @property {string} variant
 * @property {Side | null} you the side of the person who looks at it; null for a spectator
 * @property {string | undefined} level of the computer to try again against, if not the usual one
 * @property {{variant: string, size: number, scoring?: any, oracle?: any}} terms of such a game
 * @property {string} [match] its id, if the server has it
 * @property {(onProgress: (progress: Progress) => boolean) => Promise<GameReview | null>} review
 *   reviews the game; `onProgress` returns false when the review is no longer wanted
 * @property {(ply: number, notes: BoardNotes | null) => void} show shows a ply, with notes on the board
 * @property {() => void} leave shows the board as it was before
 */

const say = sayWith(texts);
const SIDES = /** @type {const} */ (["black", "white"]);

/** @type {ReviewPanel | null} the panel that was opened last */
let opened = null;

/**
 * Show the review of a game, and make one if there is none.
 * @param {GameOnPage} game
 * @param {boolean} isAsked whether the person has just asked for it; then the page scrolls to it
 */
export async function openReview(game, isAsked) {
  const section = need("review");
  section.hidden = false;
  opened?.stop();
  const panel = (opened = new ReviewPanel(section, game, isAsked));
  if (isAsked) panel.focus();
  await panel.load();
}

/** Close the open review, if there is one, because its game is no longer shown. */
export function leaveReview() {
  opened?.stop();
  opened = null;
  need("review").hidden = true;
}

class ReviewPanel {
  #section;
  #game;
  #isAsked;
  #heading;
  #closing = new AbortController();
  #status = make("p", { role: "status" });
  #bar = make("progress", { "aria-label": say("review.heading") });
  #body = make("div", { class: "review-body" });
  /** @type {GameReview | null} */
  #review = null;
  /** @type {ReviewRules | null} */
  #rules = null;
  /** @type {Side} the side whose mistakes are listed */
  #shown = "black";
  /** @type {MoveReview[]} those of that side, the turning point first */
  #mistakes = [];
  #at = -1;
  /** @type {EvaluationGraph | null} */
  #graph = null;
  #parts = make("div", { class: "review-body" });
  #detail = make("div", { class: "mistake" });
  #count = make("span", { class: "soft", role: "status" });
  /** @type {HTMLButtonElement[]} */
  #items = [];

  /** @param {HTMLElement} section @param {GameOnPage} game @param {boolean} isAsked */
  constructor(section, game, isAsked) {
    this.#section = section;
    this.#game = game;
    this.#isAsked = isAsked;
    const heading = (this.#heading = make("h2", { id: "review-heading", tabindex: "-1" }, say("review.heading")));
    const close = make("button", { type: "button", class: "plain" }, say("review.close"));
    close.addEventListener("click", () => this.#close());
    section.replaceChildren(make("div", { class: "title" }, heading, close), this.#status, this.#bar, this.#body);
    const show = (/** @type {Event} */ event) => this.#graph?.show(/** @type {CustomEvent} */ (event).detail);
    section.addEventListener("walk", show, { signal: this.#closing.signal });
  }

  /** Stop the work of this panel, because it was closed or replaced. */
  stop() {
    this.#closing.abort();
  }

  get #isClosed() {
    return this.#closing.signal.aborted;
  }

  focus() {
    this.#heading.focus({ preventScroll: true });
    this.#section.scrollIntoView({ block: "nearest" });
  }

  #close() {
    this.stop();
    this.#section.hidden = true;
    this.#game.leave();
    document.getElementById("open-review")?.focus();
  }

  async load() {
    this.#say(say("review.asking"));
    try {
      const reviewed = this.#game.review((progress) => {
        if (!this.#isClosed) this.#progress(progress);
        return !this.#isClosed;
      });
      const [review, rules] = await Promise.all([reviewed, reviewRules()]);
      if (review && !this.#isClosed) this.#draw(review, rules);
    } catch (error) {
      if (!this.#isClosed) this.#fail(messageOf(error));
    }
  }

  #say(/** @type {string} */ text) {
    if (this.#status.textContent !== text) this.#status.textContent = text;
  }

  #progress(/** @type {Progress} */ { status, done, total, ahead }) {
    if (status === "waiting") this.#say(ahead ? say("review.waiting", { count: ahead }) : say("review.waiting_next"));
    else this.#say(say("review.running", { done: done - (done % 5), total }));
    this.#bar.max = total || 1;
    this.#bar.value = done;
  }

  #fail(/** @type {string} */ message) {
    this.#say(message);
    this.#bar.hidden = true;
    const again = make("button", { type: "button" }, say("review.again"));
    again.addEventListener("click", () => {
      this.#body.replaceChildren();
      this.#bar.hidden = false;
      void this.load();
    });
    this.#body.replaceChildren(again);
  }

  // What was found

  /** @param {GameReview} review @param {ReviewRules} rules */
  #draw(review, rules) {
    this.#review = review;
    this.#rules = rules;
    this.#say(say("review.done"));
    this.#status.className = "visually-hidden";
    this.#bar.hidden = true;
    this.#body.replaceChildren(this.#parts, accuracyTable(review, rules), ...this.#graphParts(review.moves), this.#foot(review));
    this.#showSide(this.#game.you ?? review.losing);
    this.#choose(0, this.#isAsked);
    const { match, you } = this.#game;
    if (match && you) void tellLeftBook(this.#body, match, (ply) => this.#game.show(ply, null));
  }

  /** List the mistakes of a side, and show its story. @param {Side} side */
  #showSide(side) {
    const review = /** @type {GameReview} */ (this.#review);
    const { turning_point, story, story_to_player } = review[side];
    this.#shown = side;
    this.#at = -1;
    const own = mistakesOf(review, side);
    this.#mistakes = [...own.filter(({ number }) => number === turning_point), ...own.filter(({ number }) => number !== turning_point)];
    this.#items = this.#mistakes.map((one, at) => this.#item(one, at));
    this.#detail.hidden = true;
    const told = make("p", { class: "story" }, side === this.#game.you ? story_to_player : story);
    this.#parts.replaceChildren(told, this.#sideChoice(review), ...this.#mistakeParts());
  }

  /** The buttons that choose the side whose mistakes are listed. @param {GameReview} review */
  #sideChoice(review) {
    const buttons = SIDES.map((side) => {
      const words = { side: this.#side(side), count: mistakesOf(review, side).length };
      const name = side === this.#game.you ? "review.yours" : "review.theirs";
      const isShown = side === this.#shown;
      const disc = make("span", { class: `disc ${side}`, "aria-hidden": "true" });
      const button = make("button", { type: "button", "aria-pressed": String(isShown), "data-side": side }, disc, " ", say(name, words));
      button.addEventListener("click", () => {
        if (side === this.#shown) return;
        this.#showSide(side);
        this.#choose(0, true);
        /** @type {HTMLElement | null} */ (this.#parts.querySelector(`[data-side="${side}"]`))?.focus();
      });
      return button;
    });
    return make("div", { class: "sidechoice", role: "group", "aria-label": say("review.whose") }, make("span", {}, say("review.list")), ...buttons);
  }

  #mistakeParts() {
    if (!this.#mistakes.length) return [];
    const step = (/** @type {string} */ name, /** @type {number} */ by, /** @type {string} */ arrow) => {
      const button = make("button", { type: "button", "aria-label": say(name), title: say(name) }, arrow);
      button.addEventListener("click", () => this.#choose(this.#at + by, true));
      return button;
    };
    const walker = make("div", { class: "walker" }, step("review.previous", -1, "‹"), this.#count, step("review.next", 1, "›"));
    const items = this.#items.map((item) => make("li", {}, item));
    return [walker, this.#detail, make("ol", { class: "faults", "aria-label": say("review.list") }, ...items)];
  }

  #graphParts(/** @type {MoveReview[]} */ moves) {
    if (moves.length < 2) return [];
    const values = moves.map(({ value }) => value);
    const label = say("review.graph", {
      first: 1,
      last: moves.filter(({ disc }) => disc).length,
      low: signedDiscs(Math.min(...values)),
      high: signedDiscs(Math.max(...values)),
    });
    this.#graph = new EvaluationGraph(moves, label, (ply) => this.#goTo(ply));
    return [make("div", {}, this.#graph.element, make("p", { class: "soft" }, say("review.graph_more")))];
  }

  /** Show the move that was clicked in the graph, with its mistake if it was one. @param {number} ply */
  #goTo(ply) {
    const one = this.#review?.moves[ply - 1];
    if (!one?.mistake) return this.#game.show(ply, null);
    if (one.color !== this.#shown) this.#showSide(one.color);
    this.#choose(this.#mistakes.indexOf(one), true);
  }

  /** What a side is called in this game. @param {Side} color */
  #side(color) {
    const skin = skinFor(this.#game.variant);
    if (skin !== "yesno") return say(`review.side_${color}`);
    return say(color === "black" ? "game.yes" : "game.no");
  }

  /** @param {MoveReview} one @param {number} at */
  #item(one, at) {
    const words = { number: one.disc ?? one.number, move: moveName(one), side: this.#side(one.color) };
    const label = say("review.item_name", { ...words, sentence: one.sentences.join(" ") });
    const button = make(
      "button",
      { type: "button", "aria-label": label },
      say("review.item", words),
      " ",
      make("span", { class: "cost" }, say("review.item_cost", { discs: Math.max(1, Math.round(one.loss)) })),
    );
    button.addEventListener("click", () => this.#choose(at, true));
    return button;
  }

  /** Show a mistake in words and, if wanted, on the board. @param {number} wanted @param {boolean} onBoard */
  #choose(wanted, onBoard) {
    const at = Math.min(this.#mistakes.length - 1, Math.max(0, wanted));
    const one = this.#mistakes[at];
    if (!one || !this.#rules) return;
    this.#at = at;
    this.#items.forEach((item, place) => {
      if (place === at) item.setAttribute("aria-current", "true");
      else item.removeAttribute("aria-current");
    });
    this.#count.textContent = say("review.of", { at: at + 1, total: this.#mistakes.length });
    this.#detail.hidden = false;
    const isTurningPoint = one.number === this.#review?.[one.color].turning_point;
    this.#detail.replaceChildren(...mistakeParts(one, this.#game, this.#rules, { side: this.#side(one.color), isTurningPoint }));
    if (onBoard) this.#game.show(one.number - 1, bothMoves(one));
  }

  #foot(/** @type {GameReview} */ review) {
    const opening = review.opening ? `${say("review.opening", { name: review.opening })} ` : "";
    const source = say(review.engine ? `review.from_${review.source}` : "review.from_earlier", { engine: review.engine });
    return make("p", { class: "soft" }, `${opening}${source} ${say("review.solved", { count: review.solved })}`);
  }
}

/** @param {GameReview} review @param {Side} side */
const mistakesOf = ({ moves }, side) => moves.filter(({ mistake, color }) => mistake && color === side);

/** @param {GameReview} review @param {ReviewRules} rules */
function accuracyTable(review, { thresholds }) {
  const columns = ["accuracy", "mistakes", "lost"].map((name) => make("th", { scope: "col" }, say(`review.${name}`)));
  const rows = SIDES.map((side) => {
    const { name, accuracy, mistakes, average_loss } = review[side];
    const percent = accuracy === null ? say("review.none") : say("review.percent", { percent: Math.round(accuracy) });
    return make(
      "tr",
      {},
      make("th", { scope: "row" }, make("span", { class: `disc ${side}`, role: "img", "aria-label": say(`review.side_${side}`) }), ` ${name}`),
      make("td", { class: "main" }, percent),
      make("td", {}, String(mistakes)),
      make("td", {}, average_loss.toFixed(1)),
    );
  });
  const head = make("thead", {}, make("tr", {}, make("th", { scope: "col" }, say("review.side")), ...columns));
  return make("table", { title: say("review.accuracy_more", { discs: thresholds.halving_loss }) }, head, make("tbody", {}, ...rows));
}
