/** The front page: a board at the start, on which the first click begins a game against the computer. */
import { squareAt } from "../../board/outflank-board.js";
import { call, ensureSession, messageOf } from "../shared/api.js";
import { need, part, write } from "../shared/dom.js";
import { dressBoard } from "../shared/appearance.js";
import { preferences, readStored, skinFor, store } from "../shared/preferences.js";
import { say } from "../shared/say.js";
import { hasOracle, variantFacts } from "../../variants/variants.js";
import { computerSeat } from "../shared/occupants.js";

const KEY = "outflank-home";
const SIGNS = { black: "X", white: "O" };

const board = /** @type {import("../game/game_view.js").Board} */ (need("board"));
const form = /** @type {HTMLFormElement} */ (need("play"));
const message = part(form, "[data-message]");
const button = part(form, "button.primary");
/** @type {Record<string, any>} the start of each size, as the server's rules have it */
const starts = JSON.parse(board.dataset.starts ?? "{}");
const listening = new AbortController();

/** @param {string} name */
const value = (name) => String(new FormData(form).get(name) ?? "");

/** Whether the first move is the visitor's. */
const isFirst = () => value("color") === "black";

/** The board as it stands before the game, or with the first move on it. @param {string | null} square */
function show(square) {
  const start = starts[value("size")];
  const variant = value("variant");
  const legal = isFirst() ? start.legal : {};
  const appearance = { skin: skinFor(variant), hints: preferences().marks, disabled: !isFirst() || square !== null };
  dressBoard(board);
  if (square === null) board.state = { ...start, ...appearance, legal };
  // The oracle has not answered yet, so the disc is only planned.
  else if (hasOracle(variant)) board.state = { ...start, ...appearance, legal: {}, premove: { square, disc: "black" } };
  else board.state = { ...start, ...appearance, legal: {}, turn: null, cells: afterMove(start, square), last: { square, flipped: start.legal[square] } };
  board.draw();
  write(need("lead"), say(isFirst() ? "home.lead" : "home.lead_play"));
  write(need("goal"), goalOf(variant));
}

/** How a game is won, in a sentence. @param {string} variant */
function goalOf(variant) {
  if (hasOracle(variant)) return say("home.goal.oracle");
  return say(variantFacts(variant).fewestWins ? "home.goal.fewest" : "home.goal.most");
}

/** Say why a square cannot be played, and which ones can. @param {string} square */
function refuse(square) {
  const { size, cells, legal } = starts[value("size")];
  const isTaken = cells[squareAt(square, size)] !== "-";
  const squares = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(Object.keys(legal));
  write(need("lead"), say(isTaken ? "home.refused_taken" : "home.refused", { square, squares }));
}

/** @param {any} start @param {string} square */
function afterMove({ size, cells, legal }, square) {
  const after = [...cells];
  for (const each of [square, ...legal[square]]) {
    after[squareAt(each, size)] = SIGNS.black;
  }
  return after.join("");
}

/** Begin the game that the form describes, with a first move if there is one. @param {string | null} square */
async function begin(square) {
  if (form.dataset.beginning) return;
  form.dataset.beginning = "yes";
  show(square);
  store(KEY, Object.fromEntries(new FormData(form)));
  button.setAttribute("aria-disabled", "true");
  message.classList.remove("wrong");
  write(message, say("play.starting"));
  try {
    await ensureSession();
    /** @type {import("server-api").MatchBody} */
    const body = {
      opponent: computerSeat(value("level")),
      variant: value("variant"),
      size: Number(value("size")),
      clock: value("clock"),
      color: /** @type {import("server-api").Terms["color"]} */ (value("color")),
    };
    const [{ id }, loaded] = await Promise.all([call("POST", "/matches", { body }), loadGame()]);
    if (loaded) sitDown(id, square, loaded.GamePage);
    else location.assign(`/game/${id}`);
  } catch (error) {
    delete form.dataset.beginning;
    button.removeAttribute("aria-disabled");
    show(null);
    message.classList.add("wrong");
    write(message, messageOf(error));
  }
}

/** Load what the page of a game needs besides; without it the browser goes to that page instead. */
const loadGame = () => import("../game/game_page.js").catch(() => null);

/**
 * Turn this page into the page of the game, without loading another one.
 * @param {string} id
 * @param {string | null} square
 * @param {typeof import("../game/game_page.js").GamePage} GamePage
 */
function sitDown(id, square, GamePage) {
  listening.abort();
  history.pushState(null, "", `/game/${id}`);
  const save = /** @type {HTMLAnchorElement} */ (need("save"));
  save.href = `/api/v1/matches/${id}/export?format=json`;
  save.download = `outflank-${id}.json`;
  /** @type {HTMLAnchorElement} */ (need("analyse")).href = `/analysis?game=${id}`;
  const hadFocus = need("begin").contains(document.activeElement);
  need("table").classList.add("playing");
  write(need("lead"), "");
  need("begin").hidden = true;
  need("panel").hidden = false;
  void lobby.then((leave) => leave());
  if (hadFocus) board.focus();
  new GamePage(id, square);
}

/** Fill in the form as it was the last time. */
function fill() {
  for (const [name, stored] of Object.entries(readStored(KEY))) {
    const field = form.elements.namedItem(name);
    const known = String(stored);
    if (field instanceof RadioNodeList) field.value = known;
    else if (field instanceof HTMLSelectElement && field.querySelector(`[value="${CSS.escape(known)}"]`)) field.value = known;
  }
}

const { signal } = listening;
form.addEventListener("change", () => show(null), { signal });
form.addEventListener(
  "submit",
  (event) => {
    event.preventDefault();
    void begin(null);
  },
  { signal },
);
board.addEventListener("play", (event) => void begin(/** @type {CustomEvent} */ (event).detail.square), { signal });
board.addEventListener("refuse", (event) => refuse(/** @type {CustomEvent} */ (event).detail.square), { signal });
// After the browser's Back button the board can be played on again.
addEventListener("pageshow", (event) => event.persisted && location.reload(), { signal });
// After Back, Forward leads to the game's address without loading what belongs to it.
addEventListener("popstate", () => location.pathname !== "/" && location.reload(), { signal });
fill();
show(null);
performance.mark("playable");
// The rest is loaded while the visitor thinks about the first move.
/** @type {HTMLLinkElement} */ (need("later")).disabled = false;
void loadGame();
// The installed page keeps itself for offline; a visitor's page downloads nothing for it.
if (navigator.serviceWorker?.controller || matchMedia("(display-mode: standalone)").matches) {
  void import("../offline/keep.js").then(({ keepSoon, offerUpdates }) => {
    void keepSoon();
    offerUpdates(() => location.pathname !== "/");
  });
}
const lobby = import("../play/lobby.js").then(
  ({ followLobby }) => followLobby(),
  () => () => {}, // the games and requests stay as the server sent them
);
