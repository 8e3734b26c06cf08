/** The list of moves: black's at the left, white's at the right, each a button that leads there. */
import { make } from "../shared/dom.js";
import { discNumbers } from "../shared/match_sentences.js";
import { say } from "../shared/say.js";

/** @typedef {{ply: number, disc: number | null, move: string, color: string, answer: string | null}} Entry */

/**
 * Bring the list up to date, changing only the rows that differ.
 * @param {HTMLElement} list
 * @param {import("./match_record.js").Ply[]} plies
 * @param {number} at the ply that is looked at
 */
export function drawMoves(list, plies, at) {
  const rows = rowsOf(plies);
  sizes.observe(list);
  while (list.children.length > rows.length) list.lastElementChild?.remove();
  rows.forEach((row, number) => {
    const key = row.map((entry) => (entry ? `${entry.ply}${entry.move}` : "")).join();
    let item = /** @type {HTMLElement | undefined} */ (list.children[number]);
    if (!item) list.append((item = make("li")));
    if (item.dataset.key === key) return;
    item.dataset.key = key;
    const first = row.find((entry) => entry?.disc);
    item.dataset.number = first ? `${first.disc}.` : "";
    item.replaceChildren(...row.map((entry) => (entry ? moveButton(entry) : make("span"))));
  });
  if (at === 0) bringIntoView(list);
  const stop = Math.max(1, at); // the list is one stop of the Tab key
  for (const button of list.querySelectorAll("button")) {
    const isHere = Number(button.dataset.ply) === at;
    button.tabIndex = Number(button.dataset.ply) === stop ? 0 : -1;
    if (isHere && button.getAttribute("aria-current") !== "true") {
      button.setAttribute("aria-current", "true");
      bringIntoView(list);
    } else if (!isHere) button.removeAttribute("aria-current");
  }
}

/** The list gets smaller where a result or an answer needs room. */
const sizes = new ResizeObserver((changes) => {
  for (const { target } of changes) bringIntoView(/** @type {HTMLElement} */ (target));
});

/**
 * Move the list to the current move, never the page. After the next frame has been drawn: to measure
 * before would hold up the move on the board.
 * @param {HTMLElement} list
 */
function bringIntoView(list) {
  requestAnimationFrame(() =>
    setTimeout(() => {
      const here = /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]"));
      const top = here ? here.offsetTop - list.offsetTop : 0; // the start has no move
      list.scrollTop = top - Math.max(0, list.clientHeight / 2 - 20);
    }),
  );
}

/** @param {Entry} entry */
function moveButton({ ply, disc, move, color, answer }) {
  const shown = move === "pass" ? say("game.pass") : move;
  const moved = say(disc ? "game.ply" : "game.ply_pass", { number: disc ?? "", side: say(`game.${color}`), move: shown });
  const said = answer ? [say("game.said_to", { answer: say(`game.heard.${answer}`) })] : [];
  const label = [moved, ...said].join(", ");
  const tag = answer ? [make("small", { "data-answer": answer }, say(`game.${answer}`))] : [];
  return make("button", { type: "button", "data-ply": ply, "aria-label": label }, shown, ...tag);
}

/** Moves in rows, black's at the left and white's at the right. @param {import("./match_record.js").Ply[]} plies */
function rowsOf(plies) {
  /** @type {[Entry | null, Entry | null][]} */
  const rows = [];
  const discs = discNumbers(plies.map(({ move }) => move));
  plies.forEach(({ move, color, answer }, index) => {
    const entry = { ply: index + 1, disc: discs[index] ?? null, move, color, answer };
    const row = rows.at(-1);
    if (color === "white" && row && !row[1]) row[1] = entry;
    else rows.push(color === "black" ? [entry, null] : [null, entry]);
  });
  return rows;
}

/** The number of each move on its square, as score sheets have them. @param {import("./match_record.js").Ply[]} plies */
export function numbersOf(plies) {
  const moves = plies.map(({ move }) => move);
  return Object.fromEntries(discNumbers(moves).flatMap((disc, at) => (disc ? [[moves[at], String(disc)]] : [])));
}
