/** Analyses as records: our JSON, which the server reads and writes in every other notation. */
import { depthOf, Study } from "./study.js";

/**
 * @typedef {import("./study.js").StudyNode} StudyNode
 * @typedef {import("./study.js").Value} Value
 * @typedef {import("server-api").StudyGame} StudyGame
 * @typedef {NonNullable<StudyGame["plies"]>[number]} StudyPly
 * @typedef {import("server-api").StudyScore} StudyScore
 * @typedef {import("../../engine/rules.js").Position} Position
 */

/** The start of a record: cells, a space, and the sign of the side to move. */
const START = /^([XO-]+) ([XO])$/;

/** @param {Position} position */
export const positionText = ({ board, turn }) => `${board} ${turn === "black" ? "X" : "O"}`;

/**
 * Make an analysis of a record; throws a RangeError where a move is not legal.
 * @param {import("./study.js").Rules} rules
 * @param {StudyGame} game
 * @param {Position} usual the start if the record has none
 */
export function studyOf(rules, game, usual) {
  const [, board, sign] = START.exec(game.start ?? "") ?? [];
  const turn = sign === "O" ? "white" : "black";
  /** @type {Position} */
  const start = board ? { size: game.size, variant: usual.variant, board, turn } : usual;
  const study = new Study(rules, start);
  if (game.odds) study.odds = { yes: 0, no: 0, maybe: 0, ...game.odds };
  study.headers = { ...game.headers };
  study.root.comment = game.comment ?? "";
  const nodes = [study.root];
  study.setAnswer(study.root, game.next_answer);
  for (const ply of game.plies ?? []) {
    const parent = nodes[ply.after ?? nodes.length - 1];
    if (!parent) throw new RangeError(`there is no ply ${ply.after}`);
    study.setAnswer(parent, ply.answer);
    const node = study.add(parent, ply.move);
    node.comment = ply.comment ?? "";
    node.seconds = ply.seconds;
    node.automatic = ply.automatic ?? false;
    node.value = ply.score ? valueOf(ply.score, parent.position.turn) : null;
    study.setAnswer(node, ply.next_answer);
    nodes.push(node);
  }
  if (game.verdict) {
    const end = game.verdict.after === undefined ? mainEnd(study.root) : nodes[game.verdict.after];
    if (end) end.verdict = { winner: game.verdict.winner ?? null, reason: game.verdict.reason };
  }
  return study;
}

/** Write an analysis as a record. @param {Study} study @returns {StudyGame} */
export function recordOf(study) {
  const nodes = study.nodes();
  const numbers = new Map(nodes.map((node, number) => [node, number]));
  /** @type {StudyGame} */
  const game = {
    outflank: 1,
    variant: study.variant,
    size: study.size,
    start: positionText(study.root.position),
  };
  if (study.hasOracle) game.odds = withoutZeros(study.odds);
  if (Object.keys(study.headers).length) game.headers = study.headers;
  if (study.root.comment) game.comment = study.root.comment;
  const first = study.answerAt(study.root);
  if (first && !study.root.replies.length) game.next_answer = first;
  game.plies = nodes.slice(1).map((node, index) => plyOf(study, node, numbers, index));
  const ended = nodes.find((node) => node.verdict);
  if (ended?.verdict && !study.isOver(ended)) {
    game.verdict = { ...ended.verdict, after: numbers.get(ended) ?? 0 };
  }
  return game;
}

/** @type {(study: Study, node: StudyNode, numbers: Map<StudyNode, number>, index: number) => StudyPly} */
function plyOf(study, node, numbers, index) {
  const parent = /** @type {StudyNode} */ (node.parent);
  const after = numbers.get(parent) ?? 0;
  const answer = study.answerAt(parent);
  const awaited = node.replies.length ? null : study.answerAt(node);
  /** @type {StudyPly} */
  const ply = { move: node.move };
  if (after !== index) ply.after = after;
  if (answer) ply.answer = answer;
  if (node.automatic) ply.automatic = true;
  if (node.seconds !== undefined) ply.seconds = node.seconds;
  if (node.value) ply.score = scoreOf(node.value, parent.position.turn);
  if (node.comment) ply.comment = node.comment;
  if (awaited) ply.next_answer = awaited;
  return ply;
}

/** The number of a place in the record of its analysis. @param {Study} study @param {StudyNode} node */
export const numberOf = (study, node) => study.nodes().indexOf(node);

/** A score of the side that moved, as a value. @param {StudyScore} score @param {"black" | "white"} mover @returns {Value} */
export function valueOf({ discs, kind, depth, confidence }, mover) {
  return { black: mover === "black" ? discs : -discs, kind, depth: depth ?? 0, confidence: confidence ?? 0 };
}

/** A value as a score of one side. @param {Value} value @param {"black" | "white"} side @returns {StudyScore} */
export function scoreOf({ black, kind, depth, confidence }, side) {
  /** @type {StudyScore} */
  const score = { discs: side === "black" ? black : 0 - black, kind };
  if (depth) score.depth = depth;
  if (confidence >= 50) score.confidence = confidence;
  return score;
}

/** @param {StudyNode} node */
function mainEnd(node) {
  let at = node;
  while (at.replies[0]) at = at.replies[0];
  return at;
}

/** @param {import("./study.js").Odds} odds */
function withoutZeros(odds) {
  return Object.fromEntries(Object.entries(odds).filter(([, chance]) => chance > 0));
}

/** The moves that lead to a place, passes left out. @param {Study} study @param {StudyNode} node */
export function movesTo(study, node) {
  const moves = [];
  for (let at = node; at.parent; at = at.parent) if (at.move !== "pass") moves.unshift(at.move);
  return { moves, plies: depthOf(node), start: study.root.position };
}
