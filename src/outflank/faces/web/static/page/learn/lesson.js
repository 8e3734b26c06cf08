/**
 * A lesson on the board, one step after another.
 *
 * The server has made what is said to every move, so this page needs no rules, and any lesson can
 * be shown from one file, also without network. A step is done once its move was found or shown.
 */
import "../../board/outflank-board.js";
import lesson from "../../texts/lesson.js";
import { squareAt } from "../../board/geometry.js";
import { dressBoard } from "../shared/appearance.js";
import { make, need, write } from "../shared/dom.js";
import { sayWith } from "../shared/say.js";
import { record, sendWaiting } from "./attempt_queue.js";
import { stepsThatWait } from "./done_steps.js";

/**
 * @typedef {import("../../board/state.js").State} State
 *
 * @typedef {object} Result what a right move leads to
 * @property {State} state
 * @property {string} praise
 * @property {string} shown what is said if the move was shown
 *
 * @typedef {object} Step
 * @property {string} key
 * @property {string} title
 * @property {string} text
 * @property {State} state
 * @property {Record<string, string>} wrong what is said to every wrong move
 * @property {Record<string, Result>} right
 *
 * @typedef {{key: string, title: string, steps: Step[]}} Lesson
 */

const ADDRESS = new URL("../../learn/lessons.json", import.meta.url);
const PATH = /^\/learn\/lesson\/(\w+)/;
const LONGEST = 24 * 3600 * 1000; // milliseconds that count as thinking

const say = sayWith(lesson);
const board = /** @type {import("../../board/outflank-board.js").OutflankBoard} */ (need("board"));

/** Leads through the steps of a lesson. */
class LessonPage {
  #number = 0;
  #isDone = false;
  #tries = 0;
  #began = performance.now();

  /** @param {Lesson[]} lessons @param {Lesson} shown @param {Set<string>} done */
  constructor(lessons, shown, done) {
    this.lessons = lessons;
    this.lesson = shown;
    this.done = done;
    write(need("heading"), shown.title);
    document.title = `${shown.title} · ${say("app.name")}`; // a kept page answers for every lesson
    need("dots").replaceChildren(...shown.steps.map(() => make("i")));
    board.addEventListener("play", (event) => this.#try(/** @type {CustomEvent} */ (event).detail.square));
    board.addEventListener("refuse", (event) => this.#refuse(/** @type {CustomEvent} */ (event).detail.square));
    need("back").addEventListener("click", () => this.#goTo(this.#number - 1));
    need("show").addEventListener("click", () => this.#show());
    need("next").addEventListener("click", () => this.#goOn());
    const open = shown.steps.findIndex(({ key }) => !done.has(key));
    this.#begin(Math.max(0, open));
  }

  get #step() {
    return /** @type {Step} */ (this.lesson.steps[this.#number]);
  }

  /** Whether the step is only for reading. */
  get #isRead() {
    return Object.keys(this.#step.right).length === 0;
  }

  /** @param {number} number */
  #begin(number) {
    const { steps } = this.lesson;
    this.#number = number;
    this.#isDone = false;
    this.#tries = 0;
    this.#began = performance.now();
    const { title, text, state } = this.#step;
    write(need("step-title"), say("lesson.step", { number: number + 1, total: steps.length, title }));
    write(need("task"), text);
    this.#say("");
    board.state = state;
    need("lesson").hidden = false;
    this.#update();
  }

  #update() {
    const isLast = this.#number === this.lesson.steps.length - 1;
    const isOpen = !this.#isDone && !this.#isRead;
    const next = need("next");
    write(next, say(isOpen ? "lesson.skip" : isLast ? "lesson.finish" : "lesson.next"));
    next.classList.toggle("primary", !isOpen);
    need("show").setAttribute("aria-disabled", String(!isOpen));
    need("back").setAttribute("aria-disabled", String(this.#number === 0));
    for (const [at, dot] of [...need("dots").children].entries()) {
      dot.classList.toggle("done", this.done.has(/** @type {Step} */ (this.lesson.steps[at]).key));
      dot.classList.toggle("now", at === this.#number);
    }
  }

  /** @param {string} sentence @param {"right" | "wrong" | ""} [kind] */
  #say(sentence, kind = "") {
    const said = need("said");
    said.className = kind;
    write(said, sentence);
  }

  /** @param {string} square */
  #try(square) {
    if (this.#isDone) return;
    const result = this.#step.right[square];
    if (result) {
      this.#finishStep(square, result.state);
      this.#say(result.praise, "right");
    } else {
      this.#tries += 1;
      const { state } = this.#step;
      board.state = { ...state, marks: { ...state.marks, cross: [square] } };
      this.#say(this.#step.wrong[square] ?? "", "wrong");
    }
  }

  /** @param {string} square */
  #refuse(square) {
    if (this.#isDone || this.#isRead) return;
    this.#tries += 1;
    const { cells, size } = this.#step.state;
    const isTaken = cells[squareAt(square, size)] !== "-";
    this.#say(say(isTaken ? "lesson.taken" : "lesson.nothing", { square }), "wrong");
  }

  #show() {
    const [found] = Object.entries(this.#step.right);
    if (this.#isDone || !found) return;
    this.#tries += 1;
    this.#finishStep("", found[1].state);
    this.#say(found[1].shown);
  }

  /** Show what a move led to, and note that the step is done. @param {string} move @param {State} state */
  #finishStep(move, state) {
    const hadFocus = document.activeElement === board;
    this.#isDone = true;
    board.state = state;
    this.#note(move);
    this.#update();
    if (hadFocus) need("next").focus({ preventScroll: true });
  }

  /** @param {string} move */
  #note(move) {
    const { key } = this.#step;
    this.done.add(key);
    const milliseconds = Math.min(LONGEST, Math.round(performance.now() - this.#began));
    void record({ kind: "attempt", subject: `lesson/${key}`, move, right: true, loss: null, milliseconds, hints: this.#tries });
  }

  #goOn() {
    if (this.#isRead && !this.#isDone) this.#note("");
    if (this.#number < this.lesson.steps.length - 1) this.#goTo(this.#number + 1);
    else this.#finish();
  }

  /** @param {number} number */
  #goTo(number) {
    if (number < 0) return;
    this.#begin(number);
    need("step-title").focus({ preventScroll: true });
  }

  /** Say what comes after the lesson: a game after the first one, the next lesson after any other. */
  #finish() {
    const { key, title } = this.lesson;
    const isFirst = key === this.lessons[0]?.key;
    const following = this.lessons[this.lessons.indexOf(this.lesson) + 1];
    const next = /** @type {HTMLAnchorElement} */ (need("next-lesson"));
    next.hidden = !following;
    if (following) {
      next.href = `/learn/lesson/${following.key}`;
      write(next, say("lesson.next_lesson", { title: following.title }));
    }
    need("play").classList.toggle("primary", isFirst);
    next.classList.toggle("primary", !isFirst);
    write(need("finished-text"), isFirst ? say("lesson.closing_first") : say("lesson.closing", { title }));
    need("lesson").classList.add("over");
    need("finished").hidden = false;
    need("finished-title").focus();
    this.#update();
  }
}

async function open() {
  dressBoard(board);
  board.setAttribute("coordinates", "inside");
  const key = PATH.exec(location.pathname)?.[1];
  try {
    const response = await fetch(ADDRESS);
    /** @type {Lesson[]} */
    const lessons = await response.json();
    const shown = lessons.find((one) => one.key === key) ?? lessons[0];
    const known = (need("lesson").dataset.done ?? "").split(" ");
    if (shown) new LessonPage(lessons, shown, new Set([...known, ...(await stepsThatWait())]));
  } catch {
    need("said").className = "wrong";
    write(need("said"), say("lesson.not_loaded"));
  }
  void sendWaiting();
}

void open();
