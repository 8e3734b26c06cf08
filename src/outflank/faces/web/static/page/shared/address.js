/** Addresses of the server's API. */

const ROOT = "/api/v1";

/**
 * Fill in a path of the OpenAPI document, and put a query behind it.
 * @param {string} path
 * @param {import("server-api").AnyRequest} [asked]
 */
export function fillIn(path, { path: names = {}, query = {} } = {}) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(names[name] ?? ""));
  // Lists have commas, which need no escape there and would make a long address longer.
  const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("%2C", ",")}`);
  return ROOT + filled + (search.length ? `?${search.join("&")}` : "");
}

/** @type {import("server-api").Read<string>} the address of something that the browser itself reads */
export const addressOf = /** @type {any} */ (fillIn);
