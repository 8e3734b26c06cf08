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

follow({ tournament: "current", lobby: true }, (kind, data) => {
  if (typeof data.now === "number") learnTime(data.now);
  if (kind === "Board") {
    const isNew = !views.has(data.id);
    views.set(data.id, data);
    wall.take(data);
    others.take(data);
    if (yours.includes(data.id)) showYours();
    if (isNew) showOthers();
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

/** Say why the wall is empty, if it is. @param {any} line */
function showQuiet({ tournament, boards }) {
  const quiet = need("quiet");
  quiet.hidden = boards.length > 0;
  if (boards.length) return;
  const isOver = tournament && !["running", "paused"].includes(tournament.status);
  const [title, more] = !tournament
    ? [say("home.quiet"), say("home.quiet_more")]
    : isOver
      ? [say("home.over", { name: tournament.name }), say("home.over_more")]
      : ["", say("home.quiet_boards")];
  quiet.replaceChildren(
    ...(title ? [make("h2", {}, title)] : []),
    make("p", {}, more),
    make("p", {}, make("a", { href: "/bots" }, say("home.how_bots"))),
  );
}

preparePlayForm();
