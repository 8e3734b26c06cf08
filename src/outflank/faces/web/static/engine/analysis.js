/** Analyses: what the searches of one position have found, put together. */
import { PASS } from "./core.js";
import { squareName, squareNumber } from "./positions.js";

/**
 * @typedef {import("./core.js").CoreReport} CoreReport
 * @typedef {import("./core.js").Variation} Variation
 * @typedef {import("./positions.js").Answer} Answer
 * @typedef {import("./symmetry.js").Symmetry} Symmetry
 */

/**
 * One move with its score, in discs from the side of the mover, and what is expected to follow.
 * @typedef {object} Line
 * @property {string} move "d3" or "pass"
 * @property {number} score
 * @property {Variation["kind"]} kind
 * @property {boolean} exact
 * @property {number} depth
 * @property {number} confidence percent
 * @property {number | null} winChance where chance is in play
 * @property {string[]} moves `move` first
 * @property {Answer | null} answer after which answer, where it was not heard yet
 */

/**
 * What is known of a position.
 * @typedef {object} Analysis
 * @property {number} depth
 * @property {number} confidence percent
 * @property {boolean} exact
 * @property {number} nodes
 * @property {number} seconds
 * @property {boolean} final
 * @property {number | null} score of the best line; before the answer where one is awaited; the
 *   result where the game is over
 * @property {number | null} winChance
 * @property {Line[]} lines
 * @property {Partial<Record<Answer, number>> | null} after the value after each answer
 */

/** One search among those that are put together: of some moves, or after one answer. */
export class Part {
  /** @type {Map<string, CoreReport>} */ #reports = new Map();
  /** Nodes of requests that were answered. */ #earlier = 0;
  #nodes = 0;

  /** @param {Answer | null} answer @param {number} odds */
  constructor(answer = null, odds = 1) {
    this.answer = answer;
    this.odds = odds;
  }

  /** Iterations that are finished, the oldest first. */
  get iterations() {
    return [...this.#reports.keys()];
  }

  get nodes() {
    return this.#earlier + this.#nodes;
  }

  /** @param {number} nodes */
  set nodes(nodes) {
    this.#nodes = nodes;
  }

  /** @param {CoreReport} report */
  add(report) {
    const confidence = report.variations[0]?.confidence ?? 100;
    this.#reports.set(`${report.depth} at ${confidence}`, report);
    this.#nodes = report.nodes;
  }

  /** Let the next report count its nodes from 0 again. */
  beginRequest() {
    this.#earlier += this.#nodes;
    this.#nodes = 0;
  }

  /** @param {string} iteration */
  reportOf(iteration) {
    return this.#reports.get(iteration) ?? null;
  }
}

/**
 * The analysis of a finished game.
 * @param {number} score
 * @returns {Analysis}
 */
export function finishedGame(score) {
  const known = { depth: 0, confidence: 100, exact: true, nodes: 0, seconds: 0, final: true };
  return { ...known, score, winChance: null, lines: [], after: null };
}

/**
 * The deepest iteration that all parts have finished, as an analysis; null where one knows nothing.
 * @param {Part[]} parts
 * @param {{size: number, empties: number, lines: number, symmetries: Symmetry[]}} request
 * @param {number} seconds
 * @returns {Analysis | null}
 */
export function analysisOf(parts, { size, empties, lines: wanted, symmetries }, seconds) {
  const iterations = parts[0]?.iterations ?? [];
  const last = iterations.findLast((one) => parts.every((part) => part.reportOf(one) !== null));
  // Scores of different depths are compared only where nothing better is known.
  const reports = parts.map((part) => part.reportOf(last ?? part.iterations.at(-1) ?? ""));
  const [report] = reports;
  if (!report || reports.includes(null)) return null;
  const found = reports.map((one, index) => {
    const answer = parts[index]?.answer ?? null;
    return (one?.variations ?? []).map((line) => lineOf(line, size, empties, answer));
  });
  const awaitsAnswer = parts.some((part) => part.answer !== null);
  const lines = awaitsAnswer
    ? found.flat()
    : withImages(found.flat(), size, symmetries)
        .sort(betterFirst)
        .slice(0, wanted);
  return {
    depth: report.depth,
    confidence: report.variations[0]?.confidence ?? 100,
    exact: lines.every((line) => line.exact),
    nodes: parts.reduce((sum, part) => sum + part.nodes, 0),
    seconds,
    final: false,
    ...(awaitsAnswer ? beforeAnswer(parts, found) : ofBest(lines)),
    lines,
  };
}

/**
 * The order in which the engine prefers lines. Where chance is involved, wins count more than discs once
 * the search has reached the end of the game.
 * @param {Line} one
 * @param {Line} other
 */
function betterFirst(one, other) {
  const wins = one.exact && other.exact ? (other.winChance ?? 0) - (one.winChance ?? 0) : 0;
  return wins || other.score - one.score;
}

/** @param {Line[]} lines */
function ofBest([best]) {
  return { score: best?.score ?? null, winChance: best?.winChance ?? null, after: null };
}

/**
 * The value before an answer is the average of those after it.
 * @param {Part[]} parts
 * @param {Line[][]} found
 */
function beforeAnswer(parts, found) {
  const total = parts.reduce((sum, part) => sum + part.odds, 0);
  /** @type {Partial<Record<Answer, number>>} */
  const after = {};
  let score = 0;
  let winChance = 0;
  parts.forEach(({ answer, odds }, index) => {
    const best = found[index]?.[0];
    if (answer === null || best === undefined) return;
    after[answer] = best.score;
    score += (best.score * odds) / total;
    winChance += ((best.winChance ?? 0.5) * odds) / total;
  });
  return { score, winChance, after };
}

/**
 * @param {Variation} found
 * @param {number} size
 * @param {number} empties
 * @param {Answer | null} answer
 * @returns {Line}
 */
function lineOf(found, size, empties, answer) {
  const name = (/** @type {number} */ move) => (move === PASS ? "pass" : squareName(move, size));
  const { kind, depth } = found;
  return {
    move: name(found.move),
    score: found.discs,
    kind,
    exact: kind === "exact" || kind === "proven" || (kind === "expected" && depth >= empties),
    depth,
    confidence: found.confidence,
    winChance: found.winChance,
    moves: found.line.map(name),
    answer,
  };
}

/**
 * The lines together with those that mirror them, which were not searched.
 * @param {Line[]} lines
 * @param {number} size
 * @param {Symmetry[]} symmetries
 */
function withImages(lines, size, symmetries) {
  const all = [...lines];
  for (const line of lines) {
    for (const symmetry of symmetries) {
      const moves = line.moves.map((move) => imageOf(move, size, symmetry));
      const move = moves[0] ?? line.move;
      if (all.every((one) => one.move !== move)) all.push({ ...line, move, moves });
    }
  }
  return all;
}

/** @param {string} move @param {number} size @param {Symmetry} symmetry */
function imageOf(move, size, symmetry) {
  if (move === "pass") return move;
  return squareName(symmetry(squareNumber(move, size)), size);
}

/**
 * The analysis of a position whose side must pass, made from that of the position after the pass.
 * @param {Analysis} after
 * @returns {Analysis}
 */
export function beforePass(after) {
  const { score, winChance, depth, confidence, exact } = after;
  const negated = score === null ? null : 0 - score;
  const chance = winChance === null ? null : 1 - winChance;
  const best = after.after === null ? after.lines[0] : undefined;
  /** @type {Line[]} */
  const lines =
    negated === null
      ? []
      : [
          {
            move: "pass",
            score: negated,
            kind: best?.kind ?? "expected",
            exact,
            depth,
            confidence,
            winChance: chance,
            moves: ["pass", ...(best?.moves ?? [])],
            answer: null,
          },
        ];
  return { ...after, score: negated, winChance: chance, lines, after: null };
}
