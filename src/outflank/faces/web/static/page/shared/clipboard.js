/** What a game page puts into the clipboard. */
import { readText, ApiError } from "./api.js";
import { say } from "./say.js";

/**
 * Copy a text, and return what to say: where a browser does not let it be copied, that shows it.
 * @param {string} text
 * @param {string} done
 * @param {string} shown
 */
export async function copy(text, done, shown) {
  try {
    await navigator.clipboard.writeText(text);
    return done;
  } catch {
    return shown;
  }
}

/** Copy the moves of a match, or the whole record where moves alone do not tell the game. @param {string} match */
export async function copyMoves(match) {
  const read = async (/** @type {"transcript" | "json"} */ format) =>
    (await readText("/matches/{match}/export", { path: { match }, query: { format } })).trim();
  try {
    const moves = await read("transcript");
    return await copy(moves, say("game.copied"), say("game.copy_this", { moves }));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) return say("problem.network");
  }
  try {
    return await copy(await read("json"), say("game.copied_record"), say("game.copy_not"));
  } catch {
    return say("problem.network");
  }
}
