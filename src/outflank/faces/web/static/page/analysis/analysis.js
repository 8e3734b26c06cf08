/** The analysis board: one analysis on the board, and everything that can be asked about it. */
import "../../board/outflank-board.js";
import { usualVariant } from "../../variants/variants.js";
import { ApiError, call, messageOf, readText } from "../shared/api.js";
import { make, need, write } from "../shared/dom.js";
import { readStored, store } from "../shared/preferences.js";
import { drawAnswers, listenToAnswers } from "./answers_view.js";
import { ArchiveView } from "./archive_view.js";
import { boardState } from "./board_view.js";
import { keepDraft, readDrafts, setAside } from "./drafts.js";
import { EngineSession } from "./engine_session.js";
import { Graph } from "./graph.js";
import { listenToKeys } from "./keys.js";
import { drawEngine } from "./lines_view.js";
import { fragmentOf, studyOfFragment } from "./link.js";
import { loadRules } from "./load_rules.js";
import { Opener } from "./open.js";
import { studyOf } from "./record.js";
import { copyLink, Saver } from "./save.js";
import { Setup } from "./setup.js";
import { StudyReview } from "./study_review.js";
import { drawSides, drawMoveTools, turnWords } from "./sides_view.js";
import { Study, usualStart } from "./study.js";
import { drawTree } from "./tree_view.js";
import { say, scoresOf } from "./values.js";

/**
 * @typedef {import("./study.js").StudyNode} StudyNode
 * @typedef {import("server-api").StudyGame} StudyGame
 * @typedef {import("../../engine/rules.js").Position} Position
 * @typedef {import("../../engine/rules.js").Rules} Rules
 */

const PREFERENCES = "outflank-analysis-engine";
const SOON = 300; // milliseconds after which a change is kept and stands in the address

class AnalysisPage {
  #rules;
  /** @type {Study} */
  #study;
  #board = /** @type {import("../../board/outflank-board.js").OutflankBoard} */ (need("board"));
  #session = new EngineSession(() => this.#drawSoon());
  #archive = new ArchiveView();
  #graph = new Graph(need("graph"), (node) => this.#goTo(node));
  #review = new StudyReview((node) => this.#goTo(node), () => this.#stopEngine());
  #setup = new Setup(this.#board, (position) => this.#endSetup(position));
  #isRotated = false;
  #isDrawn = true;
  #timer = 0;
  #isKept = true;
  /** @type {(() => void) | null} */
  #undo = null;

  /** @param {Rules} rules */
  constructor(rules) {
    this.#rules = rules;
    this.#study = new Study(rules, usualStart(usualVariant(), 8));
    const { isOn = true, lines = 3 } = readStored(PREFERENCES);
    this.#session.isOn = isOn && !isFrugal();
    this.#session.lineCount = lines;
    /** @type {HTMLSelectElement} */ (need("line-count")).value = String(lines);
    new Opener(
      (record, problem) => this.#openRecord(record, problem),
      ({ game, at, match }) => this.#openGame(game, { at, match }),
    );
    new Saver(() => this.#study, () => this.#scores());
    this.#listen();
  }

  // What is on the board

  /** Open what the address names, else what this browser has kept. */
  async begin() {
    const match = new URLSearchParams(location.search).get("game");
    const { current, isOwn } = readDrafts();
    // A reload right after a change has the address from before it.
    const isReloaded = isOwn && performance.getEntriesByType("navigation").some((one) => "type" in one && one.type === "reload");
    const isKept = current !== null && (match ? current.match === match : isReloaded || ["", current.fragment].includes(location.hash));
    if (current && isOwn && !isKept) this.#tryDraft(current, true);
    if (match && !isKept) await this.#openMatch(match);
    else if (location.hash && !isKept) this.#openFragment();
    else if (current) this.#tryDraft(current, false);
    else this.#show(this.#study, say("analysis.start"));
    addEventListener("hashchange", () => {
      if (location.hash !== fragmentOf(this.#study)) this.#openFragment();
    });
  }

  /** Bring back what was kept; what cannot be read any more is left alone. @type {(draft: import("./drafts.js").Draft, isAside: boolean) => void} */
  #tryDraft({ game, at, match }, isAside) {
    try {
      const study = this.#studyOf(game);
      study.match = match;
      study.goTo(study.nodes()[at] ?? study.root);
      if (isAside) setAside(study);
      else this.#show(study, turnWords(study));
    } catch {
      if (!isAside) this.#show(this.#study, say("analysis.start"));
    }
  }

  #studyOf(/** @type {StudyGame} */ game) {
    return studyOf(this.#rules, game, usualStart(game.variant, game.size));
  }

  /** Put another analysis on the board; the one before is kept. @param {Study} study @param {string} message */
  #replace(study, message) {
    setAside(this.#study);
    this.#show(study, message);
  }

  #show(/** @type {Study} */ study, /** @type {string} */ message) {
    this.#session.stop();
    this.#session.isSolving = false;
    void this.#review.close();
    this.#study = study;
    this.#undo = null;
    this.#changed(message);
  }

  #openFragment(fragment = location.hash) {
    try {
      const study = studyOfFragment(this.#rules, fragment);
      this.#replace(study, turnWords(study));
    } catch (error) {
      this.#show(this.#study, say("analysis.read.bad_link", { problem: messageOf(error) }));
    }
  }

  /** @param {StudyGame} game @param {{at?: number, match?: string, message?: string}} more */
  #openGame(game, { at, match = "", message }) {
    try {
      const study = this.#studyOf(game);
      study.match = match;
      study.goTo((at === undefined ? study.line().at(-1) : study.nodes()[at]) ?? study.root);
      this.#replace(study, message ?? turnWords(study));
    } catch (error) {
      this.#say(messageOf(error));
    }
  }

  /** @param {import("server-api").ReadRecord} record @param {string} problem */
  #openRecord({ title, game, scores }, problem) {
    const isNamed = Object.keys(game.headers ?? {}).length > 0;
    const opened = say("analysis.read.opened", { title: isNamed ? title : say("analysis.title") });
    const message = problem ? say("analysis.read.problems", { problem }) : isNamed ? opened : undefined;
    this.#openGame(game, message ? { message } : {});
    if (scores.length) this.#session.know(this.#study, scores);
    this.#changed();
  }

  async #openMatch(/** @type {string} */ match) {
    try {
      const view = await call("GET", "/matches/{match}", { path: { match } });
      if (view.status === "running") return this.#refuseMatch(match, say("analysis.read.game_running"));
      const text = await readText("/matches/{match}/export", { path: { match }, query: { format: "json" } });
      this.#openGame(JSON.parse(text), { match });
    } catch (error) {
      const isTemporary = error instanceof ApiError && error.isTemporary;
      this.#refuseMatch("", say(isTemporary ? "analysis.read.game_unreached" : "analysis.read.game_missing"));
      if (isTemporary) this.#keepNothingYet();
    }
  }

  #refuseMatch(/** @type {string} */ match, /** @type {string} */ sentence) {
    this.#session.isOn = false; // an engine has no business in a game that is being played
    this.#show(this.#study, sentence);
    if (match) need("notice").append(" ", make("a", { href: `/game/${match}` }, say("analysis.read.game_link")));
  }

  // Drawing

  /** Something has changed: draw it, search it, keep it. @param {string} [message] */
  #changed(message) {
    if (message !== undefined) this.#say(message);
    this.#draw();
    this.#archive.look(this.#study);
    void this.#session.look(this.#study);
    this.#keepSoon();
  }

  #say(/** @type {string} */ message) {
    write(need("notice"), message);
  }

  #drawSoon() {
    if (!this.#isDrawn) return;
    this.#isDrawn = false;
    requestAnimationFrame(() => this.#draw());
  }

  #draw() {
    this.#isDrawn = true;
    const study = this.#study;
    if (!this.#setup.isOpen) {
      const { isThreats } = this.#session;
      const state = boardState(study, { report: this.#session.report(study), isThreats, isRotated: this.#isRotated });
      this.#board.state = { ...state, ...this.#review.notesAt(study.node) };
    }
    this.#review.follow(study.node);
    drawSides(study);
    drawMoveTools(study, this.#undo !== null);
    drawAnswers(study, this.#session);
    drawEngine(study, this.#session);
    drawTree(need("tree"), study);
    this.#graph.draw(study);
    const { filling } = this.#session;
    const help = filling ? say("analysis.graph.filling", filling) : say("analysis.graph.help");
    write(need("graph-help"), help);
    write(need("fill"), say(`analysis.${filling ? "engine.stop" : "graph.fill"}`));
  }

  #keepSoon() {
    this.#isKept = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#keep(), SOON);
  }

  /** Leave the address alone until somebody does something here, so that reloading tries again. */
  #keepNothingYet() {
    this.#isKept = false;
    clearTimeout(this.#timer);
  }

  #keep() {
    clearTimeout(this.#timer);
    if (!this.#isKept) return;
    keepDraft(this.#study);
    const { match } = this.#study;
    const address = `/analysis${match ? `?game=${match}` : ""}${fragmentOf(this.#study)}`;
    history.replaceState(null, "", address);
  }

  /** The values on the squares, for the notations and pictures that can hold them. */
  #scores() {
    const found = this.#session.isThreats ? null : this.#session.report(this.#study);
    return scoresOf([...(found?.lines.values() ?? [])]);
  }

  // What a person does

  #goTo(/** @type {StudyNode} */ node) {
    this.#study.goTo(node);
    this.#changed(turnWords(this.#study));
  }

  #play(/** @type {string} */ move) {
    const study = this.#study;
    if (study.hasOracle && !study.answerAt()) return this.#say(say("analysis.answer.choose"));
    try {
      study.play(move);
      this.#undo = null; // what was removed may not fit any more
      this.#changed(turnWords(study));
    } catch (error) {
      this.#say(messageOf(error));
    }
  }

  #walk(/** @type {() => void} */ step) {
    const before = this.#study.node;
    step();
    if (this.#study.node !== before) this.#changed(turnWords(this.#study));
  }

  #endSetup(/** @type {Position | null} */ position) {
    if (!position) return this.#changed();
    const study = new Study(this.#rules, position);
    this.#replace(study, turnWords(study));
  }

  #remove() {
    const { node } = this.#study;
    if (!node.parent) return;
    const before = this.#study.plyCount;
    this.#undo = this.#study.remove(node);
    this.#changed(say("analysis.moves.removed", { count: before - this.#study.plyCount }));
    need("undo").focus();
  }

  /** Leave the processor to something else. */
  #stopEngine() {
    if (this.#session.isOn || this.#session.isSolving) this.#toggle("isOn");
  }

  #toggle(/** @type {"isOn" | "isThreats" | "isSolving"} */ what) {
    const session = this.#session;
    if (what === "isOn" && session.isSolving) session.isOn = session.isSolving = false;
    else session[what] = !session[what];
    if (what === "isThreats" && session.isThreats) session.isSolving = false;
    if (what === "isSolving" && session.isSolving) session.isThreats = false;
    if (what === "isOn") store(PREFERENCES, { ...readStored(PREFERENCES), isOn: session.isOn });
    void session.look(this.#study);
  }

  #listen() {
    const study = () => this.#study;
    /** @type {Record<string, () => unknown>} */
    const actions = {
      first: () => this.#walk(() => study().goTo(study().root)),
      back: () => this.#walk(() => study().back()),
      forward: () => this.#walk(() => study().forward()),
      latest: () => this.#walk(() => study().goTo(study().line().at(-1) ?? study().root)),
      run: () => this.#toggle("isOn"),
      threats: () => this.#toggle("isThreats"),
      solve: () => this.#toggle("isSolving"),
      pass: () => this.#play("pass"),
      setup: () => this.#setup.open(study().node.position),
      "open-review": () => (study().line().length > 1 ? this.#review.open(study()) : this.#say(say("analysis.review_nothing"))),
      share: async () => this.#say(await copyLink(study())),
      rotate: () => {
        this.#isRotated = !this.#isRotated;
        this.#draw();
      },
      new: () => this.#replace(new Study(this.#rules, usualStart(study().variant, study().size)), say("analysis.start")),
      "from-here": () => {
        const begun = new Study(this.#rules, study().node.position);
        begun.odds = study().odds;
        this.#replace(begun, say("analysis.start"));
      },
      promote: () => {
        study().promote(study().node);
        this.#changed(say("analysis.moves.promoted"));
      },
      remove: () => this.#remove(),
      undo: () => {
        this.#undo?.();
        this.#undo = null;
        this.#changed(turnWords(study()));
      },
      fill: () => {
        if (!this.#session.filling) return this.#session.fill(study());
        this.#session.stop();
        return this.#session.look(study());
      },
    };
    for (const [id, act] of Object.entries(actions)) {
      const button = need(id);
      button.addEventListener("click", () => button.getAttribute("aria-disabled") === "true" || act());
    }
    listenToAnswers((answer) => {
      study().hear(answer);
      this.#undo = null;
      this.#changed();
    });
    listenToKeys(this.#board, { ...actions, up: () => this.#walk(() => study().beside(-1)), down: () => this.#walk(() => study().beside(1)) });
    this.#listenToBoard();
    this.#listenToLists();
    addEventListener("pagehide", () => this.#keep());
  }

  #listenToBoard() {
    this.#board.addEventListener("play", (event) => {
      if (!this.#setup.isOpen) this.#play(/** @type {CustomEvent} */ (event).detail.square);
    });
    this.#board.addEventListener("refuse", (event) => {
      const { square } = /** @type {CustomEvent} */ (event).detail;
      const side = say(`game.${this.#study.node.position.turn}`);
      this.#say(say("analysis.refused", { side, square }));
    });
  }

  #listenToLists() {
    need("study").addEventListener("click", ({ target }) => {
      const button = target instanceof Element ? target.closest("button") : null;
      const { node, play, add, moves } = button?.dataset ?? {};
      const found = node && this.#study.nodes().find(({ id }) => id === Number(node));
      if (found) this.#goTo(found);
      else if (play) this.#play(play);
      else if (add) {
        this.#study.addLine(add.split(" "));
        this.#undo = null;
        this.#changed();
      } else if (moves) this.#openFragment(`#classic-8/-/${moves}/999`);
    });
    need("comment").addEventListener("input", ({ target }) => {
      this.#study.node.comment = /** @type {HTMLTextAreaElement} */ (target).value;
      drawTree(need("tree"), this.#study);
      this.#keepSoon();
    });
    need("line-count").addEventListener("change", ({ target }) => {
      const { value } = /** @type {HTMLSelectElement} */ (target);
      this.#session.lineCount = value === "all" ? "all" : Number(value);
      store(PREFERENCES, { ...readStored(PREFERENCES), lines: this.#session.lineCount });
      void this.#session.look(this.#study);
    });
  }
}

/** Whether this is a phone, or somebody saves data: there the engine runs only when it is asked to. */
function isFrugal() {
  const { connection } = /** @type {{connection?: {saveData?: boolean}}} */ (navigator);
  return matchMedia("(pointer: coarse), (max-width: 560px)").matches || connection?.saveData === true;
}

need("study").hidden = false;
const isReviewWanted = new URLSearchParams(location.search).has("review"); // the address changes soon
await new AnalysisPage(await loadRules(need("notice"))).begin();
document.body.dataset.ready = "yes";
if (isReviewWanted) need("open-review").click();
