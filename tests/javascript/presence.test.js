/** Who is at a game, and for how long the side to move has been thinking. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { Presence } from "../../src/outflank/faces/web/static/page/game/presence.js";
import { seatStatus } from "../../src/outflank/faces/web/static/page/shared/match_sentences.js";

/** @type {any} */
const VIEW = {
  status: "running",
  here: ["black"],
  black: { seat: "person" },
  white: { seat: "computer:20" },
  turn: { seq: 7, color: "white" },
  now: 0,
  time: { at: 0 },
};

test("the page says how long a computer has been thinking", (context) => {
  let now = 1000;
  context.mock.method(performance, "now", () => now);
  const presence = new Presence();
  presence.note(VIEW);
  const words = () => seatStatus(VIEW, "white", "black", { seconds: presence.of(VIEW).seconds });
  assert.equal(words(), "thinking …");
  now += 1500;
  assert.equal(words(), "thinking …");
  now += 2700;
  assert.equal(words(), "thinking … 4 s");
  presence.note({ ...VIEW, turn: { seq: 9, color: "white" } });
  assert.equal(presence.of({ ...VIEW, turn: { seq: 9, color: "white" } }).seconds, 0);
});

test("a player who reloads the page has not left", (context) => {
  let now = 1000;
  context.mock.method(performance, "now", () => now);
  const presence = new Presence();
  const gone = { ...VIEW, here: [] };
  presence.note(gone);
  now += 4000;
  assert.equal(presence.of(gone).isAway("black"), false);
  now += 1;
  assert.equal(presence.of(gone).isAway("black"), true);
  assert.equal(presence.of(gone).isAway("white"), false); // a computer is always there
  assert.equal(seatStatus(gone, "black", "white", { isAway: true }), "has left the page");
  presence.note(VIEW);
  assert.equal(presence.of(VIEW).isAway("black"), false);
});

test("a page opened later knows when the turn began", (context) => {
  context.mock.method(performance, "now", () => 5000);
  const presence = new Presence();
  const later = { ...VIEW, now: 301_000, time: { at: 1000 } };
  presence.note(later);
  assert.deepEqual([presence.of(later).seconds, presence.of(later).waited], [0, 300_000]);
});
