/** The visitor's own decisions: read from the server, and changed by entries of the log. */
import { call, ensureSession, ownPlayer } from "../shared/api.js";
import { record, sendWaiting } from "../learn/attempt_queue.js";

/**
 * @typedef {import("server-api").Repertoire} Repertoire
 * @typedef {{subject: string, position: string, moves: string[]}} Chosen
 */

/** @type {Repertoire} */
const NOTHING = { decisions: [], memorise: [], source: "book" };

/** Read the repertoire; that of somebody whom the server does not know is empty. */
export async function readRepertoire() {
  if (ownPlayer() === null) return NOTHING;
  return call("GET", "/learning/repertoire", { query: {} });
}

/** Keep new answers; with no moves left a decision is dropped. @param {readonly Chosen[]} chosen */
export async function choose(chosen) {
  await ensureSession();
  for (const { subject, position, moves } of chosen) {
    if (moves.length) await record({ kind: "decision", subject, position, moves });
    else await record({ kind: "dropped", subject });
  }
  return sendWaiting();
}
