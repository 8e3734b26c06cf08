/** The visitor's decisions as a list by openings, with how much there is to memorise. */
import openings from "../../texts/openings.js";
import { make, need } from "../shared/dom.js";
import { sayWith } from "../shared/say.js";

/**
 * @typedef {import("server-api").Repertoire} Repertoire
 * @typedef {import("server-api").RepertoireDecision} RepertoireDecision
 * @typedef {import("../../board/state.js").Side} Side
 */

const MOST_GAPS = 6;

const say = sayWith(openings);

/**
 * Show the decisions of a side.
 * @param {Repertoire} repertoire
 * @param {Side} color
 * @param {(moves: string[]) => void} onGo shows the position after some moves
 */
export function showRepertoire({ decisions, memorise }, color, onGo) {
  const own = decisions.filter((one) => one.color === color);
  /** @type {Map<string, RepertoireDecision[]>} */
  const groups = new Map();
  for (const one of own) {
    const name = one.reached ? one.opening || say("openings.mine.unnamed") : say("openings.mine.apart");
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  const shown = [...groups].flatMap(([name, listed]) => [
    make("p", { class: "name" }, name),
    make("ul", {}, ...listed.map((one) => make("li", {}, ...itemOf(one, onGo)))),
  ]);
  if (!own.length) shown.push(make("p", { class: "soft" }, say("openings.mine.empty")));
  const number = memorise.find((one) => one.color === color);
  if (own.length && number) shown.unshift(...aboutNumber(number, onGo));
  need("repertoire").replaceChildren(...shown);
}

/** @param {RepertoireDecision} one @param {(moves: string[]) => void} onGo */
function itemOf({ way, answers, reached, due }, onGo) {
  const facts = { way: way.join(" "), answers: answers.join(", ") };
  const text = say(way.length || !reached ? "openings.mine.way" : "openings.mine.way_start", facts);
  const mark = due ? [" ", make("small", {}, say("openings.mine.due"))] : [];
  return [reached ? linkTo(way, text, onGo) : text, ...mark];
}

/** @param {import("server-api").ToMemorise} number @param {(moves: string[]) => void} onGo */
function aboutNumber({ color, decisions: count, gaps }, onGo) {
  const title = make("strong", {}, say("openings.mine.number", { side: say(`openings.${color}`), count }));
  const shown = [make("p", {}, title, " ", make("span", { class: "soft" }, say("openings.mine.why")))];
  if (!gaps.length) return shown;
  const items = gaps.slice(0, MOST_GAPS).map(({ way, chance, opening }) => {
    const facts = { moves: [way.join(" "), opening].filter(Boolean).join(", "), percent: Math.max(1, Math.round(chance * 100)) };
    return make("li", {}, linkTo(way, say("openings.mine.gap", facts), onGo));
  });
  return [...shown, make("p", { class: "name" }, say("openings.mine.gaps")), make("ul", {}, ...items)];
}

/** @param {readonly string[]} way @param {string} text @param {(moves: string[]) => void} onGo */
function linkTo(way, text, onGo) {
  const button = make("button", { type: "button", class: "plain" }, text);
  button.addEventListener("click", () => onGo(way.filter((move) => move !== "pass")));
  return button;
}
