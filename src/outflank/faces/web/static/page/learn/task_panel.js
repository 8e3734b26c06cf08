/**
 * The panel beside a board with a task: what to do, what a try was worth, hints, the solution, the
 * best line, and links that lead on. templates/learn/task.html has its elements.
 */
import learn from "../../texts/learn.js";
import { Rules } from "../../engine/rules.js";
import { OutflankBoard } from "../../board/outflank-board.js";
import { make, need, write } from "../shared/dom.js";
import { sayWith } from "../shared/say.js";
import { findBestLine, forgetBestLine } from "./best_line.js";
import { ExerciseBoard } from "./exercise_board.js";
import { linkToAnalysis, linkToGame } from "./links.js";

/**
 * @typedef {import("./exercise_board.js").Task} Task
 * @typedef {import("./exercise_board.js").Try} Try
 *
 * @typedef {object} Shown a task with what is said about it
 * @property {Task} task
 * @property {string} about what is to be done, and whose task it is
 * @property {string[]} [back] sentences that are told after the first try
 * @property {readonly Node[]} [more] what else is shown then: themes, a link to the game
 */

const say = sayWith(learn);

/** Shows one task after another. */
export class TaskPanel {
  /** @type {Shown | null} */
  #shown = null;

  /**
   * @param {(tried: Try) => void} onTry
   * @param {() => void} [onNext] the button for the next task is there only with it
   */
  static async open(onTry, onNext) {
    return new TaskPanel(await Rules.open(), onTry, onNext);
  }

  /** @param {Rules} rules @param {(tried: Try) => void} onTry @param {() => void} [onNext] */
  constructor(rules, onTry, onNext) {
    const board = /** @type {OutflankBoard} */ (need("board"));
    this.exercise = new ExerciseBoard(board, need("notice"), rules, (tried) => {
      onTry(tried);
      this.#update();
    });
    this.hasNext = onNext !== undefined;
    need("hint").addEventListener("click", () => {
      this.exercise.hint();
      this.#update();
    });
    need("solution").addEventListener("click", () => this.exercise.reveal());
    need("next").addEventListener("click", () => onNext?.());
    need("line").addEventListener("click", () => void this.#showLine());
    for (const [id, goal] of /** @type {const} */ ([["first", -Infinity], ["back", -1], ["forward", 1], ["latest", Infinity]])) {
      need(id).addEventListener("click", () => this.#walk(goal));
    }
    addEventListener("keydown", (event) => {
      if (event.key !== "n" || event.ctrlKey || event.altKey || event.metaKey) return;
      const isTyping = event.composedPath().some((one) => one instanceof HTMLElement && one.matches("input, select, textarea, outflank-board"));
      if (!isTyping && !need("next").hidden) onNext?.();
    });
  }

  /** @param {Shown} shown */
  show(shown) {
    forgetBestLine();
    this.#shown = shown;
    const { position } = shown.task;
    write(need("turn"), say(`learn.task.turn_${position.turn}`));
    need("turn-disc").className = `disc ${position.turn}`;
    write(need("about"), shown.about);
    write(need("notice"), "");
    need("told").replaceChildren();
    this.exercise.show(shown.task);
    need("task").hidden = false;
    this.#update();
  }

  #update() {
    const { exercise } = this;
    const { isAnswered, task } = exercise;
    if (!task || !this.#shown) return;
    const { length, step } = exercise.walked;
    need("asking").hidden = isAnswered;
    need("leading").hidden = !isAnswered;
    need("next").hidden = !isAnswered || !this.hasNext;
    need("line").hidden = length > 0 || task.isExact === false;
    need("walk").hidden = !isAnswered || length === 0;
    for (const id of ["first", "back"]) need(id).setAttribute("aria-disabled", String(step === 0));
    for (const id of ["forward", "latest"]) need(id).setAttribute("aria-disabled", String(step === length));
    write(need("hint"), say(exercise.hints ? "learn.task.another_hint" : "learn.task.hint"));
    if (!isAnswered || need("told").childElementCount) return;
    /** @type {HTMLAnchorElement} */ (need("analyse")).href = linkToAnalysis(task.position);
    /** @type {HTMLAnchorElement} */ (need("play-on")).href = linkToGame(task.position);
    const sentences = (this.#shown.back ?? []).map((sentence) => make("p", {}, sentence));
    need("told").replaceChildren(...sentences, ...(this.#shown.more ?? []));
  }

  /** @param {number} by */
  #walk(by) {
    const { step, length } = this.exercise.walked;
    this.exercise.walkTo(Math.min(length, Math.max(0, step + by)));
    const { step: now } = this.exercise.walked;
    const move = this.exercise.task?.line?.[now - 1];
    if (move) write(need("notice"), say("learn.task.step", { move, step: now, length }));
    else write(need("notice"), say("learn.task.position"));
    this.#update();
  }

  async #showLine() {
    const { exercise } = this;
    const { task } = exercise;
    const [best] = task?.right ?? [];
    if (!task || !best) return;
    write(need("notice"), say("learn.task.looking"));
    const line = await findBestLine(exercise.rules, task.position, best);
    if (!line || exercise.task !== task) return;
    exercise.addLine(line);
    this.#walk(1);
    need("forward").focus();
  }
}
