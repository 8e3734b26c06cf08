/** The drill: one decision after another, on lines in which the opponent plays as people play. */
import openings from "../../texts/openings.js";
import { call, ensureSession, messageOf } from "../shared/api.js";
import { need, write } from "../shared/dom.js";
import { sayWith } from "../shared/say.js";
import { record, sendWaiting } from "../learn/attempt_queue.js";
import { ExerciseBoard } from "../learn/exercise_board.js";
import { positionOf } from "./opening_positions.js";

/**
 * @typedef {import("server-api").DrillLine} DrillLine
 * @typedef {import("../learn/exercise_board.js").Try} Try
 * @typedef {import("../../board/state.js").Side} Side
 * @typedef {{line: DrillLine, at: number}} Place
 */

const PAUSE = 1_000; // milliseconds in which a right move is seen
const MOST = 10; // lines in a drill

const say = sayWith(openings);

export class Drill {
  /** @type {Place[]} */
  #places = [];
  #number = 0;
  #asked = 0;
  #right = 0;
  #timer = 0;
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
    write(need("task"), "");
    write(need("tally"), "");
    this.#button("begin", say("openings.drilling.start"));
  }

  stop() {
    clearTimeout(this.#timer);
    this.#places = [];
    this.#button("");
  }

  async begin() {
    write(need("told"), "");
    try {
      await ensureSession();
      await sendWaiting(); // so that what was just chosen or tried counts
      const query = { color: this.#color, most: MOST, seed: Math.floor(Math.random() * 2 ** 31) };
      const { lines } = await call("GET", "/learning/repertoire/lines", { query });
      this.#places = lines.flatMap((line) => line.steps.flatMap((step, at) => (step.subject ? [{ line, at }] : [])));
    } catch (error) {
      return write(need("told"), messageOf(error));
    }
    this.#number = this.#asked = this.#right = 0;
    if (!this.#places.length) return write(need("told"), say("openings.drilling.empty"));
    this.#show();
  }

  get #place() {
    return this.#places[this.#number];
  }

  #show() {
    const place = this.#place;
    if (!place) return this.#end();
    const { line, at } = place;
    const step = /** @type {import("server-api").DrillStep} */ (line.steps[at]);
    const before = line.steps[at - 1];
    const moves = line.steps.slice(0, at).map(({ move }) => move);
    /** @type {import("../../board/state.js").State["last"]} */
    let last = null;
    if (before) {
      const { flips } = this.exercise.rules.play(positionOf(before), before.move);
      last = { square: before.move, flipped: flips };
    }
    write(need("place-name"), at ? line.opening : say("openings.at_start"));
    write(need("line"), moves.length ? say("openings.drilling.moves", { moves: moves.join(" ") }) : "");
    write(need("task"), say("openings.drilling.task", { number: this.#number + 1, total: this.#places.length }));
    this.#button("show");
    this.exercise.show({ position: positionOf(step), right: step.answers, last });
  }

  /** @param {Try} tried */
  hear(tried) {
    const place = this.#place;
    const step = place?.line.steps[place.at];
    if (!step) return;
    if (tried.isFirst) {
      this.#asked += 1;
      this.#right += Number(tried.isRight);
      const { move, isRight, milliseconds, hints } = tried;
      void record({ kind: "attempt", subject: step.subject, move, right: isRight, loss: null, milliseconds, hints });
      write(need("tally"), say("openings.drilling.done", { right: this.#right, asked: this.#asked }));
    }
    if (tried.isRight) {
      write(need("told"), say("openings.drilling.right", { move: tried.move }));
      this.#button("next");
      this.#timer = setTimeout(() => this.next(), PAUSE);
    }
  }

  reveal() {
    const place = this.#place;
    const answers = place?.line.steps[place.at]?.answers.slice(0, 1) ?? [];
    this.exercise.reveal();
    write(need("told"), say("openings.drilling.shown", { answers: answers.join(", ") }));
  }

  next() {
    clearTimeout(this.#timer);
    if (!this.#place) return;
    this.#number += 1;
    write(need("told"), "");
    this.#show();
  }

  #end() {
    this.exercise.close();
    write(need("task"), "");
    write(need("told"), say("openings.drilling.done", { right: this.#right, asked: this.#asked }));
    write(need("tally"), "");
    this.#button("begin", say("openings.drilling.again"));
  }

  /** Show one of the buttons. @param {string} shown @param {string} [text] */
  #button(shown, text) {
    const focused = document.activeElement?.id ?? "";
    for (const id of ["begin", "show", "next"]) need(id).hidden = id !== shown;
    if (text) write(need(shown), text);
    if (shown && ["begin", "show", "next"].includes(focused)) need(shown).focus();
  }
}

