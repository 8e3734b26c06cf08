/** The review of a finished game on its page: asked for once, then shown to whoever looks. */
import { ApiError, call, ensureSession, messageOf } from "../shared/api.js";
import { make, need } from "../shared/dom.js";
import { signedDiscs } from "../shared/figures.js";
import { skinFor } from "../shared/preferences.js";
import { sayWith } from "../shared/say.js";
import texts from "../../texts/review.js";
import { bothMoves, numbered } from "./board_notes.js";
import { EvaluationGraph } from "./evaluation_graph.js";

/**
 * @typedef {import("server-api").MatchReview} MatchReview
 * @typedef {import("server-api").MoveReview} MoveReview
 * @typedef {import("server-api").MatchView} MatchView
 * @typedef {import("server-api").Side} Side
 * @typedef {import("./board_notes.js").BoardNotes} BoardNotes
 * @typedef {object} GameOnPage
 * @property {MatchView} view
 * @property {(ply: number, notes: BoardNotes | null) => void} show shows a ply, with notes on the board
 */

const say = sayWith(texts);
const POLL = 400; // milliseconds between two looks at how far it is
const LINE = 10; // moves of a line that are shown
const USUAL_LEVEL = 8;
const SIDES = /** @type {const} */ (["black", "white"]);

/** @type {ReviewPanel | null} the panel that was opened last */
let opened = null;

/**
 * Show the review of a game, and have it made if there is none.
 * @param {GameOnPage} game
 * @param {boolean} isAsked whether somebody has just asked for it, and wants to be led there
 */
export async function openReview(game, isAsked) {
  const section = need("review");
  section.hidden = false;
  opened?.stop();
  const panel = (opened = new ReviewPanel(section, game));
  if (isAsked) panel.focus();
  await panel.load();
}

class ReviewPanel {
  #section;
  #game;
  #heading;
  #closing = new AbortController();
  #status = make("p", { role: "status" });
  #bar = make("progress", { "aria-label": say("review.heading") });
  #body = make("div", { class: "review-body" });
  /** @type {MoveReview[]} */
  #mistakes = [];
  #at = -1;
  /** @type {EvaluationGraph | null} */
  #graph = null;
  #detail = make("div", { class: "mistake" });
  #count = make("span", { class: "soft", role: "status" });
  /** @type {HTMLButtonElement[]} */
  #items = [];

  /** @param {HTMLElement} section @param {GameOnPage} game */
  constructor(section, game) {
    this.#section = section;
    this.#game = game;
    const heading = (this.#heading = make("h2", { id: "review-heading", tabindex: "-1" }, say("review.heading")));
    const close = make("button", { type: "button", class: "plain" }, say("review.close"));
    close.addEventListener("click", () => this.#close());
    section.replaceChildren(make("div", { class: "title" }, heading, close), this.#status, this.#bar, this.#body);
    const show = (/** @type {Event} */ event) => this.#graph?.show(/** @type {CustomEvent} */ (event).detail);
    section.addEventListener("walk", show, { signal: this.#closing.signal });
  }

  /** End what this panel still does: it was closed, or another one has taken its place. */
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
    this.#game.show(this.#game.view.plies, null);
    document.getElementById("open-review")?.focus();
  }

  async load() {
    this.#say(say("review.asking"));
    /** @type {MatchReview | null} of a browser or an earlier version: shown if the server still has no time for a better one */
    let kept = null;
    try {
      const path = { match: this.#game.view.id };
      let answer = await call("GET", "/matches/{match}/review", { path });
      if (answer.status === "done" && answer.review?.provisional) kept = answer.review;
      if (answer.status !== "done" || kept) answer = await call("POST", "/matches/{match}/review", { path });
      while (answer.status === "waiting" || answer.status === "running") {
        this.#progress(answer);
        await new Promise((later) => setTimeout(later, POLL));
        if (this.#isClosed) return;
        answer = await this.#look(path, answer);
      }
      if (this.#isClosed) return;
      const review = answer.status === "done" ? answer.review : kept;
      if (review) this.#draw(review);
      else this.#fail(sentence(answer.problem) || say("problem.unknown"));
    } catch (error) {
      if (this.#isClosed) return;
      if (kept) this.#draw(kept);
      else if (error instanceof ApiError && error.code === "BUSY") await this.#compute();
      else this.#fail(messageOf(error));
    }
  }

  /** Let this browser compute the values, because the server has too much to do; the words are the server's. */
  async #compute() {
    const { view } = this.#game;
    try {
      const { computeValues, gameOfMatch } = await import("./browser_review.js");
      const budget = JSON.parse(this.#section.dataset.budget ?? "");
      const values = await computeValues(await gameOfMatch(view), budget, (done, total) => {
        this.#progress({ status: "running", done, total, ahead: 0, problem: "", review: null });
        return !this.#isClosed;
      });
      if (!values || this.#isClosed) return;
      const { review } = await call("POST", "/matches/{match}/review/values", { path: { match: view.id }, body: { values } });
      if (review) this.#draw(review);
    } catch (error) {
      console.warn(error);
      this.#fail(say("review.busy"));
    }
  }

  /**
   * Look how far it is; a connection that is lost for a moment changes nothing, a server that is busy does.
   * @param {{match: string}} path
   * @param {import("server-api").ReviewAnswer} before
   */
  async #look(path, before) {
    try {
      const answer = await call("GET", "/matches/{match}/review", { path });
      // After a restart the server knows nothing of it any more.
      return answer.status === "none" ? await call("POST", "/matches/{match}/review", { path }) : answer;
    } catch (error) {
      if (error instanceof ApiError && error.isTemporary && error.code !== "BUSY") return before;
      throw error;
    }
  }

  #say(/** @type {string} */ text) {
    if (this.#status.textContent !== text) this.#status.textContent = text;
  }

  #progress(/** @type {import("server-api").ReviewAnswer} */ { status, done, total, ahead }) {
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

  #draw(/** @type {MatchReview} */ review) {
    this.#say(say("review.done"));
    this.#status.className = "visually-hidden";
    this.#bar.hidden = true;
    this.#mistakes = review.moves.filter(({ mistake }) => mistake);
    this.#body.replaceChildren(accuracyTable(review), ...this.#mistakeParts(), ...this.#graphParts(review.moves), ...this.#list(), this.#foot(review));
  }

  #graphParts(/** @type {MoveReview[]} */ moves) {
    if (moves.length < 2) return [];
    const values = moves.map(({ value }) => value);
    const label = say("review.graph", {
      first: 1,
      last: moves.length,
      low: signedDiscs(Math.min(...values)),
      high: signedDiscs(Math.max(...values)),
    });
    this.#graph = new EvaluationGraph(moves, label, (ply) => this.#goTo(ply));
    return [make("div", {}, this.#graph.element, make("p", { class: "soft" }, say("review.graph_more")))];
  }

  /** Show what was pointed at in the graph: a mistake, if the move was one. @param {number} ply */
  #goTo(ply) {
    const found = this.#mistakes.findIndex(({ number }) => number === ply);
    if (found >= 0) this.#choose(found);
    else this.#game.show(ply, null);
  }

  #mistakeParts() {
    if (!this.#mistakes.length) return [make("p", {}, say("review.no_mistakes"))];
    const step = (/** @type {string} */ name, /** @type {number} */ by, /** @type {string} */ arrow) => {
      const button = make("button", { type: "button", "aria-label": say(name), title: say(name) }, arrow);
      button.addEventListener("click", () => this.#choose(this.#at + by));
      return button;
    };
    const walker = make("div", { class: "walker" }, step("review.previous", -1, "‹"), this.#count, step("review.next", 1, "›"));
    this.#items = this.#mistakes.map((one, at) => this.#item(one, at));
    this.#detail.hidden = true;
    this.#count.textContent = `${say("review.list")}: ${this.#mistakes.length}`;
    return [walker, this.#detail];
  }

  #list() {
    if (!this.#mistakes.length) return [];
    const items = this.#items.map((item) => make("li", {}, item));
    return [make("ol", { class: "faults", "aria-label": say("review.list") }, ...items)];
  }

  /** What a side is called in this game. @param {Side} color */
  #side(color) {
    if (skinFor(this.#game.view.variant) !== "yesno") return say(`review.side_${color}`);
    return say(color === "black" ? "game.yes" : "game.no");
  }

  /** @param {MoveReview} one @param {number} at */
  #item(one, at) {
    const words = { number: one.number, move: moveName(one), side: this.#side(one.color) };
    const label = say("review.item_name", { ...words, sentence: one.sentences.join(" ") });
    const button = make(
      "button",
      { type: "button", "aria-label": label },
      make("span", { class: `disc ${one.color}` }),
      say("review.item", words),
      make("span", { class: "cost" }, say("review.item_cost", { discs: Math.max(1, Math.round(one.loss)) })),
    );
    button.addEventListener("click", () => this.#choose(at));
    return button;
  }

  /** Show a mistake in words and on the board. @param {number} wanted */
  #choose(wanted) {
    const at = Math.min(this.#mistakes.length - 1, Math.max(0, wanted));
    const one = this.#mistakes[at];
    if (!one) return;
    this.#at = at;
    this.#items.forEach((item, place) => {
      if (place === at) item.setAttribute("aria-current", "true");
      else item.removeAttribute("aria-current");
    });
    this.#count.textContent = say("review.of", { at: at + 1, count: this.#mistakes.length });
    this.#detail.hidden = false;
    this.#detail.replaceChildren(...this.#describe(one));
    this.#game.show(one.number - 1, bothMoves(one));
  }

  #describe(/** @type {MoveReview} */ one) {
    const side = this.#side(one.color);
    const [cost = "", ...reasons] = one.sentences;
    const buttons = [
      this.#line("review.better_line", one.line, one),
      this.#line("review.played_line", one.played_line, one),
    ].flat();
    const retry = make("button", { type: "button", class: "primary" }, say("review.retry"));
    const level = levelOf(this.#game.view);
    const message = make("p", { role: "status", class: "soft" }, say("review.retry_more", { side, level }));
    retry.addEventListener("click", () => void this.#retry(one, level, message));
    return [
      make("h3", {}, say("review.title", { number: one.number, side, move: moveName(one) })),
      make("p", {}, cost),
      ...(reasons.length ? [make("ul", {}, ...reasons.map((reason) => make("li", {}, reason)))] : []),
      make("div", { class: "lines" }, ...buttons),
      make("p", { class: "soft" }, say("review.worth", { move: one.move, better: one.better, played: worth(one.score), best: worth(one.best) })),
      make("div", { class: "row" }, retry),
      message,
    ];
  }

  /**
   * A line of moves, which is shown on the board as numbers.
   * @param {string} name
   * @param {string[]} line
   * @param {MoveReview} one
   */
  #line(name, line, one) {
    if (line.length < 2) return [];
    const shown = line.slice(0, LINE);
    const words = `${shown.join(" ")}${line.length > LINE ? " …" : ""}`;
    const label = say("review.show_line", { line: `${say(name)}: ${words}` });
    const attributes = { type: "button", "aria-pressed": "false", "aria-label": label };
    const button = make("button", attributes, make("strong", {}, say(name)), words);
    button.addEventListener("click", () => {
      const isShown = button.getAttribute("aria-pressed") !== "true";
      for (const other of this.#detail.querySelectorAll("[aria-pressed]")) other.setAttribute("aria-pressed", "false");
      button.setAttribute("aria-pressed", String(isShown));
      this.#game.show(one.number - 1, isShown ? numbered(shown) : bothMoves(one));
    });
    return [button];
  }

  /**
   * Begin a game against the computer where the mistake was made.
   * @param {MoveReview} one
   * @param {string} level
   * @param {HTMLElement} message
   */
  async #retry(one, level, message) {
    const { variant, size, scoring, oracle } = this.#game.view;
    try {
      await ensureSession();
      /** @type {import("server-api").MatchOrder} */
      const body = {
        opponent: `computer:${level}`,
        start: `${one.cells} ${one.color === "black" ? "X" : "O"}`,
        color: one.color,
        clock: "none",
        variant,
        size,
        scoring,
        oracle,
      };
      const match = await call("POST", "/matches", { body });
      location.href = `/game/${match.id}`;
    } catch (error) {
      message.textContent = messageOf(error);
    }
  }

  #foot(/** @type {MatchReview} */ review) {
    const opening = review.opening ? `${say("review.opening", { name: review.opening })}. ` : "";
    const source = say(review.engine ? `review.from_${review.source}` : "review.from_earlier", { engine: review.engine });
    return make("p", { class: "soft" }, `${opening}${source} ${say("review.solved", { count: review.solved })}`);
  }
}

/** @param {MatchReview} review */
function accuracyTable(review) {
  const columns = ["accuracy", "mistakes", "lost"].map((name) => make("th", { scope: "col" }, say(`review.${name}`)));
  const rows = SIDES.map((side) => {
    const { name, accuracy, mistakes, lost } = review[side];
    const percent = accuracy === null ? say("review.none") : say("review.percent", { percent: Math.round(accuracy) });
    return make(
      "tr",
      {},
      make("th", { scope: "row" }, make("span", { class: `disc ${side}`, role: "img", "aria-label": say(`review.side_${side}`) }), ` ${name}`),
      make("td", { class: "main" }, percent),
      make("td", {}, String(mistakes)),
      make("td", {}, String(Math.round(lost))),
    );
  });
  const head = make("thead", {}, make("tr", {}, make("th", { scope: "col" }, say("review.side")), ...columns));
  return make("table", { title: say("review.accuracy_more") }, head, make("tbody", {}, ...rows));
}

/** A move with what the oracle said for it. @param {MoveReview} one */
function moveName({ move, answer }) {
  return answer ? say("review.heard", { move, answer: say(`game.${answer}`) }) : move;
}

/** A score in words: how many discs, and how that is known. @param {import("server-api").ReviewScore} score */
function worth({ discs, kind, depth, confidence }) {
  const estimate = confidence === null ? "review.depth" : "review.depth_at";
  const values = { depth: depth ?? 0, percent: confidence ?? 100 };
  const source = kind === "heuristic" ? say(estimate, values) : say(`review.${kind}`);
  return say("review.value", { discs: signedDiscs(discs), source });
}

/** The level to play against: that of the computer in the game, else a usual one. @param {MatchView} view */
function levelOf(view) {
  const seat = SIDES.map((side) => view[side].seat).find((one) => one.startsWith("computer:"));
  return seat?.slice("computer:".length) ?? String(USUAL_LEVEL);
}

/** @param {string} text */
function sentence(text) {
  return text && `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
