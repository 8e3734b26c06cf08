/** After the end: how often each has won, and a rematch with the colours swapped. */
import { call, me } from "./calls.js";
import { follow } from "./connection.js";
import { need, write } from "./dom.js";
import { recall, remember } from "./looks.js";
import { nameOf, other } from "./said.js";
import { say } from "./words.js";

/**
 * @typedef {import("./clocks.js").View} View
 * @typedef {import("./clocks.js").Side} Side
 */

const KEY = "outflank-tally";
const MOST = 50; // opponents, and games with each, that are remembered
const OPEN = 300; // seconds for which a rematch is offered

/** @type {{view: View, own: Side} | null} */
let over = null;
/** @type {string | null} the challenge that waits for the other's answer */
let sent = null;
/** @type {string | null} the challenge that waits for ours */
let got = null;

/**
 * Count a game that has ended, once, and say how it stands between the two.
 * @param {View} view
 * @param {Side} own
 */
function tally(view, own) {
  const opponent = view[other(own)];
  const who = opponent.player === null ? `${opponent.seat.split(":")[0]} ${opponent.name}` : `#${opponent.player}`;
  const all = recall(KEY);
  const games = all[who] ?? {};
  if (view.status === "finished") games[view.id] = !view.winner ? "drawn" : view.winner === own ? "won" : "lost";
  delete all[who];
  all[who] = Object.fromEntries(Object.entries(games).slice(-MOST));
  remember(KEY, Object.fromEntries(Object.entries(all).slice(-MOST)));
  const count = (/** @type {string} */ result) => Object.values(all[who]).filter((one) => one === result).length;
  const values = { won: count("won"), lost: count("lost"), drawn: count("drawn"), name: opponent.name };
  return say(values.drawn ? "game.tally_drawn" : "game.tally", values);
}

/**
 * Offer a rematch, as soon as the game of somebody at this screen is over.
 * @param {View} view
 * @param {Side} own
 */
export function offerRematch(view, own) {
  const isFirst = over === null;
  over = { view, own };
  if (!isFirst) return;
  write(need("tally"), tally(view, own));
  if (view[other(own)].player !== null) follow({ lobby: true }, hear);
}

/** @type {string | null} the match whose tally has been asked for */
let asked = null;

/**
 * Tell whoever watches how it stands between the two, as far as the server knows them.
 * @param {View} view
 */
export async function showTally(view) {
  const { black, white } = view;
  if (asked === view.id || black.player === null || white.player === null) return;
  asked = view.id;
  try {
    const found = await call("GET", `/players/${black.player}?against=${white.player}`);
    const values = { black: black.name, white: white.name, won: found.wins, lost: found.losses, drawn: found.draws };
    write(need("tally"), found.played ? say(found.draws ? "game.tally_both_drawn" : "game.tally_both", values) : "");
  } catch {
    asked = null; // then the next word about the match is a reason to ask again
  }
}

/**
 * @param {string} kind
 * @param {any} data
 */
function hear(kind, data) {
  if (kind !== "Lobby" || !over) return;
  const opponent = over.view[other(over.own)].player;
  const found = data.challenges.find(
    (/** @type {any} */ one) => one.challenger.id === opponent && one.opponent?.id === me(),
  );
  got = found?.id ?? null;
  if (sent && !data.challenges.some((/** @type {any} */ one) => one.id === sent)) void settle(sent);
  show();
}

/**
 * Find out what became of the challenge that was sent.
 * @param {string} id
 */
async function settle(id) {
  const challenge = await call("GET", `/challenges/${id}`).catch(() => null);
  if (!challenge || sent !== id || challenge.status === "open") return;
  sent = null;
  show(challenge.status);
  if (challenge.match) location.href = `/game/${challenge.match}`;
}

/** @param {string} [status] what became of the challenge */
function show(status = "open") {
  if (!over) return;
  const name = nameOf(over.view, other(over.own));
  const word = got ? "game.rematch_yes" : sent ? "game.rematch_cancel" : "game.rematch";
  write(need("rematch"), say(word));
  need("rematch-no").hidden = !got;
  const said = got
    ? say("game.rematch_asked", { name })
    : sent
      ? say("game.rematch_wait", { name })
      : say(`game.rematch_over.${status}`, { name });
  if (got || sent || status !== "open") write(need("rematch-said"), said);
}

async function again() {
  if (!over) return;
  const { view, own } = over;
  const opponent = view[other(own)];
  if (opponent.player === null) {
    const [kind] = opponent.seat.split(":");
    const whom = kind === "beside" ? { opponent: "beside", friend: opponent.name } : { opponent: opponent.seat };
    const match = await call("POST", "/matches", { ...whom, ...(await sameTerms(view, own)) });
    location.href = `/game/${match.id}`;
  } else if (got) {
    const match = await call("POST", `/challenges/${got}/accept`);
    location.href = `/game/${match.id}`;
  } else if (sent) {
    const id = sent;
    sent = null;
    await call("DELETE", `/challenges/${id}`);
    write(need("rematch-said"), "");
    show();
  } else {
    const whom = { opponent: opponent.player, rated: view.rated, expires_in: OPEN };
    sent = (await call("POST", "/challenges", { ...whom, ...(await sameTerms(view, own)) })).id;
    show();
  }
}

/**
 * What was agreed for a game, with the colours swapped; it begins where that one began.
 * @param {View} view
 * @param {Side} own
 */
async function sameTerms({ id, variant, size, clock, scoring }, own) {
  const { start } = await call("GET", `/matches/${id}`);
  return { variant, size, clock, scoring, color: other(own), start };
}

/** @param {unknown} error */
function complain(error) {
  write(need("rematch-said"), error instanceof Error ? error.message : say("problem.unknown"));
}

need("rematch").addEventListener("click", () => void again().catch(complain));
need("rematch-no").addEventListener("click", () => {
  if (got) call("POST", `/challenges/${got}/decline`).catch(complain);
});
