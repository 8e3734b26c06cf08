/** A game against a level that is played by this browser alone, with or without network. */
import "../../board/outflank-board.js";
import { BrowserEngine } from "../../engine/browser_engine.js";
import { LevelPlayer } from "../../engine/level_player.js";
import { usualVariant } from "../../variants/variants.js";
import { boardState } from "../analysis/board_view.js";
import { fragmentOf } from "../analysis/link.js";
import { loadRules } from "../analysis/load_rules.js";
import { turnWords } from "../analysis/sides_view.js";
import { pathTo, Study, usualStart } from "../analysis/study.js";
import { noteOf } from "../analysis/values.js";
import { askToPersist, keepForOffline, isKept, keepSoon, offerUpdates } from "../offline/keep.js";
import { messageOf } from "../shared/api.js";
import { dressBoard } from "../shared/appearance.js";
import { make, need, part, write } from "../shared/dom.js";
import { preferences, skinFor } from "../shared/preferences.js";
import { sayWith } from "../shared/say.js";
import texts from "../../texts/device.js";
import { forgetGame, keepGame, keptGames } from "./kept_games.js";

/**
 * @typedef {import("../../engine/level_player.js").Level} Level
 * @typedef {import("../../engine/rules.js").Rules} Rules
 * @typedef {import("../../board/state.js").State} State
 * @typedef {import("./kept_games.js").DeviceGame} DeviceGame
 * @typedef {"black" | "white"} Side
 */

const say = sayWith(texts);
const SIZE = 8;
const HINT_SECONDS = 0.8;
const CALM = 400; // milliseconds until the computer answers, so that flips can be followed
const TABLE_MEGABYTES = 32;

const isRunning = (/** @type {DeviceGame} */ { score }) => score === null;

class DevicePage {
  #rules;
  /** @type {Level[]} */ #levels;
  #board = /** @type {import("../../board/outflank-board.js").OutflankBoard} */ (need("board"));
  #form = /** @type {HTMLFormElement} */ (need("play"));
  /** @type {Study} */ #study;
  /** @type {DeviceGame} */ #game;
  /** @type {Promise<BrowserEngine> | null} */ #engine = null;
  /** Counts what was asked of the engine, so that an answer which is no longer wanted is recognised. */
  #asked = 0;
  /** @type {State["texts"]} */ #hints = {};
  #lookForUpdates = () => {};

  /** @param {Rules} rules */
  constructor(rules) {
    this.#rules = rules;
    this.#levels = JSON.parse(this.#board.dataset.levels ?? "[]");
    this.#study = this.#newStudy();
    this.#game = this.#newGame();
    this.#board.addEventListener("play", (event) => this.#play(/** @type {CustomEvent} */ (event).detail.square));
    this.#board.addEventListener("refuse", () => this.#say(say("device.refused")));
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#begin();
    });
    need("undo").addEventListener("click", () => this.#undo());
    need("hint").addEventListener("click", () => void this.#hint());
  }

  /** @param {DeviceGame[]} kept @param {string} square that was chosen already; empty for none */
  async begin(kept, square) {
    const running = kept.find(isRunning);
    if (running) this.#resume(running);
    this.#draw(this.#words());
    if (square) this.#play(square);
    this.#listFinished(kept);
    this.#lookForUpdates = offerUpdates(() => this.#isPlaying);
    void this.#think();
  }

  get #isPlaying() {
    return this.#study.node.parent !== null && !this.#study.isOver();
  }

  get #isYourTurn() {
    return !this.#study.isOver() && this.#study.node.position.turn === this.#game.you;
  }

  #newStudy() {
    return new Study(this.#rules, usualStart(usualVariant(), SIZE));
  }

  /** @returns {DeviceGame} what the form describes */
  #newGame() {
    const form = new FormData(this.#form);
    const color = String(form.get("color"));
    const lot = Math.random() < 0.5 ? "black" : "white";
    const you = /** @type {Side} */ (color === "lot" ? lot : color);
    const id = `${Date.now()}-${Math.random()}`; // `randomUUID` would need https
    return { id, moves: [], level: Number(form.get("level")), you, changed: Date.now(), score: null };
  }

  async #begin() {
    this.#asked += 1;
    const before = this.#game;
    this.#study = this.#newStudy();
    this.#game = this.#newGame();
    this.#hints = {};
    this.#draw(this.#words());
    this.#lookForUpdates();
    if (!before.score) await forgetGame(before.id);
    this.#board.focus({ preventScroll: true });
    await this.#think();
  }

  /** @param {DeviceGame} game */
  #resume(game) {
    try {
      for (const move of game.moves) {
        if (move !== "pass") this.#study.play(move);
      }
      this.#game = game;
      /** @type {HTMLSelectElement} */ (part(this.#form, "select")).value = String(game.level);
      const choice = /** @type {HTMLInputElement} */ (part(this.#form, `[value="${game.you}"]`));
      choice.checked = true;
    } catch {
      this.#study = this.#newStudy(); // it is damaged
      void forgetGame(game.id);
    }
  }

  // Moves

  #play(/** @type {string} */ move) {
    if (!this.#isYourTurn) return;
    this.#asked += 1; // hints that are still being searched
    this.#playMove(move);
    void this.#think();
  }

  #playMove(/** @type {string} */ move) {
    this.#study.play(move);
    this.#hints = {};
    void this.#keep();
    this.#draw(this.#words());
    if (this.#study.isOver()) this.#lookForUpdates();
  }

  /** Let the computer play as long as it is to move. */
  async #think() {
    const asked = ++this.#asked;
    while (!this.#study.isOver() && !this.#isYourTurn) {
      try {
        const [move] = await Promise.all([this.#choose(), this.#calm()]);
        if (asked !== this.#asked) return;
        this.#playMove(move);
      } catch (error) {
        if (asked === this.#asked) this.#fail(messageOf(error));
        return;
      }
    }
  }

  async #choose() {
    const level = this.#levels.find(({ number }) => number === this.#game.level) ?? /** @type {Level} */ (this.#levels[0]);
    const engine = await this.#open();
    return new LevelPlayer(engine, this.#rules, level).choose(this.#study.positionAt());
  }

  #open() {
    this.#engine ??= BrowserEngine.open({ workers: 1, tableMegabytes: TABLE_MEGABYTES }).catch((error) => {
      this.#engine = null;
      throw error;
    });
    return this.#engine;
  }

  #calm() {
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    return isStill || !this.#study.node.parent ? undefined : new Promise((done) => setTimeout(done, CALM));
  }

  /** Take back your last move and what followed it. */
  #undo() {
    const own = pathTo(this.#study.node).findLast(({ parent, move }) => parent?.position.turn === this.#game.you && move !== "pass");
    if (!own) return;
    this.#asked += 1;
    this.#game = { ...this.#game, score: null };
    this.#study.remove(own);
    this.#hints = {};
    void this.#keep();
    this.#draw(`${say("device.taken_back")} ${this.#words()}`);
  }

  async #hint() {
    if (!this.#isYourTurn) return;
    const asked = ++this.#asked;
    this.#say(say("device.looking"));
    try {
      const engine = await this.#open();
      const { lines } = await engine.analyse(this.#study.positionAt(), { lines: SIZE ** 2, time: HINT_SECONDS }).finished;
      if (asked !== this.#asked) return;
      const best = Math.max(...lines.map(({ score }) => score));
      this.#hints = Object.fromEntries(lines.map((line) => [line.move, { ...noteOf(line), strong: line.score === best }]));
      const [first] = lines;
      this.#draw(first ? say("device.hint", { move: first.move }) : "");
    } catch (error) {
      if (asked === this.#asked) this.#fail(messageOf(error));
    }
  }

  // Keeping

  async #keep() {
    const study = this.#study;
    const { black, white } = study.count();
    const moves = pathTo(study.node).slice(1).map(({ move }) => move);
    this.#game = { ...this.#game, moves, changed: Date.now(), score: study.isOver() ? [black, white] : null };
    const isFirst = moves.length === 1;
    if (await keepGame(this.#game)) {
      if (isFirst) void askToPersist();
      if (this.#game.score) this.#listFinished(await keptGames());
    }
  }

  // Drawing

  /** What just happened, and whose turn it is. */
  #words() {
    if (!this.#study.node.parent) return say(this.#isYourTurn ? "device.you_begin" : "device.computer_begins");
    return turnWords(this.#study);
  }

  #say(/** @type {string} */ text) {
    write(need("notice"), text);
  }

  #fail(/** @type {string} */ text) {
    const again = make("button", { type: "button" }, say("device.again"));
    again.addEventListener("click", () => void this.#think());
    need("notice").replaceChildren(text, " ", again);
  }

  #draw(/** @type {string} */ message) {
    const study = this.#study;
    const isTurn = this.#isYourTurn;
    const state = boardState(study, { report: null, isThreats: false, isRotated: false });
    dressBoard(this.#board);
    this.#board.state = { ...state, legal: isTurn ? state.legal ?? {} : {}, texts: this.#hints ?? {}, hints: preferences().marks, disabled: !isTurn };
    this.#say(message);
    const { black, white } = study.count();
    write(need("black-count"), String(black));
    write(need("white-count"), String(white));
    const opponent = say("device.computer", { level: this.#game.level });
    const [own, other] = this.#game.you === "black" ? ["black", "white"] : ["white", "black"];
    write(need(`${own}-name`), say("device.you"));
    write(need(`${other}-name`), opponent);
    need("undo").hidden = !pathTo(study.node).some(({ parent }) => parent?.position.turn === this.#game.you);
    need("hint").hidden = !isTurn;
    this.#drawEnd(black, white);
    const moves = pathTo(study.node).slice(1).filter(({ move }) => move !== "pass");
    need("moves").replaceChildren(...moves.map(({ move }) => make("li", {}, move)));
  }

  #drawEnd(/** @type {number} */ black, /** @type {number} */ white) {
    const ending = need("ending");
    ending.hidden = !this.#study.isOver();
    if (ending.hidden) return;
    const ahead = this.#game.you === "black" ? black - white : white - black;
    write(need("ending-heading"), say(`game.end_${ahead > 0 ? "won" : ahead < 0 ? "lost" : "draw"}`));
    /** @type {HTMLAnchorElement} */ (need("look")).href = `/analysis${fragmentOf(this.#study)}`;
  }

  /** @param {DeviceGame[]} games */
  #listFinished(games) {
    const finished = games.flatMap((game) => (game.score ? [{ ...game, score: game.score }] : []));
    need("finished").hidden = !finished.length;
    const items = finished.map(({ moves, level, you, score: [black, white], changed }) => {
      const [own, other] = you === "black" ? [black, white] : [white, black];
      const words = say("device.finished_game", { level, own, other, time: new Date(changed).toLocaleString() });
      const line = moves.filter((move) => move !== "pass");
      const href = `/analysis#${usualVariant()}-${SIZE}/-/${line.join("")}/${moves.length}`;
      return make("li", {}, make("a", { href }, words));
    });
    part(need("finished"), "ul").replaceChildren(...items);
  }
}

/** Say whether the page is kept, and keep it on request. */
async function followKeeping() {
  const button = /** @type {HTMLButtonElement} */ (need("keep"));
  const status = need("keep-status");
  const show = (/** @type {boolean} */ kept) => {
    button.hidden = kept;
    write(status, say(kept ? "device.kept" : "device.not_kept"));
  };
  button.addEventListener("click", async () => {
    button.setAttribute("aria-disabled", "true");
    write(status, say("device.keeping"));
    const isDone = await keepForOffline();
    button.removeAttribute("aria-disabled");
    show(isDone);
    if (isDone) void askToPersist();
    else write(status, say("device.keep_failed"));
  });
  if (!("serviceWorker" in navigator)) {
    button.hidden = true;
    return write(status, say("device.cannot_keep"));
  }
  show(await isKept());
  // The installed page is kept without a question.
  if (matchMedia("(display-mode: standalone)").matches) show(await keepSoon());
}

void followKeeping();
/**
 * Show the start of a game while the rules are loading; returns what was chosen meanwhile.
 * @param {DeviceGame[]} kept
 */
function showStart(kept) {
  let chosen = "";
  const board = /** @type {import("../../board/outflank-board.js").OutflankBoard} */ (need("board"));
  const color = new FormData(/** @type {HTMLFormElement} */ (need("play"))).get("color");
  if (kept.some(isRunning) || color !== "black") return () => "";
  const start = /** @type {State} */ (JSON.parse(board.dataset.start ?? "{}"));
  dressBoard(board);
  board.state = { ...start, skin: /** @type {import("../../board/state.js").Skin} */ (skinFor(usualVariant())), hints: preferences().marks };
  const choose = (/** @type {Event} */ event) => {
    chosen = /** @type {CustomEvent} */ (event).detail.square;
    board.state = { ...board.state, legal: {}, premove: { square: chosen, disc: "black" } };
  };
  board.addEventListener("play", choose);
  return () => {
    board.removeEventListener("play", choose);
    return chosen;
  };
}

const loading = loadRules(need("notice"));
const kept = await keptGames();
const chosenAtStart = showStart(kept);
const rules = await loading;
await new DevicePage(rules).begin(kept, chosenAtStart());
document.body.dataset.ready = "yes";
