/**
 * One task on a board: a position in which some moves are right.
 *
 * It shows what may be played, plays what is tried, with its flips, and says whether it was right.
 * The first try counts; after that one may try on. If the values of the moves are known, they are
 * shown on their squares after the first try, and the best line can be walked through.
 */
import "../../board/outflank-board.js";
import learn from "../../texts/learn.js";
import { Rules } from "../../engine/rules.js";
import { dressBoard } from "../shared/appearance.js";
import { write } from "../shared/dom.js";
import { signedDiscs } from "../shared/figures.js";
import { skinFor } from "../shared/preferences.js";
import { sayWith } from "../shared/say.js";

/**
 * @typedef {import("../../engine/positions.js").Position} Position
 * @typedef {import("../../board/state.js").State} State
 * @typedef {import("../../board/outflank-board.js").OutflankBoard} Board
 *
 * @typedef {object} Task
 * @property {Position} position
 * @property {readonly string[]} right the moves that are right
 * @property {Readonly<Record<string, number>>} [scores] what each move is worth, in discs for the side to move
 * @property {boolean} [isExact] whether these values are proved; they are if nothing is said
 * @property {string} [tip] a sentence, which is the first hint
 * @property {readonly string[]} [line] the best moves of both sides from here, passes included
 * @property {State["marks"]} [marks] shown until the first try
 * @property {State["last"]} [last] the move that led here
 *
 * @typedef {object} Try
 * @property {string} move "" if the solution was asked for
 * @property {boolean} isRight
 * @property {number | null} loss in discs, if it is known
 * @property {boolean} isFirst whether it counts
 * @property {number} milliseconds since the task was shown, without the time when the page was hidden
 * @property {number} hints
 * @property {Position} position after the move
 */

const say = sayWith(learn);
const HELD = 1_200; // milliseconds for which a wrong move without a value stays on the board
const CANDIDATES = 3; // squares that a hint leaves
const GOOD = 2; // discs that a good move may lose

/** Shows one task after another on a board. */
export class ExerciseBoard {
  /** @type {Task | null} */
  #task = null;
  #hints = 0;
  #isAnswered = false;
  #isClosed = false;
  /** @type {string} the move that was tried last */
  #tried = "";
  /** How many moves of the best line are shown; -1 while none of it is. */
  #step = -1;
  /** @type {readonly string[]} */
  #marked = [];
  #timer = new Stopwatch();
  #back = 0;

  /**
   * @param {Board} board
   * @param {HTMLElement} notice where it is said what a try was worth; it should have role="status"
   * @param {Rules} rules
   * @param {(tried: Try) => void} onTry
   */
  constructor(board, notice, rules, onTry) {
    this.board = board;
    this.notice = notice;
    this.rules = rules;
    this.onTry = onTry;
    board.addEventListener("play", (event) => this.try(/** @type {CustomEvent} */ (event).detail.square));
    dressBoard(board);
  }

  /**
   * Load the rules and take over a board.
   * @param {Board} board
   * @param {HTMLElement} notice
   * @param {(tried: Try) => void} onTry
   */
  static async open(board, notice, onTry) {
    return new ExerciseBoard(board, notice, await Rules.open(), onTry);
  }

  get task() {
    return this.#task;
  }

  /** Whether the first try was made, or the solution asked for. */
  get isAnswered() {
    return this.#isAnswered;
  }

  /** How many hints were given. */
  get hints() {
    return this.#hints;
  }

  /** How many moves of the best line are shown, and how many there are. */
  get walked() {
    return { step: Math.max(0, this.#step), length: this.#task?.line?.length ?? 0 };
  }

  /** Ask for the right move in a position. @param {Task} task */
  show(task) {
    clearTimeout(this.#back);
    this.#task = task;
    this.#hints = 0;
    this.#isAnswered = this.#isClosed = false;
    this.#tried = "";
    this.#step = -1;
    this.#marked = [];
    this.#timer.restart();
    this.#render();
  }

  /** Try a move, as a click on its square does. @param {string} move */
  try(move) {
    const task = this.#task;
    if (!task || this.#isClosed) return;
    const { position } = this.rules.play(task.position, move);
    const isRight = task.right.includes(move);
    const loss = this.#lossOf(move);
    const isFirst = !this.#isAnswered;
    this.#isAnswered = true;
    this.#tried = move;
    this.#step = -1;
    this.#marked = [];
    this.#render();
    write(this.notice, this.sentenceOf(move));
    clearTimeout(this.#back);
    if (!isRight && !task.scores) this.#back = setTimeout(() => this.back(), HELD);
    this.onTry({ move, isRight, loss, isFirst, milliseconds: this.#timer.elapsed, hints: this.#hints, position });
  }

  /** Say the tip, then leave a few squares to choose from, then the right ones; return the squares that are left. */
  hint() {
    const task = this.#task;
    if (!task || this.#isAnswered) return [];
    this.#hints += 1;
    if (task.tip && this.#hints === 1) {
      write(this.notice, task.tip);
      return [];
    }
    const squares = this.rules.legalMoves(task.position);
    const others = squares.filter((move) => !task.right.includes(move));
    others.sort((one, two) => (task.scores?.[two] ?? 0) - (task.scores?.[one] ?? 0));
    const isLast = this.#hints > (task.tip ? 2 : 1);
    const few = [...task.right, ...(isLast ? [] : others)].slice(0, Math.max(CANDIDATES, task.right.length));
    this.#marked = few.sort();
    this.#render();
    write(this.notice, say("learn.exercise.hint", { squares: this.#marked.join(", ") }));
    return this.#marked;
  }

  /** Show the solution; without a try before, that is a wrong one. */
  reveal() {
    const task = this.#task;
    if (!task) return;
    const isFirst = !this.#isAnswered;
    this.#isAnswered = true;
    this.#tried = "";
    this.#step = -1;
    this.#marked = task.right;
    this.#render();
    write(this.notice, say("learn.exercise.solution", { squares: task.right.join(", "), count: task.right.length }));
    const { milliseconds, hints, position } = { milliseconds: this.#timer.elapsed, hints: this.#hints, position: task.position };
    if (isFirst) this.onTry({ move: "", isRight: false, loss: null, isFirst, milliseconds, hints, position });
  }

  /** Go back to the position of the task, to try another move. */
  back() {
    clearTimeout(this.#back);
    this.#tried = "";
    this.#step = -1;
    this.#render();
  }

  /** Show the board after some moves of the best line. @param {number} step */
  walkTo(step) {
    const { length } = this.walked;
    this.#tried = "";
    this.#marked = [];
    this.#step = Math.max(0, Math.min(length, step));
    this.#render();
  }

  /** Give the best line, where it was found later than the task. @param {readonly string[]} line */
  addLine(line) {
    if (this.#task) this.#task = { ...this.#task, line };
  }

  /** Take no more tries, and leave the board as it is. */
  close() {
    clearTimeout(this.#back);
    this.#isClosed = true;
    this.#render();
  }

  /** What a try was worth, in a sentence. @param {string} move */
  sentenceOf(move) {
    const task = /** @type {Task} */ (this.#task);
    const loss = this.#lossOf(move);
    const isRight = task.right.includes(move);
    const isTold = loss !== null && task.isExact !== false;
    if (isRight && !isTold) return say("learn.exercise.right", { move });
    if (loss === null) return say("learn.exercise.wrong", { move });
    if (!isTold) return say("learn.exercise.about", { move, count: Math.max(1, Math.round(loss)) });
    const score = task.scores?.[move] ?? 0;
    if (isRight) return say(`learn.exercise.best_${outcomeOf(score)}`, { move, count: Math.abs(score) });
    const before = outcomeOf(score + loss);
    if (before !== outcomeOf(score)) return say(`learn.exercise.${before}_to_${outcomeOf(score)}`, { move, count: loss });
    return say(loss <= GOOD ? "learn.exercise.good" : "learn.exercise.loses", { move, count: loss });
  }

  /** @param {string} move @returns {number | null} */
  #lossOf(move) {
    const scores = this.#task?.scores;
    const score = scores?.[move];
    return scores && score !== undefined ? Math.max(...Object.values(scores)) - score : null;
  }

  #render() {
    const task = this.#task;
    if (!task) return;
    this.board.state = this.#step > 0 ? this.#onLine(task) : this.#tried ? this.#afterTry(task) : this.#atStart(task);
  }

  /** @param {Task} task @returns {State} */
  #atStart({ position, scores, isExact, marks, last }) {
    const squares = this.rules.legalMoves(position);
    const isTold = this.#isAnswered && scores;
    return {
      ...drawn(position),
      legal: this.#isClosed ? [] : squares.map((square) => ({ square, flips: this.rules.play(position, square).flips })),
      last: last ?? null,
      texts: isTold ? notesOf(scores, isExact) : {},
      marks: { ...(this.#isAnswered ? {} : marks), ...(this.#marked.length && !isTold ? { frame: this.#marked } : {}) },
    };
  }

  /** After a try the other moves can be tried at once. @param {Task} task @returns {State} */
  #afterTry({ position, scores, isExact }) {
    const { position: after, flips } = this.rules.play(position, this.#tried);
    const others = this.rules.legalMoves(position).filter((square) => square !== this.#tried);
    const isOpen = scores && !this.#isClosed;
    return {
      ...drawn(after),
      turn: position.turn,
      legal: isOpen ? others.map((square) => ({ square })) : [],
      last: { square: this.#tried, flipped: flips },
      texts: scores ? notesOf(scores, isExact) : {},
    };
  }

  /** @param {Task} task @returns {State} */
  #onLine({ position, line = [] }) {
    let now = position;
    /** @type {State["last"]} */
    let last = null;
    for (const move of line.slice(0, this.#step)) {
      const { position: next, flips } = this.rules.play(now, move);
      now = next;
      if (move !== "pass") last = { square: move, flipped: flips };
    }
    return { ...drawn(now), legal: [], last };
  }
}

/** Counts the time in which a page is seen. */
class Stopwatch {
  #since = 0;
  #counted = 0;
  #isRunning = false;

  constructor() {
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#stop() : this.#go()));
  }

  restart() {
    this.#counted = 0;
    this.#isRunning = false;
    if (!document.hidden) this.#go();
  }

  get elapsed() {
    return this.#counted + (this.#isRunning ? performance.now() - this.#since : 0);
  }

  #go() {
    this.#since = performance.now();
    this.#isRunning = true;
  }

  #stop() {
    this.#counted = this.elapsed;
    this.#isRunning = false;
  }
}

/** @param {number} score @returns {"win" | "draw" | "loss"} */
const outcomeOf = (score) => (score > 0 ? "win" : score < 0 ? "loss" : "draw");

/** @param {Position} position */
const drawn = ({ size, board, turn, variant, answer }) => ({
  size,
  cells: board,
  turn,
  answer: answer ?? null,
  skin: /** @type {import("../../board/state.js").Skin} */ (skinFor(variant)),
});

/**
 * The value of every move on its square.
 * @param {Readonly<Record<string, number>>} scores
 * @param {boolean} [isExact]
 * @returns {NonNullable<State["texts"]>}
 */
function notesOf(scores, isExact = true) {
  const best = Math.max(...Object.values(scores));
  const source = isExact ? "exact" : "";
  return Object.fromEntries(
    Object.entries(scores).map(([square, score]) => {
      const tone = score === best ? "good" : best - score <= GOOD ? "even" : "bad";
      return [square, { text: signedDiscs(score), tone, strong: score === best, source }];
    }),
  );
}
