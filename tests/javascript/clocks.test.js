/** What the clocks of the side to move and of the waiting side show, and in which format. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { clockText, syncClock, timeLeft } from "../../src/outflank/faces/web/static/page/shared/clocks.js";

/** @type {any} */
const VIEW = {
  deadline: null,
  time: { at: 1_000_000, running: "black", black: 60_000, white: 45_000 },
};

test("only the clock of the side to move runs", (context) => {
  context.mock.method(Date, "now", () => 1_002_500);
  syncClock(1_002_500);
  assert.equal(timeLeft(VIEW, "black"), 57_500);
  assert.equal(timeLeft(VIEW, "white"), 45_000);
  const stopped = { ...VIEW, time: { ...VIEW.time, running: null } };
  assert.deepEqual([timeLeft(stopped, "black"), timeLeft(stopped, "white")], [60_000, 45_000]);
});

test("a clock follows the server's time and never shows less than zero", (context) => {
  context.mock.method(Date, "now", () => 400_000);
  syncClock(1_010_000); // this machine's clock is ten minutes behind
  assert.equal(timeLeft(VIEW, "black"), 50_000);
  syncClock(1_090_000);
  assert.equal(timeLeft(VIEW, "black"), 0);
});

test("a time limit for each move ends a clock that has more time left", (context) => {
  context.mock.method(Date, "now", () => 1_002_500);
  syncClock(1_002_500);
  assert.equal(timeLeft({ ...VIEW, deadline: 1_012_500 }, "black"), 10_000);
  const untimed = { ...VIEW, time: { ...VIEW.time, black: null } };
  assert.equal(timeLeft({ ...untimed, deadline: 1_012_500 }, "black"), 10_000);
  assert.equal(timeLeft(untimed, "black"), null);
});

test("seconds have two digits after the colon", () => {
  assert.deepEqual(clockText(128_450), ["2:08", ".4"]);
  assert.deepEqual(clockText(3_728_999), ["1:02:08", ".9"]);
  assert.deepEqual(clockText(0), ["0:00", ".0"]);
});
