/** The puzzle of the day, which the server wrote into the page; its first try counts for the streak. */
import learn from "../../texts/learn.js";
import { need, write } from "../shared/dom.js";
import { readStored, store } from "../shared/preferences.js";
import { sayWith } from "../shared/say.js";
import { subscribeToAnswers } from "./attempt_queue.js";
import { recordTry, taskOfPuzzle, themeLinks, themesOfPage } from "./puzzle_tasks.js";
import { TaskPanel } from "./task_panel.js";

/**
 * @typedef {import("server-api").LearningSummary} LearningSummary
 * @typedef {import("server-api").DailyPuzzle} DailyPuzzle
 */

const say = sayWith(learn);
const KEY = "outflank-daily"; // the day whose puzzle was tried in this browser
const HOUR = 3_600_000;

/** Let the puzzle of the day be solved. */
export async function openDailyPuzzle() {
  const { dataset } = need("task");
  /** @type {DailyPuzzle} */
  const { date, puzzle } = JSON.parse(dataset.daily ?? "");
  const themes = themesOfPage();
  const panel = await TaskPanel.open((tried) => {
    if (!tried.isFirst) return;
    // The day's puzzle is seen once for the first time; later tries at it are practice.
    const isNew = readStored(KEY).day !== date;
    store(KEY, { day: date });
    void recordTry(puzzle.subject, tried, isNew ? `daily:${date}` : "");
    if (isNew) {
      if (tried.isRight) showSolvedToday();
      else write(need("streak"), say("learn.streak.missed"));
    }
    showNextTime(date);
  });
  panel.show({ task: taskOfPuzzle(puzzle, themes), about: say("learn.daily.about"), more: themeLinks(puzzle, themes) });
  subscribeToAnswers((answer) => {
    if (answer?.summary) showStreak(answer.summary);
  });
}

/** @param {LearningSummary} summary */
function showStreak({ streak, due, solved_today: isSolved }) {
  if (isSolved) {
    write(need("streak"), say("learn.streak.days", { count: streak }));
    showSolvedToday();
  }
  const count = document.getElementById("due");
  if (count) write(count, due ? say("learn.due.some", { count: due }) : say("learn.due.none"));
}

/** Turn over the disc of today. */
function showSolvedToday() {
  const today = document.querySelector("#week [aria-current]");
  if (!today || today.classList.contains("solved")) return;
  today.classList.add("solved");
  const word = today.querySelector(".visually-hidden");
  if (word) word.textContent = say("learn.streak.solved");
}

/** Say when the next puzzle comes. @param {string} date */
function showNextTime(date) {
  const left = Date.parse(`${date}T00:00:00Z`) + 24 * HOUR - Date.now();
  if (left <= 0) return;
  const hours = Math.round(left / HOUR);
  write(need("tomorrow"), hours ? say("learn.daily.next", { count: hours }) : say("learn.daily.soon"));
  need("tomorrow").hidden = false;
}
