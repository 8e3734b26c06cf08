/** The words about the current place: who is to move, the count, how the game ended. */
import { variantFacts, variantTitle } from "../../variants/variants.js";
import { change, need, write } from "../shared/dom.js";
import { otherSide, pathTo } from "./study.js";
import { say } from "./values.js";

/** @typedef {import("./study.js").Study} Study */

/** What happened here, and who is to move. @param {Study} study */
export function turnWords(study) {
  const { node } = study;
  const told = pathTo(node).slice(-2).filter((one, at, all) => one.parent && (at === all.length - 1 || node.automatic));
  const played = told.map((one) => {
    const side = say(`game.${one.parent?.position.turn}`);
    if (one.move === "pass") return say("analysis.played_pass", { side });
    return say("analysis.played", { side, move: one.move, flips: one.flips.length });
  });
  return [...(node.parent ? played : [say("analysis.start")]), stateWords(study)].join(" ");
}

/** @param {Study} study */
function stateWords(study) {
  const side = say(`game.${study.node.position.turn}`);
  if (study.isOver()) return endWords(study);
  if (study.mustPass()) return say("analysis.must_pass", { side });
  return say("analysis.to_move_told", { side });
}

/** How the board decided the game. @param {Study} study */
function endWords(study) {
  const { black, white } = study.count();
  const numbers = { most: Math.max(black, white), least: Math.min(black, white) };
  if (black === white) return say("analysis.over_draw", numbers);
  const { fewestWins } = variantFacts(study.variant);
  const ahead = black > white ? "black" : "white";
  const side = say(`game.${fewestWins ? otherSide(ahead) : ahead}`);
  return say(`analysis.over${fewestWins ? "_fewest" : ""}`, { side, ...numbers });
}

/** @param {Study} study */
export function drawSides(study) {
  const { node, headers } = study;
  const { black, white, empty } = study.count();
  write(need("black-count"), String(black));
  write(need("white-count"), String(white));
  change(need("black-count"), "title", say("analysis.score", { black, white, empty }));
  const title = [headers["black"], headers["white"]].filter(Boolean).join(" – ");
  const kind = `${variantTitle(study.variant)} ${study.size}×${study.size}`;
  write(need("glance-heading"), title ? `${title}, ${kind}` : kind);
  const ended = node.verdict ? say("analysis.over_verdict", { reason: say(`game.because.${node.verdict.reason}`) }) : "";
  const isSideToMove = !study.isOver() && !study.mustPass();
  const toMove = isSideToMove ? say("analysis.to_move", { side: say(`game.${node.position.turn}`) }) : stateWords(study);
  write(need("turn"), ended || toMove);
  need("pass-row").hidden = !study.mustPass();
  need("play-on").hidden = study.isOver();
  change(need("play-on"), "href", playLink(node.position));
}

/** The address of the form for a game from a position. @param {import("./study.js").Position} position */
function playLink({ board, turn, variant, size }) {
  const start = `${board} ${turn === "black" ? "X" : "O"}`;
  return `/play?${new URLSearchParams({ start, variant, size: String(size), color: turn })}`;
}

/** @param {Study} study @param {boolean} mayUndo */
export function drawMoveTools(study, mayUndo) {
  const { node } = study;
  const comment = /** @type {HTMLTextAreaElement} */ (need("comment"));
  if (comment.value !== node.comment) comment.value = node.comment;
  change(need("remove"), "aria-disabled", node.parent ? null : "true");
  change(need("promote"), "aria-disabled", study.isOnMainLine(node) ? "true" : null);
  change(need("back"), "aria-disabled", node.parent ? null : "true");
  change(need("first"), "aria-disabled", node.parent ? null : "true");
  const isEnd = !node.replies.length;
  change(need("forward"), "aria-disabled", isEnd ? "true" : null);
  change(need("latest"), "aria-disabled", isEnd ? "true" : null);
  need("undo").hidden = !mayUndo;
}
