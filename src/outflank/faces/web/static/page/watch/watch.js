/** The page for watching: the running tournament as a live wall with its tables, and other games. */
import { clockDescription, syncClock } from "../shared/clocks.js";
import { follow } from "../shared/connection.js";
import { make, need, part, write } from "../shared/dom.js";
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
/** The latest line about the tournament, and the other games in the list. */
const latest = { others: /** @type {string[]} */ ([]), tournament: /** @type {TournamentLine | null} */ (null) };

follow({ tournament: "current", lobby: true }, (line) => {
  if ("now" in line) syncClock(line.now);
  if (line.event === "Board") {
    const isNew = !views.has(line.id);
    views.set(line.id, line);
    wall.take(line);
    others.take(line);
    if (isNew) showOthers();
    if (latest.tournament && (isNew || !need("quiet").hidden)) showBoards(latest.tournament);
  } else if (line.event === "Tournament") showTournament(line);
  else if (line.event === "Lobby") {
    latest.others = line.boards;
    others.list(line.boards);
    if (latest.tournament) showBoards(latest.tournament);
    showOthers();
  }
});

function showOthers() {
  need("others").hidden = others.isEmpty;
}
part(need("others"), ".wall").addEventListener("dropped", showOthers);

/** @param {TournamentLine} line */
function showTournament(line) {
  const { tournament } = line;
  latest.tournament = line;
  write(need("heading"), tournament ? tournament.name : say("home.live"));
  write(need("status"), tournament ? statusOf(tournament) : "");
  for (const id of views.keys()) if (!line.boards.includes(id) && !latest.others.includes(id)) views.delete(id);
  showBoards(line);
  // The try-out's tables are empty until a game has been played.
  need("tables").hidden = !tournament || (tournament.kind === "tryout" && isWaiting(line));
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

/**
 * Whether nobody has played yet, so that the boards are empty.
 * Only before the very first move: later a round that waits would move the boards up and down.
 * @param {TournamentLine} line
 */
function isWaiting({ tournament, boards }) {
  const shown = boards.flatMap((id) => views.get(id) ?? []);
  return tournament?.progress.played === 0 && shown.every((one) => one.paused && !one.plies);
}

/** Show the boards, but no empty ones of the try-out; say why there are none. @param {TournamentLine} line */
function showBoards(line) {
  const { tournament, boards } = line;
  const quiet = need("quiet");
  const areEmpty = tournament?.kind === "tryout" && isWaiting(line);
  wall.list(areEmpty ? [] : boards);
  const areOthers = !tournament && latest.others.length > 0; // other games are what there is to see
  quiet.hidden = areOthers || (boards.length > 0 && !isWaiting(line));
  part(need("others"), "h2").hidden = areOthers;
  quiet.classList.toggle("slim", !areEmpty && isWaiting(line));
  if (quiet.hidden) return;
  const isOver = tournament && !["running", "paused"].includes(tournament.status);
  const [title, more] = !tournament
    ? [say("home.quiet"), say("home.quiet_more")]
    : isOver
      ? [say("home.over", { name: tournament.name }), say("home.over_more")]
      : [areEmpty ? say("home.quiet") : "", say(isWaiting(line) ? "home.quiet_waiting" : "home.quiet_boards")];
  const isAtRest = !tournament || areEmpty;
  quiet.replaceChildren(
    ...(isAtRest ? [make("img", { src: "/rules/start.svg", alt: "" })] : []),
    ...(title ? [make("h2", {}, title)] : []),
    make("p", {}, more),
    ...(tournament && !areEmpty
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
