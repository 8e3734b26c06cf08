/** The oracle's picture before each move: the service's own, or one that is drawn here. */
import { addressOf } from "../shared/address.js";
import { make, need, part, write } from "../shared/dom.js";
import { say } from "../shared/say.js";

/** @typedef {import("./match_record.js").MatchRecord} MatchRecord */

const SHOWN = 2000; // milliseconds, when nobody at this screen plays
const FLIPS = 700; // milliseconds in which discs flip before the next picture comes

const popup = /** @type {HTMLDialogElement} */ (need("popup"));
const picture = part(popup, ".picture");

/** The pictures of one match. A move counts at once; only its disc waits until its picture was seen. */
export class AnswerPictures {
  #match;
  #record;
  #draw;
  /** @type {number[]} the plies that wait for their pictures to be seen */
  #waiting = [];
  #timer = 0;

  /** @param {string} match @param {MatchRecord} record @param {() => void} draw */
  constructor(match, record, draw) {
    this.#match = match;
    this.#record = record;
    this.#draw = draw;
    popup.addEventListener("close", () => this.#next());
  }

  /** How many plies the board may show until a picture has been seen; null is all of them. */
  get heldBefore() {
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

  /** Show the next picture until a click or a key. @param {boolean} isPlayer whether somebody at this screen plays */
  show(isPlayer) {
    const [turn] = this.#waiting;
    if (turn === undefined || popup.open) return;
    const ply = this.#record.plies[turn];
    if (!ply) return; // the record does not go that far yet; once it does, this is called again
    if (!ply.answer) return this.#next();
    fillPopup(this.#match, turn, ply);
    popup.dataset.player = isPlayer ? "yes" : "";
    popup.showModal();
    clearTimeout(this.#timer);
    if (!isPlayer) this.#timer = setTimeout(() => popup.close(), SHOWN);
  }

  #next() {
    this.#waiting.shift();
    this.#draw();
    setTimeout(() => this.show(popup.dataset.player === "yes"), FLIPS);
  }
}

/** @param {string} match @param {number} turn @param {import("./match_record.js").Ply} ply */
function fillPopup(match, turn, ply) {
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  popup.dataset.answer = ply.answer ?? "";
  write(part(popup, "strong"), say(`game.${ply.answer}`));
  if (ply.hasPicture && !isCalm) {
    const src = addressOf("/matches/{match}/answers/{turn}/picture", { path: { match, turn } });
    const image = make("img", { alt: "", src });
    image.addEventListener("error", drawDisc);
    picture.replaceChildren(image);
  } else drawDisc();
}

/** A disc that spins, where the service's animation is not available or not wanted. */
function drawDisc() {
  picture.replaceChildren(make("span", { class: "drawn" }, make("span", {}, part(popup, "strong").textContent ?? "")));
}

popup.addEventListener("click", () => popup.close());
popup.addEventListener("keydown", (event) => {
  event.preventDefault();
  event.stopPropagation();
  popup.close();
});
