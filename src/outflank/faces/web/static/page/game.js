/** One game, large: followed live, walked through, and played by whoever has a seat. */
import "../board/outflank-board.js";
import { becomeSomebody, call, me, Refused } from "./calls.js";
import { clockText, learnTime, LOW, timeLeft } from "./clocks.js";
import { follow } from "./connection.js";
import { make, need, part, write } from "./dom.js";
import { MatchRecord } from "./record.js";
import { doing, nameOf, news, oracle, other } from "./said.js";
import { say } from "./words.js";

/**
 * @typedef {import("./clocks.js").View} View
 * @typedef {import("./clocks.js").Side} Side
 */

const match = document.body.dataset.match ?? "";
const board = /** @type {HTMLElement & {state: any}} */ (need("board"));
const record = new MatchRecord(match);

/** @type {View | null} */
let view = null;
/** @type {number | null} the ply that is looked at; null is the present, whatever comes */
let past = plyOf(location.hash);
/** @type {number | null} the turn for which a move is on its way */
let sending = null;
/** @type {string} what the server had against the last thing that was done */
let complaint = "";

/** @returns {Side | null} */
function you() {
  const id = me();
  if (!view || id === null) return null;
  return view.black.player === id ? "black" : view.white.player === id ? "white" : null;
}

/** @param {string} hash */
function plyOf(hash) {
  return /^#\d{1,3}$/.test(hash) ? Number(hash.slice(1)) : null;
}

// Drawing

function draw() {
  if (!view) return;
  const own = you();
  drawBoard(view, own);
  const below = own ?? "black";
  drawSeat(need("below"), view, below, own);
  drawSeat(need("above"), view, other(below), own);
  drawBar(view);
  drawWords(view, own);
  drawActions(view, own);
  tick();
}

/** @param {View} view @param {Side | null} own */
function drawBoard(view, own) {
  const skin = view.variant === "yesno" ? "yesno" : "classic";
  if (own && view.status === "running") board.setAttribute("interactive", "");
  else board.removeAttribute("interactive");
  if (past !== null && past <= record.plies.length) {
    const ply = record.plies[past - 1];
    const last = ply && ply.move !== "pass" ? { square: ply.move, ...ply } : null;
    const cells = record.cellsAt(past);
    board.state = { size: record.size, cells, turn: null, legal: {}, last, skin, disabled: true };
    return;
  }
  const isYours = view.turn !== null && view.turn.color === own && !view.paused;
  board.state = {
    size: view.size,
    cells: view.cells,
    turn: view.turn?.color ?? null,
    legal: isYours ? view.legal : {},
    last: view.last,
    answer: view.answer,
    skin,
    disabled: !isYours || sending === view.turn?.seq,
  };
}

/**
 * @param {HTMLElement} seat
 * @param {View} view
 * @param {Side} side
 * @param {Side | null} own
 */
function drawSeat(seat, view, side, own) {
  seat.dataset.color = side;
  part(seat, ".disc").className = `disc ${side}`;
  write(part(seat, ".name"), nameOf(view, side));
  part(seat, ".name").title = nameOf(view, side);
  write(part(seat, ".more"), side === own ? `(${say("game.you")})` : "");
  write(part(seat, ".doing"), doing(view, side, own));
  const cells = past !== null && past <= record.plies.length ? record.cellsAt(past) : view.cells;
  write(part(seat, ".count"), String(cells.split(side === "black" ? "X" : "O").length - 1));
  seat.classList.toggle("turn", view.status === "running" && view.turn?.color === side);
  seat.classList.toggle("won", view.winner === side);
}

/** @param {View} view */
function drawBar(view) {
  const bar = need("bar");
  const cells = past !== null && past <= record.plies.length ? record.cellsAt(past) : view.cells;
  const [black, white] = ["X", "O"].map((sign) => cells.split(sign).length - 1);
  const share = ((black ?? 0) / Math.max(1, (black ?? 0) + (white ?? 0))) * 100;
  part(bar, "span").style.width = `${share}%`;
  bar.setAttribute("aria-label", say("game.score", { black: black ?? 0, white: white ?? 0 }));
}

/** @param {View} view @param {Side | null} own */
function drawWords(view, own) {
  const notice = need("notice");
  const [first, then] = wordsNow(view, own);
  if (notice.dataset.said !== `${first}|${then}`) {
    notice.dataset.said = `${first}|${then}`;
    notice.replaceChildren(...(first ? [make("strong", {}, first), " "] : []), then);
  }
  const isLoud = view.status !== "running" || view.passed.length > 0 || complaint !== "";
  notice.classList.toggle("loud", isLoud && past === null);
  const said = past === null ? oracle(view) : null;
  const answer = need("answer");
  answer.hidden = said === null;
  if (said) {
    answer.dataset.answer = view.answer ?? "";
    write(part(answer, "strong"), said[0]);
    write(part(answer, "span"), said[1]);
  }
  write(need("spectators"), view.spectators ? say("game.spectators", { count: view.spectators }) : "");
  const title = say("game.title", { black: nameOf(view, "black"), white: nameOf(view, "white") });
  const isYours = view.status === "running" && view.turn !== null && view.turn.color === own;
  document.title = `${isYours ? `${say("game.yours")} · ` : ""}${title} · ${say("app.name")}`;
  write(need("heading"), title);
}

/**
 * @param {View} view
 * @param {Side | null} own
 * @returns {[string, string]}
 */
function wordsNow(view, own) {
  if (complaint) return [complaint, ""];
  if (past !== null) {
    const said = past ? say("game.past", { ply: past, plies: record.plies.length }) : say("game.past_start");
    return ["", said];
  }
  if (view.awaits === "answer" && !view.paused) return ["", say("game.asks")];
  return news(view, own);
}

/** @param {View} view @param {Side | null} own */
function drawActions(view, own) {
  const isRunning = view.status === "running";
  need("resign").hidden = !own || !isRunning;
  need("again").hidden = !own || isRunning;
  const offer = need("offer");
  const isAsked = isRunning && own !== null && view.offer === other(own);
  offer.hidden = !isAsked;
  if (isAsked) write(part(offer, "span"), say("game.offer", { name: nameOf(view, other(own)) }));
  const at = past ?? record.plies.length;
  for (const id of ["first", "back"]) disable(id, at === 0);
  for (const id of ["forward", "latest"]) disable(id, past === null || at >= record.plies.length);
}

/** @param {string} id @param {boolean} isDisabled */
function disable(id, isDisabled) {
  // What is focused stays focusable, or the keyboard would lose its place.
  need(id).setAttribute("aria-disabled", String(isDisabled));
}

/** Show the clocks as they are now. */
function tick() {
  if (!view) return;
  for (const id of ["above", "below"]) {
    const seat = need(id);
    const side = seat.dataset.color === "black" ? "black" : "white";
    const clock = part(seat, ".clock");
    const left = timeLeft(view, side);
    clock.hidden = left === null;
    if (left === null) continue;
    const isRunning = view.time.running === side && view.status === "running";
    const [text, tenths] = clockText(left);
    const showsTenths = isRunning || left < LOW;
    const shown = showsTenths ? text + tenths : text;
    if (clock.dataset.shown !== shown) {
      clock.dataset.shown = shown;
      clock.replaceChildren(text, ...(showsTenths ? [make("small", {}, tenths)] : []));
    }
    clock.classList.toggle("low", left < LOW && view.status === "running");
    clock.classList.toggle("running", isRunning);
  }
}

// The list of moves

function drawMoves() {
  const list = need("moves");
  const at = past ?? record.plies.length;
  const rows = rowsOf(record.plies);
  while (list.children.length > rows.length) list.lastElementChild?.remove();
  rows.forEach((row, number) => {
    const key = row.map((entry) => (entry ? `${entry.ply}${entry.move}` : "")).join();
    let item = /** @type {HTMLElement | undefined} */ (list.children[number]);
    if (!item) list.append((item = make("li")));
    if (item.dataset.key === key) return;
    item.dataset.key = key;
    item.replaceChildren(...row.map((entry) => (entry ? moveButton(entry) : make("span"))));
  });
  for (const button of list.querySelectorAll("button")) {
    const isHere = Number(button.dataset.ply) === at;
    if (isHere && button.getAttribute("aria-current") !== "true") {
      button.setAttribute("aria-current", "true");
      // Only the list moves, never the page.
      list.scrollTop = button.offsetTop - list.offsetTop - list.clientHeight / 2;
    } else if (!isHere) button.removeAttribute("aria-current");
  }
}

/** @param {{ply: number, move: string, color: string}} entry */
function moveButton({ ply, move, color }) {
  const shown = move === "pass" ? say("game.pass") : move;
  const label = `${ply}. ${say(`game.${color}`)} ${shown}`;
  return make("button", { type: "button", "data-ply": ply, "aria-label": label }, shown);
}

/**
 * Moves in rows, black's at the left and white's at the right.
 * @param {import("./record.js").Ply[]} plies
 */
function rowsOf(plies) {
  /** @type {[({ply: number, move: string, color: string} | null), ({ply: number, move: string, color: string} | null)][]} */
  const rows = [];
  plies.forEach(({ move, color }, index) => {
    const entry = { ply: index + 1, move, color };
    const row = rows.at(-1);
    if (color === "white" && row && !row[1]) row[1] = entry;
    else rows.push(color === "black" ? [entry, null] : [null, entry]);
  });
  return rows;
}

// Walking

/** @param {number | null} ply */
function goTo(ply) {
  complaint = "";
  const last = record.plies.length;
  past = ply === null || ply >= last ? null : Math.max(0, ply);
  history.replaceState(null, "", past === null ? location.pathname : `#${past}`);
  drawMoves();
  draw();
}

const here = () => past ?? record.plies.length;
/** @type {Record<string, () => void>} */
const ways = {
  first: () => goTo(0),
  back: () => goTo(here() - 1),
  forward: () => goTo(here() + 1),
  latest: () => goTo(null),
};
for (const [id, go] of Object.entries(ways)) need(id).addEventListener("click", go);

need("moves").addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest("button") : null;
  if (button) goTo(Number(button.dataset.ply));
});

const KEYS = /** @type {Record<string, string>} */ ({
  ArrowLeft: "back",
  ArrowRight: "forward",
  Home: "first",
  End: "latest",
});

document.addEventListener("keydown", (event) => {
  const way = KEYS[event.key];
  const isTyping = event.target instanceof Element && event.target.closest("input, select, dialog");
  if (!way || isTyping || event.defaultPrevented) return;
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  if (event.target === board && board.hasAttribute("interactive") && past === null) return;
  event.preventDefault();
  ways[way]?.();
});

addEventListener("hashchange", () => goTo(plyOf(location.hash)));

// Playing

board.addEventListener("play", (event) => {
  const { square } = /** @type {CustomEvent} */ (event).detail;
  if (!view?.turn || sending === view.turn.seq || past !== null) return;
  complaint = "";
  void send(view.turn.seq, square);
});

/**
 * Send a move until the server has it; it counts once, however often it is sent.
 * @param {number} turn
 * @param {string} square
 */
async function send(turn, square) {
  sending = turn;
  draw();
  for (let tries = 0; sending === turn; tries += 1) {
    try {
      await call("POST", `/matches/${match}/moves`, { turn, square });
      return;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (!error.mayPass) {
        complaint = error.message;
        sending = null;
      } else if (tries > 0) complaint = say("game.not_sent");
      draw();
    }
    if (sending === turn) await new Promise((done) => setTimeout(done, Math.min(5000, 500 * 2 ** tries)));
  }
}

/** @param {string} path */
async function act(path) {
  complaint = "";
  try {
    await call("POST", `/matches/${match}/${path}`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    complaint = error.message;
    draw();
  }
}

const sure = /** @type {HTMLDialogElement} */ (need("sure"));
need("resign").addEventListener("click", () => {
  sure.returnValue = "";
  sure.showModal();
});
sure.addEventListener("close", () => {
  if (sure.returnValue === "yes") void act("resign");
});
need("accept").addEventListener("click", () => void act("offers/accept"));
need("decline").addEventListener("click", () => void act("offers/decline"));

need("share").addEventListener("click", async () => {
  const link = `${location.origin}${location.pathname}#${here()}`;
  try {
    await navigator.clipboard.writeText(link);
    complaint = say("game.shared");
  } catch {
    complaint = say("game.share_this", { link });
  }
  draw();
});
need("print").addEventListener("click", () => print());

// A rematch at the same terms, without a form in between.
need("again").addEventListener("click", async (event) => {
  const opponent = view && [view.black, view.white].find((seat) => seat.seat.startsWith("computer:"));
  if (!view || !opponent) return; // the link leads to the form
  event.preventDefault();
  const order = { opponent: opponent.seat, variant: view.variant, size: view.size, clock: view.clock };
  try {
    await becomeSomebody();
    const made = await call("POST", "/matches", { ...order, color: you() === "black" ? "white" : "black" });
    location.href = `/game/${made.id}`;
  } catch (error) {
    complaint = error instanceof Error ? error.message : say("problem.unknown");
    draw();
  }
});

// Following

follow({ matches: [match] }, (kind, data) => {
  if (kind === "Gone" && data.id === match) {
    complaint = say("game.gone");
    need("notice").textContent = complaint;
  }
  if (typeof data.now === "number") learnTime(data.now);
  if (kind !== "Board" || data.id !== match || data.seq < (view?.seq ?? 0)) return;
  const isNew = data.seq !== view?.seq;
  view = /** @type {View} */ (data);
  if (isNew) {
    complaint = "";
    if (sending !== view.turn?.seq) sending = null;
    void catchUp(view.seq);
  }
  draw();
});

/** @param {number} seq */
async function catchUp(seq) {
  try {
    await record.readUntil(seq);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    setTimeout(() => void catchUp(seq), 2000);
    return;
  }
  if (past !== null && past >= record.plies.length) past = null;
  drawMoves();
  draw();
}

setInterval(tick, 100);
