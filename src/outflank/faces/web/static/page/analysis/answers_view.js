/** The oracle's answers at the current place: which one it gave, and what each is worth. */
import { change, need, part, write } from "../shared/dom.js";
import { signed } from "../shared/figures.js";
import { say } from "./values.js";

/**
 * @typedef {import("./study.js").Study} Study
 * @typedef {import("./study.js").Answer} Answer
 */

const NAMES = /** @type {const} */ (["before", "yes", "no", "maybe"]);

/** @param {Study} study @param {import("./engine_session.js").EngineSession} session */
export function drawAnswers(study, session) {
  const section = need("answers");
  section.hidden = !study.hasOracle || study.isOver();
  if (section.hidden) return;
  const heard = study.answerAt();
  const isFixed = study.isAnswerFixed;
  const before = session.beforeAnswer(study);
  const here = session.isThreats ? null : (session.report(study)?.analysis ?? null);
  for (const name of NAMES) {
    const input = /** @type {HTMLInputElement} */ (part(section, `[value=${name}]`));
    input.checked = name === (heard ?? "before");
    input.disabled = isFixed && !input.checked;
    const after = name === "before" ? before?.score : before?.after?.[name];
    const value = name === heard ? (here?.score ?? after) : after;
    write(part(section, `[data-value=${name}]`), typeof value === "number" ? signed(value, 1) : "");
  }
  const fixed = need("answer-fixed");
  fixed.hidden = need("from-here").hidden = !isFixed;
  write(fixed, isFixed && heard ? say("analysis.answer.fixed", { answer: say(`game.${heard}`) }) : "");
  change(section, "data-answer", heard);
}

/** Call a function when somebody chooses an answer. @param {(answer: Answer | null) => void} choose */
export function listenToAnswers(choose) {
  need("answers").addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    choose(target.value === "before" ? null : /** @type {Answer} */ (target.value));
  });
}
