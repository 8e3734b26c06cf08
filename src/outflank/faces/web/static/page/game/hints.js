/** Hints: what each move is worth, as figures on the squares. */
import { call } from "../shared/api.js";
import { say } from "../shared/say.js";

/** @typedef {import("server-api").Hint} Hint */

/** Ask the server, and return the turn and what the board is to write on its squares. @param {string} match */
export async function readHints(match) {
  const { turn, hints } = await call("GET", "/matches/{match}/hints", { path: { match } });
  const best = Math.max(...hints.map((hint) => hint.discs));
  const notes = hints.map((hint) => [hint.square, noteOf(hint, best)]);
  return { turn, notes: Object.fromEntries(notes) };
}

/** @param {Hint} hint @param {number} best */
function noteOf({ discs, kind }, best) {
  const whole = Math.round(discs);
  const figure = whole > 0 ? `+${whole}` : String(whole).replace("-", "−");
  const words = discs > 0 ? "game.hint_win" : discs < 0 ? "game.hint_loss" : "game.hint_even";
  const source = kind === "proven" ? "exact" : kind === "heuristic" ? "" : kind;
  return {
    text: kind === "proven" ? say(words) : figure,
    strong: discs === best,
    tone: whole > 0 ? "good" : whole < 0 ? "bad" : "even",
    source,
  };
}
