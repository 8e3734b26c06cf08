/** The organiser's page: tournaments, their players and keys, and what is done with them. */
import { Refused } from "./calls.js";
import { clockWords } from "./clocks.js";
import { make, need, part, write } from "./dom.js";
import { ask, send } from "./keyed_calls.js";
import { showKeys } from "./new_keys.js";
import { resultOf } from "./tables.js";
import { say } from "./words.js";

const KEPT = "outflank-admin"; // in this tab only, and only until it is closed
const ACTS = /** @type {const} */ (["start", "pause", "resume", "finish"]);
/** @type {Record<string, readonly string[]>} what can be done, by a tournament's status */
const POSSIBLE = { draft: ["start"], running: ["pause", "finish"], paused: ["resume", "finish"] };

let key = "";
/** @type {any} the tournament that is open */
let open = null;

const form = (/** @type {string} */ id) => /** @type {HTMLFormElement} */ (need(id));
const dialog = (/** @type {string} */ id) => /** @type {HTMLDialogElement} */ (need(id));

/**
 * A button of a table's row: its name says more than what is written on it.
 * @param {string} word
 * @param {string} which
 * @param {Record<string, string | number>} data
 */
const button = (word, which, data) => make("button", { type: "button", "aria-label": `${word} ${which}`, ...data }, word);

// Words for what happened

/**
 * @param {string} text
 * @param {boolean} isBad
 */
function tell(text, isBad) {
  const line = need("said");
  write(line, text);
  line.hidden = text === "";
  line.classList.toggle("loud", isBad);
}

/**
 * Do something, and say what was against it.
 * @param {() => Promise<string>} deed returns what to say when it is done
 */
async function attempt(deed) {
  try {
    tell(await deed(), false);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.status === 401) leave();
    tell(error.status === 401 ? say("admin.unknown") : error.message, true);
  }
}

/**
 * Ask whether something is meant.
 * @param {string} question
 * @param {string} more
 */
function isSure(question, more) {
  const asked = dialog("sure");
  write(part(asked, "h2"), question);
  write(part(asked, "p"), more);
  return answered(asked);
}

/**
 * @param {HTMLDialogElement} asked
 * @returns {Promise<boolean>}
 */
function answered(asked) {
  asked.returnValue = "no";
  asked.showModal();
  return new Promise((resolve) => {
    asked.addEventListener("close", () => resolve(asked.returnValue === "yes"), { once: true });
  });
}

// Coming and going

/** @param {string} entered */
async function enter(entered) {
  const { role } = await ask(entered, "GET", "/me");
  if (role !== "admin") throw new Refused(say("admin.not_admin"), "FORBIDDEN", 403);
  key = entered;
  sessionStorage.setItem(KEPT, key);
  need("enter").hidden = true;
  need("desk").hidden = false;
  await list();
  return "";
}

function leave() {
  key = "";
  open = null;
  sessionStorage.removeItem(KEPT);
  need("enter").hidden = false;
  need("desk").hidden = true;
  need("tournament").hidden = true;
  showKeys([]);
}

form("enter").addEventListener("submit", (event) => {
  event.preventDefault();
  const entered = String(new FormData(form("enter")).get("key")).trim();
  form("enter").reset();
  void attempt(() => enter(entered));
});
need("leave").addEventListener("click", () => {
  leave();
  tell(say("admin.left"), false);
});

// All tournaments

async function list() {
  const { tournaments } = await ask(key, "GET", "/tournaments");
  const rows = tournaments.map((/** @type {any} */ one) =>
    make(
      "tr",
      {},
      make("th", { scope: "row", class: "who" }, one.name),
      make("td", {}, say(`admin.status_${one.status}`)),
      make("td", {}, String(one.players)),
      make("td", {}, `${one.progress.played}/${one.progress.total}`),
      make("td", {}, button(say("admin.open"), one.name, { "data-open": one.id })),
    ),
  );
  part(need("tournaments"), "tbody").replaceChildren(...rows);
  need("restart").hidden = !tournaments.some((/** @type {any} */ one) => one.kind === "tryout");
}

need("tournaments").addEventListener("click", ({ target }) => {
  const id = target instanceof HTMLElement ? Number(target.dataset.open) : 0;
  if (id) void attempt(() => show(id));
});

form("make").addEventListener("submit", (event) => {
  event.preventDefault();
  const filled = Object.fromEntries(new FormData(form("make")));
  const order = { ...filled, ...numbers(filled, ["games", "size", "boards", "no_show"]) };
  void attempt(async () => {
    const made = await ask(key, "POST", "/tournaments", order);
    await list();
    await show(made.id);
    return say("admin.made", { name: made.name });
  });
});

/**
 * @param {Record<string, FormDataEntryValue>} filled
 * @param {string[]} names
 */
const numbers = (filled, names) => Object.fromEntries(names.map((name) => [name, Number(filled[name])]));

need("restart").addEventListener("click", () => {
  void attempt(async () => {
    if (!(await isSure(say("admin.restart_sure"), say("admin.restart_more")))) return "";
    const answer = await send(key, "POST", `/codekata/restart/${encodeURIComponent(key)}`);
    if (!answer.ok) throw new Refused(say("admin.restart_no"), "", answer.status);
    await list();
    return say("admin.restarted");
  });
});

// One tournament

/** @param {number} id */
async function show(id) {
  const [found, { pairings }] = await Promise.all([
    ask(key, "GET", `/tournaments/${id}`),
    ask(key, "GET", `/tournaments/${id}/pairings`),
  ]);
  if (open?.id !== id) showKeys([]);
  open = found;
  need("tournament").hidden = false;
  write(need("name"), open.name);
  const { played, total } = open.progress;
  const words = [say(`admin.status_${open.status}`), say("home.progress", { played, total }), clockWords(open.clock)];
  write(need("state"), words.join(" · "));
  for (const act of ACTS) need(act).hidden = !(POSSIBLE[open.status] ?? []).includes(act);
  form("players").hidden = open.status !== "draft";
  showEntrants();
  showGames(pairings);
  return "";
}

function showEntrants() {
  const isOn = ["running", "paused"].includes(open.status);
  const mayLeave = isOn || open.status === "draft";
  const rows = open.entrants.map((/** @type {any} */ one) =>
    make(
      "tr",
      {},
      make("td", {}, String(one.number)),
      make("th", { scope: "row", class: "who" }, one.name),
      make("td", {}, one.withdrawn ? say("home.withdrawn") : one.seat),
      make(
        "td",
        {},
        ...(mayLeave && !one.withdrawn
          ? [button(say("admin.withdraw"), one.name, { "data-entrant": one.number, "data-act": "withdraw" })]
          : []),
        ...(isOn && one.withdrawn
          ? [button(say("admin.reinstate"), one.name, { "data-entrant": one.number, "data-act": "reinstate" })]
          : []),
      ),
    ),
  );
  part(need("entrants"), "tbody").replaceChildren(...rows);
}

/** @param {any[]} pairings */
function showGames(pairings) {
  const names = new Map(open.entrants.map((/** @type {any} */ one) => [one.number, one.name]));
  const rows = pairings.map((one) => {
    const won = (/** @type {string} */ side) => (one.result === side ? "who won" : "who");
    return make(
      "tr",
      {},
      make("td", {}, one.match ? make("a", { href: `/game/${one.match}` }, String(one.number)) : String(one.number)),
      make("td", { class: won("black") }, names.get(one.black) ?? ""),
      make("td", { class: won("white") }, names.get(one.white) ?? ""),
      make("td", {}, resultOf(one)),
      make("td", {}, button(say("admin.decide"), String(one.number), { "data-game": one.number })),
    );
  });
  part(need("games"), "tbody").replaceChildren(...rows);
  /** @type {HTMLElement} */ (need("games").closest("section")).hidden = rows.length === 0;
}

for (const act of ACTS) {
  need(act).addEventListener("click", () => {
    void attempt(async () => {
      const isFinal = act === "finish";
      if (isFinal && !(await isSure(say("admin.finish_sure"), say("admin.finish_more")))) return "";
      await ask(key, "POST", `/tournaments/${open.id}/${act}`);
      await Promise.all([list(), show(open.id)]);
      return say(`admin.done_${act}`, { name: open.name });
    });
  });
}

form("players").addEventListener("submit", (event) => {
  event.preventDefault();
  const filled = new FormData(form("players"));
  const entries = (/** @type {string} */ name) =>
    String(filled.get(name)).split("\n").map((line) => line.trim()).filter(Boolean);
  const order = { names: entries("names"), computers: entries("levels").map((level) => `computer:${level}`) };
  void attempt(async () => {
    const { players } = await ask(key, "POST", `/tournaments/${open.id}/players`, order);
    form("players").reset();
    await Promise.all([list(), show(open.id)]);
    showKeys(players.filter((/** @type {any} */ one) => one.key));
    return say("admin.entered", { count: players.length });
  });
});

need("entrants").addEventListener("click", ({ target }) => {
  const { entrant, act } = target instanceof HTMLElement ? target.dataset : {};
  const number = Number(entrant);
  if (!number) return;
  const { name } = open.entrants.find((/** @type {any} */ one) => one.number === number);
  const more = say(open.status === "draft" ? "admin.withdraw_draft" : "admin.withdraw_more");
  void attempt(async () => {
    if (act === "withdraw" && !(await isSure(say("admin.withdraw_sure", { name }), more))) return "";
    await ask(key, "POST", `/tournaments/${open.id}/${act}`, { number });
    await show(open.id);
    return say(act === "withdraw" ? "admin.withdrew" : "admin.reinstated", { name });
  });
});

need("games").addEventListener("click", ({ target }) => {
  const number = target instanceof HTMLElement ? Number(target.dataset.game) : 0;
  if (!number) return;
  write(need("decide-heading"), say("admin.decide_sure", { number }));
  void attempt(async () => {
    if (!(await answered(dialog("decide")))) return "";
    const { winner, note } = Object.fromEntries(new FormData(form("verdict")));
    await ask(key, "POST", `/tournaments/${open.id}/pairings/${number}/adjudicate`, { winner, note });
    await show(open.id);
    return say("admin.decided", { number });
  });
});

const kept = sessionStorage.getItem(KEPT);
if (kept) void attempt(() => enter(kept));
