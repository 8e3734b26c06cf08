/** Calls of the server with a key of one's own instead of the browser's cookie. */
import { Refused } from "./calls.js";
import { say } from "./words.js";

/** @typedef {"GET" | "POST" | "PATCH" | "PUT" | "DELETE"} Method */

/**
 * Send a request with a key, or without one, and return the answer whatever it is.
 * @param {string} key
 * @param {Method} method
 * @param {string} address
 * @param {string} [body] JSON
 * @returns {Promise<Response>}
 */
export async function send(key, method, address, body) {
  /** @type {Record<string, string>} */
  const headers = key ? { Authorization: `Bearer ${key}` } : {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  try {
    return await fetch(address, { method, credentials: "omit", headers, ...(body === undefined ? {} : { body }) });
  } catch {
    throw new Refused(say("problem.network"), "NETWORK", 0);
  }
}

/**
 * @param {string} key
 * @param {Method} method
 * @param {string} path below /api/v1
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
export async function ask(key, method, path, body) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const answer = await send(key, method, `/api/v1${path}`, text);
  const content = answer.status === 204 ? null : await answer.json().catch(() => null);
  if (answer.ok) return content;
  throw new Refused(sentence(content?.detail), content?.code ?? "", answer.status);
}

/** @param {unknown} detail */
function sentence(detail) {
  if (typeof detail !== "string" || !detail) return say("problem.unknown");
  return `${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`;
}
