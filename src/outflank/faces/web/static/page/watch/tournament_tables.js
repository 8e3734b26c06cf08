/** The tables of a tournament: standings, cross table and schedule. */
import { make } from "../shared/dom.js";
import { signed } from "../shared/figures.js";
import { say } from "../shared/say.js";

/**
 * @typedef {import("server-api").Pairing} Pairing
 * @typedef {import("server-api").TournamentLine} TournamentLine
 */

/** The ends that the board alone decided, where the score says enough. */
const PLAYED_OUT = ["full board", "wipe-out", "neither side can move"];

/** @param {number} points */
const half = (points) => `${Math.floor(points) || (points % 1 ? "" : "0")}${points % 1 ? "½" : ""}`;

/** @param {string[]} names @param {Record<number, string>} [explained] what a short heading means */
function heading(names, explained = {}) {
  const cells = names.map((name, at) =>
    make("th", { scope: "col" }, explained[at] ? make("abbr", { title: explained[at] }, name) : name),
  );
  return make("thead", {}, make("tr", {}, ...cells));
}

/** @param {HTMLElement} table @param {HTMLElement} head @param {HTMLElement[]} rows */
function fill(table, head, rows) {
  table.replaceChildren(head, make("tbody", {}, ...rows));
}

/** @param {...(string | Node)} content */
const cell = (...content) => make("td", {}, ...content);

/** @param {...(string | Node)} content */
const name = (...content) => make("th", { scope: "row", class: "who" }, ...content);

/** @param {HTMLElement} table @param {Pick<TournamentLine, "entrants" | "standings">} line */
export function showStandings(table, line) {
  const head = heading(
    ["#", say("home.player"), say("home.points"), say("home.record_short"), say("home.discs"), say("home.elo")],
    { 0: say("home.rank"), 3: say("home.record") },
  );
  const players = new Map(line.entrants.map((one) => [one.number, one.player]));
  const rows = line.standings.map((one) => {
    const player = players.get(one.number);
    const who = player ? make("a", { href: `/player/${player}` }, one.name) : one.name;
    const elo = say("home.elo_value", { elo: Math.round(one.elo), error: Math.round(one.elo_error) });
    return make(
      "tr",
      {},
      cell(String(one.rank)),
      name(who, ...(one.withdrawn ? [make("small", {}, ` (${say("home.withdrawn")})`)] : [])),
      make("td", { class: "points" }, half(one.points)),
      cell(`${one.wins} ${one.draws} ${one.losses}`),
      cell(signed(one.disc_difference)),
      make("td", { class: "wide", title: elo }, one.played ? signed(Math.round(one.elo)) : "–"),
    );
  });
  head.querySelector("th:last-child")?.classList.add("wide");
  fill(table, head, rows);
}

/** @param {HTMLElement} table @param {TournamentLine} line */
export function showCrossTable(table, line) {
  const numbers = line.lines.map((one) => String(one.number));
  const ranks = line.lines.map((_, at) => String(at + 1));
  const names = ["#", say("home.player"), ...ranks, say("home.points_short")];
  const head = heading(names, { 0: say("home.rank"), [names.length - 1]: say("home.points") });
  const rows = line.lines.map((one, at) => {
    const cells = numbers.map((number) => {
      const isSelf = number === String(one.number);
      const shown = isSelf ? "" : (one.against[number] ?? "").replaceAll("=", "½").replaceAll(".", "·");
      return make("td", { class: isSelf ? "self" : "result" }, shown);
    });
    const points = make("td", { class: "points" }, half(one.points));
    return make("tr", {}, cell(String(at + 1)), name(one.name), ...cells, points);
  });
  fill(table, head, rows);
}

/** @param {HTMLElement} table @param {TournamentLine} line */
export function showSchedule(table, line) {
  const names = new Map(line.entrants.map((one) => [one.number, one.name]));
  const head = heading([say("home.game"), say("home.black"), say("home.white"), say("home.result")]);
  const isOver = (/** @type {Pairing} */ game) => game.result !== null;
  const running = line.schedule.filter((game) => !isOver(game) && game.match);
  const inOrder = [...line.schedule].sort((one, another) => one.number - another.number);
  const rows = inOrder.map((game) => {
    const number = game.match
      ? make("a", { href: `/game/${game.match}` }, String(game.number))
      : String(game.number);
    return make(
      "tr",
      { class: running.includes(game) ? "now" : null },
      cell(number),
      make("td", { class: game.result === "black" ? "who won" : "who" }, names.get(game.black) ?? ""),
      make("td", { class: game.result === "white" ? "who won" : "who" }, names.get(game.white) ?? ""),
      make("td", { class: "ends" }, resultOf(game)),
    );
  });
  fill(table, head, rows);
  showCurrent(table);
}

/** Let the games that run be in sight when they change, without moving the page. @param {HTMLElement} table */
function showCurrent(table) {
  const place = table.parentElement;
  const [row] = /** @type {HTMLCollectionOf<HTMLElement>} */ (table.getElementsByClassName("now"));
  if (!place || !row || table.dataset.now === row.textContent) return;
  table.dataset.now = row.textContent ?? "";
  place.scrollTop = row.offsetTop - place.clientHeight / 3;
}

/** How a game ended, or why it has not; who won is seen in the names. @param {Pairing} game */
export function resultOf(game) {
  if (game.result === null) return say(game.match ? "home.now" : "home.next");
  if (game.result === "none") return say("home.void");
  const isPlayedOut = PLAYED_OUT.includes(game.reason ?? "");
  const score = isPlayedOut ? (game.score ?? []).join(":") : "";
  const why = game.reason && !isPlayedOut ? say(`game.because.${game.reason}`) : "";
  const result = game.result === "draw" ? say("home.draw") : score ? "" : say(`home.result_${game.result}`);
  return [[result, score].filter(Boolean).join(" "), why].filter(Boolean).join(", ");
}
