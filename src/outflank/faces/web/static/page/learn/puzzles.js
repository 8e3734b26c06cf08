/** One puzzle after another, with a theme and as hard as was chosen. */
import learn from "../../texts/learn.js";
import { messageOf } from "../shared/api.js";
import { make, need, write } from "../shared/dom.js";
import { sayWith } from "../shared/say.js";
import { sendWaiting, subscribeToAnswers } from "./attempt_queue.js";
import { choosePuzzles } from "./puzzle_source.js";
import { recordTry, taskOfPuzzle, themeLinks, themesOfPage } from "./puzzle_tasks.js";
import { TaskPanel } from "./task_panel.js";

/**
 * @typedef {import("server-api").PuzzleObject} PuzzleObject
 * @typedef {import("./puzzle_source.js").Difficulty} Difficulty
 */

const MOST = 10; // puzzles in a request

const say = sayWith(learn);
const themes = themesOfPage();
const form = /** @type {HTMLFormElement} */ (need("choice"));
/** @type {PuzzleObject[]} */
let waiting = [];
/** @type {PuzzleObject | null} */
let shown = null;
/** @type {Set<string>} the ids of those that were shown */
const seen = new Set();
let count = { right: 0, tried: 0 };

const panel = await TaskPanel.open((tried) => {
  if (!tried.isFirst || !shown) return;
  void recordTry(shown.subject, tried);
  count = { right: count.right + Number(tried.isRight), tried: count.tried + 1 };
  write(need("tally"), say("learn.puzzles.tally", count));
}, () => void showNext());

const chosen = () => {
  const fields = new FormData(form);
  return { theme: String(fields.get("theme") ?? ""), difficulty: /** @type {Difficulty} */ (fields.get("difficulty") ?? "normal") };
};

async function showNext() {
  try {
    if (!waiting.length) {
      await sendWaiting(); // so that no puzzle comes twice
      const { theme, difficulty } = chosen();
      const { puzzles, rating } = await choosePuzzles({ difficulty, most: MOST, theme });
      waiting = puzzles.filter(({ id }) => !seen.has(id));
      if (rating !== null) showRating(rating);
    }
  } catch (error) {
    write(need("notice"), messageOf(error));
    const retry = make("button", { type: "button" }, say("learn.task.again"));
    retry.addEventListener("click", () => void showNext());
    need("told").replaceChildren(retry);
    need("task").hidden = false;
    return;
  }
  const puzzle = waiting.shift();
  need("none").hidden = puzzle !== undefined;
  need("task").hidden = puzzle === undefined;
  if (!puzzle) return;
  shown = puzzle;
  seen.add(puzzle.id);
  const link = make("p", {}, make("a", { href: `/learn/puzzle/${puzzle.id}` }, say("learn.puzzles.link", { number: puzzle.number })));
  panel.show({ task: taskOfPuzzle(puzzle, themes), about: say("learn.puzzles.about"), more: [...themeLinks(puzzle, themes), link] });
}

/** @param {number} rating */
const showRating = (rating) => write(need("rating"), say("learn.puzzles.rating", { rating: Math.round(rating) }));

form.addEventListener("change", () => {
  const { theme, difficulty } = chosen();
  const query = new URLSearchParams({ ...(theme ? { theme } : {}), ...(difficulty === "normal" ? {} : { difficulty }) });
  history.replaceState(null, "", query.size ? `?${query}` : location.pathname);
  write(need("theme-sentence"), themes[theme]?.sentence ?? "");
  waiting = [];
  void showNext();
});
subscribeToAnswers((answer) => {
  if (answer?.summary) showRating(answer.summary.rating.value);
});
void showNext();
