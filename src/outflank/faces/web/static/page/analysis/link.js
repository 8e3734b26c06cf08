/**
 * Links that hold an analysis in their fragment: its start, its moves, and the place that is looked at.
 * One line without comments is its moves and how many of them lead to the place. A tree has variations in
 * parentheses after the move that they replace, comments between exclamation marks, and the number of the place.
 */
import { packedBoard } from "../../engine/positions.js";
import { variantFacts } from "../../variants/variants.js";
import { depthOf, Study, usualStart } from "./study.js";

/**
 * @typedef {import("../../engine/rules.js").Position} Position
 * @typedef {import("./study.js").StudyNode} StudyNode
 */

/** How long the moves of a link may be: longer ones are cut off by mail programs and messengers. */
const LONGEST = 6000;

const FORM = /^#([^/]+)-(4|6|8|10|12|14|16)\/(-|[0-9XO]+\.[XO])\/([a-zA-Z0-9]*)\/([0-9]{1,3})$/;
const TREE = /^#([^/]+)-(4|6|8|10|12|14|16)\/(-|[0-9XO]+\.[XO])\/([a-zA-Z0-9()!_-]*)\/n([0-9]{1,4})([YNM]?)$/;
const TREE_PART = /([YNM]?)(pass|[a-p](?:1[0-6]|[1-9]))|!([\w-]*)!|[()]/y;
const MOVE = /([YNM]?)(pass|[a-p](?:1[0-6]|[1-9]))/g;
/** @type {Record<string, import("./study.js").Answer>} */
const ANSWERS = { Y: "yes", N: "no", M: "maybe" };

/** The whole analysis, or the line that is looked at where a link cannot hold more. @param {Study} study */
export function fragmentOf(study) {
  return isTooLong(study) || !isTree(study) ? lineFragment(study) : treeFragment(study);
}

/** Whether a link to an analysis holds only one line of it. @param {Study} study */
export const isTooLong = (study) => isTree(study) && treeText(study).length > LONGEST;

/** @param {Study} study */
const isTree = (study) => study.nodes().some(({ replies, comment }) => replies.length > 1 || comment);

/** The game and the start of an analysis. @param {Study} study */
function beginning({ root: { position } }) {
  const usual = usualStart(position.variant, position.size);
  const isUsual = usual.board === position.board && usual.turn === position.turn;
  const start = isUsual ? "-" : `${packedBoard(position.board)}.${position.turn === "black" ? "X" : "O"}`;
  return `#${encodeURIComponent(position.variant)}-${position.size}/${start}`;
}

/** @param {Study} study */
function treeFragment(study) {
  const here = study.answerAt() && !study.node.replies.length ? letterOf(study, study.node) : "";
  return `${beginning(study)}/${treeText(study)}/n${study.nodes().indexOf(study.node)}${here}`;
}

/** @param {Study} study */
const treeText = (study) => `${commentText(study.root)}${repliesText(study, study.root)}`;

/** The main line from a place on, with its variations. @param {Study} study @param {StudyNode} node */
function repliesText(study, node) {
  let text = "";
  const own = (/** @type {StudyNode} */ one) => `${letterOf(study, one.parent)}${one.move}${commentText(one)}`;
  /** @type {StudyNode | undefined} */
  let at = node;
  while (at) {
    const [main, ...others] = /** @type {StudyNode[]} */ (at.replies);
    if (main) text += own(main);
    for (const other of others) text += `(${own(other)}${repliesText(study, other)})`;
    at = main;
  }
  return text;
}

/** @param {StudyNode} node */
function commentText({ comment }) {
  if (!comment) return "";
  const bytes = new TextEncoder().encode(comment);
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `!${text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}!`;
}

/** @param {string} text */
function commentOf(text) {
  try {
    const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder().decode(Uint8Array.from(bytes, (one) => one.charCodeAt(0)));
  } catch {
    throw new RangeError("a comment is not whole");
  }
}

/** Answers are large letters before the moves that have heard them. @param {Study} study */
function lineFragment(study) {
  const line = study.line().slice(1);
  const moves = line
    .filter((node) => study.hasOracle || node.move !== "pass")
    .map((node) => `${letterOf(study, node.parent)}${node.move}`);
  const here = study.answerAt() && !study.node.replies.length ? letterOf(study, study.node) : "";
  return `${beginning(study)}/${moves.join("")}${here}/${depthOf(study.node)}`;
}

/** @param {Study} study @param {import("./study.js").StudyNode | null} node */
function letterOf(study, node) {
  return (node && study.answerAt(node)?.charAt(0).toUpperCase()) ?? "";
}

/**
 * Read a fragment; throws a RangeError where it holds nothing that can be played.
 * @param {import("./study.js").Rules} rules
 * @param {string} fragment
 */
export function studyOfFragment(rules, fragment) {
  const text = decodeURIComponent(fragment);
  const tree = TREE.exec(text);
  if (tree) return studyOfTree(rules, tree);
  const found = FORM.exec(text);
  if (!found) throw new RangeError("it is not whole");
  const [, variant = "", width = "", start = "", moves = "", at = ""] = found;
  const size = Number(width);
  const usual = startOfGame(variant, size);
  const study = new Study(rules, start === "-" ? usual : startOf(start, usual));
  let end = 0;
  for (const match of moves.matchAll(MOVE)) {
    if (match.index !== end) break;
    end += match[0].length;
    const [, letter = "", move = ""] = match;
    const answer = ANSWERS[letter];
    if (answer) study.hear(answer);
    study.play(move);
  }
  const rest = ANSWERS[moves.slice(end)];
  if (rest) study.hear(rest);
  else if (end < moves.length) throw new RangeError(`${moves.slice(end, end + 6)} is no move`);
  const place = study.line()[Number(at)];
  if (place) study.goTo(place);
  return study;
}

/**
 * @param {import("./study.js").Rules} rules
 * @param {string[]} parts of the fragment
 */
function studyOfTree(rules, [, variant = "", width = "", start = "", text = "", at = "", letter = ""]) {
  if (text.length > LONGEST) throw new RangeError("it is too long");
  const usual = startOfGame(variant, Number(width));
  const study = new Study(rules, start === "-" ? usual : startOf(start, usual));
  /** @type {StudyNode[]} where the lines go on after their variations */
  const waiting = [];
  let node = study.root;
  TREE_PART.lastIndex = 0;
  while (TREE_PART.lastIndex < text.length) {
    const place = TREE_PART.lastIndex;
    const [part, heard = "", move, comment] = TREE_PART.exec(text) ?? [];
    if (move) {
      study.setAnswer(node, ANSWERS[heard]);
      node = study.add(node, move);
      node.automatic = move === "pass" && !study.hasOracle;
    } else if (comment !== undefined) node.comment = commentOf(comment);
    else if (part === "(" && node.parent) {
      waiting.push(node);
      node = node.parent;
    } else {
      const next = part === ")" && waiting.pop();
      if (!next) throw new RangeError(`${text.slice(place, place + 6)} is no move`);
      node = next;
    }
  }
  study.goTo(study.nodes()[Number(at)] ?? study.root);
  study.setAnswer(study.node, ANSWERS[letter]);
  return study;
}

/** @param {string} variant @param {number} size */
function startOfGame(variant, size) {
  if (!variantFacts(variant).isInEngine) throw new RangeError(`there is no game ${variant}`);
  return usualStart(variant, size);
}

/** @param {string} text @param {Position} usual @returns {Position} */
function startOf(text, usual) {
  const [cells = "", turn] = text.split(".");
  const board = cells.replace(/\d+/g, (count) => "-".repeat(Math.min(256, Number(count))));
  if (board.length !== usual.size ** 2) throw new RangeError(`it has ${board.length} squares`);
  return { ...usual, board, turn: turn === "O" ? "white" : "black" };
}
