/** The front page: the tournament that runs, as a live wall with its tables. */
import { clockDescription, syncClock } from "../shared/clocks.js";
import { follow } from "../shared/connection.js";
import { make, need, part, write } from "../shared/dom.js";
import { listOwnGames } from "../shared/own_games.js";
import { prepareQuickGameForm } from "./quick_game_form.js";
import { showCrossTable, showSchedule, showStandings } from "./tournament_tables.js";
import { Wall } from "./match_wall.js";
import { say } from "../shared/say.js";

/**
 * @typedef {import("server-api").MatchView} MatchView
 * @typedef {import("server-api").TournamentLine} TournamentLine
 */

const wall = new Wall(need("wall"));
const others = new Wall(part(need("others"), ".wall"));
/** @type {Map<string, MatchView>} */
const views = new Map();
/** The person's own games, and what was said last about the tournament. */
const latest = { yours: /** @type {string[]} */ ([]), tournament: /** @type {TournamentLine | null} */ (null) };

follow({ tournament: "current", lobby: true }, (line) => {
  if ("now" in line) syncClock(line.now);
  if (line.event === "Board") {
    const isNew = !views.has(line.id);
    views.set(line.id, line);
    wall.take(line);
    others.take(line);
    if (latest.yours.includes(line.id)) showYours();
    if (isNew) showOthers();
    if (latest.tournament && (isNew || !need("quiet").hidden)) showQuiet(latest.tournament);
  } else if (line.event === "Tournament") showTournament(line);
  else if (line.event === "Lobby") {
    others.list(line.boards);
    latest.yours = line.yours;
    showYours();
    showOthers();
  }
});

function showYours() {
  const own = latest.yours.flatMap((id) => views.get(id) ?? []);
  need("yours").hidden = listOwnGames(own) === 0;
}

function showOthers() {
  need("others").hidden = others.isEmpty;
}
part(need("others"), ".wall").addEventListener("dropped", showOthers);

/** @param {TournamentLine} line */
function showTournament(line) {
  const { tournament } = line;
  latest.tournament = line;
  write(need("heading"), tournament ? tournament.name : say("home.heading"));
  write(need("status"), tournament ? statusOf(tournament) : "");
  wall.list(line.boards);
  for (const id of views.keys()) if (!line.boards.includes(id) && !latest.yours.includes(id)) views.delete(id);
  showQuiet(line);
  need("tables").hidden = !tournament;
  if (!tournament) return;
  showStandings(need("standings"), line);
  showCrossTable(need("cross"), line);
  showSchedule(need("schedule"), line);
  /** @type {HTMLElement} */ (need("cross").closest("section")).hidden = line.lines.length === 0;
}

/** @param {NonNullable<TournamentLine["tournament"]>} tournament */
function statusOf({ progress, status, clock }) {
  const words = [say("home.progress", progress), clockDescription(clock)];
  if (["paused", "finished", "draft"].includes(status)) words.unshift(say(`home.${status}`));
  return words.join(" · ");
}

/** Say why the wall is empty, or why nothing happens on it. @param {TournamentLine} line */
function showQuiet({ tournament, boards }) {
  const quiet = need("quiet");
  const shown = boards.flatMap((id) => views.get(id) ?? []);
  // Only before the very first move: later a round that waits would move the boards up and down.
  const isWaiting =
    tournament?.progress.played === 0 && shown.length > 0 && shown.every((one) => one.paused && !one.plies);
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

prepareQuickGameForm();
