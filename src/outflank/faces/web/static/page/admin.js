/** The organiser's page: tournaments, their players and keys, and what is done with them. */
import organisers from "../texts/admin.js";
import { answered, dialog, isSure } from "./admin_dialogs.js";
import { addKeys, dismissKeys, dropKey, hasUnsavedKeys } from "./admin_keys.js";
import { changesOf, fillSettings, followChoices, mayEnter, settingsOf, tournamentBody } from "./admin_settings.js";
import { connectionOf, showConnections, showState } from "./admin_state.js";
import { ApiError, callWith, send } from "./shared/api.js";
import { change, make, need, part, write } from "./shared/dom.js";
import { resultOf, showStandings } from "./watch/tournament_tables.js";
import { sayWith } from "./shared/say.js";
import { computerSeat, occupantOf } from "./shared/occupants.js";

/**
 * @typedef {import("server-api").Adjudication} Adjudication
 * @typedef {import("server-api").Entrant} Entrant
 * @typedef {import("server-api").Pairing} Pairing
 * @typedef {import("server-api").PlayersBody} PlayersBody
 * @typedef {import("server-api").Tournament} Tournament
 */

const say = sayWith(organisers);
const STORED_KEY = "outflank-admin"; // in this tab only, and only until it is closed
const EVERY = 5000; // milliseconds after which it is asked again who is connected
const ACTS = /** @type {const} */ (["start", "pause", "resume", "finish"]);
/** @type {Record<string, readonly string[]>} what can be done, by a tournament's status */
const POSSIBLE = { draft: ["start"], running: ["pause", "finish"], paused: ["resume", "finish"] };

/** The organiser's key, the tournament that is open, the one that is to be, and how often one was asked for. */
const page = { key: "", tournament: /** @type {Tournament | null} */ (null), wanted: 0, asked: 0 };

const ask = callWith(() => page.key);

/** The tournament that is open; what asks for it is hidden while there is none. */
function opened() {
  if (!page.tournament) throw new Error("no tournament is open");
  return page.tournament;
}

/** What a request about the open tournament has in its path. */
const openedPath = () => ({ tournament: opened().id });

const form = (/** @type {string} */ id) => /** @type {HTMLFormElement} */ (need(id));

/**
 * A button of a table's row: its name says more than what is written on it.
 * @param {string} word
 * @param {string} which
 * @param {Record<string, string | number>} data
 */
const button = (word, which, data) => make("button", { type: "button", "aria-label": `${word} ${which}`, ...data }, word);

// Messages

/** @param {string} text @param {boolean} isBad */
function showMessage(text, isBad) {
  const line = need("message");
  write(line, text);
  line.hidden = text === "";
  line.classList.toggle("loud", isBad);
}

/**
 * Do something, and say why if the server refuses it.
 * @param {() => Promise<string>} action returns what to say when it is done
 */
async function attempt(action) {
  try {
    showMessage(await action(), false);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401) signOut();
    showMessage(error.status === 401 ? say("admin.unknown") : error.message, true);
  }
}

// Signing in and out

/** @param {string} entered */
async function signIn(entered) {
  const { role } = await callWith(() => entered)("GET", "/me");
  if (role !== "admin") throw new ApiError(say("admin.not_admin"), "FORBIDDEN", 403);
  page.key = entered;
  sessionStorage.setItem(STORED_KEY, entered);
  need("enter").hidden = true;
  need("signed-in").hidden = false;
  await list();
  return "";
}

function signOut() {
  Object.assign(page, { key: "", tournament: null, wanted: 0, asked: page.asked + 1 });
  sessionStorage.removeItem(STORED_KEY);
  need("enter").hidden = false;
  need("signed-in").hidden = true;
  need("tournament").hidden = true;
}

form("enter").addEventListener("submit", (event) => {
  event.preventDefault();
  const entered = String(new FormData(form("enter")).get("key")).trim();
  form("enter").reset();
  void attempt(() => signIn(entered));
});
need("leave").addEventListener("click", () => {
  void attempt(async () => {
    if (!(await maySeeKeysNoMore())) return "";
    dismissKeys();
    signOut();
    return say("admin.left");
  });
});

// Keys, which are shown only once

need("dismiss").addEventListener("click", () => {
  void attempt(async () => {
    if (await maySeeKeysNoMore()) dismissKeys();
    return "";
  });
});

/** Ask whether keys that were neither copied nor saved may go. */
async function maySeeKeysNoMore() {
  return !hasUnsavedKeys() || (await isSure(say("admin.dismiss_sure"), say("admin.dismiss_more")));
}

// All tournaments

async function list() {
  const { tournaments } = await ask("GET", "/tournaments");
  const rows = tournaments.map((one) =>
    make(
      "tr",
      {},
      make("th", { scope: "row", class: "who" }, one.name),
      make("td", {}, say(one.problem ? "admin.status_damaged" : `admin.status_${one.status}`)),
      make("td", {}, String(one.players)),
      make("td", {}, `${one.progress.played}/${one.progress.total}`),
      // What cannot be read cannot be opened; it says why instead.
      make("td", { class: "ends" }, one.problem ?? button(say("admin.open"), one.name, { "data-open": one.id })),
    ),
  );
  part(need("tournaments"), "tbody").replaceChildren(...rows);
  need("restart").hidden = !tournaments.some((one) => one.kind === "tryout");
}

need("tournaments").addEventListener("click", ({ target }) => {
  const id = target instanceof HTMLElement ? Number(target.dataset.open) : 0;
  if (id) void attempt(() => open(id));
});

form("make").addEventListener("submit", (event) => {
  event.preventDefault();
  const body = tournamentBody(new FormData(form("make")));
  void attempt(async () => {
    const made = await ask("POST", "/tournaments", { body });
    await list();
    await open(made.id);
    return say("admin.made", { name: made.name });
  });
});

for (const id of ["make", "change"]) followChoices(form(id));

form("change").addEventListener("submit", (event) => {
  event.preventDefault();
  const body = changesOf(new FormData(form("change")), opened());
  void attempt(async () => {
    if (Object.keys(body).length === 0) return say("admin.unchanged");
    const { id, name } = await ask("PATCH", "/tournaments/{tournament}", { path: openedPath(), body });
    await Promise.all([list(), show(id)]);
    return say("admin.changed", { name });
  });
});

need("restart").addEventListener("click", () => {
  void attempt(async () => {
    if (!(await isSure(say("admin.restart_sure"), say("admin.restart_more")))) return "";
    const answer = await send("POST", `/codekata/restart/${encodeURIComponent(page.key)}`, undefined, page.key);
    if (!answer.ok) throw new ApiError(say("admin.restart_no"), "", answer.status);
    await list();
    return say("admin.restarted");
  });
});

// One tournament

/** Open a tournament, whatever else is being asked for. @param {number} id */
function open(id) {
  page.wanted = id;
  return show(id);
}

/** Show a tournament as it is now, unless another one was opened meanwhile. @param {number} id */
async function show(id) {
  if (page.wanted !== id) return "";
  const turn = ++page.asked;
  const asked = { path: { tournament: id } };
  const [found, { pairings }, { standings }] = await Promise.all([
    ask("GET", "/tournaments/{tournament}", asked),
    ask("GET", "/tournaments/{tournament}/pairings", asked),
    ask("GET", "/tournaments/{tournament}/standings", asked),
  ]);
  if (turn !== page.asked) return ""; // a later answer is newer
  page.tournament = found;
  need("tournament").hidden = false;
  write(need("name"), found.name);
  showState(found);
  write(need("settings"), settingsOf(found));
  change(need("export"), "href", `/api/v1/tournaments/${id}/export`);
  change(need("export"), "download", `outflank-tournament-${id}.json`);
  change(need("public"), "href", `/tournament/${id}`);
  need("links").hidden = found.started === null;
  showStandings(need("standings"), { entrants: found.entrants, standings });
  /** @type {HTMLElement} */ (need("standings").closest("section")).hidden = standings.length === 0;
  for (const act of ACTS) need(act).hidden = !(POSSIBLE[found.status] ?? []).includes(act);
  form("players").hidden = !mayEnter(found);
  fillSettings(form("change"), found);
  showEntrants(found);
  showGames(found.entrants, pairings);
  return "";
}

/** Follow who is connected. */
async function followConnections() {
  if (document.hidden || !page.key || !page.tournament || page.tournament.ended !== null) return;
  const found = await ask("GET", "/tournaments/{tournament}", { path: openedPath() });
  if (found.id !== page.tournament?.id) return;
  showState(found);
  showConnections(found.entrants);
}

setInterval(() => {
  followConnections().catch((/** @type {unknown} */ error) => {
    if (!(error instanceof ApiError)) throw error; // it is asked again in a moment
  });
}, EVERY);

/** Whether an entrant plays with a key that can be replaced. @param {Tournament} tournament @param {Entrant} entrant */
const mayHaveKey = (tournament, entrant) => entrant.player !== null && tournament.kind !== "tryout";

/** @param {Tournament} tournament */
function showEntrants(tournament) {
  const isOn = ["running", "paused"].includes(tournament.status);
  const mayLeave = isOn || tournament.status === "draft";
  const rows = tournament.entrants.map((one) =>
    make(
      "tr",
      {},
      make("td", {}, String(one.number)),
      make("th", { scope: "row", class: "who" }, one.name),
      make("td", { class: "wide" }, seatName(one.seat)),
      make("td", { "data-connection": one.number, class: "ends" }, connectionOf(one)),
      make(
        "td",
        {},
        ...(mayLeave && !one.withdrawn
          ? [button(say("admin.withdraw"), one.name, { "data-entrant": one.number, "data-act": "withdraw" })]
          : []),
        ...(isOn && one.withdrawn
          ? [button(say("admin.reinstate"), one.name, { "data-entrant": one.number, "data-act": "reinstate" })]
          : []),
        ...(mayLeave && mayHaveKey(tournament, one)
          ? [button(say("admin.new_key"), one.name, { "data-entrant": one.number, "data-act": "key" })]
          : []),
      ),
    ),
  );
  part(need("entrants"), "tbody").replaceChildren(...rows);
}

/** @param {Entrant[]} entrants @param {Pairing[]} pairings */
function showGames(entrants, pairings) {
  const names = new Map(entrants.map((one) => [one.number, one.name]));
  const rows = pairings.flatMap((one, at) => {
    const won = (/** @type {string} */ side) => (one.result === side ? "who won" : "who");
    const begins = one.round !== pairings[at - 1]?.round;
    const heading = make("th", { colspan: 5, scope: "rowgroup" }, say("admin.round", { round: one.round }));
    const row = make(
      "tr",
      {},
      make("td", {}, one.match ? make("a", { href: `/game/${one.match}` }, String(one.number)) : String(one.number)),
      make("td", { class: won("black") }, names.get(one.black) ?? ""),
      make("td", { class: won("white") }, names.get(one.white) ?? ""),
      make("td", { class: "ends" }, resultOf(one)),
      make("td", {}, button(say("admin.decide"), String(one.number), { "data-game": one.number })),
    );
    return begins ? [make("tr", {}, heading), row] : [row];
  });
  part(need("games"), "tbody").replaceChildren(...rows);
  /** @type {HTMLElement} */ (need("games").closest("section")).hidden = rows.length === 0;
}

for (const act of ACTS) {
  need(act).addEventListener("click", () => {
    void attempt(async () => {
      const isFinal = act === "finish";
      if (isFinal && !(await isSure(say("admin.finish_sure"), say("admin.finish_more")))) return "";
      const { id, name } = await ask("POST", `/tournaments/{tournament}/${act}`, { path: openedPath() });
      await Promise.all([list(), show(id)]);
      return say(`admin.done_${act}`, { name });
    });
  });
}

form("players").addEventListener("submit", (event) => {
  event.preventDefault();
  const filled = new FormData(form("players"));
  const entries = (/** @type {string} */ name) =>
    String(filled.get(name)).split("\n").map((line) => line.trim()).filter(Boolean);
  const names = entries("names");
  /** @type {PlayersBody} */
  const body = { names, computers: entries("levels").map(computerSeat) };
  void attempt(async () => {
    const path = openedPath();
    const { players } = await ask("POST", "/tournaments/{tournament}/players", { path, body });
    form("players").reset();
    addKeys(players.flatMap(keysOf(path.tournament)));
    await Promise.all([list(), show(path.tournament)]);
    const removed = await removeRenamed(path, names, players.slice(players.length - names.length));
    return say("admin.entered", { count: players.length - removed });
  });
});

/** The key that was made for a player of a tournament, if one was. @param {number} tournament */
const keysOf = (tournament) => (/** @type {import("server-api").NewEntrant} */ { key, ...player }) =>
  key === null ? [] : [{ tournament, ...player, key }];

/**
 * Say whose name was taken, so that they got a number, and take them out again unless that is wanted.
 * @param {{tournament: number}} path
 * @param {readonly string[]} names as they were given
 * @param {readonly import("server-api").NewEntrant[]} players who got them
 * @returns {Promise<number>} how many were taken out
 */
async function removeRenamed(path, names, players) {
  const renamed = players.filter(({ name }, index) => / \(\d+\)$/.test(name) && name !== names[index]);
  if (renamed.length === 0) return 0;
  const taken = renamed.map(({ name }) => name).join(", ");
  const answers = { yes: say("admin.keep"), no: say("admin.remove") };
  if (await isSure(say("admin.taken", { count: renamed.length }), say("admin.taken_more", { names: taken }), answers)) return 0;
  for (const { number } of renamed) {
    await ask("POST", "/tournaments/{tournament}/withdraw", { path, body: { number } });
    dropKey(path.tournament, number);
  }
  await Promise.all([list(), show(path.tournament)]);
  return renamed.length;
}

need("entrants").addEventListener("click", ({ target }) => {
  const { entrant, act } = target instanceof HTMLElement ? target.dataset : {};
  const number = Number(entrant);
  if (!number) return;
  const { entrants, id, status } = opened();
  const name = entrants.find((one) => one.number === number)?.name ?? "";
  const more = say(status === "draft" ? "admin.withdraw_draft" : "admin.withdraw_more");
  if (act === "key") return void attempt(() => renewKey(number, name));
  const isLeaving = act === "withdraw";
  void attempt(async () => {
    if (isLeaving && !(await isSure(say("admin.withdraw_sure", { name }), more))) return "";
    const asked = { path: openedPath(), body: { number } };
    await ask("POST", `/tournaments/{tournament}/${isLeaving ? "withdraw" : "reinstate"}`, asked);
    if (status === "draft") dropKey(id, number);
    await show(id);
    return say(isLeaving ? "admin.withdrew" : "admin.reinstated", { name });
  });
});

/** @param {number} number @param {string} name */
async function renewKey(number, name) {
  if (!(await isSure(say("admin.new_key_sure", { name }), say("admin.new_key_more")))) return "";
  const path = { ...openedPath(), entrant: number };
  addKeys(keysOf(path.tournament)(await ask("POST", "/tournaments/{tournament}/players/{entrant}/key", { path })));
  return say("admin.new_key_made", { name });
}

need("games").addEventListener("click", ({ target }) => {
  const number = target instanceof HTMLElement ? Number(target.dataset.game) : 0;
  if (!number) return;
  write(need("decide-heading"), say("admin.decide_sure", { number }));
  void attempt(async () => {
    if (!(await answered(dialog("decide")))) return "";
    const { winner, note } = Object.fromEntries(new FormData(form("verdict")));
    /** @type {Adjudication} */
    const body = { winner: /** @type {Adjudication["winner"]} */ (winner), note: String(note) };
    const path = { ...openedPath(), pairing: number };
    await ask("POST", "/tournaments/{tournament}/pairings/{pairing}/adjudicate", { path, body });
    await show(path.tournament);
    return say("admin.decided", { number });
  });
});

const stored = sessionStorage.getItem(STORED_KEY);
if (stored) void attempt(() => signIn(stored));

/** Who plays for an entrant. @param {string} seat */
function seatName(seat) {
  const { kind, level } = occupantOf({ seat });
  return say(`admin.seats.${kind}`, { level: level ?? "" });
}
