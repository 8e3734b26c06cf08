/** The survival run: play on against drawn replies for as long as one stays in book. */
import openings from "../../texts/openings.js";
import { call, messageOf } from "../shared/api.js";
import { need, write } from "../shared/dom.js";
import { sayWith } from "../shared/say.js";
import { record, sendWaiting } from "../learn/attempt_queue.js";
import { ExerciseBoard } from "../learn/exercise_board.js";
import { positionOf, startPosition } from "./opening_positions.js";

/**
 * @typedef {import("server-api").SurvivalState} SurvivalState
 * @typedef {import("../learn/exercise_board.js").Try} Try
 * @typedef {import("../../board/state.js").Side} Side
 */

const PAUSE = 700; // milliseconds in which a right move is seen

const say = sayWith(openings);

export class Survival {
  /** @type {string[]} the visitor's own moves */
  #moves = [];
  /** @type {SurvivalState | null} */
  #state = null;
  #seed = 0;
  #timer = 0;
  #number = 0; // of the question to the server, so that late answers are passed over
  /** @type {Side} */
  #color = "black";

  /** @param {ExerciseBoard} exercise */
  constructor(exercise) {
    this.exercise = exercise;
  }

  /** Offer to begin. @param {Side} color */
  offer(color) {
    this.stop();
    this.#color = color;
    write(need("task"), say("openings.run.rules"));
    for (const id of ["line", "tally"]) write(need(id), "");
    this.#offer(say("openings.run.start"));
  }

  stop() {
    clearTimeout(this.#timer);
    this.#number += 1;
    this.#state = null;
    need("begin").hidden = need("show").hidden = need("next").hidden = true;
  }

  async begin() {
    this.#moves = [];
    this.#seed = Math.floor(Math.random() * 2 ** 31);
    write(need("told"), "");
    await sendWaiting();
    const state = await this.#ask();
    if (!state) return;
    need("begin").hidden = true;
    this.#show(state);
  }

  /** Where the run is; null if that cannot be learned or is no longer wanted. */
  async #ask() {
    const number = (this.#number += 1);
    try {
      const query = { color: this.#color, moves: this.#moves.join(""), seed: this.#seed };
      const state = await call("GET", "/learning/repertoire/run", { query });
      return number === this.#number ? state : null;
    } catch (error) {
      if (number !== this.#number) return null;
      write(need("told"), messageOf(error));
      this.#offer(say("openings.run.again"));
      return null;
    }
  }

  /** @param {SurvivalState} state */
  #show(state) {
    this.#state = state;
    const last = this.#last(state.way);
    write(need("place-name"), state.opening || say("openings.at_start"));
    write(need("line"), state.way.length ? say("openings.drilling.moves", { moves: state.way.join(" ") }) : "");
    write(need("task"), say("openings.run.task"));
    write(need("told"), "");
    const position = positionOf(state);
    this.exercise.show({ position, right: state.right, last });
    if (state.state === "end") this.#end(say("openings.run.end"));
    else write(need("tally"), say("openings.run.survived", { count: state.survived }));
  }

  /** @param {readonly string[]} way */
  #last(way) {
    let position = startPosition();
    let last = null;
    for (const move of way) {
      const { position: next, flips } = this.exercise.rules.play(position, move);
      position = next;
      if (move !== "pass") last = { square: move, flipped: flips };
    }
    return last;
  }

  /** @param {Try} tried */
  async hear(tried) {
    const state = this.#state;
    if (!state || !tried.isFirst) return;
    this.#state = null;
    this.exercise.close();
    this.#moves.push(tried.move);
    const { move, isRight, milliseconds, hints } = tried;
    const after = await this.#ask();
    const loss = after?.loss ?? null;
    void record({ kind: "attempt", subject: state.subject, move, right: isRight, loss, milliseconds, hints, occasion: "survival" });
    if (!after) return;
    if (after.state === "left") {
      const count = Math.round(loss ?? 0);
      const right = after.right.join(", ");
      this.#end(count ? say("openings.run.lost", { move, right, count }) : say("openings.run.left", { move, right }), after.survived);
      return;
    }
    write(need("tally"), say("openings.run.survived", { count: after.survived }));
    this.#timer = setTimeout(() => this.#show(after), PAUSE);
  }

  /** @param {string} sentence @param {number} [survived] */
  #end(sentence, survived) {
    this.exercise.close();
    write(need("told"), sentence);
    write(need("task"), "");
    write(need("tally"), say("openings.run.survived", { count: survived ?? this.#moves.length }));
    this.#offer(say("openings.run.again"));
  }

  /** @param {string} text */
  #offer(text) {
    need("begin").hidden = false;
    need("show").hidden = need("next").hidden = true;
    write(need("begin"), text);
  }
}
