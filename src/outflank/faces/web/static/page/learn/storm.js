/** The storm: as many puzzles as possible in three minutes, each harder than the one before. */
import { OutflankBoard } from "../../board/outflank-board.js";
import { Rules } from "../../engine/rules.js";
import learn from "../../texts/learn.js";
import { messageOf } from "../shared/api.js";
import { make, need, write } from "../shared/dom.js";
import { readStored, store } from "../shared/preferences.js";
import { sayWith } from "../shared/say.js";
import { ExerciseBoard } from "./exercise_board.js";
import { choosePuzzles } from "./puzzle_source.js";
import { recordTry, taskOfPuzzle } from "./puzzle_tasks.js";

/** @typedef {import("server-api").PuzzleObject} PuzzleObject */

const DURATION = 180_000; // milliseconds
const PENALTY = 10_000;
const HELD = 450; // milliseconds for which a move is seen before the next puzzle comes
const TICK = 100;
const TOLD = [60, 30, 10]; // seconds left that are told
const MOST = 20; // puzzles in a request
const FEW = 8;
const KEY = "outflank-storm";
const STEPS = /** @type {const} */ (["easiest", "easier", "normal", "harder", "hardest"]);

const say = sayWith(learn);

/** Brings puzzles whose ratings rise. */
class RisingPuzzles {
  /** @type {PuzzleObject[]} */
  #waiting = [];
  /** @type {Set<string>} */
  #seen = new Set();
  #step = 0;
  /** @type {Promise<void> | null} */
  #loading = null;

  /** Load more while few are left. */
  load() {
    if (this.#waiting.length > FEW) return Promise.resolve();
    this.#loading ??= this.#loadStep().finally(() => (this.#loading = null));
    return this.#loading;
  }

  /** The next puzzle; null if there are no more. */
  async next() {
    if (!this.#waiting.length) await this.load();
    const puzzle = this.#waiting.shift() ?? null;
    this.load().catch(() => {}); // it is tried again when none is left
    return puzzle;
  }

  /** Begin with the easiest again. */
  restart() {
    this.#step = 0;
    this.#waiting = [];
  }

  async #loadStep() {
    const difficulty = STEPS[Math.min(this.#step, STEPS.length - 1)] ?? "hardest";
    const { puzzles } = await choosePuzzles({ difficulty, most: MOST });
    this.#step += 1;
    const fresh = puzzles.filter(({ id }) => !this.#seen.has(id));
    for (const { id } of fresh) this.#seen.add(id);
    this.#waiting.push(...fresh);
    this.#waiting.sort((one, two) => one.rating - two.rating);
  }
}

/** One run of three minutes. */
class Storm {
  solved = 0;
  tried = 0;
  highest = 0;
  /** @type {PuzzleObject[]} */
  missed = [];
  #ends = performance.now() + DURATION;
  #told = new Set(TOLD);

  get left() {
    return Math.max(0, this.#ends - performance.now());
  }

  /** @param {PuzzleObject} puzzle @param {boolean} isRight */
  count(puzzle, isRight) {
    this.tried += 1;
    if (isRight) {
      this.solved += 1;
      this.highest = Math.max(this.highest, puzzle.rating);
    } else {
      this.missed.push(puzzle);
      this.#ends -= PENALTY;
    }
  }

  /** The seconds left, if it is time to tell them. */
  get news() {
    const due = [...this.#told].filter((seconds) => this.left <= seconds * 1000);
    for (const seconds of due) this.#told.delete(seconds);
    return due.at(-1) ?? null;
  }
}

const puzzles = new RisingPuzzles();
const board = /** @type {OutflankBoard} */ (need("board"));
/** @type {Storm | null} */
let storm = null;
/** @type {PuzzleObject | null} */
let shown = null;
let ticking = 0;
let following = 0;

const exercise = new ExerciseBoard(board, need("notice"), await Rules.open(), (tried) => {
  if (!storm || !shown || !tried.isFirst) return;
  storm.count(shown, tried.isRight);
  void recordTry(shown.subject, tried, "storm");
  exercise.close();
  write(need("notice"), say(tried.isRight ? "learn.storm.right" : "learn.storm.wrong", { move: tried.move }));
  need("score").dataset.last = tried.isRight ? "right" : "wrong";
  showScore();
  following = setTimeout(() => void showNext(), HELD);
});

async function begin() {
  need("problem").hidden = true;
  puzzles.restart();
  try {
    await puzzles.load();
  } catch (error) {
    write(need("problem"), messageOf(error));
    need("problem").hidden = false;
    return;
  }
  storm = new Storm();
  write(need("notice"), "");
  for (const [id, isHidden] of /** @type {const} */ ([["begin", true], ["ending", true], ["running", false], ["place", false]])) need(id).hidden = isHidden;
  showScore();
  ticking = setInterval(tick, TICK);
  await showNext();
  board.focus({ preventScroll: true });
}

async function showNext() {
  const own = storm;
  if (!own) return;
  const puzzle = await puzzles.next().catch(() => null);
  if (storm !== own) return;
  shown = puzzle;
  if (!puzzle) return end();
  const task = taskOfPuzzle(puzzle, {});
  write(need("turn"), say(`learn.task.turn_${puzzle.turn}`));
  need("turn-disc").className = `disc ${puzzle.turn}`;
  exercise.show(task);
}

function tick() {
  if (!storm) return;
  showScore();
  const { news } = storm;
  if (news !== null) write(need("told-time"), say("learn.storm.seconds", { count: news }));
  if (storm.left === 0) end();
}

function showScore() {
  if (!storm) return;
  const seconds = Math.ceil(storm.left / 1000);
  write(need("clock"), `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`);
  need("clock").classList.toggle("low", seconds <= 10);
  write(need("score"), String(storm.solved));
}

function end() {
  if (!storm) return;
  const { solved, tried, highest, missed } = storm;
  storm = null;
  clearInterval(ticking);
  clearTimeout(following);
  exercise.close();
  const before = Number(readStored(KEY).best ?? 0);
  if (solved > before) store(KEY, { best: solved });
  need("running").hidden = true;
  need("place").hidden = true;
  need("ending").hidden = false;
  write(need("result"), say("learn.storm.result", { count: solved }));
  write(need("record"), say(solved > before ? "learn.storm.record" : "learn.storm.best", { count: Math.max(before, solved) }));
  write(need("facts"), solved ? say("learn.storm.facts", { tried, rating: Math.round(highest) }) : "");
  const links = missed.map(({ id, number }) => make("li", {}, make("a", { href: `/learn/puzzle/${id}` }, say("learn.puzzles.link", { number }))));
  need("missed").hidden = !links.length;
  need("missed-list").replaceChildren(...links);
  need("result").focus();
}

for (const button of document.querySelectorAll("[data-start]")) button.addEventListener("click", () => void begin());
const { best = 0 } = readStored(KEY);
if (best) write(need("best"), say("learn.storm.best", { count: best }));
puzzles.load().catch(() => {}); // it is tried again at the start
