/**
 * The engine in the visitor's own browser: workers search one position, and their findings are put
 * together.
 *
 * Several lines are divided among the workers by their first moves: each worker finds the best of
 * its own. One line is searched by one worker, whose search is that of the server's engine to the
 * node. Where an oracle is asked, each answer is searched by itself while it is awaited.
 */
import { hasOracle, variantFacts } from "../variants/variants.js";
import { analysisOf, beforePass, finishedGame, Part } from "./analysis.js";
import { Core, compileCore } from "./core.js";
import { learnedFile } from "./learned.js";
import { ANSWERS, answerNumber, cellsOf, passed, resultOf } from "./positions.js";
import { SearchWorker } from "./search_worker.js";
import { mirroredMoves, ownSymmetries } from "./symmetry.js";

/**
 * @typedef {import("./analysis.js").Analysis} Analysis
 * @typedef {import("./core.js").SearchRequest} SearchRequest
 * @typedef {import("./positions.js").Answer} Answer
 * @typedef {import("./positions.js").Position} Position
 */

/**
 * What to search for, and how long. Without a limit a search runs until `stop`, or until everything is known.
 * @typedef {object} Options
 * @property {number} [lines] how many moves are given a score
 * @property {number} [depth]
 * @property {number} [confidence] percent that are enough: 73, 87, 95, 98, 99 or 100
 * @property {number} [time] seconds
 * @property {number} [nodes]
 * @property {boolean} [exact] search for the exact result
 * @property {Record<Answer, number>} [odds] of the answers where an oracle is asked
 */

/**
 * A search under way.
 * @typedef {object} Search
 * @property {() => void} stop ends it soon, with what was found so far
 * @property {Promise<Analysis>} finished
 */

const MOST_WORKERS = 4;
const TABLE_MEGABYTES = 16;
const MOST_TABLE_MEGABYTES = 32;
const MOST_LINES = 128;

/** Searches one position at a time in workers of its own. */
export class BrowserEngine {
  #core;
  #module;
  #tableBytes;
  #workers;
  /** @type {Run | null} */ #run = null;
  #isClosed = false;

  /**
   * Load the engine; its workers start when they are first needed.
   * @param {{workers?: number, tableMegabytes?: number}} [settings]
   */
  static async open({ workers, tableMegabytes = TABLE_MEGABYTES } = {}) {
    const module = compileCore();
    const usual = Math.min((navigator.hardwareConcurrency || 2) - 1, MOST_WORKERS);
    const count = Math.max(1, Math.floor(workers ?? usual));
    const megabytes = Math.min(Math.max(tableMegabytes, 1), MOST_TABLE_MEGABYTES);
    const first = new SearchWorker(module, megabytes * 2 ** 20);
    try {
      const core = await Core.open(await module);
      return new BrowserEngine(module, core, [first, ...Array(count - 1).fill(null)], megabytes);
    } catch (error) {
      first.close();
      throw error;
    }
  }

  /**
   * @param {Promise<WebAssembly.Module>} module
   * @param {Core} core the rules in this thread
   * @param {(SearchWorker | null)[]} workers null where one is not needed yet
   * @param {number} megabytes of each worker's table
   */
  constructor(module, core, workers, megabytes) {
    this.#module = module;
    this.#core = core;
    this.#workers = workers;
    this.#tableBytes = megabytes * 2 ** 20;
  }

  /**
   * Begin to search a position; a search that is under way is stopped first.
   * @param {Position} position
   * @param {Options} [options]
   * @param {(analysis: Analysis) => void} [report] called at every new depth, and now and then with the number of nodes
   * @returns {Search}
   */
  analyse(position, options = {}, report = () => {}) {
    if (this.#isClosed) throw new Error("The engine was closed.");
    this.#run?.stop();
    this.#run = null;
    const cells = cellsOf(position);
    const { size, turn } = position;
    const moves = this.#core.legalMoves(size, cells, turn === "black");
    if (moves.length === 0) return this.#withoutMove(position, options, report);
    const run = new Run(position, cells, moves, options, report);
    this.#run = run;
    const jobs = run.jobs(this.#workers.length);
    const workers = jobs.map((job, index) => ({ worker: this.#worker(index), job }));
    const finished = run.finish(workers);
    finished.catch(() => {}); // nobody waits for a search that was replaced
    return { stop: () => run.stop(), finished };
  }

  /** Clear the tables, so that the next search begins without earlier findings. */
  forget() {
    this.#run?.stop();
    for (const worker of this.#workers) worker?.forget();
  }

  /** End all workers. */
  close() {
    this.#isClosed = true;
    for (const worker of this.#workers) worker?.close();
  }

  /**
   * @param {Position} position
   * @param {Options} options
   * @param {(analysis: Analysis) => void} report
   * @returns {Search}
   */
  #withoutMove(position, options, report) {
    const next = passed(position);
    const cells = cellsOf(next);
    if (this.#core.legalMoves(next.size, cells, next.turn === "black").length === 0) {
      const result = finishedGame(resultOf(position));
      return { stop() {}, finished: Promise.resolve(result) };
    }
    const after = this.analyse(next, { ...options, lines: 1 }, (one) => report(beforePass(one)));
    const finished = after.finished.then(beforePass);
    finished.catch(() => {});
    return { stop: after.stop, finished };
  }

  /** @param {number} index */
  #worker(index) {
    const worker = this.#workers[index];
    if (worker && worker.fault === null) return worker;
    const begun = new SearchWorker(this.#module, this.#tableBytes);
    this.#workers[index] = begun;
    return begun;
  }
}

/**
 * The work of one worker: one part, or several parts in turn, one depth at a time.
 * @typedef {{part: Part, request: SearchRequest}[]} Job
 */

/** One search: its parts, the jobs of the workers, what they have found. */
class Run {
  #position;
  #cells;
  #moves;
  #options;
  #report;
  #symmetries;
  #lines;
  /** @type {Part[]} */ #parts = [];
  /** @type {SearchWorker[]} */ #workers = [];
  #isStopping = false;
  #started = performance.now();

  /**
   * @param {Position} position
   * @param {Uint8Array} cells
   * @param {number[]} moves
   * @param {Options} options
   * @param {(analysis: Analysis) => void} report
   */
  constructor(position, cells, moves, options, report) {
    this.#position = position;
    this.#cells = cells;
    this.#options = options;
    this.#report = report;
    this.#lines = Math.min(Math.max(1, Math.floor(options.lines ?? 1)), MOST_LINES, moves.length);
    this.#symmetries =
      this.#lines > 1 && !hasOracle(position.variant) ? ownSymmetries(cells, position.size) : [];
    const mirrored = mirroredMoves(moves, this.#symmetries);
    this.#moves = moves.filter((move) => !mirrored.includes(move));
  }

  /** Divide the work among at most this many workers. @param {number} workers */
  jobs(workers) {
    const { variant, answer = null } = this.#position;
    const jobs =
      hasOracle(variant) && !answer ? this.#answers(workers) : this.#groups(answer, workers);
    this.#parts = jobs.flat().map(({ part }) => part);
    if (hasOracle(variant)) {
      this.#parts.sort((one, other) => answerNumber(one.answer) - answerNumber(other.answer));
    }
    return jobs;
  }

  /** Search until every job is done. @param {{worker: SearchWorker, job: Job}[]} workers */
  async finish(workers) {
    this.#workers = workers.map(({ worker }) => worker);
    const file = learnedFile(this.#position.size, this.#position.variant);
    try {
      await Promise.all(workers.map(({ worker, job }) => this.#work(worker, job, file)));
    } catch (error) {
      this.stop();
      throw error;
    }
    const analysis = this.#analysis();
    if (analysis === null) throw new Error("The engine found no move.");
    return { ...analysis, final: true };
  }

  stop() {
    this.#isStopping = true;
    for (const worker of this.#workers) worker.stop();
  }

  /**
   * Divide the moves, so that all workers get some that look good.
   * @param {Answer | null} answer
   * @param {number} workers
   * @returns {Job[]}
   */
  #groups(answer, workers) {
    const count = this.#lines === 1 ? 1 : Math.min(workers, this.#moves.length);
    return Array.from({ length: count }, (_, index) => {
      const own = this.#moves.filter((_move, at) => at % count === index);
      const leftOut = count === 1 ? this.#mirrored() : this.#others(own);
      const candidates = Math.min(this.#lines, own.length);
      return [{ part: new Part(), request: this.#request({ answer, leftOut, candidates, count }) }];
    });
  }

  /** @param {number} workers @returns {Job[]} */
  #answers(workers) {
    const odds = /** @type {Record<Answer, number>} */ (this.#odds());
    const likely = ANSWERS.filter((answer) => odds[answer] > 0);
    const count = Math.min(workers, likely.length);
    /** @type {Job[]} */
    const jobs = Array.from({ length: count }, () => []);
    likely.forEach((answer, index) => {
      const candidates = this.#lines;
      const request = this.#request({ answer, leftOut: [], candidates, count: likely.length });
      jobs[index % count]?.push({ part: new Part(answer, odds[answer]), request });
    });
    return jobs;
  }

  /**
   * @param {{answer: Answer | null, leftOut: number[], candidates: number, count: number}} part
   * @returns {SearchRequest}
   */
  #request({ answer, leftOut, candidates, count }) {
    const { size, variant, turn } = this.#position;
    const { depth = 0, nodes = 0, time = 0, confidence = 0, exact = false } = this.#options;
    const odds = this.#odds();
    return {
      size,
      cells: this.#cells,
      blackToMove: turn === "black",
      fewestWins: variantFacts(variant).fewestWins,
      odds,
      answer: odds ? answerNumber(answer) : 0,
      exact,
      candidates,
      leftOut,
      depth: exact ? 0 : depth,
      nodes: Math.ceil(nodes / count),
      seconds: time,
      confidence: exact ? 0 : confidence,
    };
  }

  /**
   * @param {SearchWorker} worker
   * @param {Job} job
   * @param {string | null} file
   */
  async #work(worker, job, file) {
    const [only, ...others] = job;
    if (only === undefined) return;
    if (others.length === 0) {
      await this.#ask(worker, only, file, {});
      return;
    }
    const deepest = only.request.depth || this.#empties();
    for (let depth = 1; depth <= Math.min(deepest, this.#empties()); ++depth) {
      for (const one of job) {
        const seconds = one.request.seconds && one.request.seconds - this.#seconds();
        if (this.#isStopping && depth > 1) return;
        if (seconds < 0 && depth > 1) return;
        const nodes = one.request.nodes && one.request.nodes - one.part.nodes;
        if (nodes < 0 && depth > 1) continue;
        const limits = { depth, nodes: Math.max(nodes, one.request.nodes && 1), seconds: Math.max(seconds, one.request.seconds && 1e-3) };
        one.part.beginRequest();
        await this.#ask(worker, one, file, limits);
      }
    }
  }

  /**
   * @param {SearchWorker} worker
   * @param {Job[number]} asked
   * @param {string | null} file
   * @param {Partial<SearchRequest>} limits
   */
  async #ask(worker, { part, request }, file, limits) {
    const final = await worker.ask({ ...request, ...limits }, file, {
      report: (report) => {
        part.add(report);
        this.#tell();
      },
      progress: (nodes) => {
        part.nodes = nodes;
        this.#tell();
      },
    });
    part.add(final);
    this.#tell();
  }

  #tell() {
    const analysis = this.#analysis();
    if (analysis !== null) this.#report(analysis);
  }

  #analysis() {
    const request = {
      size: this.#position.size,
      empties: this.#empties(),
      lines: this.#lines,
      symmetries: this.#symmetries,
    };
    return analysisOf(this.#parts, request, this.#seconds());
  }

  #mirrored() {
    return this.#symmetries.length > 0 ? this.#others(this.#moves) : [];
  }

  /** All squares but some. @param {number[]} own */
  #others(own) {
    return [...this.#cells.keys()].filter((square) => !own.includes(square));
  }

  /** The odds of the answers; null where no oracle is asked. */
  #odds() {
    const { odds } = variantFacts(this.#position.variant);
    return odds && (this.#options.odds ?? odds);
  }

  #empties() {
    return this.#cells.filter((cell) => cell === 0).length;
  }

  #seconds() {
    return (performance.now() - this.#started) / 1000;
  }
}
