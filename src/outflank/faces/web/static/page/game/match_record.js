/** The record of a match: every position, computed from the server's events. */
import { squareAt } from "../../board/geometry.js";
import { call } from "../shared/api.js";

/**
 * @typedef {import("server-api").Side} Side
 * @typedef {import("server-api").MatchView} MatchView
 * @typedef {import("server-api").OracleAnswer} OracleAnswer
 * @typedef {object} Ply
 * @property {string} move a square, or pass
 * @property {Side} color
 * @property {string} cells the position after it
 * @property {string[]} flipped
 * @property {string[]} forced
 * @property {OracleAnswer | null} answer
 * @property {boolean} hasPicture whether a picture came with the answer
 */

const SIGNS = { black: "X", white: "O" };
const EVENTS_OF_A_MOVE = 2; // the move, and the turn that it begins

export class MatchRecord {
  /** @type {Ply[]} */
  plies = [];
  start = "";
  size = 8;
  isByLot = false;
  /** How often the oracle gives each answer, where there is one. @type {Record<OracleAnswer, number> | null} */
  odds = null;
  #match;
  #seq = 0;
  /** @type {OracleAnswer | null} */
  #answer = null;
  #hasPicture = false;
  /** @type {Ply[][]} */
  #takenBack = [];
  /** @type {Promise<void> | null} */
  #reading = null;

  /** @param {string} match */
  constructor(match) {
    this.#match = match;
  }

  /** Read the events before a number; return whether any were new. @param {number} seq */
  async readUntil(seq) {
    const before = this.#seq;
    while (this.#seq < seq) {
      this.#reading ??= this.#read(seq).finally(() => {
        this.#reading = null;
      });
      await this.#reading;
    }
    return this.#seq > before;
  }

  /** Read events, but only those that the board shows already. @param {number} until */
  async #read(until) {
    const { events, next } = await call("GET", "/matches/{match}/events", {
      path: { match: this.#match },
      query: { since: this.#seq },
    });
    for (const event of events.slice(0, until - this.#seq)) this.#apply(event);
    this.#seq = Math.min(next, until);
  }

  /**
   * Add the one move that a new view shows, if that is all that has happened since: then the
   * server need not be asked. An oracle's answer is an event of its own, so there it must be.
   * @param {MatchView} view
   * @returns {boolean} whether the record now goes as far as the view
   */
  extend({ seq, plies, last, cells, answer }) {
    const isOneMove = seq === this.#seq + EVENTS_OF_A_MOVE && plies === this.plies.length + 1;
    if (this.#reading || !isOneMove || !last || last.answer || answer) return false;
    const after = this.#after(last);
    if (after !== cells) return false;
    this.#seq = seq;
    this.#push(last.color, last.square, after, last.flipped, last.forced);
    this.#takenBack = [];
    return true;
  }

  /** Whether a picture came with the answer to the next move. */
  get hasNextPicture() {
    return this.#hasPicture;
  }

  /** @param {number} ply how many plies have been played there */
  cellsAt(ply) {
    return this.plies[ply - 1]?.cells ?? this.start;
  }

  #apply(/** @type {import("server-api").MatchEvent} */ event) {
    switch (event.event) {
      case "MatchStarted":
        this.start = event.setup.start.board;
        this.size = Math.sqrt(this.start.length);
        this.isByLot = event.setup.by_lot === true;
        this.odds = oddsOf(event.setup.start.variant.answers);
        break;
      case "AnswerHeard":
        this.#answer = event.answer;
        this.#hasPicture = Boolean(event.image_url);
        break;
      case "MovePlayed":
        this.#place(event);
        break;
      case "Passed":
        this.#push(event.color, "pass", this.cellsAt(this.plies.length), [], []);
        break;
      case "TakenBack":
        this.#takenBack.push(this.plies.splice(-event.moves.length));
        break;
      case "Redone":
        this.plies.push(...(this.#takenBack.pop() ?? []));
        break;
    }
  }

  #place(/** @type {import("server-api").MovePlayed} */ event) {
    this.#push(event.color, event.square, this.#after(event), event.flipped, event.forced);
    this.#takenBack = [];
  }

  /**
   * The position after one more move.
   * @param {Pick<import("server-api").MovePlayed, "square" | "color" | "disc" | "flipped" | "forced">} move
   */
  #after({ square, color, disc, flipped, forced }) {
    const cells = [...this.cellsAt(this.plies.length)];
    for (const turned of [...flipped, ...forced]) cells[squareAt(turned, this.size)] = SIGNS[color];
    cells[squareAt(square, this.size)] = SIGNS[disc];
    return cells.join("");
  }

  /** @param {Side} color @param {string} move @param {string} cells @param {string[]} flipped @param {string[]} forced */
  #push(color, move, cells, flipped, forced) {
    this.plies.push({ move, color, cells, flipped, forced, answer: this.#answer, hasPicture: this.#hasPicture });
    this.#answer = null;
    this.#hasPicture = false;
  }
}

/** @param {Record<string, number> | undefined} answers @returns {Record<OracleAnswer, number> | null} */
const oddsOf = (answers) => (answers ? { yes: 0, no: 0, maybe: 0, ...answers } : null);
