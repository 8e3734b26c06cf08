/** The front page: the tournament that runs, as a live wall with its tables. */
import { clockWords, learnTime } from "./clocks.js";
import { follow } from "./connection.js";
import { make, need, part, write } from "./dom.js";
import { listOwnGames } from "./own_games.js";
import { preparePlayForm } from "./play_form.js";
import { showCrossTable, showSchedule, showStandings } from "./tables.js";
import { Wall } from "./wall.js";
import { say } from "./words.js";

/** @typedef {import("./clocks.js").View} View */

const wall = new Wall(need("wall"));
const others = new Wall(part(need("others"), ".wall"));
/** @type {Map<string, View>} */
const views = new Map();
/** @type {string[]} */
let yours = [];
/** @type {any} the last line about the tournament */
let current = null;

follow({ tournament: "current", lobby: true }, (kind, data) => {
  if (typeof data.now === "number") learnTime(data.now);
  if (kind === "Board") {
    const isNew = !views.has(data.id);
    views.set(data.id, data);
    wall.take(data);
    others.take(data);
    if (yours.includes(data.id)) showYours();
    if (isNew) showOthers();
    if (current && (isNew || !need("quiet").hidden)) showQuiet(current);
  } else if (kind === "Tournament") showTournament(data);
  else if (kind === "Lobby") {
    others.list(data.boards);
    yours = data.yours;
    showYours();
    showOthers();
  }
});

function showYours() {
  const own = yours.flatMap((id) => views.get(id) ?? []);
  need("yours").hidden = listOwnGames(own) === 0;
}

function showOthers() {
  need("others").hidden = others.isEmpty;
}
part(need("others"), ".wall").addEventListener("dropped", showOthers);

/** @param {any} line */
function showTournament(line) {
  const { tournament } = line;
  current = line;
  write(need("heading"), tournament ? tournament.name : say("home.heading"));
  write(need("status"), tournament ? statusOf(tournament) : "");
  wall.list(line.boards);
  for (const id of views.keys()) if (!line.boards.includes(id) && !yours.includes(id)) views.delete(id);
  showQuiet(line);
  need("tables").hidden = !tournament;
  if (!tournament) return;
  showStandings(need("standings"), line);
  showCrossTable(need("cross"), line);
  showSchedule(need("schedule"), line);
  /** @type {HTMLElement} */ (need("cross").closest("section")).hidden = line.lines.length === 0;
}

/** @param {any} tournament */
function statusOf({ progress, status, clock }) {
  const words = [say("home.progress", progress), clockWords(clock)];
  if (["paused", "finished", "draft"].includes(status)) words.unshift(say(`home.${status}`));
  return words.join(" · ");
}

/** Say why the wall is empty, or why nothing moves on it. @param {any} line */
function showQuiet({ tournament, boards }) {
  const quiet = need("quiet");
  const shown = boards.flatMap((/** @type {string} */ id) => views.get(id) ?? []);
  // Only before the very first move: later a round that waits would push the boards to and fro.
  const isWaiting =
    tournament?.progress.played === 0 && shown.length > 0 && shown.every((/** @type {View} */ one) => one.paused && !one.plies);
  quiet.hidden = boards.length > 0 && !isWaiting;
  quiet.classList.toggle("slim", isWaiting);
  if (quiet.hidden) return;
  const isOver = tournament && !["running", "paused"].includes(tournament.status);
  const [title, more] = !tournament
    ? [say("home.quiet"), say("home.quiet_more")]
    : isOver
      ? [say("home.over", { name: tournament.name }), say("home.over_more")]
      : ["", say(isWaiting ? "home.quiet_waiting" : "home.quiet_boards")];
  quiet.replaceChildren(
    ...(title ? [make("h2", {}, title)] : []),
    make("p", {}, more),
    ...(tournament
      ? []
      : [
          make(
            "p",
            { class: "row" },
            make("a", { class: "button", href: "/play?against=link" }, say("home.quiet_friend")),
            make("a", { class: "button", href: "/play?against=watch" }, say("home.quiet_watch")),
          ),
        ]),
    make("p", {}, make("a", { href: "/bots" }, say("home.how_bots"))),
  );
}

preparePlayForm();
