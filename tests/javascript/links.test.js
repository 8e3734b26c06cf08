/** Links that hold an analysis: what they carry, and which links are invalid. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { fragmentOf, isTooLong, studyOfFragment } from "../../src/outflank/faces/web/static/page/analysis/link.js";
import { Study, usualStart } from "../../src/outflank/faces/web/static/page/analysis/study.js";
import { rules } from "./rules.js";

/** @param {...string} moves */
function played(...moves) {
  const study = new Study(rules, usualStart("classic", 8));
  for (const move of moves) study.play(move);
  return study;
}

/** @param {Study} study */
const movesOf = (study) => study.nodes().slice(1).map(({ move }) => move);

test("a link holds the line and the current position", () => {
  const study = played("f5", "d6", "c3");
  study.back();
  assert.equal(fragmentOf(study), "#classic-8/-/f5d6c3/2");
  const read = studyOfFragment(rules, "#classic-8/-/f5d6c3/2");
  assert.deepEqual(movesOf(read), ["f5", "d6", "c3"]);
  assert.equal(read.node.move, "d6");
});

test("a link holds variations and comments", () => {
  const study = played("f5", "d6", "c3");
  study.goTo(study.root);
  study.node.comment = "Où aller?";
  study.play("d3");
  study.play("c5");
  study.node.comment = "diagonal (too early!)";
  const read = studyOfFragment(rules, fragmentOf(study));
  assert.deepEqual(movesOf(read), movesOf(study));
  assert.deepEqual(movesOf(read), ["f5", "d6", "c3", "d3", "c5"]);
  assert.equal(read.node.comment, "diagonal (too early!)");
  assert.equal(read.root.comment, "Où aller?");
});

test("a link to an analysis that is too long holds only its line", () => {
  const study = played("f5", "d6");
  for (const node of study.nodes().slice(1)) node.comment = "many words ".repeat(350);
  study.goTo(study.root);
  assert.equal(isTooLong(study), true);
  assert.equal(fragmentOf(study), "#classic-8/-/f5d6/0");
});

test("links hold answers and positions", () => {
  const heard = studyOfFragment(rules, "#yesno-8/-/Yf5Nd6M/2");
  assert.deepEqual(heard.answers, new Map([[0, "yes"], [1, "no"], [2, "maybe"]]));
  assert.deepEqual([heard.node.move, heard.positionAt().answer], ["d6", "maybe"]);
  const { position } = studyOfFragment(rules, "#anti-4/4XXO9.O//0").root;
  assert.deepEqual(position, { size: 4, variant: "anti", board: "----XXO---------", turn: "white" });
});

test("an invalid link is refused", () => {
  for (const fragment of [
    "#classic-8/-/f5(a1)/n1",
    "#classic-8/-/f5)d6/n1",
    "#classic-8/-/f5a1/2",
    "#nonsense",
    "#classic-6/8XO.X//0",
    "#classic-8/-/%3Cb%3E/0",
    "#classic-8/-/f5!A!/n1",
  ]) {
    assert.throws(() => studyOfFragment(rules, fragment), RangeError, fragment);
  }
});
