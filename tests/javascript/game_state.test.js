/** How the state of the game page changes with news of the match and with moves. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { initialState, receiveView, showAtOnce, takeBack, usePlanned } from "../../src/outflank/faces/web/static/page/game/game_state.js";

/** @type {any} */
const VIEW = {
  seq: 2,
  status: "running",
  paused: false,
  size: 4,
  cells: "-----OX--XO-----",
  counts: [2, 2],
  plies: 0,
  answer: null,
  offer: null,
  time: { at: 0 },
  black: { player: 1, seat: "person:1" },
  white: { player: 2, seat: "person:2" },
  turn: { seq: 1, color: "black" },
  legal: { b1: ["b2"], a2: ["b2"] },
};
const LATER = { ...VIEW, seq: 4, plies: 1, turn: { seq: 3, color: "white" }, legal: { a1: ["b2"] } };

const begun = () => receiveView(initialState(1, "", null), VIEW);

test("a message about the last move disappears after the next event", () => {
  const refused = takeBack(begun(), "b1 was not played.");
  assert.equal(refused.message, "b1 was not played.");
  assert.equal(receiveView(refused, { ...VIEW, time: { at: 9 } }).message, "b1 was not played.");
  assert.equal(receiveView(refused, LATER).message, "");
});

test("a move and its flips are shown before the server has answered", () => {
  const shown = showAtOnce(begun(), "b1");
  assert.equal(shown.view?.cells, "-X---XX--XO-----");
  assert.deepEqual(shown.view?.counts, [4, 1]);
  assert.deepEqual([shown.view?.plies, shown.view?.turn], [1, null]);
  assert.equal(shown.told?.cells, VIEW.cells);
});

test("a move in transit stays on the board whatever events come", () => {
  const sent = { ...showAtOnce(begun(), "b1"), sending: 1 };
  const kept = receiveView(sent, { ...VIEW, seq: 3, offer: "white" });
  assert.deepEqual([kept.view?.cells, kept.view?.offer], ["-X---XX--XO-----", "white"]);
  const played = receiveView(kept, LATER);
  assert.deepEqual([played.view, played.sending], [LATER, null]);
});

test("a planned move is played on your turn, or dropped with a reason", () => {
  const planned = { ...begun(), planned: "b1" };
  assert.deepEqual(usePlanned(planned), [{ ...planned, planned: null }, "b1"]);
  const [given, square] = usePlanned({ ...planned, planned: "d4" });
  assert.deepEqual([given.planned, square], [null, null]);
  assert.equal(given.message, "Your planned move d4 is no longer possible.");
  const waiting = { ...receiveView(begun(), LATER), planned: "b1" };
  assert.deepEqual(usePlanned(waiting), [waiting, null]);
});
