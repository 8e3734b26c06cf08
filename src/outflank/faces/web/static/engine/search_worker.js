/** One worker as the page sees it: requests go out, reports come in. */
import { CoreFault, canPause } from "./core.js";

/**
 * @typedef {import("./core.js").SearchRequest} SearchRequest
 * @typedef {import("./core.js").CoreReport} CoreReport
 * @typedef {import("./worker.js").WorkerMessage} WorkerMessage
 * @typedef {import("./worker.js").Order} Order
 */

/**
 * A request that waits for its answer.
 * @typedef {object} Asked
 * @property {number} id
 * @property {SearchRequest} request
 * @property {string | null} file
 * @property {CoreReport | null} latest what was found so far
 * @property {(report: CoreReport) => void} report
 * @property {(nodes: number, seconds: number) => void} progress
 * @property {(report: CoreReport) => void} resolve
 * @property {(error: Error) => void} reject
 */

const PATIENCE = 500; // milliseconds in which a thread without pauses must react to a stop

/** A thread with an engine; it answers one request after the other. */
export class SearchWorker {
  #module;
  #tableBytes;
  #worker;
  /** @type {Map<number, Asked>} */ #asked = new Map();
  #lastId = 0;
  #stopped = 0; // the last request that was asked to stop
  /** @type {Error | null} */ #fault = null;

  /** Requests wait for this, or they would arrive before the engine. @type {Promise<void>} */ #opened;

  /**
   * The thread starts while the engine is still being compiled.
   * @param {Promise<WebAssembly.Module>} module
   * @param {number} tableBytes
   */
  constructor(module, tableBytes) {
    this.#module = module;
    this.#tableBytes = tableBytes;
    this.#worker = this.#begin();
    this.#opened = this.#open();
  }

  /** The reason why this worker will never answer again, or null. */
  get fault() {
    return this.#fault;
  }

  /**
   * Begin a search; its last report is the answer.
   * @param {SearchRequest} request
   * @param {string | null} file with the learned weights of its game
   * @param {Pick<Asked, "report" | "progress">} listener
   * @returns {Promise<CoreReport>}
   */
  ask(request, file, { report, progress }) {
    if (this.#fault !== null) return Promise.reject(this.#fault);
    const id = ++this.#lastId;
    const { promise, resolve, reject } = withResolvers();
    this.#asked.set(id, { id, request, file, latest: null, report, progress, resolve, reject });
    this.#post({ type: "search", id, request, file });
    return promise;
  }

  /** Ask for an early answer to all requests so far. */
  stop() {
    if (this.#asked.size === 0) return;
    const stopped = this.#lastId;
    this.#stopped = stopped;
    this.#post({ type: "stop", id: stopped });
    if (!canPause) setTimeout(() => this.#insist(stopped), PATIENCE);
  }

  /** Clear the table, once all requests so far are answered. */
  forget() {
    if (this.#fault === null) this.#post({ type: "forget" });
  }

  /** End the thread. */
  close() {
    this.#fail(new Error("The engine was closed."));
  }

  #begin() {
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => this.#hear(/** @type {WorkerMessage} */ (data));
    worker.onerror = () => this.#fail(new CoreFault());
    return worker;
  }

  #open() {
    const tableBytes = this.#tableBytes;
    return this.#module.then(
      (compiled) => this.#worker.postMessage({ type: "open", module: compiled, tableBytes }),
      (reason) => this.#fail(reason),
    );
  }

  /**
   * Replace a thread that is too deep in a search to hear "stop". A thread that has found nothing yet is
   * left alone, because it is still loading.
   * @param {number} stopped the last request that was asked to stop
   */
  #insist(stopped) {
    const deaf = [...this.#asked.values()].find(({ id, latest }) => id <= stopped && latest !== null);
    if (deaf === undefined || deaf.latest === null || this.#fault !== null) return;
    this.#worker.onmessage = null;
    this.#worker.terminate();
    this.#asked.delete(deaf.id);
    deaf.resolve({ ...deaf.latest, final: true });
    this.#worker = this.#begin();
    this.#opened = this.#open();
    this.#post({ type: "stop", id: this.#stopped });
    for (const { id, request, file } of this.#asked.values()) {
      this.#post({ type: "search", id, request, file });
    }
  }

  /** @param {Order} order */
  #post(order) {
    this.#opened.then(() => this.#worker.postMessage(order));
  }

  /** @param {WorkerMessage} message */
  #hear(message) {
    if (message.type === "opened") return;
    if (message.type === "failed" && message.id === null) {
      this.#fail(new Error(message.sentence));
      return;
    }
    const asked = this.#asked.get(message.id ?? -1);
    if (asked === undefined) return;
    if (message.type === "progress") {
      asked.progress(message.nodes, message.seconds);
    } else if (message.type === "failed") {
      this.#asked.delete(asked.id);
      asked.reject(new Error(message.sentence));
    } else if (message.report.final) {
      this.#asked.delete(asked.id);
      asked.resolve(message.report);
    } else {
      asked.latest = message.report;
      asked.report(message.report);
    }
  }

  /** @param {Error} fault */
  #fail(fault) {
    this.#fault ??= fault;
    this.#worker.terminate();
    for (const { reject } of this.#asked.values()) reject(this.#fault);
    this.#asked.clear();
  }
}

function withResolvers() {
  /** @type {(report: CoreReport) => void} */
  let resolve = () => {};
  /** @type {(error: Error) => void} */
  let reject = () => {};
  /** @type {Promise<CoreReport>} */
  const promise = new Promise((resolved, rejected) => {
    resolve = resolved;
    reject = rejected;
  });
  return { promise, resolve, reject };
}
