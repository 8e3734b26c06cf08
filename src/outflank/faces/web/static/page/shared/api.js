/** Calls of the server's API: JSON both ways, and refusals as errors with a sentence to show. */
import { fillIn } from "./address.js";
import { reopenStream } from "./connection.js";
import { say } from "./say.js";

/**
 * @typedef {import("server-api").AnyRequest} AnyRequest
 * @typedef {import("server-api").Method} Method
 */

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
 * @param {Record<string, string>} [more] headers
 */
export async function send(method, address, body, key, more) {
  const headers = { ...more };
  if (key) headers["Authorization"] = `Bearer ${key}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const credentials = key === undefined ? "same-origin" : "omit";
  try {
    return await fetch(address, { method, credentials, headers, ...(body === undefined ? {} : { body }) });
  } catch {
    throw new ApiError(say("problem.network"), "NETWORK", 0);
  }
}

/**
 * Make a function that sends requests as the OpenAPI document has them, and returns the answers.
 * @param {() => string | undefined} key used instead of the browser's cookie
 * @returns {import("server-api").Call}
 */
export function callWith(key) {
  /** @type {(method: Method, path: string, asked?: AnyRequest) => Promise<any>} */
  const request = async (method, path, asked = {}) => {
    const text = asked.body === undefined ? undefined : JSON.stringify(asked.body);
    const response = await send(method, fillIn(path, asked), text, key(), asked.headers);
    const content = response.status === 204 ? null : await response.json().catch(() => null);
    if (response.ok) return content;
    const problem = /** @type {Partial<import("server-api").Problem> | null} */ (content);
    throw new ApiError(sentence(problem?.detail), problem?.code ?? "", response.status);
  };
  return /** @type {any} */ (request); // TypeScript would compare all requests at once, and gives up
}

/** Send a request as the person in this browser. */
export const call = callWith(() => undefined);

/** @type {(path: string, asked?: AnyRequest) => Promise<string>} */
const getText = async (path, asked) => {
  const response = await send("GET", fillIn(path, asked));
  if (!response.ok) throw new ApiError(say("problem.unknown"), "", response.status);
  return response.text();
};

/** @type {import("server-api").Read<Promise<string>>} something that is plain text */
export const readText = /** @type {any} */ (getText);

/** The id of the person in this browser, if the server knows them. */
export function ownPlayer() {
  const id = Number(document.body.dataset.player);
  return id > 0 ? id : null;
}

/** Begin a session as a guest, if there is none yet. */
export async function ensureSession() {
  if (ownPlayer() !== null) return;
  const { player } = await call("POST", "/session");
  if (!player) return;
  document.body.dataset.player = String(player.id);
  document.body.dataset.name = player.name;
  reopenStream();
}

/** @param {unknown} detail */
function sentence(detail) {
  if (typeof detail !== "string" || !detail) return say("problem.unknown");
  return `${detail.charAt(0).toUpperCase()}${detail.slice(1)}${/[.!?]$/.test(detail) ? "" : "."}`;
}
