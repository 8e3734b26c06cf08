/**
 * The engine that is compiled to WebAssembly, with its rules and its search, as JavaScript calls it.
 * It runs wherever WebAssembly does: in a page, in a worker, in Node.
 */

/**
 * One move that was searched. Squares are numbers row by row from a1; 65535 is a pass.
 * @typedef {object} Variation
 * @property {number} move
 * @property {"heuristic" | "expected" | "proven" | "exact"} kind
 * @property {number} depth
 * @property {number} confidence percent
 * @property {number} discs
 * @property {number | null} winChance
 * @property {number[]} line
 */

/**
 * All that is known at one moment, the best move first.
 * @typedef {object} CoreReport
 * @property {boolean} final
 * @property {number} depth
 * @property {number} nodes
 * @property {number} seconds
 * @property {Variation[]} variations
 */

/**
 * What is searched; a limit of 0 is none.
 * @typedef {object} SearchRequest
 * @property {number} size
 * @property {Uint8Array} cells 0 empty, 1 black, 2 white
 * @property {boolean} blackToMove
 * @property {boolean} fewestWins
 * @property {{yes: number, no: number, maybe: number} | null} odds
 * @property {number} answer 0 none, 1 yes, 2 no, 3 maybe
 * @property {boolean} exact whether the exact result is wanted, not only a good move
 * @property {number} candidates
 * @property {number[]} leftOut moves that are not searched
 * @property {number} depth
 * @property {number} nodes
 * @property {number} seconds
 * @property {number} confidence percent
 */

/**
 * @typedef {object} Host
 * @property {(report: CoreReport) => void} report
 * @property {() => Promise<void>} pause called about fifty times a second where `canPause`
 */

/** @typedef {Record<string, (...numbers: number[]) => number>} Exports */

export const PASS = 65535;
const KINDS = /** @type {const} */ (["heuristic", "expected", "proven", "exact"]);
const UNSUPPORTED = 52; // what WASI calls a function that is not there

/** Has the functions that let a search in WebAssembly wait for a promise, in browsers that have them. */
const integration = /** @type {any} */ (globalThis.WebAssembly ?? {});

/** Whether a search can be left and continued. */
export const canPause = "Suspending" in integration && "promising" in integration;

/** A fault while the engine's own code ran, after which it cannot be trusted. */
export class CoreFault extends Error {
  /** @param {unknown} [cause] */
  constructor(cause) {
    super("The engine stopped working; ask again.", { cause });
  }
}

/** The engine's file did not arrive; another try may help. */
export class CoreNotLoaded extends Error {}

/** @type {Promise<WebAssembly.Module> | null} */
let compiled = null;

/** Fetch and compile the engine, once. */
export function compileCore() {
  const file = new URL("./outflank.wasm", import.meta.url);
  compiled ??= WebAssembly.compileStreaming(fetch(file)).catch((reason) => {
    compiled = null; // the next one who asks tries again
    // A file that arrived but does not compile needs features that this browser lacks.
    if (reason instanceof WebAssembly.CompileError) throw new Error("This browser cannot run the engine.", { cause: reason });
    throw new CoreNotLoaded("The engine could not be loaded; try again later.", { cause: reason });
  });
  return compiled;
}

/** One instance of the engine with a memory of its own. */
export class Core {
  /** @type {Exports} */ #exports;
  /** @type {WebAssembly.Memory} */ #memory;
  /** @type {Host} */ #host;
  /** @type {Record<"cells" | "marks" | "report", number>} */ #places;

  /**
   * @param {WebAssembly.Module} module
   * @param {Host} [host]
   */
  static async open(module, host = { report() {}, async pause() {} }) {
    /** The engine's imports need its instance, which is made only after them. @type {Core[]} */
    const made = [];
    const instance = await WebAssembly.instantiate(module, {
      outflank: {
        report: () => made.forEach((core) => core.#report()),
        pause: canPause ? new integration.Suspending(() => host.pause()) : () => {},
      },
      wasi_snapshot_preview1: systemCalls((write) => made.forEach((core) => write(core.#view()))),
    });
    const core = new Core(instance, host);
    made.push(core);
    return core;
  }

  /**
   * @param {WebAssembly.Instance} instance
   * @param {Host} host
   */
  constructor(instance, host) {
    this.#exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
    this.#memory = /** @type {WebAssembly.Memory} */ (instance.exports["memory"]);
    this.#host = host;
    this.#call("_initialize");
    this.#places = {
      cells: this.#call("cells_place"),
      marks: this.#call("marks_place"),
      report: this.#call("report_place"),
    };
  }

  /**
   * The legal moves of a side.
   * @param {number} size
   * @param {Uint8Array} cells
   * @param {boolean} blackToMove
   * @returns {number[]}
   */
  legalMoves(size, cells, blackToMove) {
    this.#bytes(this.#places.cells, cells.length).set(cells);
    if (this.#call("legal_moves", size, Number(blackToMove)) === 0) return [];
    const marks = this.#bytes(this.#places.marks, cells.length);
    return [...marks.keys()].filter((square) => marks[square] === 1);
  }

  /**
   * The board after a disc was placed, or null where the move is illegal.
   * @param {number} size
   * @param {Uint8Array} cells
   * @param {boolean} blackToMove
   * @param {number} square
   * @param {number} answer as in a request
   * @returns {Uint8Array | null}
   */
  place(size, cells, blackToMove, square, answer) {
    const board = this.#bytes(this.#places.cells, cells.length);
    board.set(cells);
    const isLegal = this.#call("place", size, Number(blackToMove), square, answer) === 1;
    return isLegal ? board.slice() : null;
  }

  /** Make the table of a search. @param {number} bytes */
  makeTable(bytes) {
    this.#check(this.#call("make_table", bytes));
  }

  /** Unpack a file of pattern weights. @param {Uint8Array} file */
  unpack(file) {
    this.#pass("unpack", file);
    const size = this.#call("unpacked_size");
    const unpacked = this.#bytes(this.#call("unpacked_place"), size).slice();
    this.#call("free_unpacked");
    return unpacked;
  }

  /** Evaluate by the pattern weights of an unpacked file and by no others. @param {Uint8Array} file */
  learn(file) {
    this.#pass("learn", file);
  }

  /** Load the usual errors of shallow searches, by which ProbCut decides what to cut. @param {string} text the file probcut.txt */
  setProbcut(text) {
    const lines = text.split("\n").filter((line) => line && !line.startsWith("#"));
    const room = this.#call("make_room", lines.length * 8);
    const view = this.#view();
    lines.forEach((line, index) => view.setFloat64(room + index * 8, Number(line), true));
    const problem = this.#call("set_probcut", room, lines.length);
    this.#call("free_room", room);
    this.#check(problem);
  }

  /**
   * Search until the answer is found, without a pause.
   * @param {SearchRequest} request
   * @param {{continues?: boolean}} [options] whether it resumes a search that a limit of nodes ended
   */
  search(request, { continues = false } = {}) {
    this.#ask(request);
    this.#check(this.#call("search", ...numbersOf(request), Number(continues)));
  }

  /** Search with pauses, where `canPause`. @param {SearchRequest} request */
  async searchWithPauses(request) {
    this.#ask(request);
    const search = integration.promising(this.#exports["search"]);
    /** @type {number} */
    const problem = await search(...numbersOf(request), 0).catch((/** @type {unknown} */ error) => {
      throw new CoreFault(error);
    });
    this.#check(problem);
  }

  /** End the search that is pausing. */
  stop() {
    this.#call("stop");
  }

  /** Whether a limit of nodes or time, or `stop`, ended the last search. */
  get wasStopped() {
    return this.#call("was_stopped") === 1;
  }

  /** The number of positions that the current or the last search has visited. */
  get nodes() {
    return this.#call("nodes");
  }

  /** Clear the table. */
  forget() {
    this.#call("forget");
  }

  /** @param {SearchRequest} request */
  #ask({ cells, leftOut }) {
    this.#bytes(this.#places.cells, cells.length).set(cells);
    const marks = this.#bytes(this.#places.marks, cells.length).fill(0);
    for (const square of leftOut) marks[square] = 1;
  }

  #report() {
    const numbers = new Float64Array(this.#memory.buffer, this.#places.report);
    let at = 0;
    const next = () => numbers[at++] ?? 0;
    const final = next() === 1;
    const [depth, nodes, seconds] = [next(), next(), next()];
    const variations = Array.from({ length: next() }, () => {
      const [move, kind, reached, confidence, discs, chance] = Array.from({ length: 6 }, next);
      return /** @type {Variation} */ ({
        move,
        kind: KINDS[kind ?? 0],
        depth: reached,
        confidence,
        discs: (discs ?? 0) + 0, // never minus zero
        winChance: chance !== undefined && chance >= 0 ? chance : null,
        line: Array.from({ length: next() }, next),
      });
    });
    this.#host.report({ final, depth, nodes, seconds, variations });
  }

  /** @param {string} name @param {number[]} numbers */
  #call(name, ...numbers) {
    const called = this.#exports[name];
    if (called === undefined) throw new Error(`The engine's file has no ${name}.`);
    try {
      return called(...numbers);
    } catch (error) {
      throw new CoreFault(error);
    }
  }

  /** Hand a file to one of the engine's functions. @param {string} name @param {Uint8Array} file */
  #pass(name, file) {
    const room = this.#call("make_room", file.length);
    if (room === 0) throw new Error("There is no memory for what the engine has learned.");
    this.#bytes(room, file.length).set(file);
    const problem = this.#call(name, room, file.length);
    this.#call("free_room", room);
    this.#check(problem);
  }

  /** @param {number} problem */
  #check(problem) {
    if (problem === 0) return;
    const bytes = this.#bytes(problem, 200);
    const sentence = new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
    throw new Error(`${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`);
  }

  /** @param {number} place @param {number} length */
  #bytes(place, length) {
    const room = Math.min(length, this.#memory.buffer.byteLength - place);
    return new Uint8Array(this.#memory.buffer, place, room);
  }

  #view() {
    return new DataView(this.#memory.buffer);
  }
}

/** @param {SearchRequest} request */
function numbersOf(request) {
  const { odds } = request;
  return [
    request.size,
    Number(request.blackToMove),
    Number(request.fewestWins),
    odds?.yes ?? -1,
    odds?.no ?? 0,
    odds?.maybe ?? 0,
    request.answer,
    request.exact ? 1 : 0,
    request.candidates,
    request.depth,
    request.nodes,
    request.seconds,
    request.confidence,
  ];
}

/**
 * The few functions of a system that the C++ library names. Only the clock is ever called.
 * @param {(write: (memory: DataView) => void) => void} withMemory
 */
function systemCalls(withMemory) {
  return {
    /** @param {number} _clock @param {bigint} _precision @param {number} place */
    clock_time_get(_clock, _precision, place) {
      const time = BigInt(Math.round(performance.now() * 1e6));
      withMemory((memory) => memory.setBigUint64(place, time, true));
      return 0;
    },
    fd_close: () => UNSUPPORTED,
    fd_seek: () => UNSUPPORTED,
    fd_write: () => UNSUPPORTED,
    proc_exit() {
      throw new Error("The engine broke off.");
    },
  };
}
