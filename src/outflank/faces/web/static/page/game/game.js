/** One game, large: followed live, stepped through, and played by whoever has a seat. */
import "../../board/outflank-board.js";
import { ApiError, call, messageOf, ownPlayer } from "../shared/api.js";
import { syncClock } from "../shared/clocks.js";
import { follow } from "../shared/connection.js";
import { need } from "../shared/dom.js";
import { passBanner } from "../shared/match_sentences.js";
import { changePreferences, preferences } from "../shared/preferences.js";
import { say } from "../shared/say.js";
import { AnswerPictures } from "./answer_pictures.js";
import { copy, copyMoves } from "./clipboard.js";
import { initialState, isOwnTurn, isRefused, isSending, isShared, mayPlan, ownSide, plyOf, reader, receiveView, showPly, usePlanned } from "./game_state.js";
import { Banner, disable, paper, renderClocks, renderGame, renderMoves } from "./game_view.js";
import { readHints } from "./hints.js";
import { MatchRecord } from "./match_record.js";
import { Rematch } from "./rematch.js";
import { play } from "./sounds.js";

/**
 * @typedef {import("./game_state.js").GameState} GameState
 * @typedef {import("server-api").MatchView} MatchView
 */

const SHOWN_AS_SENT = 150; // milliseconds, in which most moves come back as played
const STEP_KEYS = /** @type {Record<string, string>} */ ({
  ArrowLeft: "back",
  ArrowRight: "forward",
  Home: "first",
  End: "latest",
});

/** The page of one match: holds its state, draws it whenever it changes, and talks to the server. */
class GamePage {
  #match;
  #state = initialState(ownPlayer(), location.hash);
  #record;
  #pictures;
  #banner = new Banner();
  #rematch = new Rematch();
  #board = /** @type {import("./game_view.js").Board} */ (need("board"));

  /** @param {string} match */
  constructor(match) {
    this.#match = match;
    this.#record = new MatchRecord(match);
    this.#pictures = new AnswerPictures(match, this.#record, () => this.#render());
    this.#listenToSteps();
    this.#listenToBoard();
    this.#listenToButtons();
    // What is printed is drawn at once: the browser does not wait for another frame.
    paper.addEventListener("change", () => {
      this.#render();
      this.#board.draw();
    });
    follow({ matches: [match] }, (line) => this.#receive(line));
    setInterval(() => this.#tick(), 100);
  }

  // State

  #update(/** @type {Partial<GameState>} */ changes) {
    this.#state = { ...this.#state, ...changes };
    this.#render();
  }

  get #shown() {
    const state = this.#state;
    const { view } = state;
    return view && { state: { ...state, view }, record: this.#record, heldBefore: this.#pictures.heldBefore };
  }

  #render() {
    const shown = this.#shown;
    if (!shown) return;
    renderGame(shown);
    const { view } = shown.state;
    const own = ownSide(shown.state);
    if (view.status !== "running") this.#banner.hide(); // nothing covers the final board
    if (view.status !== "running" && own) this.#rematch.offer(view, own);
    else if (view.status !== "running") void this.#rematch.showSeries(view);
    this.#tick();
  }

  #renderMoves() {
    const shown = this.#shown;
    if (shown) renderMoves(shown);
  }

  #tick() {
    const shown = this.#shown;
    const isLow = shown && renderClocks(shown.state);
    // Once, and not at once in a game in which all time is short.
    if (!isLow || shown.state.wasWarned || !shown.state.view.turn || shown.state.view.plies < 2) return;
    play("low");
    this.#update({ wasWarned: true, message: say("game.low") });
  }

  // What the server sends

  #receive(/** @type {import("server-api").WatchLine} */ line) {
    if (line.event === "Gone" && line.id === this.#match) {
      this.#update({ message: say("game.gone") });
      need("notice").textContent = say("game.gone");
    }
    if ("now" in line) syncClock(line.now);
    const before = this.#state.view;
    if (line.event !== "Board" || line.id !== this.#match || line.seq < (before?.seq ?? 0)) return;
    const view = line;
    this.#state = receiveView(this.#state, view);
    if (view.seq !== before?.seq) {
      if (before) this.#announce(before, view);
      this.#pictures.keep(view.plies);
      if (before?.answer && view.plies > before.plies && preferences().pictures) this.#pictures.hold(before.plies);
      if (this.#record.extend(view)) this.#renderMoves();
      else void this.#catchUp(view.seq);
      this.#playPlanned();
    }
    this.#render();
    this.#board.draw(); // now, and not in the next frame, which then has only to be painted
  }

  /**
   * Play the sound of what has just happened, and show a pass in large words.
   * @param {MatchView} before
   * @param {MatchView} now
   */
  #announce(before, now) {
    const state = this.#state;
    if (now.status !== "running") {
      if (before.status !== "running") return;
      const isWon = now.winner === ownSide(state) || isShared(state);
      play(!now.winner ? "drawn" : isWon ? "won" : "lost");
      return;
    }
    if (now.plies <= before.plies) return;
    const passed = now.passed.at(-1);
    if (passed) this.#banner.show(passBanner(now, passed, reader(state)));
    play(passed ? "pass" : isOwnTurn(state) && !isShared(state) ? "turn" : "place");
  }

  async #catchUp(/** @type {number} */ seq) {
    try {
      await this.#record.readUntil(seq);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setTimeout(() => void this.#catchUp(seq), 2000);
      return;
    }
    const { past } = this.#state;
    if (past !== null && past >= this.#record.plies.length) this.#update({ past: null });
    this.#pictures.show(ownSide(this.#state) !== null);
    this.#renderMoves();
    this.#render();
  }

  // Looking at earlier moves

  #goTo(/** @type {number | null} */ ply) {
    this.#state = showPly(this.#state, ply, this.#record.plies.length);
    const { past } = this.#state;
    history.replaceState(null, "", past === null ? location.pathname : `#${past}`);
    this.#renderMoves();
    this.#render();
  }

  get #ply() {
    return this.#state.past ?? this.#record.plies.length;
  }

  #listenToSteps() {
    /** @type {Record<string, () => void>} */
    const steps = {
      first: () => this.#goTo(0),
      back: () => this.#goTo(this.#ply - 1),
      forward: () => this.#goTo(this.#ply + 1),
      latest: () => this.#goTo(null),
    };
    for (const [id, step] of Object.entries(steps)) need(id).addEventListener("click", step);
    need("moves").addEventListener("click", ({ target }) => {
      const button = target instanceof Element ? target.closest("button") : null;
      if (button) this.#goTo(Number(button.dataset.ply));
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#plan(null);
      const step = STEP_KEYS[event.key];
      const isTyping = event.target instanceof Element && event.target.closest("input, select, dialog");
      if (!step || isTyping || event.defaultPrevented) return;
      if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
      const isOnBoard = event.target === this.#board && this.#board.hasAttribute("interactive");
      if (isOnBoard && this.#state.past === null) return;
      event.preventDefault();
      steps[step]?.();
    });
    addEventListener("hashchange", () => this.#goTo(plyOf(location.hash)));
  }

  // Playing

  #listenToBoard() {
    this.#board.addEventListener("play", (event) => {
      const { square } = /** @type {CustomEvent} */ (event).detail;
      const { view, past, planned } = this.#state;
      if (!view || past !== null || this.#pictures.heldBefore !== null) return;
      this.#state = { ...this.#state, message: "" };
      if (isOwnTurn(this.#state) && view.turn && !isSending(this.#state)) void this.#send(view.turn.seq, square);
      else if (mayPlan(this.#state)) this.#plan(square === planned ? null : square);
    });
    this.#board.addEventListener("refuse", (event) => {
      const { square } = /** @type {CustomEvent} */ (event).detail;
      this.#plan(null);
      if (isRefused(this.#state, square)) this.#update({ message: say("game.refused", { square }) });
    });
  }

  #plan(/** @type {string | null} */ planned) {
    if (planned !== this.#state.planned) this.#update({ planned });
  }

  #playPlanned() {
    const [state, square] = usePlanned(this.#state);
    this.#state = state;
    if (square && state.view?.turn) void this.#send(state.view.turn.seq, square);
  }

  /**
   * Send a move until the server has it; it counts once, however often it is sent.
   * @param {number} turn
   * @param {string} square
   */
  async #send(turn, square) {
    const isWanted = () => this.#state.sending === turn;
    this.#state = { ...this.#state, sending: turn };
    setTimeout(() => isWanted() && this.#render(), SHOWN_AS_SENT);
    for (let tries = 0; isWanted(); tries += 1) {
      try {
        await call("POST", "/matches/{match}/moves", { ...this.#asked, body: { turn, square } });
        return;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (!error.isTemporary) this.#update({ message: error.message, sending: null });
        else this.#update(tries > 0 ? { message: say("game.not_sent") } : {});
      }
      if (isWanted()) await new Promise((done) => setTimeout(done, Math.min(5000, 500 * 2 ** tries)));
    }
  }

  /** What a request about this match has in its path. */
  get #asked() {
    return { path: { match: this.#match } };
  }

  async #act(/** @type {() => Promise<unknown>} */ action) {
    this.#state = { ...this.#state, message: "" };
    try {
      await action();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#update({ message: error.message });
    }
  }

  // Buttons

  #listenToButtons() {
    const sure = /** @type {HTMLDialogElement} */ (need("sure"));
    const setup = /** @type {HTMLDialogElement} */ (need("setup"));
    const showSound = () => need("sound").setAttribute("aria-pressed", String(preferences().sounds));
    showSound();
    sure.addEventListener("close", () => {
      if (sure.returnValue === "yes") void this.#act(() => call("POST", "/matches/{match}/resign", this.#asked));
    });
    /** @type {Record<string, () => unknown>} */
    const actions = {
      resign: () => {
        sure.returnValue = "";
        sure.showModal();
      },
      accept: () => this.#act(() => call("POST", "/matches/{match}/offers/accept", this.#asked)),
      decline: () => this.#act(() => call("POST", "/matches/{match}/offers/decline", this.#asked)),
      takeback: () =>
        this.#act(() => call("POST", "/matches/{match}/offers", { ...this.#asked, body: { offer: "take back" } })),
      redo: () => this.#act(() => call("POST", "/matches/{match}/redo", this.#asked)),
      hint: () => this.#showHints(),
      flip: () => this.#update({ isRotated: !this.#state.isRotated }),
      sound: () => {
        changePreferences({ sounds: !preferences().sounds });
        showSound();
        play("place");
      },
      share: async () => {
        const link = `${location.origin}${location.pathname}#${this.#ply}`;
        const message = await copy(link, say("game.shared"), say("game.share_this", { link }));
        this.#update({ message });
      },
      copy: async () => this.#update({ message: await copyMoves(this.#match) }),
      print: () => print(),
      new: async () => {
        const { prepareNewGame } = await import("../play/new_game_form.js");
        if (!setup.dataset.ready) prepareNewGame();
        setup.dataset.ready = "yes";
        setup.showModal();
      },
    };
    for (const [id, act] of Object.entries(actions)) {
      const button = need(id);
      button.addEventListener("click", () => button.getAttribute("aria-disabled") === "true" || act());
    }
  }

  async #showHints() {
    disable("hint", true);
    try {
      this.#update({ hints: await readHints(this.#match), message: say("game.hint_done") });
    } catch (error) {
      this.#update({ message: messageOf(error) });
    }
  }
}

new GamePage(document.body.dataset.match ?? "");
