/** The oracle's picture before each disc: the service's own, or one that is drawn here. */
import { make, need, part, write } from "./dom.js";
import { say } from "./words.js";

/** @typedef {import("./record.js").MatchRecord} MatchRecord */

const LASTS = 2000; // milliseconds, when nobody at this screen plays
const TURNS = 700; // milliseconds in which discs turn over before the next picture comes

const popup = /** @type {HTMLDialogElement} */ (need("popup"));
const picture = part(popup, ".picture");
let timer = 0;

/**
 * The pictures of one match. A move counts when it is sent; here its disc is only not shown
 * before its picture has been seen.
 */
export class Pictures {
  #match;
  #record;
  #draw;
  /** @type {number[]} the plies that wait for their pictures to be seen */
  #waiting = [];

  /**
   * @param {string} match
   * @param {MatchRecord} record
   * @param {() => void} draw
   */
  constructor(match, record, draw) {
    this.#match = match;
    this.#record = record;
    this.#draw = draw;
    popup.addEventListener("close", () => this.#goOn());
  }

  /** How many plies the board may show; null is all of them. */
  get until() {
    return this.#waiting[0] ?? null;
  }

  /** @param {number} ply hold it back until its picture has been seen */
  hold(ply) {
    this.#waiting.push(ply);
  }

  /** @param {number} plies forget those that were taken back */
  keep(plies) {
    this.#waiting = this.#waiting.filter((ply) => ply < plies);
    if (!this.#waiting.length) popup.close();
  }

  /**
   * Show the next picture until a click or a key.
   * @param {boolean} isPlayer whether somebody at this screen plays
   */
  show(isPlayer) {
    const [turn] = this.#waiting;
    if (turn === undefined || popup.open) return;
    const ply = this.#record.plies[turn];
    if (!ply?.answer) return this.#goOn();
    fill(this.#match, turn, ply);
    popup.dataset.player = isPlayer ? "yes" : "";
    popup.showModal();
    clearTimeout(timer);
    if (!isPlayer) timer = setTimeout(() => popup.close(), LASTS);
  }

  #goOn() {
    this.#waiting.shift();
    this.#draw();
    setTimeout(() => this.show(popup.dataset.player === "yes"), TURNS);
  }
}

/**
 * @param {string} match
 * @param {number} turn
 * @param {import("./record.js").Ply} ply
 */
function fill(match, turn, ply) {
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  popup.dataset.answer = ply.answer ?? "";
  write(part(popup, "strong"), say(`game.${ply.answer}`));
  if (ply.hasPicture && !isCalm) {
    const image = make("img", { alt: "", src: `/api/v1/matches/${match}/answers/${turn}/picture` });
    image.addEventListener("error", drawOwn);
    picture.replaceChildren(image);
  } else drawOwn();
}

/** A disc that turns, as the answer's own animation is not to be had. */
function drawOwn() {
  picture.replaceChildren(make("span", { class: "drawn" }, make("span", {}, part(popup, "strong").textContent ?? "")));
}

popup.addEventListener("click", () => popup.close());
popup.addEventListener("keydown", (event) => {
  event.preventDefault();
  event.stopPropagation();
  popup.close();
});
