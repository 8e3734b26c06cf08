/** The engine's part of the page: its lines, depth and speed, and how far the solving is. */
import { change, make, need, write } from "../shared/dom.js";
import { otherSide } from "./study.js";
import { figure, large, say, sourceOf } from "./values.js";

/**
 * @typedef {import("./study.js").Study} Study
 * @typedef {import("./engine_session.js").EngineSession} EngineSession
 * @typedef {import("./engine_session.js").Analysis} Analysis
 * @typedef {import("./engine_session.js").Line} Line
 */

const SHOWN = 12; // moves of a line
const MANY = 26; // empty squares from which solving is said to take long

/** @param {Study} study @param {EngineSession} session */
export function drawEngine(study, session) {
  const found = session.report(study);
  const analysis = found?.analysis ?? null;
  drawButtons(study, session);
  write(need("status"), statusOf(study, session, analysis));
  const speed = analysis && analysis.seconds > 0.05 ? analysis.nodes / analysis.seconds : 0;
  const numbers = { nodes: large(analysis?.nodes ?? 0), speed: large(speed) };
  write(need("speed"), analysis?.nodes ? say("analysis.engine.speed", numbers) : "");
  drawProgress(study, session, analysis);
  drawLines(study, session, analysis);
}

/** @param {Study} study @param {EngineSession} session */
function drawButtons(study, session) {
  write(need("run"), say(`analysis.engine.${session.isOn || session.isSolving ? "stop" : "run"}`));
  change(need("run"), "aria-pressed", String(session.isOn || session.isSolving));
  change(need("threats"), "aria-pressed", String(session.isThreats));
  change(need("solve"), "aria-pressed", String(session.isSolving));
  change(need("solve"), "aria-disabled", study.isOver() ? "true" : null);
}

/** @param {Study} study @param {EngineSession} session @param {Analysis | null} analysis */
function statusOf(study, session, analysis) {
  if (session.message) return session.message;
  const { turn } = study.node.position;
  const sides = { side: say(`game.${turn}`), other: say(`game.${otherSide(turn)}`) };
  if (session.isThreats && (session.isOn || analysis)) {
    const swapped = { ...study.node.position, turn: otherSide(turn) };
    return say(`analysis.engine.${study.movesOf(swapped).length ? "threats_on" : "threats_none"}`, sides);
  }
  if (session.isSolving) {
    const { empty: count } = study.count();
    return say(`analysis.engine.solving${count > MANY ? "_long" : ""}`, { count });
  }
  if (!analysis) return session.isOn ? "" : say("analysis.engine.off");
  if (analysis.exact) return say("analysis.engine.status_exact");
  const { depth, confidence } = analysis;
  const isSure = !confidence || confidence >= 100;
  return say(`analysis.engine.status${isSure ? "" : "_confidence"}`, { depth, confidence });
}

/** @param {Study} study @param {EngineSession} session @param {Analysis | null} analysis */
function drawProgress(study, session, analysis) {
  const bar = /** @type {HTMLProgressElement} */ (need("progress"));
  bar.hidden = !session.isSolving;
  if (bar.hidden) return;
  const { empty } = study.count();
  // Half of the way is looking deeper, half is becoming sure.
  const deep = Math.min(1, (analysis?.depth ?? 0) / Math.max(1, empty));
  const sure = deep < 1 ? 0 : Math.max(0, (analysis?.confidence ?? 0) - 50) / 50;
  bar.value = analysis?.exact ? 1 : (deep + sure) / 2;
}

/** @param {Study} study @param {EngineSession} session @param {Analysis | null} analysis */
function drawLines(study, session, analysis) {
  const list = need("lines");
  const lines = wantedOf(analysis?.lines ?? [], session.lineCount);
  const key = JSON.stringify([study.node.id, session.isThreats, lines.map((line) => [line.answer, line.moves.slice(0, SHOWN), line.score, line.depth, line.exact])]);
  if (list.dataset.key === key) return;
  list.dataset.key = key;
  const focused = document.activeElement instanceof HTMLElement && list.contains(document.activeElement) ? document.activeElement.dataset.focus : "";
  list.replaceChildren(...lines.map((line) => itemOf(line, session.isThreats)));
  if (focused) /** @type {HTMLElement | null} */ (list.querySelector(`[data-focus="${focused}"]`))?.focus();
}

/** The best lines, after each answer, as many as somebody wants to see. @param {Line[]} lines @param {number | "all"} count */
function wantedOf(lines, count) {
  if (count === "all") return lines;
  return lines.filter((line, at) => lines.slice(0, at).filter(({ answer }) => answer === line.answer).length < count);
}

/** @param {Line} line @param {boolean} isThreat */
function itemOf(line, isThreat) {
  const value = make("span", { class: `value ${sourceOf(line)}` }, `${figure(line, 1)}${sourceOf(line) === "exact" ? " ✓" : ""}`);
  const heard = line.answer ? [make("small", { class: "heard" }, say("analysis.engine.if", { answer: say(`game.${line.answer}`) }))] : [];
  const rest = make("span", { class: "soft" }, line.moves.slice(1, SHOWN).join(" "));
  if (isThreat || line.answer) return make("li", {}, ...heard, value, make("strong", {}, line.move), rest);
  const label = say("analysis.engine.play", { move: line.move, value: figure(line, 1) });
  const play = make("button", { type: "button", class: "move", "data-play": line.move, "data-focus": `play-${line.move}`, "aria-label": label }, line.move);
  const add = make(
    "button",
    { type: "button", class: "plain", "data-add": line.moves.join(" "), "data-focus": `add-${line.move}`, "aria-label": say("analysis.engine.add_label", { move: line.move }) },
    say("analysis.engine.add"),
  );
  return make("li", {}, value, play, rest, add);
}
