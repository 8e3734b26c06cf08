import { hasOracle, variantFacts } from "../../variants/variants.js";
import { discNumbers } from "../shared/match_sentences.js";

/**
 * An analysis: a start, a tree of variations with comments and values, and the place in it that is
 * looked at. The rules say what a move does; nothing here knows them.
 *
 * @typedef {import("../../engine/rules.js").Rules} Rules
 * @typedef {import("../../engine/rules.js").Position} Position
 * @typedef {import("server-api").StudyGame} StudyGame
 * @typedef {import("server-api").StudyScore} StudyScore
 * @typedef {"yes" | "no" | "maybe"} Answer
 * @typedef {{yes: number, no: number, maybe: number}} Odds
 *
 * @typedef {object} Value what a position is worth, from black's side
 * @property {number} black discs ahead
 * @property {StudyScore["kind"]} kind
 * @property {number} depth
 * @property {number} confidence
 *
 * @typedef {object} StudyNode a place of the tree
 * @property {number} id never used twice
 * @property {StudyNode | null} parent
 * @property {string} move a square or "pass"; empty at the start
 * @property {Position} position after the move
 * @property {string[]} flips
 * @property {StudyNode[]} replies the first is the main line
 * @property {StudyNode | null} followed the reply that was looked at last
 * @property {string} comment
 * @property {Value | null} value
 * @property {number | undefined} seconds
 * @property {boolean} automatic a pass that nobody chose
 * @property {{winner: "black" | "white" | null, reason: string} | null} verdict
 */

/** @type {Odds} */
const NO_ODDS = { yes: 0, no: 0, maybe: 0 };

/** The usual start. @param {string} variant @param {number} size @returns {Position} */
export function usualStart(variant, size) {
  const cells = Array.from({ length: size * size }, () => "-");
  const middle = (size / 2 - 1) * (size + 1);
  for (const [at, sign] of /** @type {const} */ ([[0, "O"], [1, "X"], [size, "X"], [size + 1, "O"]])) {
    cells[middle + at] = sign;
  }
  return { size, variant, board: cells.join(""), turn: "black" };
}

/** @param {"black" | "white"} side @returns {"black" | "white"} */
export const otherSide = (side) => (side === "black" ? "white" : "black");

/** How many plies lead to a place. @param {StudyNode} node */
export const depthOf = (node) => pathTo(node).length - 1;

/** The number that players give the move to a place; null for a pass and for the start. @param {StudyNode} node */
export const discNumberOf = (node) => discNumbers(pathTo(node).slice(1).map(({ move }) => move)).at(-1) ?? null;

/** The places from the start to this one. @param {StudyNode} node @returns {StudyNode[]} */
export function pathTo(node) {
  const path = [node];
  for (let at = node.parent; at; at = at.parent) path.push(at);
  return path.reverse();
}

export class Study {
  #ids = 0;
  #rules;
  /** What the oracle said for each turn; a turn has one answer in all variations. @type {Map<number, Answer>} */
  #answers = new Map();

  /**
   * @param {Rules} rules
   * @param {Position} start
   */
  constructor(rules, start) {
    this.#rules = rules;
    /** Used only where there is an oracle. @type {Odds} */
    this.odds = variantFacts(start.variant).odds ?? NO_ODDS;
    /** @type {Record<string, string>} */
    this.headers = {};
    /** The match that it came from, if any. */
    this.match = "";
    const { answer, ...position } = start;
    this.root = this.#makeNode(null, "", position, []);
    this.node = this.root;
    if (answer) this.#answers.set(0, answer);
  }

  get variant() {
    return this.root.position.variant;
  }

  get size() {
    return this.root.position.size;
  }

  get hasOracle() {
    return hasOracle(this.variant);
  }

  // Positions

  /** The position of a place, with the answer that its turn has heard. @param {StudyNode} [node] @returns {Position} */
  positionAt(node = this.node) {
    const answer = this.answerAt(node);
    return answer ? { ...node.position, answer } : node.position;
  }

  /** @param {StudyNode} [node] @returns {Answer | null} */
  answerAt(node = this.node) {
    if (!this.hasOracle || this.isOver(node)) return null; // nobody is asked after the end
    return this.#answers.get(depthOf(node)) ?? null;
  }

  /** @param {StudyNode} [node] */
  legalMoves(node = this.node) {
    return this.#rules.legalMoves(node.position);
  }

  /** The moves of any position, whether or not it is in the tree. @param {Position} position */
  movesOf(position) {
    return this.#rules.legalMoves(position);
  }

  /** @param {StudyNode} [node] */
  isOver(node = this.node) {
    return this.#rules.isOver(node.position);
  }

  /** @param {StudyNode} [node] */
  mustPass(node = this.node) {
    return !this.isOver(node) && this.legalMoves(node).length === 0;
  }

  /** @param {StudyNode} [node] */
  count(node = this.node) {
    return this.#rules.count(node.position);
  }

  /** What a move here would flip; nothing while the answer that decides it is missing. @param {string} move */
  flipsOf(move) {
    if (this.hasOracle && !this.answerAt()) return null;
    return this.#rules.play(this.positionAt(), move).flips;
  }

  /** The current line: the moves that lead here, then the replies that were followed last. @returns {StudyNode[]} */
  line() {
    const line = pathTo(this.node);
    for (let at = next(this.node); at; at = next(at)) line.push(at);
    return line;
  }

  /** Every place, parents and main lines first, as our JSON has them. @returns {StudyNode[]} */
  nodes() {
    /** @type {StudyNode[]} */
    const found = [];
    const waiting = [this.root];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      found.push(node);
      waiting.push(...node.replies.toReversed());
    }
    return found;
  }

  get plyCount() {
    return this.nodes().length - 1;
  }

  // Walking

  /** @param {StudyNode} node */
  goTo(node) {
    this.node = node;
    for (let at = node; at.parent; at = at.parent) at.parent.followed = at;
  }

  back() {
    if (this.node.parent) this.goTo(this.node.parent);
  }

  forward() {
    const reply = next(this.node);
    if (reply) this.goTo(reply);
  }

  /** Go to the variation before or after this one. @param {1 | -1} step */
  beside(step) {
    const siblings = this.node.parent?.replies ?? [];
    const other = siblings[siblings.indexOf(this.node) + step];
    if (other) this.goTo(other);
  }

  // Playing

  /**
   * Play a move, or follow it if it is in the tree, and then the pass that it forces. With an oracle
   * no pass is automatic. Throws a RangeError if the move is not legal.
   * @param {string} move
   */
  play(move) {
    if (move !== "pass") this.#passIfForced(); // at the start of an analysis, say
    const played = this.add(this.node, move);
    this.goTo(played);
    this.#passIfForced();
    return played;
  }

  #passIfForced() {
    if (this.hasOracle || !this.mustPass()) return;
    const passed = this.add(this.node, "pass");
    passed.automatic = true;
    this.goTo(passed);
  }

  /** Put a whole line into the tree, and stay here. @param {readonly string[]} moves */
  addLine(moves) {
    let at = this.node;
    for (const move of moves) {
      if (this.mustPass(at) && move !== "pass") at = this.add(at, "pass");
      at = this.add(at, move);
      if (this.hasOracle) return; // nobody knows what the oracle will say next
    }
  }

  /**
   * Put a move into the tree at any place, without going there.
   * @param {StudyNode} parent
   * @param {string} move
   */
  add(parent, move) {
    const known = parent.replies.find((reply) => reply.move === move);
    if (known) return known;
    const { position, flips } = this.#rules.play(this.positionAt(parent), move, this.answerAt(parent) ?? undefined);
    const { answer: _, ...after } = position;
    const node = this.#makeNode(parent, move, after, flips);
    parent.replies.push(node);
    return node;
  }

  /** Whether the answer for this turn is settled, because moves have been made with it. */
  get isAnswerFixed() {
    const turn = depthOf(this.node);
    return this.nodes().some((node) => node.parent && depthOf(node) === turn + 1);
  }

  /** Set the oracle's answer for the turn here; null if there is none yet. @param {Answer | null} answer */
  hear(answer) {
    if (this.isAnswerFixed) return;
    if (answer) this.#answers.set(depthOf(this.node), answer);
    else this.#answers.delete(depthOf(this.node));
  }

  // Changing the tree

  /** Remove a place and everything after it, and return a function that restores it. @param {StudyNode} node */
  remove(node) {
    const { parent } = node;
    if (!parent) return () => {};
    const at = parent.replies.indexOf(node);
    parent.replies.splice(at, 1);
    parent.followed = null;
    this.goTo(parent);
    return () => {
      parent.replies.splice(at, 0, node);
      this.goTo(node);
    };
  }

  /** Make the line to a place the main line. @param {StudyNode} node */
  promote(node) {
    for (const one of pathTo(node)) {
      const replies = one.parent?.replies;
      if (replies) replies.splice(0, replies.length, one, ...replies.filter((other) => other !== one));
    }
  }

  /** @param {StudyNode} node */
  isOnMainLine(node) {
    return pathTo(node).every((one) => !one.parent || one.parent.replies[0] === one);
  }

  /** @type {(parent: StudyNode | null, move: string, position: Position, flips: string[]) => StudyNode} */
  #makeNode(parent, move, position, flips) {
    return {
      id: ++this.#ids,
      parent,
      move,
      position,
      flips,
      replies: [],
      followed: null,
      comment: "",
      value: null,
      seconds: undefined,
      automatic: false,
      verdict: null,
    };
  }

  // Records

  /** Let the turn at a place hear an answer, as a record says it. @param {StudyNode} node @param {Answer | undefined} answer */
  setAnswer(node, answer) {
    if (answer) this.#answers.set(depthOf(node), answer);
  }

  /** The answers of the turns, by their numbers. @returns {ReadonlyMap<number, Answer>} */
  get answers() {
    return this.#answers;
  }
}

/** The place that the forward button leads to. @param {StudyNode} node */
function next(node) {
  return node.followed && node.replies.includes(node.followed) ? node.followed : (node.replies[0] ?? null);
}
