/** One mistake of a review: what it cost and why, the two lines to look at, and another try. */
import { call, ensureSession, messageOf } from "../shared/api.js";
import { make } from "../shared/dom.js";
import { signedDiscs } from "../shared/figures.js";
import { sayWith } from "../shared/say.js";
import texts from "../../texts/review.js";
import { bothMoves, numbered } from "./board_notes.js";
import { computerSeat } from "../shared/occupants.js";

/**
 * @typedef {import("server-api").MoveReview} MoveReview
 * @typedef {import("./review.js").GameOnPage} GameOnPage
 * @typedef {import("./review_rules.js").ReviewRules} ReviewRules
 */

const say = sayWith(texts);

/**
 * @param {MoveReview} one
 * @param {GameOnPage} game
 * @param {ReviewRules} rules
 * @param {{side: string, isTurningPoint: boolean}} words
 * @returns {HTMLElement[]}
 */
export function mistakeParts(one, game, rules, { side, isTurningPoint }) {
  const [cost = "", ...reasons] = one.sentences;
  const lines = make("div", { class: "lines" });
  for (const [kind, line] of /** @type {const} */ ([["better", one.line], ["played", one.played_line]])) {
    lines.append(...lineButton(kind, line, rules.lines.shown, one, game, lines));
  }
  const level = game.level ?? String(rules.retry_level);
  const retry = make("button", { type: "button", class: "primary" }, say("review.retry"));
  const message = make("p", { role: "status", class: "soft" }, say("review.retry_more", { side, level }));
  retry.addEventListener("click", () => void playAgain(one, { ...game, level }, message));
  return [
    make("h3", {}, say("review.title", { number: one.disc ?? one.number, side, move: moveName(one) }), ...(isTurningPoint ? [" ", make("small", {}, say("review.turning_point"))] : [])),
    make("p", {}, cost),
    ...(reasons.length ? [make("ul", {}, ...reasons.map((reason) => make("li", {}, reason)))] : []),
    lines,
    make("p", { class: "soft", title: say("review.depth_more") }, say("review.worth", { move: one.move, better: one.better, played: worth(one.score), best: worth(one.best) })),
    make("div", { class: "row" }, retry),
    message,
  ];
}

/**
 * A button that shows a line of moves as numbers on the board.
 * @param {"better" | "played"} kind
 * @param {string[]} line
 * @param {number} most moves that are shown
 * @param {MoveReview} one
 * @param {GameOnPage} game
 * @param {HTMLElement} among other such buttons
 */
function lineButton(kind, line, most, one, game, among) {
  if (line.length < 2) return [];
  const shown = line.slice(0, most);
  const words = `${shown.join(" ")}${line.length > most ? " …" : ""}`;
  const label = say(`review.show_${kind}_line`, { line: words });
  const attributes = { type: "button", "aria-pressed": "false", "aria-label": label };
  const button = make("button", attributes, make("strong", {}, say(`review.${kind}_line`)), words);
  button.addEventListener("click", () => {
    const isShown = button.getAttribute("aria-pressed") !== "true";
    for (const other of among.querySelectorAll("[aria-pressed]")) other.setAttribute("aria-pressed", "false");
    button.setAttribute("aria-pressed", String(isShown));
    game.show(one.number - 1, isShown ? numbered(shown) : bothMoves(one));
  });
  return [button];
}

/**
 * Begin a game against the computer from the position before the mistake.
 * @param {MoveReview} one
 * @param {{level: string, terms: GameOnPage["terms"], match?: string | undefined}} game
 * @param {HTMLElement} message
 */
async function playAgain(one, { level, terms, match }, message) {
  try {
    await ensureSession();
    /** @type {import("server-api").MatchBody} */
    const body = {
      opponent: computerSeat(level),
      ...(match ? { origin: { match, ply: one.number - 1 } } : { start: `${one.cells} ${one.color === "black" ? "X" : "O"}` }),
      color: one.color,
      clock: "none",
      ...terms,
    };
    const { id } = await call("POST", "/matches", { body });
    location.href = `/game/${id}`;
  } catch (error) {
    message.textContent = messageOf(error);
  }
}

/** A move with what the oracle said for it. @param {MoveReview} one */
export function moveName({ move, answer }) {
  return answer ? say("review.heard", { move, answer: say(`game.${answer}`) }) : move;
}

/** A score in words: how many discs, and how that is known. @param {import("server-api").ReviewScore} score */
function worth({ discs, kind, depth, confidence }) {
  const estimate = confidence === null ? "review.depth" : "review.depth_at";
  const values = { depth: depth ?? 0, percent: confidence ?? 100 };
  const source = kind === "heuristic" ? say(estimate, values) : say(`review.${kind}`);
  return say("review.value", { discs: signedDiscs(discs), source });
}
