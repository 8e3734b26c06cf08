// What the scripts of pages find in a browser and Node lacks: workers, and a `fetch` that reads the
// files that a server would send. A script in Node imports this, and so does each of its workers.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isMainThread, parentPort, Worker as Thread, workerData } from "node:worker_threads";

const STATIC = new URL("../../../src/outflank/faces/web/static/", import.meta.url).href;
const PACKAGE = new URL("../../../src/outflank/", import.meta.url).href;
// These folders of the package are sent beside the static files, as pages/static_files.py says.
const SENT_TOO = ["engine/data/", "analysis/"];
const TYPES = { wasm: "application/wasm", json: "application/json" };

globalThis.fetch = async (address) => {
  const path = String(address).replace(STATIC, "");
  const folder = SENT_TOO.some((one) => path.startsWith(one)) ? PACKAGE : STATIC;
  const type = TYPES[path.slice(path.lastIndexOf(".") + 1)] ?? "application/octet-stream";
  return new Response(readFileSync(fileURLToPath(folder + path)), { headers: { "Content-Type": type } });
};

globalThis.navigator ??= { hardwareConcurrency: 2 };
globalThis.Worker = class {
  constructor(script) {
    this.thread = new Thread(new URL(import.meta.url), { workerData: String(script) });
    this.thread.on("message", (data) => this.onmessage?.({ data }));
    this.thread.on("error", (error) => this.onerror?.(error));
  }

  postMessage(message) {
    this.thread.postMessage(message);
  }

  terminate() {
    void this.thread.terminate();
  }
};

if (!isMainThread) {
  const waiting = [];
  globalThis.self = { postMessage: (message) => parentPort.postMessage(message), onmessage: null };
  parentPort.on("message", (data) => (self.onmessage ? self.onmessage({ data }) : waiting.push(data)));
  await import(workerData);
  for (const data of waiting) self.onmessage({ data });
}
