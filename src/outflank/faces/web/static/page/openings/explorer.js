/** Walking through openings: what is played in a position, and the visitor's own answers there. */
import openings from "../../texts/openings.js";
import { Rules } from "../../engine/rules.js";
import { OutflankBoard } from "../../board/outflank-board.js";
import { call, messageOf } from "../shared/api.js";
import { make, need, part, write } from "../shared/dom.js";
import { skinFor } from "../shared/preferences.js";
import { sayWith } from "../shared/say.js";
import { positionOf, startPosition } from "./opening_positions.js";
import { choose } from "./repertoire.js";

/**
 * @typedef {import("server-api").OpeningPosition} OpeningPosition
 * @typedef {import("server-api").OpeningReply} OpeningReply
 * @typedef {import("../../board/state.js").Side} Side
 */

const say = sayWith(openings);

export class Explorer {
  /** @type {string[]} */
  #moves = [];
  /** @type {OpeningPosition | null} */
  #shown = null;
  /** @type {Map<string, OpeningPosition>} */
  #known = new Map();
  #asked = 0; // only the answer to the last question is shown
  #isShown = true;
  /** @type {Side} */
  #color = "black";

  /**
   * @param {OutflankBoard} board
   * @param {Rules} rules
   * @param {() => void} onChange is told that an answer was chosen or dropped
   */
  constructor(board, rules, onChange) {
    this.board = board;
    this.rules = rules;
    this.onChange = onChange;
    board.addEventListener("play", (event) => {
      if (this.#isShown) void this.go([...this.#moves, /** @type {CustomEvent} */ (event).detail.square]);
    });
    need("to-start").addEventListener("click", () => void this.go([]));
    need("back").addEventListener("click", () => void this.go(this.#moves.slice(0, -1)));
    need("drop").addEventListener("click", () => void this.#keep([]));
    part(need("replies"), "tbody").addEventListener("click", (event) => {
      const { move, answer } = /** @type {HTMLElement} */ (event.target).dataset;
      if (move) void this.go([...this.#moves, move]);
      if (answer) void this.#toggle(answer);
    });
  }

  /** Show the explorer for a side, or leave the board to something else. @param {Side | null} color */
  show(color) {
    this.#isShown = color !== null;
    if (!color) return;
    this.#color = color;
    void this.go(this.#moves);
  }

  /** What was known of positions is no longer true. */
  forget() {
    this.#known.clear();
  }

  /** Show the position after some moves. @param {readonly string[]} moves without passes */
  async go(moves) {
    const number = (this.#asked += 1);
    const key = moves.join("");
    try {
      const found = this.#known.get(key) ?? (await call("GET", "/learning/repertoire/replies", { query: { moves: key } }));
      this.#known.set(key, found);
      if (number !== this.#asked || !this.#isShown) return;
      this.#moves = [...moves];
      this.#shown = found;
      write(need("told"), "");
      this.#render(found);
    } catch (error) {
      if (number === this.#asked) write(need("told"), messageOf(error));
    }
  }

  get #isMine() {
    return this.#shown?.turn === this.#color;
  }

  /** @param {OpeningPosition} found */
  #render(found) {
    const position = positionOf(found);
    const squares = this.rules.legalMoves(position);
    this.board.state = {
      size: 8,
      cells: found.cells,
      turn: found.turn,
      legal: squares.map((square) => ({ square, flips: this.rules.play(position, square).flips })),
      last: this.#last(found.way),
      marks: { frame: found.answers },
      skin: /** @type {import("../../board/state.js").Skin} */ (skinFor(position.variant)),
    };
    write(need("place-name"), found.opening || say("openings.at_start"));
    const moves = found.way.length ? say("openings.line", { moves: found.way.join(" ") }) : "";
    write(need("line"), [moves, say(`openings.turn_${found.turn}`)].filter(Boolean).join(" · "));
    for (const id of ["to-start", "back"]) need(id).setAttribute("aria-disabled", String(!this.#moves.length));
    need("drop").hidden = !this.#isMine || !found.answers.length;
    write(need("answers"), this.#aboutAnswers(found));
    write(need("source"), say(`openings.replies.${found.source ?? "none"}`));
    need("answer-column").hidden = !this.#isMine;
    part(need("replies"), "tbody").replaceChildren(...found.moves.map((one) => this.#row(one, found)));
  }

  /** @param {OpeningPosition} found */
  #aboutAnswers({ answers, moves }) {
    if (!moves.length) return say("openings.own.over");
    if (!this.#isMine) return say("openings.own.theirs");
    if (!answers.length) return say("openings.own.none");
    return say("openings.own.answers", { answers: answers.join(", "), count: answers.length });
  }

  /** The move that led here, with its flips. @param {readonly string[]} way */
  #last(way) {
    let position = startPosition();
    let last = null;
    for (const move of way) {
      const { position: next, flips } = this.rules.play(position, move);
      position = next;
      if (move !== "pass") last = { square: move, flipped: flips };
    }
    return last;
  }

  /** @param {OpeningReply} one @param {OpeningPosition} found */
  #row(one, found) {
    const play = make("button", { type: "button", class: "move", "data-move": one.move, "aria-label": say("openings.replies.play", { move: one.move }) }, one.move);
    const isAnswer = found.answers.includes(one.move);
    const label = say("openings.own.make_named", { move: one.move });
    const answer = make("button", { type: "button", class: "answer", "data-answer": one.move, "aria-pressed": String(isAnswer), "aria-label": label, title: label });
    const cells = [shareOf(one), lossOf(one), one.opening].map((text) => make("td", {}, text));
    return make("tr", {}, make("th", { scope: "row" }, play), ...cells, make("td", { hidden: !this.#isMine }, answer));
  }

  /** Add a move to the answers, or take it away. @param {string} move */
  #toggle(move) {
    const answers = this.#shown?.answers ?? [];
    return this.#keep(answers.includes(move) ? answers.filter((one) => one !== move) : [...answers, move], move);
  }

  /** @param {string[]} moves @param {string} [changed] */
  async #keep(moves, changed) {
    const found = this.#shown;
    if (!found) return;
    const position = `${found.cells} ${found.turn === "black" ? "X" : "O"}`;
    try {
      await choose([{ subject: found.subject, position, moves }]);
    } catch (error) {
      return write(need("told"), say("openings.own.failed", { problem: messageOf(error) }));
    }
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.answer;
    this.#shown = { ...found, answers: moves };
    this.forget();
    this.#known.set(this.#moves.join(""), this.#shown);
    this.#render(this.#shown);
    if (focused) part(need("replies"), `[data-answer="${focused}"]`).focus();
    else if (need("drop").hidden) need("back").focus();
    write(need("told"), this.#aboutChoice(moves, changed));
    this.onChange();
  }

  /** @param {readonly string[]} moves @param {string} [changed] */
  #aboutChoice(moves, changed) {
    if (!changed || !moves.includes(changed)) return moves.length ? "" : say("openings.own.dropped");
    const loss = this.#shown?.moves.find(({ move }) => move === changed)?.loss ?? 0;
    const count = Math.round(loss ?? 0);
    return count ? say("openings.own.gives_away", { move: changed, count }) : say("openings.own.added", { move: changed });
  }
}

/** @param {OpeningReply} one */
function shareOf({ share }) {
  if (share === null) return "";
  const percent = Math.round(share * 100);
  return share > 0 && percent < 1 ? say("openings.replies.rare") : say("openings.replies.percent", { percent });
}

/** @param {OpeningReply} one */
const lossOf = ({ loss }) => (loss === null ? say("openings.replies.unknown") : String(Math.round(loss)));
