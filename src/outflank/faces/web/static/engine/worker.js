/**
 * A thread that searches for a page. It answers one request after the other and hears "stop" during
 * a search. Where the browser lets WebAssembly wait for a promise, the search is interrupted fifty
 * times a second. Elsewhere it is cut into slices of nodes: each slice is longer than the one before
 * and starts again with all that the table knows.
 */
import { Core, CoreFault, canPause } from "./core.js";
import { fetchLearned, fetchProbcut, keepUnpacked, keptUnpacked } from "./learned.js";

/**
 * @typedef {import("./core.js").SearchRequest} SearchRequest
 * @typedef {import("./core.js").CoreReport} CoreReport
 */

/**
 * What a page sends. `file` holds the learned weights of the request's game.
 * @typedef {{type: "open", module: WebAssembly.Module, tableBytes: number}
 *   | {type: "search", id: number, request: SearchRequest, file: string | null}
 *   | {type: "stop", id: number}
 *   | {type: "forget"}} Order
 */

/**
 * What a page is told. Progress reports only nodes and seconds.
 * @typedef {{type: "opened"}
 *   | {type: "report", id: number, report: CoreReport}
 *   | {type: "progress", id: number, nodes: number, seconds: number}
 *   | {type: "failed", id: number | null, sentence: string}} WorkerMessage
 */

const FIRST_SLICE = 100_000; // nodes
const SLICE_GROWTH = 1.5;
const PROGRESS_INTERVAL = 250; // milliseconds

/** What a worker's own scope has of a worker: messages out and in. */
const page = /** @type {Worker} */ (/** @type {unknown} */ (self));

/** @type {Core | null} */
let core = null;
/** The file that the core has learned from. @type {string | null} */
let learned = null;
/** @type {Promise<void>} */
let queue = Promise.resolve();
/** The search under way. */
let current = { id: -1, started: 0, told: 0, earlierNodes: 0 };
/** All searches up to this id are to stop. */
let stopped = -1;
/** What is done with the core's reports. */
let receive = passOn;

page.onmessage = ({ data }) => {
  const order = /** @type {Order} */ (data);
  if (order.type === "stop") {
    stopped = Math.max(stopped, order.id);
    return;
  }
  const id = order.type === "search" ? order.id : null;
  queue = queue.then(async () => {
    try {
      if (order.type === "open") await open(order.module, order.tableBytes);
      else if (order.type === "search") await search(order);
      else core?.forget();
    } catch (error) {
      // An engine whose code failed cannot be trusted, so the page starts another worker.
      const isBroken = error instanceof CoreFault;
      const sentence = error instanceof Error ? error.message : `${error}`;
      tell({ type: "failed", id: isBroken ? null : id, sentence });
    }
  });
};

/** @param {WorkerMessage} message */
function tell(message) {
  page.postMessage(message);
}

/** @param {WebAssembly.Module} module @param {number} tableBytes */
async function open(module, tableBytes) {
  const [opened, probcut] = await Promise.all([
    Core.open(module, { report: (report) => receive(report), pause }),
    fetchProbcut(),
  ]);
  opened.makeTable(tableBytes);
  opened.setProbcut(probcut);
  core = opened;
  tell({ type: "opened" });
}

/** @param {{id: number, request: SearchRequest, file: string | null}} order */
async function search({ id, request, file }) {
  if (core === null) throw new Error("The engine was not opened.");
  if (file !== null && file !== learned) {
    await learn(core, file);
    learned = file;
  }
  const now = performance.now();
  current = { id, started: now, told: now, earlierNodes: 0 };
  receive = passOn;
  if (canPause) {
    // A search that was stopped before it began gets one node, which is enough to find a move.
    await core.searchWithPauses(stopped < id ? request : { ...request, nodes: 1 });
  } else {
    await searchInSlices(core, request);
  }
}

/** @param {Core} core @param {string} file */
async function learn(core, file) {
  const kept = await keptUnpacked(file);
  if (kept !== null && learns(core, kept)) return;
  const unpacked = core.unpack(await fetchLearned(file));
  core.learn(unpacked);
  keepUnpacked(file, unpacked);
}

/**
 * Whether a file that the browser has kept can be used: it may have been damaged.
 * @param {Core} core
 * @param {Uint8Array} unpacked
 */
function learns(core, unpacked) {
  try {
    core.learn(unpacked);
    return true;
  } catch (error) {
    if (error instanceof CoreFault) throw error;
    return false;
  }
}

/** @param {Core} core @param {SearchRequest} request */
async function searchInSlices(core, request) {
  /** @type {Record<"deepest" | "final", CoreReport | null>} */
  const found = { deepest: null, final: null };
  receive = (report) => {
    if (report.final) {
      found.final = report;
    } else if (isDeeper(report, found.deepest)) {
      found.deepest = report;
      passOn(report);
    }
  };
  for (let slice = FIRST_SLICE, continues = false; ; slice *= SLICE_GROWTH, continues = true) {
    const secondsLeft = request.seconds > 0 ? request.seconds - secondsSpent() : Infinity;
    const nodesLeft = request.nodes > 0 ? request.nodes - current.earlierNodes : Infinity;
    const isEnding = stopped >= current.id || secondsLeft <= 0;
    const nodes = isEnding ? 1 : Math.min(slice, nodesLeft); // after one node there is a move
    const seconds = isEnding || secondsLeft === Infinity ? 0 : secondsLeft;
    core.search({ ...request, nodes, seconds }, { continues });
    const answer = isDeeper(found.deepest, found.final) ? found.deepest : found.final;
    if (answer !== null && (isEnding || nodes === nodesLeft || !core.wasStopped)) {
      passOn({ ...answer, final: true, nodes: core.nodes });
      return;
    }
    current.earlierNodes += core.nodes;
    tellProgress(0);
    await nextTask();
  }
}

/** @param {CoreReport | null} one @param {CoreReport | null} other */
function isDeeper(one, other) {
  if (one === null || other === null) return one !== null;
  const confidence = (/** @type {CoreReport} */ report) => report.variations[0]?.confidence ?? 0;
  return one.depth > other.depth || (one.depth === other.depth && confidence(one) > confidence(other));
}

/** @param {CoreReport} report */
function passOn(report) {
  const { id, earlierNodes } = current;
  current.told = performance.now();
  const nodes = report.nodes + earlierNodes;
  tell({ type: "report", id, report: { ...report, nodes, seconds: secondsSpent() } });
}

/** Let messages in while a search waits. */
async function pause() {
  tellProgress(core?.nodes ?? 0);
  await nextTask();
  if (stopped >= current.id) core?.stop();
}

/** @param {number} nodes */
function tellProgress(nodes) {
  const now = performance.now();
  if (now - current.told < PROGRESS_INTERVAL) return;
  current.told = now;
  const { id, earlierNodes } = current;
  tell({ type: "progress", id, nodes: nodes + earlierNodes, seconds: secondsSpent() });
}

function secondsSpent() {
  return (performance.now() - current.started) / 1000;
}

const channel = new MessageChannel();

/** Wait until the messages that came meanwhile were heard; a timer would wait longer. */
function nextTask() {
  return new Promise((resolve) => {
    channel.port1.onmessage = resolve;
    channel.port2.postMessage(null);
  });
}
