/** Values in words and shapes: how many discs, for whom, and where the figure comes from. */
import analysis from "../../texts/analysis.js";
import { signed } from "../shared/figures.js";
import { sayWith } from "../shared/say.js";

/**
 * @typedef {import("../../engine/analysis.js").Line} Line
 * @typedef {import("./study.js").Value} Value
 * @typedef {"exact" | "searched" | "estimate"} Source
 */

export const say = sayWith(analysis);

const LOOK = 6; // moves ahead up to which a value is no more than an estimate

/** @param {{score: number, kind: string}} line @param {number} [digits] */
export function figure({ score, kind }, digits = 0) {
  if (kind === "proven") return say(`analysis.engine.${score > 0 ? "win" : score < 0 ? "loss" : "draw"}`);
  return signed(score, kind === "exact" || Number.isInteger(score) ? 0 : kind === "expected" ? 1 : digits);
}

/** Where a figure comes from. @param {{kind: string, depth: number, exact?: boolean}} line @returns {Source} */
export function sourceOf({ kind, depth, exact }) {
  if (exact || kind === "exact" || kind === "proven") return "exact";
  return depth > LOOK || kind === "book" ? "searched" : "estimate";
}

/** The note on a square. @param {Line} line @returns {import("../../board/state.js").Note} */
export function noteOf(line) {
  const source = sourceOf(line);
  return {
    text: figure(line),
    tone: line.score > 0.5 ? "good" : line.score < -0.5 ? "bad" : "even",
    source: source === "searched" ? "" : source,
  };
}

/** Values that were searched, as notations hold them. @param {Line[]} lines */
export function scoresOf(lines) {
  const told = lines.filter((line) => !line.answer && sourceOf(line) !== "estimate");
  return told.map(({ move, score, kind, depth, confidence, exact }) => ({
    move,
    score: {
      discs: score,
      kind: exact ? /** @type {const} */ ("exact") : kind,
      ...(exact || depth < 1 ? {} : { depth }),
      ...(exact || confidence < 50 ? {} : { confidence }),
    },
  }));
}

/** A value in words, for screen readers. @param {Value | null} value */
export function wordsOf(value) {
  if (!value) return say("analysis.graph.none");
  const shown = Math.abs(value.black).toFixed(Number.isInteger(value.black) ? 0 : 1);
  if (Number(shown) === 0) return say("analysis.graph.even");
  return say(`analysis.graph.${value.black > 0 ? "black" : "white"}`, { value: shown });
}

/** A number as people say it: 12.3 million. @param {number} count */
export function large(count) {
  if (count >= 1e9) return `${(count / 1e9).toFixed(1)} G`;
  if (count >= 1e6) return `${(count / 1e6).toFixed(1)} M`;
  return count >= 1e3 ? `${(count / 1e3).toFixed(0)} k` : count.toFixed(0);
}
