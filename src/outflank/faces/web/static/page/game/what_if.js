/** Playing on from a past position of a match, and the games that were begun so. */
import { call, ownPlayer } from "../shared/api.js";
import { make, need, part } from "../shared/dom.js";
import { other } from "../shared/match_sentences.js";
import { occupantOf } from "../shared/occupants.js";
import { sayWith } from "../shared/say.js";
import texts from "../../texts/what_if.js";
import { ownSide } from "./game_state.js";

/**
 * @typedef {import("./game_page.js").GamePage} GamePage
 * @typedef {import("./game_state.js").GameState} GameState
 * @typedef {import("../play/new_game_form.js").PlayOn} PlayOn
 */

const say = sayWith(texts);

/** The level of the computer that somebody plays against here. @param {GameState} state */
function levelOf(state) {
  const { view } = state;
  if (!view) return null;
  const own = ownSide(state);
  const seats = own ? [view[other(own)]] : [view.black, view.white];
  return seats.map((seat) => occupantOf(seat).level).find((level) => level) ?? null;
}

/**
 * Whether the person here may play on from earlier positions: once the match is over, and before
 * only in a casual one of theirs against a computer. The server knows the same rule.
 * @param {GameState} state
 */
export function mayPlayOn(state) {
  const { view } = state;
  if (!view) return false;
  if (view.status !== "running") return true;
  return ownSide(state) !== null && !view.rated && view.tournament === null && levelOf(state) !== null;
}

/** Ask against whom to play on from the position that the page shows. @param {GamePage} page */
export async function playOn({ match, state, record }) {
  const { view, past } = state;
  const next = past === null ? null : record.plies[past];
  if (!view || past === null || !next) return;
  const number = record.plies.slice(0, past).filter(({ move }) => move !== "pass").length;
  const { variant, size, scoring, oracle } = view;
  const level = levelOf(state);
  await openNewGame({
    terms: { origin: { match, ply: past }, variant, size, scoring, oracle },
    heading: say("what_if.open"),
    about: say(number ? "what_if.about" : "what_if.about_start", { number }),
    side: say(`what_if.side.${next.color}`),
    chosen: { color: ownSide(state) ?? next.color, clock: "none", ...(level && { level }) },
  });
}

/** Open the new-game form in its dialog, for a fresh game or one that is played on. @param {PlayOn | null} on */
export async function openNewGame(on) {
  const setup = /** @type {HTMLDialogElement} */ (need("setup"));
  const { prepareNewGame, showPlayOn } = await import("../play/new_game_form.js");
  if (!setup.dataset.ready) prepareNewGame();
  setup.dataset.ready = "yes";
  showPlayOn(on);
  setup.showModal();
}

/** The list of the games that the person here has played on from this one. */
export class Branches {
  /** @type {string | null} the match they have been asked for */
  #asked = null;

  constructor() {
    // The browser's way back shows the page as it was left: before the last such game began.
    addEventListener("pageshow", ({ persisted }) => {
      if (persisted && this.#asked) void this.#read(this.#asked);
    });
  }

  /** Show the list, as soon as there may be one. @param {GameState} state */
  show(state) {
    const { view, past } = state;
    if (!view || view.id === this.#asked || ownPlayer() === null || !mayPlayOn(state)) return;
    if (view.status === "running" && past === null) return;
    this.#asked = view.id;
    void this.#read(view.id);
  }

  /** @param {string} match */
  async #read(match) {
    const list = document.getElementById("branches");
    if (!list) return; // a game that has just begun on the front page
    try {
      const { branches } = await call("GET", "/matches/{match}/branches", { path: { match } });
      part(list, "ul").replaceChildren(...branches.map(branchItem));
      list.hidden = branches.length === 0;
    } catch {
      this.#asked = null; // the next message about the match is a reason to ask again
    }
  }
}

/** @param {import("server-api").Branch} branch */
function branchItem({ id, number, black, white, score }) {
  const names = { black: black.name, white: white.name };
  const words = say(number ? "what_if.branch" : "what_if.branch_start", { number, ...names });
  const [first = 0, second = 0] = score ?? [];
  const result = score ? say("what_if.score", { black: first, white: second }) : say("what_if.running");
  return make("li", {}, make("a", { href: `/game/${id}` }, words), make("p", { class: "soft" }, result));
}
