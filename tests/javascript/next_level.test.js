/** Which level to try next; tests/play/test_next_level.py asks the same of the library. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { nextLevel } from "../../src/outflank/faces/web/static/page/game/next_level.js";

const RULE = { levels: 20, clearWin: 1 / 8, losses: 2 };

/** The advice to black after a game on 8x8. @param {number} level @param {"black" | "white" | null} winner @param {[number, number]} counts @param {string[]} games */
const after = (level, winner, counts, games) => nextLevel(level, { winner, counts, size: 8 }, "black", games, RULE);

test("a clear win leads one level up, if there is one", () => {
  assert.equal(after(3, "black", [36, 28], ["won"]), 4);
  assert.equal(after(3, "black", [35, 29], ["won"]), null);
  assert.equal(after(3, "black", [5, 0], ["won"]), 4);
  assert.equal(after(3, "black", [20, 44], ["won"]), 4); // where the fewest discs win
  assert.equal(after(20, "black", [64, 0], ["won"]), null);
});

test("two losses in a row lead one level down, if there is one", () => {
  assert.equal(after(3, "white", [20, 44], ["lost"]), null);
  assert.equal(after(3, "white", [20, 44], ["lost", "won", "lost"]), null);
  assert.equal(after(3, "white", [31, 33], ["won", "lost", "lost"]), 2);
  assert.equal(after(1, "white", [0, 64], ["lost", "lost"]), null);
  assert.equal(after(3, null, [32, 32], ["lost", "lost", "drawn"]), null);
});
