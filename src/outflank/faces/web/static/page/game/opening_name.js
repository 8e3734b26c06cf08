/** The name of the opening of a game, as it appears. */
import { call } from "../shared/api.js";
import { need, write } from "../shared/dom.js";

const MOST = 24; // moves; no name comes later

/** @type {Map<string, string>} */
const known = new Map();
let wanted = "";

/** Show the name that some moves from the usual start have. @param {readonly string[]} moves */
export async function showOpening(moves) {
  const line = moves.filter((move) => move !== "pass").slice(0, MOST).join("");
  wanted = line;
  if (!known.has(line)) {
    try {
      const { name } = await call("GET", "/analysis/opening", { query: { moves: line } });
      known.set(line, name ?? "");
    } catch {
      return; // it is shown after the next move
    }
  }
  if (wanted === line) write(need("opening"), known.get(line) ?? "");
}
