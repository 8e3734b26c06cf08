/** After the end: how often each has won, and a rematch with the colours swapped. */
import { call, messageOf, ownPlayer } from "../shared/api.js";
import { follow } from "../shared/connection.js";
import { need, write } from "../shared/dom.js";
import { nameOf, other } from "../shared/match_sentences.js";
import { readStored, store } from "../shared/preferences.js";
import { say } from "../shared/say.js";
import { BESIDE, computerSeat, occupantOf } from "../shared/occupants.js";
import { nextLevel } from "./next_level.js";

/**
 * @typedef {import("server-api").MatchView} MatchView
 * @typedef {import("server-api").Side} Side
 */

const KEY = "outflank-tally";
const MOST = 50; // opponents, and games with each, that are remembered
const OPEN = 300; // seconds for which a rematch is offered
const ENDS = ["declined", "expired"]; // of an offer, if the page says something about it

export class Rematch {
  /** @type {{view: MatchView, own: Side} | null} the match that is over */
  #over = null;
  /** @type {string | null} the challenge that waits for the opponent's answer */
  #sent = null;
  /** @type {string | null} the challenge that waits for ours */
  #received = null;
  /** @type {string | null} the match whose series has been asked for */
  #asked = null;

  constructor() {
    const showError = (/** @type {unknown} */ error) => write(need("rematch-message"), messageOf(error));
    need("rematch").addEventListener("click", () => void this.#press().catch(showError));
    need("rematch-no").addEventListener("click", () => {
      if (!this.#received) return;
      call("POST", "/challenges/{challenge}/decline", { path: { challenge: this.#received } }).catch(showError);
    });
  }

  /**
   * Offer a rematch, as soon as the game of somebody at this screen is over.
   * @param {MatchView} view
   * @param {Side} own
   */
  offer(view, own) {
    const isFirst = this.#over === null;
    this.#over = { view, own };
    if (!isFirst) return;
    const games = countGame(view, own);
    write(need("tally"), tallyOf(games, nameOf(view, other(own))));
    this.#adviseLevel(view, own, games);
    if (view[other(own)].player !== null) follow({ lobby: true }, (line) => this.#receive(line));
  }

  /** Say which level to try next, and offer it. @param {MatchView} view @param {Side} own @param {string[]} games */
  #adviseLevel(view, own, games) {
    const level = Number(occupantOf(view[other(own)]).level);
    const { levels, clearWin, losses } = need("next-level").dataset;
    const rule = { levels: Number(levels), clearWin: Number(clearWin), losses: Number(losses) };
    const advised = level ? nextLevel(level, view, own, games, rule) : null;
    if (advised === null) return;
    write(need("next-level"), say(`game.next_level_${advised > level ? "harder" : "easier"}`, { level: advised }));
    const button = need("play-next-level");
    write(button, say("game.next_level", { level: advised }));
    button.hidden = false;
    button.addEventListener("click", () => {
      this.#playComputer(computerSeat(advised)).catch((error) => write(need("rematch-message"), messageOf(error)));
    });
  }

  /** Begin a game against a computer, on the same terms. @param {string} seat */
  async #playComputer(seat) {
    if (!this.#over) return;
    const { view, own } = this.#over;
    const match = await call("POST", "/matches", { body: { opponent: seat, ...(await sameTerms(view, own)) } });
    location.href = `/game/${match.id}`;
  }

  /** Show spectators how often each side has won, as far as the server knows. @param {MatchView} view */
  async showSeries(view) {
    const { black, white } = view;
    if (this.#asked === view.id || black.player === null || white.player === null) return;
    this.#asked = view.id;
    try {
      const found = await call("GET", "/players/{player}", {
        path: { player: black.player },
        query: { against: white.player },
      });
      const score = { won: found.wins, lost: found.losses, drawn: found.draws };
      const names = [nameOf(view, "black"), nameOf(view, "white")];
      write(need("tally"), found.played ? tallySentence(score, names) : "");
    } catch {
      this.#asked = null; // the next message about the match is a reason to ask again
    }
  }

  #receive(/** @type {import("server-api").WatchLine} */ line) {
    if (line.event !== "Lobby" || !this.#over) return;
    const opponent = this.#over.view[other(this.#over.own)].player;
    const found = line.challenges.find((one) => one.challenger.id === opponent && one.opponent?.id === ownPlayer());
    this.#received = found?.id ?? null;
    const sent = this.#sent;
    if (sent && !line.challenges.some((one) => one.id === sent)) void this.#settle(sent);
    this.#show();
  }

  /** Find out what became of the challenge that was sent. */
  async #settle(/** @type {string} */ id) {
    const challenge = await call("GET", "/challenges/{challenge}", { path: { challenge: id } }).catch(() => null);
    if (!challenge || this.#sent !== id || challenge.status === "open") return;
    this.#sent = null;
    this.#show(challenge.status);
    if (challenge.match) location.href = `/game/${challenge.match}`;
  }

  /** @param {string} [status] what became of the challenge */
  #show(status = "open") {
    if (!this.#over) return;
    const name = nameOf(this.#over.view, other(this.#over.own));
    const [button, message] = this.#received
      ? ["game.rematch_yes", "game.rematch_asked"]
      : this.#sent
        ? ["game.rematch_cancel", "game.rematch_wait"]
        : ["game.rematch", ENDS.includes(status) ? `game.rematch_over.${status}` : ""];
    write(need("rematch"), say(button));
    need("rematch-no").hidden = !this.#received;
    if (this.#received || this.#sent || status !== "open") {
      write(need("rematch-message"), message && say(message, { name }));
    }
  }

  async #press() {
    if (!this.#over) return;
    const { view, own } = this.#over;
    const opponent = view[other(own)];
    if (opponent.player === null) {
      const isBeside = occupantOf(opponent).kind === BESIDE;
      /** @type {import("server-api").MatchBody} */
      const whom = isBeside ? { opponent: BESIDE, friend: opponent.name } : { opponent: opponent.seat };
      const match = await call("POST", "/matches", { body: { ...whom, ...(await sameTerms(view, own)) } });
      location.href = `/game/${match.id}`;
    } else if (this.#received) {
      const match = await call("POST", "/challenges/{challenge}/accept", { path: { challenge: this.#received } });
      location.href = `/game/${match.id}`;
    } else if (this.#sent) {
      const id = this.#sent;
      this.#sent = null;
      await call("DELETE", "/challenges/{challenge}", { path: { challenge: id } });
      write(need("rematch-message"), "");
      this.#show();
    } else {
      /** @type {import("server-api").ChallengeBody} */
      const whom = { opponent: opponent.player, rated: view.rated, expires_in: OPEN };
      const body = { ...whom, ...(await sameTerms(view, own)) };
      this.#sent = (await call("POST", "/challenges", { body })).id;
      this.#show();
    }
  }
}

/**
 * Remember a game that has ended, and return the results against this opponent, the last game's last.
 * @param {MatchView} view
 * @param {Side} own
 * @returns {string[]} won, lost or drawn
 */
function countGame(view, own) {
  const opponent = view[other(own)];
  const who = opponent.player === null ? `${occupantOf(opponent).kind} ${opponent.name}` : `#${opponent.player}`;
  const all = readStored(KEY);
  const games = all[who] ?? {};
  if (view.status === "finished") games[view.id] = !view.winner ? "drawn" : view.winner === own ? "won" : "lost";
  delete all[who];
  all[who] = Object.fromEntries(Object.entries(games).slice(-MOST));
  store(KEY, Object.fromEntries(Object.entries(all).slice(-MOST)));
  return Object.values(all[who]);
}

/** How often the reader and the opponent have won. @param {string[]} games @param {string} name */
function tallyOf(games, name) {
  const count = (/** @type {string} */ result) => games.filter((one) => one === result).length;
  return tallySentence({ won: count("won"), lost: count("lost"), drawn: count("drawn") }, [null, name]);
}

/**
 * Who leads, and by how much.
 * @param {{won: number, lost: number, drawn: number}} score of the first side
 * @param {(string | null)[]} names of both sides; nobody's name is the reader
 */
function tallySentence({ won, lost, drawn }, names) {
  const name = names[won > lost ? 0 : 1] ?? null;
  const key = won === lost ? "level" : name === null ? "you" : "name";
  const values = { name: name ?? "", most: Math.max(won, lost), least: Math.min(won, lost), drawn };
  return say(`game.tally_${key}${drawn ? "_drawn" : ""}`, values);
}

/**
 * What was agreed for a game, with the colours swapped; it begins where that one began.
 * @param {MatchView} view
 * @param {Side} own
 * @returns {Promise<import("server-api").Terms>}
 */
async function sameTerms({ id, variant, size, clock, scoring, oracle }, own) {
  const { start } = await call("GET", "/matches/{match}", { path: { match: id } });
  return { variant, size, clock, scoring, oracle, color: other(own), start };
}
