/** The engine and the board refuse an invalid position with a sentence. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { readState } from "../../src/outflank/faces/web/static/board/state.js";
import { cellsOf } from "../../src/outflank/faces/web/static/engine/positions.js";

/** @type {any} */
const START = {
  size: 8,
  variant: "classic",
  turn: "black",
  board: `${"-".repeat(27)}OX${"-".repeat(6)}XO${"-".repeat(27)}`,
};

test("the engine refuses an invalid position", () => {
  assert.equal(cellsOf(START).reduce((sum, cell) => sum + cell), 6);
  for (const [change, sentence] of /** @type {[object, string][]} */ ([
    [{ size: 7 }, "A board has an even size from 4 to 16, not 7."],
    [{ board: "XO" }, "This board has 2 squares, not 64."],
    [{ board: "?".repeat(64) }, "a1 is ?, not X, O or -."],
    [{ variant: "chess" }, "The engine plays classic, yesno, anti, not chess."],
  ])) {
    assert.throws(() => cellsOf({ ...START, ...change }), new RangeError(sentence));
  }
});

test("the board refuses a state that cannot be drawn", () => {
  const state = { size: 8, cells: START.board };
  assert.equal(readState(state).cells, START.board);
  for (const [change, sentence] of /** @type {[object, string][]} */ ([
    [{ size: 17 }, "a board has 4 to 16 columns, not 17"],
    [{ cells: "-" }, "cells are 64 of the signs X, O and -"],
    [{ cells: "x".repeat(64) }, "cells are 64 of the signs X, O and -"],
    [{ premove: "i1" }, "there is no i1 on 8x8"],
    [{ premove: "a01" }, "there is no a01 on 8x8"],
  ])) {
    assert.throws(() => readState({ ...state, ...change }), new RangeError(sentence));
  }
});
