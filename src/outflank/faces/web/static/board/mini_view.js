/**
 * Draws a small board with as few elements as possible, because a page may have hundreds of them. All
 * discs of a side are one path; a disc is a shape of its own only while it flips. Discs have no
 * transform, because each would cost a layer in every frame.
 */
import { summaryOf } from "./accessibility.js";
import { motion, wasFlipped } from "./animation.js";
import { centerOf, ringOf, rotate } from "./geometry.js";
import { drawFrame, setAttribute, shape } from "./shapes.js";
import { sideOf } from "./state.js";

/** @typedef {import("./state.js").Model} Model */

const DISC = 4.2; // the radius of its discs
const CIRCLE = `a${DISC} ${DISC} 0 1 0 ${2 * DISC} 0a${DISC} ${DISC} 0 1 0 ${-2 * DISC} 0z`;

/** @type {Map<number, string[]>} the outlines of discs by place, made once a size for all boards */
const outlines = new Map();

export class MiniView {
  #svg;
  #resting = { black: shape("path", { class: "mini black" }), white: shape("path", { class: "mini white" }) };
  /** @type {Map<number, SVGElement>} discs that flip at the moment, by square */
  #flipping = new Map();
  #discs = shape("g", {}, this.#resting.black, this.#resting.white);
  #lastMove = shape("g");
  #shown = "";
  /** @type {Model} what was drawn last */
  #model;

  /** @param {SVGSVGElement} svg @param {Model} model */
  constructor(svg, model) {
    this.#svg = svg;
    this.#model = model;
    const { viewBox, parts } = drawFrame(model);
    setAttribute(svg, "role", "img");
    svg.setAttribute("viewBox", viewBox);
    svg.replaceChildren(...parts, this.#discs, this.#lastMove);
  }

  render(/** @type {Model} */ model) {
    this.#model = model;
    const { position } = model;
    const { cells, size, last } = position;
    if (this.#shown !== cells) this.#startFlips();
    this.#drawResting();
    const side = last < 0 ? null : sideOf(cells.charAt(last));
    const place = centerOf(rotate(position, last), size);
    this.#lastMove.setAttribute("class", `on-${side}`);
    this.#lastMove.replaceChildren(...(side ? [shape("circle", { class: "last", r: 1.4, ...place })] : []));
    this.#shown = cells;
    setAttribute(this.#svg, "aria-label", summaryOf(model));
  }

  /** Put a disc that has flipped back into the path of its side. */
  finishAnimation(/** @type {AnimationEvent} */ { animationName, target }) {
    if (animationName !== "turn") return;
    for (const [at, disc] of this.#flipping) if (disc === target) this.#flipping.delete(at);
    this.#drawResting();
    /** @type {Element} */ (target).remove();
  }

  #startFlips() {
    const { position, isStill } = this.#model;
    const { cells, size } = position;
    /** @type {boolean | undefined} */
    let mayFlip;
    for (let at = 0; at < cells.length; at += 1) {
      const sign = cells.charAt(at);
      const before = this.#shown.charAt(at);
      if (sign === before) continue;
      this.#flipping.get(at)?.remove();
      this.#flipping.delete(at);
      if (isStill || !wasFlipped(position, at, before) || !(mayFlip ??= motion.startMiniBoard())) continue;
      const place = centerOf(rotate(position, at), size);
      const disc = shape("ellipse", { class: `mini turning ${sideOf(sign)}`, rx: DISC, ry: DISC, ...place });
      disc.style.setProperty("--ring", String(ringOf(position, at)));
      this.#flipping.set(at, disc);
      this.#discs.append(disc);
    }
  }

  /** Draw the discs that do not flip at the moment. */
  #drawResting() {
    const { position } = this.#model;
    const shapes = outlinesOf(position.size);
    const paths = { X: "", O: "" };
    for (let at = 0; at < position.cells.length; at += 1) {
      const sign = position.cells.charAt(at);
      if ((sign !== "X" && sign !== "O") || this.#flipping.has(at)) continue;
      paths[sign] += shapes[rotate(position, at)];
    }
    setAttribute(this.#resting.black, "d", paths.X);
    setAttribute(this.#resting.white, "d", paths.O);
  }
}

/** @param {number} size */
function outlinesOf(size) {
  const found =
    outlines.get(size) ??
    Array.from({ length: size * size }, (_, place) => {
      const { cx, cy } = centerOf(place, size);
      return `M${cx - DISC} ${cy}${CIRCLE}`;
    });
  outlines.set(size, found);
  return found;
}
