/** The part of the new-game form that starts from a pasted game or position. */
import "../../board/outflank-board.js";
import { call, messageOf } from "../shared/api.js";
import { change, part, write } from "../shared/dom.js";
import { skinFor } from "../shared/preferences.js";
import { say } from "../shared/say.js";
import { variantTitle } from "../../variants/variants.js";

const MOST = 12_000; // characters that the server reads
const MOST_OF_FILE = 1_000_000; // bytes; more is surely no game
const PAUSE = 300; // milliseconds after the last letter

/** Let the form show the position of its text, and load files. @param {HTMLFormElement} form */
export function prepareStartPosition(form) {
  const section = part(form, "[data-from]");
  const text = /** @type {HTMLTextAreaElement} */ (part(section, "textarea"));
  const file = /** @type {HTMLInputElement} */ (part(section, "[type=file]"));
  let timer = 0;
  const showSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void show(form), PAUSE);
  };
  /** @param {string} content */
  const put = (content) => {
    text.value = content;
    void show(form);
  };
  text.addEventListener("input", showSoon);
  form.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLSelectElement) showSoon(); // a text may leave the size to the form
  });
  part(section, "[data-load]").addEventListener("click", () => file.click());
  part(section, "[data-clear]").addEventListener("click", () => {
    put("");
    text.focus();
  });
  file.addEventListener("change", async () => {
    const [chosen] = file.files ?? [];
    file.value = ""; // so that the same file can be chosen again
    if (!chosen) return;
    if (chosen.size > MOST_OF_FILE) showProblem(form, say("play.from_long"));
    else put(await chosen.text());
  });
  if (text.value) void show(form);
}

/** The text to begin from; nothing where the chosen kind of game has no use for it. @param {HTMLFormElement} form */
export function startText(form) {
  const section = part(form, "[data-from]");
  const { value } = /** @type {HTMLTextAreaElement} */ (part(section, "textarea"));
  return section.hidden ? "" : withoutEvents(value.trim());
}

/** Say who moves first: in a pasted position that may be white. @param {HTMLFormElement} form */
export function showWhoBegins(form) {
  const section = part(form, "[data-from]");
  const isWhite = !section.hidden && section.dataset.turn === "white";
  write(part(form, "[data-who]"), say(isWhite ? "play.who_black_only" : "play.who_black"));
}

/** A saved match carries all that happened in it; the record of its game is enough here. @param {string} text */
function withoutEvents(text) {
  if (!text.startsWith("{")) return text;
  try {
    const { match, ...record } = JSON.parse(text);
    return match === undefined ? text : JSON.stringify(record);
  } catch {
    return text; // the server says what is wrong with it
  }
}

const requests = { count: 0 }; // only the answer to the last one counts

/** Show the position of the text, or what is wrong with it. @param {HTMLFormElement} form */
async function show(form) {
  const number = ++requests.count;
  const start = startText(form);
  if (!start) return showProblem(form, "");
  if (start.length > MOST) return showProblem(form, say("play.from_long"));
  const chosen = new FormData(form);
  /** @type {import("server-api").PositionBody} */
  const body = { start, variant: String(chosen.get("variant")), size: Number(chosen.get("size")) };
  try {
    const position = await call("POST", "/positions", { body });
    if (number === requests.count) draw(form, position);
  } catch (error) {
    if (number === requests.count) showProblem(form, messageOf(error));
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {import("server-api").Position} position
 */
function draw(form, { variant, size, cells, turn }) {
  const board = /** @type {HTMLElement & {state: any}} */ (part(form, "[data-preview]"));
  board.state = { size, cells, turn, skin: skinFor(variant), disabled: true };
  board.hidden = part(form, "[data-used]").hidden = false;
  const values = { variant: variantTitle(variant), size, side: say(`game.${turn}`) };
  write(part(form, "[data-start-message]"), say("play.from_read", values));
  change(part(form, "textarea"), "aria-invalid", null);
  part(form, "[data-from]").dataset.turn = turn;
  showWhoBegins(form);
}

/** @param {HTMLFormElement} form @param {string} sentence nothing if there is nothing to say */
function showProblem(form, sentence) {
  part(form, "[data-preview]").hidden = part(form, "[data-used]").hidden = true;
  write(part(form, "[data-start-message]"), sentence);
  change(part(form, "textarea"), "aria-invalid", sentence ? "true" : null);
  delete part(form, "[data-from]").dataset.turn;
  showWhoBegins(form);
}
