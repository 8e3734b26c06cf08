/** The evaluation graph of a game: discs ahead for black after each move, and where mistakes were made. */
import { signed } from "../shared/figures.js";

/** @typedef {import("server-api").MoveReview} MoveReview */

const WIDTH = 330;
const HEIGHT = 116;
const LEFT = 30;
const RIGHT = 6;
const TOP = 8;
const BOTTOM = 18;
const LEAST = 8; // discs that the scale reaches at least
const NAMESPACE = "http://www.w3.org/2000/svg";

/**
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {string} [content]
 */
function shape(tag, attributes = {}, content = "") {
  const element = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.textContent = content;
  return element;
}

export class EvaluationGraph {
  element = shape("svg", { class: "evaluation-graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
  #moves;
  #most;
  #here = shape("line", { class: "here", y1: TOP, y2: HEIGHT - BOTTOM });

  /**
   * @param {readonly MoveReview[]} moves
   * @param {string} label what the graph shows, in words
   * @param {(ply: number) => void} choose called with the ply that was pointed at
   */
  constructor(moves, label, choose) {
    this.#moves = moves;
    const reach = Math.max(LEAST, ...moves.map(({ value }) => Math.abs(value)));
    this.#most = Math.ceil(reach / 8) * 8;
    this.element.setAttribute("aria-label", label);
    this.element.append(...this.#scale(), ...this.#curve(), ...this.#faults(), this.#here);
    this.element.addEventListener("click", (event) => choose(this.#plyAt(event.clientX)));
    this.show(moves.length);
  }

  /** Mark a ply. @param {number} ply */
  show(ply) {
    const x = this.#across(ply);
    this.#here.setAttribute("x1", String(x));
    this.#here.setAttribute("x2", String(x));
  }

  #across(/** @type {number} */ ply) {
    return LEFT + (ply / Math.max(1, this.#moves.length)) * (WIDTH - LEFT - RIGHT);
  }

  #up(/** @type {number} */ value) {
    const share = (value + this.#most) / (2 * this.#most);
    return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM);
  }

  #plyAt(/** @type {number} */ clientX) {
    const { left, width } = this.element.getBoundingClientRect();
    const x = ((clientX - left) / width) * WIDTH;
    const ply = Math.round(((x - LEFT) / (WIDTH - LEFT - RIGHT)) * this.#moves.length);
    return Math.min(this.#moves.length, Math.max(0, ply));
  }

  #scale() {
    const rows = [this.#most, this.#most / 2, 0, -this.#most / 2, -this.#most];
    const lines = rows.map((value) =>
      shape("line", { class: value ? "grid" : "axis", x1: LEFT, x2: WIDTH - RIGHT, y1: this.#up(value), y2: this.#up(value) }),
    );
    const numbers = [this.#most, 0, -this.#most].map((value) =>
      shape("text", { x: LEFT - 5, y: this.#up(value) + 4, "text-anchor": "end" }, signed(value)),
    );
    const step = this.#moves.length > 120 ? 40 : this.#moves.length > 30 ? 10 : 5;
    const plies = [];
    for (let ply = step; ply <= this.#moves.length; ply += step) {
      plies.push(shape("text", { x: this.#across(ply), y: HEIGHT - 4, "text-anchor": "middle" }, String(ply)));
    }
    return [...lines, ...numbers, ...plies];
  }

  #curve() {
    const points = this.#moves.map(({ number, value }) => `${this.#across(number).toFixed(1)},${this.#up(value).toFixed(1)}`);
    const zero = this.#up(0).toFixed(1);
    const start = `${LEFT},${zero}`;
    const end = `${this.#across(this.#moves.length).toFixed(1)},${zero}`;
    return [
      shape("polygon", { class: "area", points: [start, ...points, end].join(" ") }),
      shape("polyline", { class: "line", points: [start, ...points].join(" ") }),
    ];
  }

  #faults() {
    return this.#moves
      .filter(({ mistake }) => mistake)
      .map(({ number, value }) => {
        const [x, y] = [this.#across(number), this.#up(value)];
        return shape("path", { class: "fault", d: `M${x} ${y - 5}l5 5-5 5-5-5z` });
      });
  }
}
