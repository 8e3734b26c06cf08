/** Calls of the server's API: JSON both ways, and refusals as errors with a sentence to show. */
import { reopenStream } from "./connection.js";
import { say } from "./say.js";

/** @typedef {"GET" | "POST" | "PATCH" | "PUT" | "DELETE"} Method */

const ROOT = "/api/v1";

/** A request that the server refused, or that did not reach it. */
export class ApiError extends Error {
  /**
   * @param {string} message a sentence for the person
   * @param {string} code the server's name for it; NETWORK when it was not reached
   * @param {number} status
   */
  constructor(message, code, status) {
    super(message);
    this.code = code;
    this.status = status;
  }

  /** Whether the same call may succeed a little later. */
  get isTemporary() {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/** @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : say("problem.unknown"));

/**
 * Send a request and return the response whatever it is.
 * @param {Method} method
 * @param {string} address
 * @param {string} [body] JSON
 * @param {string} [key] used instead of the browser's cookie; empty for neither
 */
export async function send(method, address, body, key) {
  /** @type {Record<string, string>} */
  const headers = key ? { Authorization: `Bearer ${key}` } : {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const credentials = key === undefined ? "same-origin" : "omit";
  try {
    return await fetch(address, { method, credentials, headers, ...(body === undefined ? {} : { body }) });
  } catch {
    throw new ApiError(say("problem.network"), "NETWORK", 0);
  }
}

/**
 * @param {Method} method
 * @param {string} path below /api/v1
 * @param {unknown} [body]
 * @param {string} [key] used instead of the browser's cookie
 * @returns {Promise<any>}
 */
export async function call(method, path, body, key) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const response = await send(method, ROOT + path, text, key);
  const content = response.status === 204 ? null : await response.json().catch(() => null);
  if (response.ok) return content;
  throw new ApiError(sentence(content?.detail), content?.code ?? "", response.status);
}

/** Read something that is plain text. @param {string} path */
export async function readText(path) {
  const response = await send("GET", ROOT + path);
  if (!response.ok) throw new ApiError(say("problem.unknown"), "", response.status);
  return response.text();
}

/** The id of the person in this browser, if the server knows them. */
export function ownPlayer() {
  const id = Number(document.body.dataset.player);
  return id > 0 ? id : null;
}

/** Begin a session as a guest, if there is none yet. */
export async function ensureSession() {
  if (ownPlayer() !== null) return;
  const session = await call("POST", "/session");
  document.body.dataset.player = String(session.player.id);
  document.body.dataset.name = session.player.name;
  reopenStream();
}

/** @param {unknown} detail */
function sentence(detail) {
  if (typeof detail !== "string" || !detail) return say("problem.unknown");
  return `${detail.charAt(0).toUpperCase()}${detail.slice(1)}${/[.!?]$/.test(detail) ? "" : "."}`;
}
