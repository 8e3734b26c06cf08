/** One game, large: followed live, walked through, and played by whoever has a seat. */
import "../board/outflank-board.js";
import { call, me, Refused } from "./calls.js";
import { clockWords, learnTime } from "./clocks.js";
import { follow } from "./connection.js";
import { copy, copyMoves } from "./copying.js";
import { change, make, need, part, write } from "./dom.js";
import { readHints } from "./hints.js";
import { changeLooks, looks } from "./looks.js";
import { drawMoves, numbersOf } from "./move_list.js";
import { Pictures } from "./popup.js";
import { MatchRecord } from "./record.js";
import { offerRematch, showTally } from "./rematch.js";
import { endWords, lotWords, nameOf, news, oracle, other } from "./said.js";
import { drawBar, drawClock, drawSeat, flash } from "./seats.js";
import { play } from "./sounds.js";
import { say } from "./words.js";

/**
 * @typedef {import("./clocks.js").View} View
 * @typedef {import("./clocks.js").Side} Side
 */

const SHOWN_AS_SENT = 150; // milliseconds, in which most moves come back as played
const match = document.body.dataset.match ?? "";
const board = /** @type {HTMLElement & {state: any, draw: () => void}} */ (need("board"));
const record = new MatchRecord(match);
const pictures = new Pictures(match, record, draw);
const paper = matchMedia("print");

/** @type {View | null} */
let view = null;
/** @type {number | null} the ply that is looked at; null is the present, whatever comes */
let past = plyOf(location.hash);
/** @type {number | null} the turn for which a move is on its way */
let sending = null;
/** @type {string} what the server had against the last thing that was done */
let complaint = "";
/** @type {string | null} a square that is played as soon as it is the person's turn */
let planned = null;
/** @type {{turn: number, notes: object} | null} */
let hints = null;
/** @type {number | null} the turn in which it was said that time is short */
let wasLow = null;
let isTurned = false;

/** @returns {Side | null} */
function you() {
  const id = me();
  if (!view || id === null) return null;
  return view.black.player === id ? "black" : view.white.player === id ? "white" : null;
}

/** Whether a friend plays at this very screen. */
const isBeside = () => view !== null && [view.black, view.white].some((seat) => seat.seat === `beside:${me()}`);

/** Whether the person here moves for the side whose turn it is. */
function isOurTurn() {
  if (!view?.turn || view.status !== "running" || view.paused) return false;
  const own = you();
  return own !== null && (view.turn.color === own || isBeside());
}

/** Whether a move may be planned for later. */
const mayPlan = () => you() !== null && view?.status === "running" && !view.paused && !isBeside() && !isOurTurn();

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
  const at = past ?? pictures.until;
  const cells = at !== null && at <= record.plies.length ? record.cellsAt(at) : view.cells;
  drawSeat(need("below"), { view, side: below, own, cells });
  drawSeat(need("above"), { view, side: other(below), own, cells });
  drawBar(need("bar"), cells);
  drawWords(view, own);
  drawActions(view, own);
  tick();
}

/** @param {View} view @param {Side | null} own */
function drawBoard(view, own) {
  const liked = looks();
  const skin = liked.skin !== "auto" ? liked.skin : view.variant === "yesno" ? "yesno" : "classic";
  document.body.dataset.skin = skin;
  const orientation = isTurned ? 180 : 0;
  change(board, "interactive", own && view.status === "running" ? "" : null);
  change(board, "theme", paper.matches ? "print" : null);
  if (paper.matches) {
    const plies = record.plies.slice(0, past ?? record.plies.length);
    const cells = past === null ? view.cells : record.cellsAt(past);
    board.state = { size: view.size, cells, texts: numbersOf(plies), skin, orientation, disabled: true };
    return;
  }
  const at = past ?? pictures.until;
  if (at !== null && at <= record.plies.length) {
    const ply = record.plies[at - 1];
    const last = ply && ply.move !== "pass" ? { square: ply.move, ...ply } : null;
    const cells = record.cellsAt(at);
    board.state = { size: record.size, cells, turn: null, legal: {}, last, skin, orientation, disabled: true };
    return;
  }
  const isOurs = isOurTurn();
  board.state = {
    size: view.size,
    cells: view.cells,
    turn: view.turn?.color ?? null,
    legal: isOurs ? view.legal : {},
    last: view.last,
    answer: view.answer,
    texts: isOurs && hints?.turn === view.turn?.seq ? hints?.notes : {},
    premove: planned && { square: planned, disc: own ?? undefined },
    choose: mayPlan() ? "empty" : "legal",
    hints: liked.marks,
    skin,
    orientation,
    disabled: !mayPlan() && (!isOurs || sending === view.turn?.seq),
  };
}

// What is printed is drawn at once: the browser does not wait for another frame.
paper.addEventListener("change", () => {
  draw();
  board.draw();
});

/** @param {View} view @param {Side | null} own */
function drawWords(view, own) {
  const notice = need("notice");
  const [first, then] = wordsNow(view, isBeside() ? null : own);
  if (notice.dataset.said !== `${first}|${then}`) {
    notice.dataset.said = `${first}|${then}`;
    notice.replaceChildren(...(first ? [make("strong", {}, first), " "] : []), then);
  }
  const isLoud = view.status !== "running" || view.passed.length > 0 || complaint !== "";
  notice.classList.toggle("loud", isLoud && past === null);
  // The banner shows the end; the line only says it to those who listen.
  notice.classList.toggle("unseen", view.status !== "running" && past === null && complaint === "");
  const said = past === null ? oracle(view) : null;
  const answer = need("answer");
  answer.hidden = said === null;
  if (said) {
    answer.dataset.answer = view.answer ?? "";
    write(part(answer, "strong"), said[0]);
    write(part(answer, "span"), said[1]);
  }
  const { variant, size, clock } = view;
  write(need("terms"), say("play.terms", { variant: say(`play.${variant}`), size, clock: clockWords(clock) }));
  write(need("spectators"), view.spectators ? say("game.spectators", { count: view.spectators }) : "");
  const title = say("game.title", { black: nameOf(view, "black"), white: nameOf(view, "white") });
  document.title = `${isOurTurn() ? `${say("game.yours")} · ` : ""}${title} · ${say("app.name")}`;
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
  if (planned) return ["", say("game.premove", { square: planned })];
  if (own && view.offer === own) return ["", say("game.asked", { name: nameOf(view, other(own)) })];
  if (view.awaits === "answer" && !view.paused) return ["", say("game.asks")];
  const [first, then] = news(view, own);
  if (view.plies === 0 && record.isByLot && !view.paused && view.status === "running") {
    return [lotWords(view, own), ""];
  }
  if (!first && view.turn && isBeside()) {
    return [say("game.beside", { name: nameOf(view, view.turn.color) }), then];
  }
  return [first, then];
}

/** @param {View} view @param {Side | null} own */
function drawActions(view, own) {
  const isRunning = view.status === "running";
  const isAlone = own !== null && view[other(own)].player === null;
  const needsConsent = view.undo === "consent";
  need("resign").hidden = !own || !isRunning;
  need("takeback").hidden = !own || !isRunning || view.undo === "never";
  write(need("takeback"), say(needsConsent ? "game.ask_back" : "game.take_back"));
  disable("takeback", !own || !(isBeside() ? view.undoable.length > 0 : view.undoable.includes(own)));
  need("redo").hidden = !own || needsConsent || !view.redoable;
  need("hint").hidden = !isRunning || !isAlone || view.rated || view.tournament !== null;
  disable("hint", !isOurTurn());
  drawEnding(view, own);
  const offer = need("offer");
  const isAsked = isRunning && own !== null && view.offer === other(own);
  offer.hidden = !isAsked;
  if (isAsked) write(part(offer, "span"), say("game.offer", { name: nameOf(view, other(own)) }));
  const at = past ?? record.plies.length;
  for (const id of ["first", "back"]) disable(id, at === 0);
  for (const id of ["forward", "latest"]) disable(id, past === null || at >= record.plies.length);
}

/** @param {View} view @param {Side | null} own */
function drawEnding(view, own) {
  const isOver = view.status !== "running";
  // Who only walks through the game has no use for it on the way.
  need("ending").hidden = !isOver || (own === null && past !== null);
  if (!isOver) return;
  const [title, more] = endWords(view, isBeside() ? null : own);
  write(need("ending-heading"), title);
  write(need("ending-more"), more);
  for (const id of ["rematch", "new"]) need(id).hidden = own === null;
  if (own) offerRematch(view, own);
  else void showTally(view);
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
    const isLow = drawClock(need(id), view);
    if (isLow && need(id).dataset.color === you() && !view.paused) warn(view);
  }
}

/** @param {View} view */
function warn(view) {
  // Once a turn at most, and not at once in a game in which all time is short.
  const turn = view.turn?.seq ?? null;
  if (wasLow !== null || turn === null || view.plies < 2) return;
  wasLow = turn;
  play("low");
  complaint = say("game.low");
  drawWords(view, you());
}

const showMoves = () => drawMoves(need("moves"), record.plies, past ?? record.plies.length);

// Walking

/** @param {number | null} ply */
function goTo(ply) {
  complaint = "";
  const last = record.plies.length;
  past = ply === null || ply >= last ? null : Math.max(0, ply);
  history.replaceState(null, "", past === null ? location.pathname : `#${past}`);
  showMoves();
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
  if (!view || past !== null || pictures.until !== null) return;
  complaint = "";
  if (isOurTurn() && view.turn && sending !== view.turn.seq) void send(view.turn.seq, square);
  else if (mayPlan()) plan(square === planned ? null : square);
});
board.addEventListener("refuse", (event) => {
  const { square } = /** @type {CustomEvent} */ (event).detail;
  plan(null);
  const isEmpty = view?.cells[(Number(square.slice(1)) - 1) * view.size + square.charCodeAt(0) - 97] === "-";
  if (!isOurTurn() || !isEmpty || sending === view?.turn?.seq) return;
  complaint = say("game.refused", { square });
  draw();
});

/** @param {string | null} square */
function plan(square) {
  if (planned === square) return;
  planned = square;
  draw();
}

/** Play what was planned, now that it is the person's turn. */
function playPlanned() {
  const square = planned;
  if (!square || !view) return;
  if (view.status !== "running") planned = null;
  if (!isOurTurn() || !view.turn) return;
  planned = null;
  if (square in view.legal) void send(view.turn.seq, square);
  else complaint = say("game.premove_gone", { square });
}

/**
 * Send a move until the server has it; it counts once, however often it is sent.
 * @param {number} turn
 * @param {string} square
 */
async function send(turn, square) {
  sending = turn;
  setTimeout(() => sending === turn && draw(), SHOWN_AS_SENT);
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

/** @param {string} path @param {unknown} [body] */
async function act(path, body) {
  complaint = "";
  try {
    await call("POST", `/matches/${match}/${path}`, body);
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

/**
 * Let a button do something, unless it says that it cannot.
 * @param {string} id
 * @param {() => unknown} todo
 */
function on(id, todo) {
  const button = need(id);
  button.addEventListener("click", () => button.getAttribute("aria-disabled") === "true" || todo());
}

on("takeback", () => act("offers", { offer: "take back" }));
on("redo", () => act("redo"));
on("hint", async () => {
  disable("hint", true);
  try {
    hints = await readHints(match);
    complaint = say("game.hint_done");
  } catch (error) {
    complaint = error instanceof Error ? error.message : say("problem.unknown");
  }
  draw();
});
on("flip", () => {
  isTurned = !isTurned;
  draw();
});
const sound = need("sound");
const showSound = () => sound.setAttribute("aria-pressed", String(looks().sounds));
on("sound", () => {
  changeLooks({ sounds: !looks().sounds });
  showSound();
  play("place");
});
showSound();

on("share", async () => {
  const link = `${location.origin}${location.pathname}#${here()}`;
  complaint = await copy(link, say("game.shared"), say("game.share_this", { link }));
  draw();
});
on("copy", async () => {
  complaint = await copyMoves(match);
  draw();
});
on("print", () => print());
const setup = /** @type {HTMLDialogElement} */ (need("setup"));
on("new", async () => {
  const { prepareNewGame } = await import("./new_game.js");
  if (!setup.dataset.ready) prepareNewGame();
  setup.dataset.ready = "yes";
  setup.showModal();
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && planned) plan(null);
});

// Following

follow({ matches: [match] }, (kind, data) => {
  if (kind === "Gone" && data.id === match) {
    complaint = say("game.gone");
    need("notice").textContent = complaint;
  }
  if (typeof data.now === "number") learnTime(data.now);
  if (kind !== "Board" || data.id !== match || data.seq < (view?.seq ?? 0)) return;
  const before = view;
  view = /** @type {View} */ (data);
  if (view.seq !== before?.seq) {
    complaint = "";
    if (sending !== view.turn?.seq) sending = null;
    if (before) announce(before, view);
    pictures.keep(view.plies);
    if (before?.answer && view.plies > before.plies && looks().pictures) pictures.hold(before.plies);
    if (record.goOn(view)) showMoves();
    else void catchUp(view.seq);
    playPlanned();
  }
  draw();
  board.draw(); // now, and not in the next frame, which then has only to be painted
});

/**
 * Let what has just happened be heard, and a pass be seen by everybody.
 * @param {View} before
 * @param {View} now
 */
function announce(before, now) {
  const own = you();
  if (now.status !== "running") {
    if (before.status === "running") play(!now.winner ? "drawn" : now.winner === own || isBeside() ? "won" : "lost");
    return;
  }
  if (now.plies <= before.plies) return;
  const passed = now.passed.at(-1);
  if (passed) flash(say("game.pass_loud", { name: nameOf(now, passed) }));
  play(passed ? "pass" : isOurTurn() && !isBeside() ? "turn" : "place");
}

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
  pictures.show(you() !== null);
  showMoves();
  draw();
}

setInterval(tick, 100);
