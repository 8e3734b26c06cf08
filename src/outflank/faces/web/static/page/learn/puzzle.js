/** The page of one puzzle. */
import learn from "../../texts/learn.js";
import { need, write } from "../shared/dom.js";
import { sayWith } from "../shared/say.js";
import { findPuzzle } from "./puzzle_source.js";
import { recordTry, taskOfPuzzle, themeLinks, themesOfPage } from "./puzzle_tasks.js";
import { TaskPanel } from "./task_panel.js";

const say = sayWith(learn);
/** @type {import("server-api").PuzzleObject} */
const written = JSON.parse(need("task").dataset.puzzle ?? "");
const asked = location.pathname.split("/").at(-1) ?? "";
// A page that is kept for use without network has another puzzle in it than the one that is asked for.
const puzzle = written.id === asked ? written : await findPuzzle(asked);
write(need("heading"), say("learn.puzzle.title", { number: puzzle.number }));
const themes = themesOfPage();

/** @param {import("./exercise_board.js").Try} tried */
function tell(tried) {
  if (tried.isFirst) void recordTry(puzzle.subject, tried);
}

const panel = await TaskPanel.open(tell, () => location.assign("/learn/puzzles"));
panel.show({ task: taskOfPuzzle(puzzle, themes), about: say("learn.puzzle.about", { number: puzzle.number }), more: themeLinks(puzzle, themes) });
