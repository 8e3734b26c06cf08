/** What the board shows of an analysis: discs, the last move, what may be played, values, threats. */
import { skinFor } from "../shared/preferences.js";
import { figure, noteOf } from "./values.js";

/**
 * @typedef {import("./study.js").Study} Study
 * @typedef {import("./engine_session.js").SearchReport} SearchReport
 * @typedef {import("./engine_session.js").Line} Line
 * @typedef {import("../../board/state.js").State} State
 */

/**
 * @param {Study} study
 * @param {{report: SearchReport | null, isThreats: boolean, isRotated: boolean}} shown
 * @returns {State}
 */
export function boardState(study, { report, isThreats, isRotated }) {
  const { node } = study;
  const { size, board, turn, variant } = node.position;
  const answer = study.answerAt();
  const moves = study.legalMoves();
  /** @type {Record<string, readonly string[]>} */
  const legal = {};
  /** @type {State["legal"]} */
  const places = answer || !study.hasOracle ? legal : moves.map((square) => ({ square }));
  for (const square of moves) legal[square] = study.flipsOf(square) ?? [];
  return {
    size,
    cells: board,
    turn,
    legal: study.isOver() ? {} : places,
    last: lastOf(study),
    answer,
    texts: report ? notesOf(report) : {},
    marks: isThreats && report ? { frame: [...report.lines.values()].map(({ move }) => move).filter(isSquare) } : {},
    orientation: isRotated ? 180 : 0,
    skin: /** @type {import("../../board/state.js").Skin} */ (skinFor(variant)),
  };
}

/** @param {Study} study @returns {import("../../board/state.js").Last | null} */
function lastOf(study) {
  const { node } = study;
  // A pass changes nothing, so the move before it is still the last one to be seen.
  const shown = node.move === "pass" ? node.parent : node;
  if (!shown?.parent || !isSquare(shown.move)) return null;
  const answer = study.answerAt(shown.parent);
  return { square: shown.move, flipped: shown.flips, ...(answer ? { answer } : {}) };
}

const isSquare = (/** @type {string} */ move) => move !== "pass" && move !== "";

/** @param {SearchReport} report */
function notesOf(report) {
  const lines = [...report.lines.values()].filter(({ move }) => isSquare(move));
  // The best move is one that was searched: an estimate may be higher, and wrong.
  const searched = report.analysis?.lines.filter(({ move }) => isSquare(move)) ?? [];
  const told = searched.length ? searched : lines;
  if (told.some(({ answer }) => answer)) return notesByAnswer(told);
  const best = Math.max(...told.map(({ score }) => score));
  const isBest = new Set(told.filter(({ score }) => score >= best).map(({ move }) => move));
  return Object.fromEntries(lines.map((line) => [line.move, { ...noteOf(line), strong: isBest.has(line.move) }]));
}

/** Before the answer: the best move for each, with the letters of the answers, and its value if that is one. @param {Line[]} lines */
function notesByAnswer(lines) {
  /** @type {Record<string, import("../../board/state.js").Note>} */
  const notes = {};
  for (const answer of /** @type {const} */ (["yes", "no", "maybe"])) {
    const [best] = lines.filter((line) => line.answer === answer).sort((one, two) => two.score - one.score);
    if (!best) continue;
    const letter = answer.charAt(0).toUpperCase();
    const [letters] = notes[best.move]?.text.split(" ") ?? [];
    notes[best.move] = { text: letters ? `${letters}${letter}` : `${letter} ${figure({ ...best, kind: "heuristic" })}` };
  }
  return notes;
}
