/** Links that hold an analysis in their fragment: its start, the line that is looked at, the place in it. */
import { depthOf, Study, usualStart } from "./study.js";

/** @typedef {import("../../engine/rules.js").Position} Position */

const FORM = /^#(classic|anti|yesno)-(4|6|8|10|12|14|16)\/(-|[0-9XO]+\.[XO])\/([a-zA-Z0-9]*)\/([0-9]{1,3})$/;
const MOVE = /([YNM]?)(pass|[a-p](?:1[0-6]|[1-9]))/g;
/** @type {Record<string, import("./study.js").Answer>} */
const ANSWERS = { Y: "yes", N: "no", M: "maybe" };

/** Answers are large letters before the moves that have heard them. @param {Study} study */
export function fragmentOf(study) {
  const { position } = study.root;
  const usual = usualStart(position.variant, position.size);
  const isUsual = usual.board === position.board && usual.turn === position.turn;
  const start = isUsual ? "-" : `${packed(position.board)}.${position.turn === "black" ? "X" : "O"}`;
  const line = study.line().slice(1);
  const moves = line
    .filter((node) => study.hasOracle || node.move !== "pass")
    .map((node) => `${letterOf(study, node.parent)}${node.move}`);
  const here = study.answerAt() && !study.node.replies.length ? letterOf(study, study.node) : "";
  return `#${position.variant}-${position.size}/${start}/${moves.join("")}${here}/${depthOf(study.node)}`;
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
  const found = FORM.exec(text);
  if (!found) throw new RangeError("it is not whole");
  const [, variant = "", width = "", start = "", moves = "", at = ""] = found;
  const size = Number(width);
  const usual = usualStart(/** @type {Position["variant"]} */ (variant), size);
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

/** Empty squares as their count. @param {string} board */
const packed = (board) => board.replace(/-+/g, (run) => String(run.length));

/** @param {string} text @param {Position} usual @returns {Position} */
function startOf(text, usual) {
  const [cells = "", turn] = text.split(".");
  const board = cells.replace(/\d+/g, (count) => "-".repeat(Math.min(256, Number(count))));
  if (board.length !== usual.size ** 2) throw new RangeError(`it has ${board.length} squares`);
  return { ...usual, board, turn: turn === "O" ? "white" : "black" };
}
