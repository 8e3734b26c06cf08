/** The page of one game: it is followed live, stepped through, and played by those who have a seat. */
import "../../board/outflank-board.js";
import { ApiError, call, ownPlayer } from "../shared/api.js";
import { syncClock } from "../shared/clocks.js";
import { follow } from "../shared/connection.js";
import { need } from "../shared/dom.js";
import { answerLines, latestNews, nameOf, other, passBanner, resultSentence, spokenMove } from "../shared/match_sentences.js";
import { preferences } from "../shared/preferences.js";
import { say } from "../shared/say.js";
import { announce } from "./announcements.js";
import { closePicture, showPicture } from "./answer_pictures.js";
import { listenToButtons } from "./game_buttons.js";
import { showKeptReview, tellReview } from "./game_review.js";
import { initialState, isOwnTurn, isRefused, isSending, isShared, mayPlan, ownSide, plyOf, reader, receiveView, showAtOnce, showPly, takeBack, usePlanned } from "./game_state.js";
import { Banner, paper, renderClocks, renderGame, renderMoves } from "./game_view.js";
import { MatchRecord } from "./match_record.js";
import { Pacing } from "./pacing.js";
import { Presence } from "./presence.js";
import { Rematch } from "./rematch.js";
import { play } from "./sounds.js";
import { Branches } from "./what_if.js";

/**
 * @typedef {import("./game_state.js").GameState} GameState
 * @typedef {import("server-api").MatchView} MatchView
 */

const SHOWN_AS_SENT = 150; // milliseconds within which the server has answered most moves
const WITH_BOARD = { Prefer: "return=representation" }; // the answer to a move has the match as the stream tells it
const STEP_KEYS = /** @type {Record<string, string>} */ ({
  ArrowLeft: "back",
  ArrowRight: "forward",
  Home: "first",
  End: "latest",
});

/** The page of one match: holds its state, draws it whenever it changes, and talks to the server. */
export class GamePage {
  #match;
  #state;
  #record;
  #board = /** @type {import("./game_view.js").Board} */ (need("board"));
  #pacing = new Pacing(this.#board);
  #presence = new Presence();
  #banner = new Banner();
  #rematch = new Rematch();
  #branches = new Branches();
  /** @type {MatchView | null} the newest view that the server sent, whether or not it is shown yet */
  #latest = null;
  /** The turn whose picture was shown when it was played. */
  #pictured = -1;

  /** @param {string} match @param {string | null} [planned] a square that was chosen before the game began */
  constructor(match, planned = null) {
    this.#match = match;
    this.#state = initialState(ownPlayer(), location.hash, planned);
    this.#record = new MatchRecord(match);
    this.#listenToSteps();
    this.#listenToBoard();
    listenToButtons(this);
    // Draw at once for printing: the browser does not wait for another frame.
    paper.addEventListener("change", () => {
      this.render();
      this.#board.draw();
    });
    // The front page turns into the page of a game without a load, so the way back must load it again.
    addEventListener("popstate", () => {
      if (location.pathname !== `/game/${match}`) location.reload();
    });
    follow({ matches: [match] }, (line) => this.#receive(line));
    setInterval(() => this.#tick(), 100);
  }

  // State

  get state() {
    return this.#state;
  }

  get match() {
    return this.#match;
  }

  get record() {
    return this.#record;
  }

  /** @param {Partial<GameState>} changes */
  update(changes) {
    this.#state = { ...this.#state, ...changes };
    if (changes.message) announce(changes.message);
    this.render();
  }

  get #shown() {
    const state = this.#state;
    const { view } = state;
    return view && { state: { ...state, view }, record: this.#record };
  }

  render() {
    const shown = this.#shown;
    if (!shown) return;
    renderGame(shown, this.#presence.of(shown.state.view));
    const { view } = shown.state;
    const own = ownSide(shown.state);
    if (view.status !== "running") this.#banner.hide(); // nothing covers the final board
    if (view.status !== "running" && own) this.#rematch.offer(view, own);
    else if (view.status !== "running") void this.#rematch.showSeries(view);
    if (view.status !== "running") showKeptReview(this);
    this.#branches.show(shown.state);
    this.#tick();
  }

  #renderMoves() {
    const shown = this.#shown;
    if (shown) renderMoves(shown);
  }

  #tick() {
    const shown = this.#shown;
    if (!shown) return;
    // Time runs whether or not the last move has been shown yet.
    const view = { ...shown.state.view, time: (this.#latest ?? shown.state.view).time };
    const isLow = renderClocks({ ...shown.state, view }, this.#presence.of(view));
    // Warn once, and not at the very beginning of a game with short times.
    if (!isLow || shown.state.wasWarned || !view.turn || view.plies < 2) return;
    play("low");
    this.update({ wasWarned: true, message: say("game.low") });
  }

  // What the server sends

  #receive(/** @type {import("server-api").WatchLine} */ line) {
    if (line.event === "Gone" && line.id === this.#match) {
      this.update({ message: say("game.gone") });
      need("notice").textContent = say("game.gone");
    }
    if ("now" in line) syncClock(line.now);
    const before = this.#latest;
    if (line.event !== "Board" || line.id !== this.#match || line.seq < (before?.seq ?? 0)) return;
    this.#latest = line;
    this.#presence.note(line);
    if (before && line.plies < before.plies) {
      this.#pacing.clear();
      closePicture();
    }
    const { view, planned } = this.#state;
    const isTold = line.seq === before?.seq; // by the answer to the person's own move, or by the stream
    const isNew = !isTold && view !== null && line.cells !== view.cells && line.plies > view.plies;
    if (isNew) this.#pacing.add(() => this.#show(line));
    else this.#pacing.pass(() => void this.#show(line));
    // A planned move is sent without waiting until the move before it has been shown.
    const own = { ...this.#state, view: line, told: line };
    if (planned && this.#pacing.isWaiting && isOwnTurn(own) && planned in line.legal && line.turn) {
      this.#state = { ...this.#state, planned: null };
      void this.#send(line.turn.seq, planned);
    }
  }

  /**
   * Show the match as the server told it; where pictures are wanted, that of the last answer comes first.
   * @param {MatchView} view
   * @returns {Promise<void> | void}
   */
  #show(view) {
    const { told } = this.#state;
    const turn = view.plies - 1 - view.passed.length;
    const isNew = told !== null && view.seq !== told.seq && turn >= told.plies && turn !== this.#pictured;
    if (!isNew || !view.last?.answer || !preferences().pictures) return this.#take(view);
    const { answer, color } = view.last;
    return this.#record
      .readUntil(view.seq)
      .then(() => this.#showPicture(turn, answer, color, this.#record.plies[turn]?.hasPicture ?? false))
      .catch(() => {}) // the move is shown without its picture
      .then(() => this.#take(view));
  }

  /** @param {number} turn @param {string} answer @param {import("server-api").Side} color @param {boolean} hasPicture */
  #showPicture(turn, answer, color, hasPicture) {
    const { view } = this.#state;
    this.#pictured = turn;
    if (!view) return Promise.resolve();
    const whose = say(color === reader(this.#state) ? "game.popup_you" : "game.popup", { name: nameOf(view, color) });
    return showPicture(this.#match, { turn, answer, whose, hasPicture }, ownSide(this.#state) !== null);
  }

  #take(/** @type {MatchView} */ view) {
    const { told: before, view: shown } = this.#state;
    this.#state = receiveView(this.#state, view);
    if (view.seq !== before?.seq) {
      if (before && shown) this.#announce(before, shown, view);
      const isMove = shown !== null && view.cells !== shown.cells;
      if (isMove && ownSide(this.#state)) this.#pacing.noteMove();
      if (this.#record.extend(view)) this.#renderMoves();
      else void this.#catchUp(view.seq);
      this.#playPlanned();
    }
    this.render();
    this.#board.draw(); // now, and not in the next frame, which then has only to be painted
  }

  /**
   * Say what has just happened, play its sound, and show a pass in large words.
   * @param {MatchView} before as the server told it
   * @param {MatchView} shown as it was shown, perhaps with the move that is now confirmed
   * @param {MatchView} now
   */
  #announce(before, shown, now) {
    const state = this.#state;
    const you = reader(state);
    const isMove = now.cells !== shown.cells && now.plies > shown.plies;
    if (isMove) announce(spokenMove(now, you));
    if (now.status !== "running") {
      if (before.status !== "running") return;
      announce(resultSentence(now, you));
      const isWon = now.winner === ownSide(state) || isShared(state);
      return play(!now.winner ? "drawn" : isWon ? "won" : "lost");
    }
    const isAnswered = now.answer !== null && (before.answer === null || before.turn?.seq !== now.turn?.seq);
    if (isAnswered) announce((answerLines(now, you) ?? []).join(": "));
    if (you && before.offer === you && !now.offer && now.plies >= before.plies) {
      this.update({ message: say("game.declined", { name: nameOf(now, other(you)) }) });
    }
    if (now.plies <= before.plies) return;
    const passed = now.passed.at(-1);
    if (passed) this.#banner.show(passBanner(now, passed, you));
    if (passed && !isMove) announce(latestNews(now, you).join(" "));
    if (passed) play("pass");
    else if (isMove) play(isOwnTurn(state) && !isShared(state) ? "turn" : "place");
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
    if (past !== null && past >= this.#record.plies.length) this.update({ past: null });
    this.#renderMoves();
    this.render();
  }

  // Looking at earlier moves

  /** @param {number | null} ply the present if it is null */
  goTo(ply) {
    this.#state = showPly(this.#state, ply, this.#record.plies.length);
    const { past } = this.#state;
    history.replaceState(history.state, "", past === null ? location.pathname : `#${past}`);
    this.#renderMoves();
    this.render();
    announce(need("notice").textContent ?? "");
    tellReview(this.#ply);
  }

  get #ply() {
    return this.#state.past ?? this.#record.plies.length;
  }

  #listenToSteps() {
    /** @type {Record<string, () => void>} */
    const steps = {
      first: () => this.goTo(0),
      back: () => this.goTo(this.#ply - 1),
      forward: () => this.goTo(this.#ply + 1),
      latest: () => this.goTo(null),
    };
    for (const [id, step] of Object.entries(steps)) need(id).addEventListener("click", step);
    need("moves").addEventListener("click", ({ target }) => {
      const button = target instanceof Element ? target.closest("button") : null;
      if (button) this.goTo(Number(button.dataset.ply));
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
      const list = need("moves");
      // The list is one tab stop, so its focus follows the steps.
      const stop = /** @type {HTMLElement | null} */ (list.querySelector("button[tabindex='0']"));
      if (list.contains(document.activeElement)) stop?.focus();
    });
    addEventListener("hashchange", () => this.goTo(plyOf(location.hash)));
  }

  // Playing

  #listenToBoard() {
    this.#board.addEventListener("play", (event) => {
      const { square } = /** @type {CustomEvent} */ (event).detail;
      const { view, past, planned } = this.#state;
      if (!view || past !== null) return;
      this.#state = { ...this.#state, message: "" };
      if (isOwnTurn(this.#state) && view.turn && !isSending(this.#state)) this.#play(square);
      else if (mayPlan(this.#state)) this.#plan(square === planned ? null : square);
    });
    this.#board.addEventListener("refuse", (event) => {
      const { square } = /** @type {CustomEvent} */ (event).detail;
      this.#plan(null);
      if (isRefused(this.#state, square)) this.update({ message: say("game.refused", { square }) });
    });
  }

  #plan(/** @type {string | null} */ planned) {
    if (planned !== this.#state.planned) this.update({ planned });
  }

  #playPlanned() {
    const [state, square] = usePlanned(this.#state);
    this.#state = state;
    if (square) this.#play(square);
    else if (state.message) announce(state.message);
  }

  /** Play a square on one's own turn: it is on the board at once, and on its way to the server. */
  #play(/** @type {string} */ square) {
    const { view } = this.#state;
    if (!view?.turn) return;
    const { seq, color } = view.turn;
    void this.#send(seq, square);
    if (!view.answer || !preferences().pictures) return this.#showAtOnce(square);
    const { plies, answer } = view;
    this.#pacing.add(() =>
      this.#showPicture(plies, answer, color, this.#record.hasNextPicture).then(() => {
        if (this.#state.sending === seq) this.#showAtOnce(square);
      }),
    );
  }

  #showAtOnce(/** @type {string} */ square) {
    this.#state = showAtOnce(this.#state, square);
    const { view } = this.#state;
    if (view) announce(spokenMove(view, reader(this.#state)));
    play("place");
    this.#pacing.noteMove();
    this.render();
    this.#board.draw();
  }

  /**
   * Send a move until the server has it. The server counts it once, however often it is sent.
   * @param {number} turn
   * @param {string} square
   */
  async #send(turn, square) {
    const isWanted = () => this.#state.sending === turn;
    this.#state = { ...this.#state, sending: turn };
    setTimeout(() => isWanted() && this.render(), SHOWN_AS_SENT);
    for (let tries = 0; isWanted(); tries += 1) {
      try {
        const path = { match: this.#match };
        const { board } = await call("POST", "/matches/{match}/moves", { path, body: { turn, square }, headers: WITH_BOARD });
        if (board) this.#receive(board);
        return;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (!error.isTemporary) return this.#undo(turn, square, error.message);
        if (tries > 0) this.update({ message: say("game.not_sent") });
      }
      if (isWanted()) await new Promise((done) => setTimeout(done, Math.min(5000, 500 * 2 ** tries)));
    }
  }

  /** Remove the disc of a move that the server refused, and say why. */
  #undo(/** @type {number} */ turn, /** @type {string} */ square, /** @type {string} */ reason) {
    if (this.#state.sending !== turn) return;
    const message = say("game.not_accepted", { square, reason });
    this.#state = takeBack(this.#state, message);
    announce(message);
    this.render();
  }
}
