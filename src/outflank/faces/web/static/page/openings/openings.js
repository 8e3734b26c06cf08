/** The page of openings: one's own answers, the drill and the survival run, on one board. */
import openings from "../../texts/openings.js";
import { OutflankBoard } from "../../board/outflank-board.js";
import { call, messageOf } from "../shared/api.js";
import { need, write } from "../shared/dom.js";
import { sayWith } from "../shared/say.js";
import { sendWaiting } from "../learn/attempt_queue.js";
import { ExerciseBoard } from "../learn/exercise_board.js";
import { Drill } from "./drill.js";
import { Explorer } from "./explorer.js";
import { choose, readRepertoire } from "./repertoire.js";
import { showRepertoire } from "./repertoire_list.js";
import { Survival } from "./survival.js";

/** @typedef {import("../../board/state.js").Side} Side */

const say = sayWith(openings);
const choice = /** @type {HTMLFormElement} */ (need("choice"));
const form = /** @type {HTMLFormElement} */ (need("add"));
const board = /** @type {OutflankBoard} */ (need("board"));

const exercise = await ExerciseBoard.open(board, need("told"), (tried) => {
  if (mode() === "drill") drill.hear(tried);
  else if (mode() === "survive") void survival.hear(tried);
});
const explorer = new Explorer(board, exercise.rules, () => void showMine());
const drill = new Drill(exercise);
const survival = new Survival(exercise);

/** @param {string} name */
const chosen = (name) => String(new FormData(choice).get(name));
const mode = () => chosen("mode");
const color = () => /** @type {Side} */ (chosen("color"));

function change() {
  const now = mode();
  drill.stop();
  survival.stop();
  exercise.close();
  write(need("told"), "");
  need("explore").hidden = now !== "explore";
  need("exercise").hidden = now === "explore";
  explorer.show(now === "explore" ? color() : null);
  if (now === "drill") drill.offer(color());
  if (now === "survive") survival.offer(color());
  write(need("add-button"), say(`openings.add.button_${color()}`));
  void showMine();
}

async function showMine() {
  try {
    showRepertoire(await readRepertoire(), color(), explore);
  } catch (error) {
    write(need("repertoire"), messageOf(error));
  }
}

/** Show a position where the answers are chosen. @param {string[]} moves */
function explore(moves) {
  for (const one of choice.querySelectorAll('[name="mode"]')) {
    /** @type {HTMLInputElement} */ (one).checked = /** @type {HTMLInputElement} */ (one).value === "explore";
  }
  change();
  void explorer.go(moves);
  need("panel").scrollIntoView({ block: "nearest" });
}

/** Add the answers of a named opening or of a line. */
async function addLine() {
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("line"));
  const line = field.value.trim();
  try {
    const found = await call("GET", "/learning/repertoire/line", { query: { line, color: color() } });
    await choose(found.decisions.map(({ subject, position, moves }) => ({ subject, position, moves })));
    explorer.forget();
    const count = found.decisions.length;
    const bad = found.decisions.filter(({ loss }) => (loss ?? 0) >= 1).map(({ added }) => added);
    const about = bad.length ? say("openings.add.loses", { moves: bad.join(", "), count: bad.length }) : "";
    write(need("added"), [count ? say("openings.add.done", { count }) : say("openings.add.nothing"), about].filter(Boolean).join(" "));
    field.value = "";
    if (mode() === "explore") await explorer.go(found.way.filter((move) => move !== "pass"));
    await showMine();
  } catch (error) {
    write(need("added"), messageOf(error));
  }
}

choice.addEventListener("change", change);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  void addLine();
});
need("begin").addEventListener("click", () => void (mode() === "drill" ? drill.begin() : survival.begin()));
need("show").addEventListener("click", () => drill.reveal());
need("next").addEventListener("click", () => drill.next());
await sendWaiting();
change();
