/**
 * The engine at work on the place that is looked at: values of its moves as they are found, threats,
 * solving to the end, and the values along a whole line. It runs in this browser.
 */
import { squareAt, squareName } from "../../board/outflank-board.js";
import { cellsOf } from "../../engine/positions.js";
import { ownSymmetries } from "../../engine/symmetry.js";
import { hasOracle, variantFacts } from "../../variants/variants.js";
import { messageOf } from "../shared/api.js";
import { otherSide, usualStart } from "./study.js";
import { say } from "./values.js";

/**
 * @typedef {import("../../engine/browser_engine.js").BrowserEngine} BrowserEngine
 * @typedef {import("../../engine/browser_engine.js").Analysis} Analysis
 * @typedef {import("../../engine/analysis.js").Line} Line
 * @typedef {import("../../engine/rules.js").Position} Position
 * @typedef {import("./study.js").Study} Study
 * @typedef {import("./study.js").StudyNode} StudyNode
 * @typedef {import("./study.js").Answer} Answer
 * @typedef {import("./study.js").Odds} Odds
 *
 * @typedef {object} SearchReport what is known of a place
 * @property {Analysis | null} analysis the best report
 * @property {Map<string, Line>} lines by move, and by the answer where it is not known yet
 * @property {Position} position that was searched
 */

const LOOK = 4; // moves ahead at which every move gets its first value
const LONG = 60; // seconds after which a search ends by itself, to spare batteries
const BEFORE = 0.5; // seconds for the value of a turn before its answer
const SECONDS_A_POSITION = 0.35; // of a graph

export class EngineSession {
  /** @type {Promise<BrowserEngine> | null} */
  #engine = null;
  #turn = 0; // counts the searches, so that late reports are recognised
  /** @type {{stop: () => void} | null} */
  #search = null;
  /** @type {Map<string, SearchReport>} */
  #found = new Map();
  #changed;

  /** @param {() => void} changed called whenever there is something new to show */
  constructor(changed) {
    this.#changed = changed;
    this.isOn = false;
    this.isThreats = false;
    this.isSolving = false;
    /** @type {number | "all"} */
    this.lineCount = 3;
    this.message = "";
    /** @type {{done: number, total: number} | null} */
    this.filling = null;
  }

  /** What is known of a place, with threats if they are shown now. @param {Study} study @param {StudyNode} [node] */
  report(study, node = study.node) {
    return this.#found.get(keyOf(this.#asked(study, node), study.odds)) ?? null;
  }

  /** What was found before the answer was heard. @param {Study} study */
  beforeAnswer(study) {
    return this.#found.get(keyOf(study.node.position, study.odds))?.analysis ?? null;
  }

  /** Take the scores that a text gives the moves of the current position. @param {Study} study @param {import("server-api").ReadRecord["scores"]} scores */
  know({ node: { position }, odds }, scores) {
    /** @type {Map<string, Line>} */
    const lines = new Map();
    for (const { move, score } of scores) {
      const { discs, kind, depth = 0, confidence = 0 } = score;
      const told = /** @type {Line["kind"]} */ (kind === "book" ? "heuristic" : kind);
      const known = { move, score: discs, kind: told, exact: kind === "exact", depth: depth || LOOK, confidence };
      lines.set(move, { ...known, winChance: null, moves: [move], answer: null });
    }
    this.#found.set(keyOf(position, odds), { analysis: null, lines, position });
  }

  /** The position to search: with threats, as if the side to move had passed. @param {Study} study @param {StudyNode} node */
  #asked(study, node) {
    const position = study.positionAt(node);
    if (!this.isThreats) return position;
    const { answer: _, ...without } = position;
    return { ...without, turn: otherSide(position.turn) };
  }

  stop() {
    this.#turn += 1;
    this.#search?.stop();
    this.#search = null;
  }

  /** Look at the place where the analysis stands, if the engine is on. @param {Study} study */
  async look(study) {
    this.stop();
    const turn = this.#turn;
    this.message = "";
    if (!this.isOn && !this.isSolving) return this.#changed();
    if (study.isOver()) {
      this.isSolving = false;
      this.message = say("analysis.engine.over");
      return this.#changed();
    }
    const { node } = study;
    const position = this.#asked(study, node);
    const moves = this.#movesOf(study, position);
    const told = knownStart(position, study.movesOf(position));
    if (told) {
      this.#note(node, position, undefined, told);
      this.isSolving = false;
      return this.#changed();
    }
    if (this.isThreats && moves === 0) {
      return this.#changed();
    }
    try {
      if (!this.#engine) this.message = say("analysis.engine.loading");
      this.#changed();
      const engine = await this.#open();
      if (turn !== this.#turn) return;
      this.message = "";
      const shared = study.hasOracle ? { odds: study.odds } : {};
      const known = this.#found.get(keyOf(position, study.odds));
      if (!known || known.lines.size < moves) {
        await this.#run(engine, node, position, { ...shared, lines: moves, depth: LOOK }, turn);
        if (turn !== this.#turn) return;
      }
      const { answer: heard, ...before } = position;
      if (heard && !this.#found.has(keyOf(before, study.odds))) {
        // The value before the answer is shown beside the value after it.
        await this.#run(engine, null, before, { ...shared, lines: 1, time: BEFORE }, turn);
        if (turn !== this.#turn) return;
      }
      const lines = Math.min(moves, this.lineCount === "all" ? moves : this.lineCount);
      const limit = this.isSolving ? { exact: true } : { time: LONG };
      if (!isSolved(this.#found.get(keyOf(position, study.odds))?.analysis, lines)) {
        await this.#run(engine, node, position, { ...shared, lines, ...limit }, turn);
        if (turn !== this.#turn) return;
      }
      if (this.isSolving) this.message = say("analysis.engine.solved");
      this.isSolving = false;
    } catch (error) {
      if (turn !== this.#turn) return;
      this.isOn = this.isSolving = false;
      this.message = say("analysis.engine.failed", { message: messageOf(error) });
    }
    this.#changed();
  }

  /**
   * @param {BrowserEngine} engine
   * @param {StudyNode | null} node whose value it is
   * @param {Position} position
   * @param {import("../../engine/browser_engine.js").Options} options
   * @param {number} turn
   */
  async #run(engine, node, position, options, turn) {
    const search = engine.analyse(position, options, (analysis) => {
      if (turn === this.#turn) this.#note(node, position, options.odds, analysis);
    });
    this.#search = search;
    const analysis = await search.finished;
    if (turn === this.#turn) this.#note(node, position, options.odds, analysis);
  }

  /** @type {(node: StudyNode | null, position: Position, odds: Odds | undefined, analysis: Analysis) => void} */
  #note(node, position, odds, analysis) {
    const key = keyOf(position, odds);
    const before = this.#found.get(key) ?? { analysis: null, lines: new Map(), position };
    for (const line of withMirrored(analysis.lines, position)) {
      const place = `${line.answer ?? ""}${line.move}`;
      const old = before.lines.get(place);
      if (!old || line.exact || (!old.exact && line.depth >= old.depth)) before.lines.set(place, line);
    }
    this.#found.set(key, { ...before, analysis: tellsMore(analysis, before.analysis) ? analysis : before.analysis });
    if (node && !this.isThreats) keepValue(node, position, analysis);
    this.#changed();
  }

  /** How many moves need a value. @param {Study} study @param {Position} position */
  #movesOf(study, position) {
    return study.movesOf(position).length || (this.isThreats ? 0 : 1);
  }

  #open() {
    this.#engine ??= import("../../engine/browser_engine.js").then(({ BrowserEngine }) => BrowserEngine.open({}));
    this.#engine.catch(() => (this.#engine = null)); // so that it can be tried again
    return this.#engine;
  }

  /** Give every place of the line a value, one after the other. @param {Study} study */
  async fill(study) {
    const line = study.line().filter((node) => !study.isOver(node) && (node.value?.depth ?? 0) < 8);
    this.stop();
    const turn = this.#turn;
    this.filling = { done: 0, total: line.length };
    this.#changed();
    try {
      const engine = await this.#open();
      for (const node of line) {
        if (turn !== this.#turn) break;
        const position = study.positionAt(node);
        const odds = study.hasOracle ? { odds: study.odds } : {};
        const search = engine.analyse(position, { ...odds, lines: 1, time: SECONDS_A_POSITION });
        this.#search = search;
        const analysis = knownStart(position, study.movesOf(position)) ?? (await search.finished);
        if (turn !== this.#turn) break;
        keepValue(node, position, analysis);
        this.filling = { done: this.filling.done + 1, total: line.length };
        this.#changed();
      }
    } catch (error) {
      this.filling = null;
      if (turn === this.#turn) this.message = say("analysis.engine.failed", { message: messageOf(error) });
      return this.#changed();
    }
    this.filling = null;
    if (turn === this.#turn) await this.look(study);
    else this.#changed();
  }
}

/**
 * The value of a start that has been solved, which hints give too; null for any other position.
 * @param {Position} position
 * @param {string[]} moves
 * @returns {Analysis | null}
 */
function knownStart({ variant, size, board, turn }, moves) {
  const score = variantFacts(variant).solvedStarts[size];
  const usual = usualStart(variant, size);
  if (score === undefined || board !== usual.board || turn !== usual.turn) return null;
  const label = { depth: size ** 2 - 4, confidence: 100, exact: true };
  const lines = moves.map((move) => ({ ...label, move, score, kind: /** @type {const} */ ("exact"), winChance: null, moves: [move], answer: null }));
  return { ...label, nodes: 0, seconds: 0, final: true, score, winChance: null, after: null, lines };
}

/** A key that is the same for equal positions wherever they are in the tree; with an oracle it includes the odds. @type {(position: Position, odds: Odds | undefined) => string} */
const keyOf = ({ variant, board, turn, answer }, odds) =>
  [variant, board, turn, answer ?? "", ...(hasOracle(variant) ? [odds?.yes, odds?.no, odds?.maybe] : [])].join();

/** Whether a number of moves have exact values after each answer. @type {(known: Analysis | null | undefined, lines: number) => boolean} */
const isSolved = (known, lines) =>
  Boolean(known?.exact && known.lines.length >= lines * (Object.keys(known.after ?? {}).length || 1));

/** Whether an analysis is better than the one before, or about more moves. @type {(analysis: Analysis, old: Analysis | null) => boolean} */
const tellsMore = (analysis, old) =>
  !old || analysis.exact || (!old.exact && old.depth <= analysis.depth) || old.lines.length < analysis.lines.length;

/** Lines with those that mirror them on a board that is its own mirror image. @param {Line[]} lines @param {Position} position */
function withMirrored(lines, position) {
  const { size } = position;
  const images = ownSymmetries(cellsOf(position), size);
  const mirrored = images.flatMap((image) =>
    lines
      .filter(({ move }) => move !== "pass")
      .map((line) => ({ ...line, move: squareName(image(squareAt(line.move, size)), size), moves: [] })),
  );
  return [...mirrored, ...lines]; // a line that was searched itself has more details
}

/** Remember what a place is worth, unless more is known already. @type {(node: StudyNode, position: Position, analysis: Analysis) => void} */
function keepValue(node, position, analysis) {
  if (analysis.score === null) return;
  const { depth, confidence, exact } = analysis;
  const old = node.value;
  if (old && !exact && (old.kind === "exact" || old.depth > depth)) return;
  const kind = exact ? "exact" : hasOracle(position.variant) ? "expected" : "heuristic";
  const black = position.turn === "black" ? analysis.score : 0 - analysis.score;
  node.value = { black, kind, depth, confidence };
}
