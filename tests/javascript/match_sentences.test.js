/** The sentences about a match: results, passes and answers. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { answerLines, passBanner, resultLines, resultSentence } from "../../src/outflank/faces/web/static/page/shared/match_sentences.js";
import game from "../../src/outflank/faces/web/static/texts/game.js";
import rules from "../../src/outflank/faces/web/static/texts/rules.js";

/**
 * The result of a finished match; the player with more discs has won.
 * @param {string} black
 * @param {string} white
 * @param {[number, number]} score
 * @param {object} [changes]
 * @returns {any}
 */
function ended(black, white, score, changes = {}) {
  return {
    status: "finished",
    variant: "classic",
    black: { name: black },
    white: { name: white },
    counts: score,
    score,
    winner: score[0] > score[1] ? "black" : "white",
    reason: "full board",
    ...changes,
  };
}

test("a spectator reads the winner's discs first", () => {
  const view = ended("Ada", "Computer 3", [15, 49]);
  const told = "The board is full. Computer 3 has 49 discs, Ada has 15 discs.";
  assert.deepEqual(resultLines(view, null), ["Computer 3 wins", told]);
  assert.equal(resultSentence(view), "Computer 3 wins 49 to 15; the board is full.");
});

test("a player reads their own discs first", () => {
  const view = ended("Ada", "Computer 3", [15, 49]);
  const lost = "The board is full. You have 15 discs, Computer 3 has 49 discs.";
  assert.deepEqual(resultLines(view, "black"), ["You lose", lost]);
  const won = "The board is full. You have 49 discs, Ada has 15 discs.";
  assert.deepEqual(resultLines(view, "white"), ["You win", won]);
});

test("the result says so when the fewest discs win", () => {
  const view = ended("Ada", "Bob", [38, 26], { variant: "anti", winner: "white" });
  const lost = "The board is full. You have 38 discs, Bob has 26 discs. The fewest discs win.";
  assert.deepEqual(resultLines(view, "black"), ["You lose", lost]);
  assert.equal(resultSentence(view), "Bob wins 26 to 38: the fewest discs win; the board is full.");
  const resigned = { ...view, reason: "resignation" };
  assert.deepEqual(resultLines(resigned, "black"), ["You lose", "You resigned."]);
  assert.equal(resultSentence(resigned), "Bob wins by resignation.");
});

test("the sentence about an end names the player who caused it", () => {
  for (const [reason, score, winner, told] of /** @type {[string, [number, number], string, string][]} */ ([
    ["resignation", [30, 10], "white", "You resigned."],
    ["time", [30, 10], "black", "Bob ran out of time."],
    ["wipe-out", [13, 0], "black", "Bob has no discs left."],
    ["no-show", [2, 2], "white", "You did not show up."],
    ["adjudication", [2, 2], "white", "The organiser decided the game."],
  ])) {
    const view = ended("Ada", "Bob", score, { reason, winner });
    assert.equal(resultLines(view, "black")[1], told);
  }
});

test("every end has a sentence for both sides", () => {
  const { because, ended: told, ended_you: toldYou } = game.game;
  assert.deepEqual(Object.keys(told).sort(), Object.keys(because).sort());
  assert.deepEqual(Object.keys(toldYou).sort(), Object.keys(because).sort());
});

test("two players with the same name are distinguished by their colours", () => {
  const view = ended("Computer 5", "Computer 5", [30, 34]);
  assert.equal(resultLines(view, null)[0], "Computer 5 (white) wins");
  assert.match(resultSentence(view), /^Computer 5 \(white\) wins 34 to 30/);
  assert.equal(passBanner(view, "black", null), "Computer 5 (black) has no move and passes");
});

test("the banner of a pass addresses the reader", () => {
  const view = ended("Ada", "Bob", [30, 34]);
  assert.equal(passBanner(view, "black", "black"), "You have no move: Bob moves again");
  assert.equal(passBanner(view, "white", "black"), "Bob has no move: your turn again");
});

test("only the opponent's discs flip on a maybe", () => {
  const running = { status: "running", answer: "maybe", turn: { color: "black" } };
  const [answer, meaning] = answerLines(ended("Ada", "Bob", [2, 2], running), "black") ?? [];
  assert.equal(answer, "MAYBE");
  assert.match(meaning ?? "", /opposing discs beside it flip too/);
  assert.match(rules.rules.figures.maybe, /opponent's disc/);
});
