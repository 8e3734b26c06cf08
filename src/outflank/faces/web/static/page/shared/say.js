/**
 * The words of the page: the texts of the catalogue below `page`, in the server's language. The
 * server makes each module `texts/SUBJECT.js` from texts/LANGUAGE/page/SUBJECT.json.
 */
import app from "../../texts/app.js";
import challenge from "../../texts/challenge.js";
import clock from "../../texts/clock.js";
import connection from "../../texts/connection.js";
import game from "../../texts/game.js";
import home from "../../texts/home.js";
import play from "../../texts/play.js";
import problem from "../../texts/problem.js";

const common = { ...app, ...challenge, ...clock, ...connection, ...game, ...home, ...play, ...problem };
const language = globalThis.document?.documentElement.lang;
const plurals = new Intl.PluralRules(language ? [language, "en"] : "en");

/**
 * Return a function that says a text by its key, `say("game.passed", {name: "Ada"})`. A number
 * named `count` chooses the plural form, as in the server's catalogue.
 * @param {object[]} more texts that only some pages need
 */
export function sayWith(...more) {
  const texts = Object.assign({}, common, ...more);
  const find = (/** @type {string} */ key) =>
    key.split(".").reduce((/** @type {any} */ place, part) => place?.[part], texts);
  const form = (/** @type {string} */ key, /** @type {string | number | undefined} */ count) =>
    count === undefined ? undefined : (find(`${key}_${plurals.select(Number(count))}`) ?? find(`${key}_other`));
  return (/** @type {string} */ key, /** @type {Record<string, string | number>} */ values = {}) => {
    const found = form(key, values.count) ?? find(key);
    if (typeof found !== "string") throw new Error(`there is no text ${key}`);
    return found.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
  };
}

export const say = sayWith();
