/** Calls of the server: JSON both ways, and refusals as errors with a sentence to show. */
import { renew } from "./connection.js";
import { say } from "./words.js";

const ROOT = "/api/v1";

/** What the server, or the way to it, refused. */
export class Refused extends Error {
  /**
   * @param {string} message a sentence for the person
   * @param {string} code what the server calls it; NETWORK when it was not reached
   * @param {number} status
   */
  constructor(message, code, status) {
    super(message);
    this.code = code;
    this.status = status;
  }

  /** Whether the same call may succeed a little later. */
  get mayPass() {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/**
 * @param {"GET" | "POST" | "PATCH" | "DELETE"} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
export async function call(method, path, body) {
  /** @type {Response} */
  let answer;
  try {
    answer = await fetch(ROOT + path, {
      method,
      credentials: "same-origin",
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
    });
  } catch {
    throw new Refused(say("problem.network"), "NETWORK", 0);
  }
  const content = answer.status === 204 ? null : await answer.json().catch(() => null);
  if (answer.ok) return content;
  throw new Refused(
    sentence(content?.detail) || say("problem.unknown"),
    content?.code ?? "",
    answer.status,
  );
}

/**
 * Read something that is plain text.
 * @param {string} path
 */
export async function readText(path) {
  const answer = await fetch(ROOT + path, { credentials: "same-origin" });
  if (!answer.ok) throw new Refused(say("problem.unknown"), "", answer.status);
  return answer.text();
}

/** The id of the person in this browser, if the server knows them. */
export function me() {
  const id = Number(document.body.dataset.player);
  return id > 0 ? id : null;
}

/** Become somebody, if that has not happened yet. */
export async function becomeSomebody() {
  if (me() !== null) return;
  const session = await call("POST", "/session");
  document.body.dataset.player = String(session.player.id);
  document.body.dataset.name = session.player.name;
  renew();
}

/** @param {unknown} detail */
function sentence(detail) {
  if (typeof detail !== "string" || !detail) return "";
  return `${detail.charAt(0).toUpperCase()}${detail.slice(1)}${/[.!?]$/.test(detail) ? "" : "."}`;
}
