/** Numbers and times as text. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { large } from "../../src/outflank/faces/web/static/page/analysis/values.js";
import { clockDescription, clockText, syncClock, timeLeft } from "../../src/outflank/faces/web/static/page/shared/clocks.js";
import { signed, signedDiscs } from "../../src/outflank/faces/web/static/page/shared/figures.js";

test("positions per second are whole numbers", () => {
  assert.deepEqual([150, 155.6500985783657, 1234.5, 12_345_678, 2e9].map(large), ["150", "156", "1 k", "12.3 M", "2.0 G"]);
});

test("a lead or deficit has a sign, and zero has none", () => {
  assert.deepEqual([4, -4, 0, -0.04].map((value) => signed(value)), ["+4", "−4", "0", "0"]);
  assert.deepEqual([4, -2.5, 0.04].map(signedDiscs), ["+4", "−2.5", "0"]);
});

test("clocks show minutes, hours where there are some, and tenths", () => {
  assert.deepEqual(clockText(128_990), ["2:08", ".9"]);
  assert.deepEqual(clockText(3_728_000), ["1:02:08", ".0"]);
  assert.deepEqual(clockText(0), ["0:00", ".0"]);
});

test("an agreed time control is described in words", () => {
  const words = ["none", "5+3", "0.5", "30s/move", "5+3,90s/move"].map(clockDescription);
  assert.deepEqual(words, [
    "no clock",
    "5 min per side + 3 s per move",
    "30 s per side",
    "30 s per move",
    "5 min per side + 3 s per move, 1.5 min per move",
  ]);
});

test("only the clock of the side to move runs, by the server's time", (context) => {
  let now = 10_000;
  context.mock.method(Date, "now", () => now);
  syncClock(70_000); // a minute ahead
  syncClock(69_000); // a message that took a second longer tells nothing better
  /** @type {any} */
  const view = { time: { running: "black", black: 5000, white: 8000, at: 70_000 }, deadline: null };
  now += 2000;
  assert.deepEqual([timeLeft(view, "black"), timeLeft(view, "white")], [3000, 8000]);
  assert.equal(timeLeft({ ...view, deadline: 72_500 }, "black"), 500);
  now += 4000;
  assert.equal(timeLeft(view, "black"), 0);
  assert.equal(timeLeft({ ...view, time: { ...view.time, white: null } }, "white"), null);
});
