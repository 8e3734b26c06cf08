/** The tables of a tournament: which number stands in which column. */
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { resultOf, showCrossTable, showStandings } from "../../src/outflank/faces/web/static/page/watch/tournament_tables.js";

/** The parts of an element that the tables need. */
class PlainElement {
  /** @type {(PlainElement | string)[]} */
  children = [];
  classList = { add() {} };
  setAttribute() {}
  querySelector() {
    return null;
  }
  /** @param {...(PlainElement | string)} more */
  append(...more) {
    this.children.push(...more);
  }
  /** @param {...(PlainElement | string)} all */
  replaceChildren(...all) {
    this.children = all;
  }
  /** @returns {string} */
  get textContent() {
    return this.children.map((one) => (typeof one === "string" ? one : one.textContent)).join("");
  }
}

before(() => {
  Object.assign(globalThis, { document: { createElement: () => new PlainElement() } });
});

/** The cells of a table's body, row by row. @param {(table: any) => void} show */
function rows(show) {
  const table = new PlainElement();
  show(table);
  const [, body] = /** @type {PlainElement[]} */ (table.children);
  return body?.children.map((row) => /** @type {PlainElement} */ (row).children.map((cell) => /** @type {PlainElement} */ (cell).textContent));
}

/** @type {any} */
const LINE = {
  entrants: [{ number: 1, player: 7 }, { number: 2, player: null }],
  standings: [
    { rank: 1, number: 2, name: "Bob", points: 5.5, wins: 5, draws: 1, losses: 2, disc_difference: 31, elo: 80.4, elo_error: 90, played: 8, withdrawn: false },
    { rank: 2, number: 1, name: "Ann", points: 0.5, wins: 0, draws: 1, losses: 0, disc_difference: -31, elo: 0, elo_error: 0, played: 0, withdrawn: true },
  ],
  lines: [
    { number: 2, name: "Bob", points: 1.5, against: { 1: "1=" } },
    { number: 1, name: "Ann", points: 0.5, against: { 2: "0=" } },
  ],
};

test("standings have rank, name, points, wins, draws and losses, discs and rating", () => {
  assert.deepEqual(rows((table) => showStandings(table, LINE)), [
    ["1", "Bob", "5½", "5 1 2", "+31", "+80"],
    ["2", "Ann (withdrawn)", "½", "0 1 0", "−31", "–"],
  ]);
});

test("a cross table has each result in its player's row", () => {
  assert.deepEqual(rows((table) => showCrossTable(table, LINE)), [
    ["1", "Bob", "", "1½", "1½"],
    ["2", "Ann", "0½", "", "½"],
  ]);
});

test("a result shows its score, and its reason if that decided it", () => {
  const game = /** @type {any} */ ({ number: 1, result: "white", score: [20, 44], reason: "full board", match: "m" });
  assert.equal(resultOf(game), "20:44");
  assert.match(resultOf({ ...game, reason: "time" }), /, on time$/);
  assert.notEqual(resultOf({ ...game, result: null }), resultOf({ ...game, result: null, match: null }));
});
