/** Which level of the computer to try next; `outflank.play.next_level` has the same rule. */

/** @typedef {{levels: number, clearWin: number, losses: number}} Rule */

/**
 * The level to advise after a game: one harder after a clear win, one easier after losses in a row; null to stay.
 * @param {number} level
 * @param {Pick<import("server-api").MatchView, "winner" | "counts" | "size">} view
 * @param {import("server-api").Side} own
 * @param {string[]} games the results against this level, the last game's last
 * @param {Rule} rule
 * @returns {number | null}
 */
export function nextLevel(level, { winner, counts, size }, own, games, rule) {
  let advised = level;
  if (winner === own) {
    const [black = 0, white = 0] = counts;
    const isClear = Math.abs(black - white) >= rule.clearWin * size * size || !black || !white;
    if (isClear) advised += 1;
  } else if (winner) {
    const last = games.slice(-rule.losses);
    if (last.length === rule.losses && last.every((one) => one === "lost")) advised -= 1;
  }
  return advised !== level && advised >= 1 && advised <= rule.levels ? advised : null;
}
