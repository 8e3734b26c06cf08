// The demonstration page: a game to play alone; the server applies the rules.

import texts from "../texts/board_demo.js";
import "./data_state.js";
import { OutflankBoard } from "./outflank-board.js";

/**
 * @typedef {import("./outflank-board.js").State} State
 * @typedef {{
 *   state: State, passed: boolean, over: boolean, black: number, white: number,
 * }} Played
 */

const board = /** @type {OutflankBoard} */ (document.getElementById("board"));
const form = /** @type {HTMLFormElement} */ (document.getElementById("settings"));
const notice = /** @type {HTMLElement} */ (document.getElementById("notice"));
const wall = [...document.querySelectorAll("#wall outflank-board")];

/** @type {string[]} */
let moves = [];
/** @type {Played | null} */
let played = null;
let isRunning = false;

const words = texts.board_demo;

/** @param {string} text @param {Record<string, string | number>} values */
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

const setting = (/** @type {string} */ name) => String(new FormData(form).get(name) ?? "");

/** Ask the server what the board shows after the moves, and show it. */
async function show() {
  const query = { size: setting("size"), variant: setting("variant"), moves: moves.join("") };
  const answer = await fetch(`/board-demo/state?${new URLSearchParams(query)}`);
  if (!answer.ok) throw new Error((await answer.json()).error);
  played = /** @type {Played} */ (await answer.json());
  showSettings();
}

/** Show the state on the board as the settings say. */
function showSettings() {
  if (!played) return;
  const { state } = played;
  const orientation = setting("rotated") ? 180 : 0;
  board.state = { ...state, hints: setting("hints") === "on", orientation };
  board.setAttribute("skin", setting("skin"));
  board.setAttribute("coordinates", setting("coordinates"));
  board.setAttribute("theme", setting("theme"));
  board.toggleAttribute("still", setting("still") === "on");
  document.documentElement.style.colorScheme = setting("scheme");
  notice.textContent = sentence(played);
  form.undo.disabled = moves.length === 0;
}

/** @param {Played} now */
function sentence({ state, passed, over, black, white }) {
  const values = { black, white };
  if (over) return filled(words.over, values);
  const told = [words[`to_move_${state.turn}`]];
  if (passed) told.unshift(words[`pass_${state.turn === "black" ? "white" : "black"}`]);
  if (state.answer) told.push(words[`answer_${state.answer}`]);
  return [...told, filled(words.counts, values)].join(" ");
}

async function play(/** @type {string} */ square) {
  moves.push(square);
  await show();
}

async function run() {
  const choices = Object.keys(played?.state.legal ?? {});
  if (!isRunning || !choices.length) {
    isRunning = false;
    form.run.textContent = words.run;
    return;
  }
  await play(choices[Math.floor(Math.random() * choices.length)] ?? "");
  for (const one of wall) {
    if (one instanceof OutflankBoard && played) one.state = { ...played.state, legal: [] };
  }
  setTimeout(run, 700);
}

board.addEventListener("play", (event) => {
  play(/** @type {CustomEvent<{square: string}>} */ (event).detail.square);
});
board.addEventListener("refuse", (event) => {
  const { square } = /** @type {CustomEvent<{square: string}>} */ (event).detail;
  notice.textContent = filled(words.refused, { square });
});
form.addEventListener("change", (event) => {
  const { name } = /** @type {HTMLSelectElement} */ (event.target);
  if (name === "variant") form.skin.value = form.variant.selectedOptions[0].dataset.skin;
  if (name === "size" || name === "variant") {
    moves = [];
    show();
  } else {
    showSettings();
  }
});
form.undo.addEventListener("click", () => {
  moves.pop();
  show();
});
form.again.addEventListener("click", () => {
  moves = [];
  show();
});
form.run.addEventListener("click", () => {
  isRunning = !isRunning;
  form.run.textContent = isRunning ? words.stop : words.run;
  run();
});

show();
