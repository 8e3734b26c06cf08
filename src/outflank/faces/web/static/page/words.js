/** The words of the page, from the one dictionary. */
import texts from "../texts.js";

/**
 * Say something by its key, `say("game.passed", {name: "Ada"})`; with a `count` of one the
 * singular is taken where there is one.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function say(key, values = {}) {
  const found = (values.count === 1 ? look(`${key}_one`) : undefined) ?? look(key);
  if (found === undefined) throw new Error(`no text is called ${key}`);
  return found.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/**
 * @param {string} key
 * @returns {string | undefined}
 */
function look(key) {
  /** @type {any} */
  let place = texts;
  for (const part of key.split(".")) place = place?.[part];
  return typeof place === "string" ? place : undefined;
}
