/** The words of the page, from the dictionaries that the server's templates read too. */
import game from "../../texts/game.js";
import pages from "../../texts/pages.js";

/**
 * Return a function that says something by its key, `say("game.passed", {name: "Ada"})`; with a
 * `count` of one it takes the singular where there is one.
 * @param {object} [more] a dictionary that only some pages need
 */
export function sayWith(more) {
  const texts = { ...pages, ...game, ...more };
  const find = (/** @type {string} */ key) =>
    key.split(".").reduce((/** @type {any} */ place, part) => place?.[part], texts);
  return (/** @type {string} */ key, /** @type {Record<string, string | number>} */ values = {}) => {
    const found = (values.count === 1 ? find(`${key}_one`) : undefined) ?? find(key);
    if (typeof found !== "string") throw new Error(`there is no text ${key}`);
    return found.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
  };
}

export const say = sayWith();
