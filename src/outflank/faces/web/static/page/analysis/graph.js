/** The graph of a line's values, which is also a slider: dragged or stepped, it leads to a move. */
import { shape } from "../../board/shapes.js";
import { change } from "../shared/dom.js";
import { signed } from "../shared/figures.js";
import { discNumberOf } from "./study.js";
import { say, sourceOf, wordsOf } from "./values.js";

/**
 * @typedef {import("./study.js").Study} Study
 * @typedef {import("./study.js").StudyNode} StudyNode
 */

const WIDTH = 320;
const HEIGHT = 132;
const LEFT = 30;
const RIGHT = 8;
const EDGE = 10; // above and below
const SCALES = [4, 8, 16, 32, 64, 128, 256];

export class Graph {
  #place;
  /** @type {StudyNode[]} */
  #line = [];
  #at = 0;

  /** @param {HTMLElement} place @param {(node: StudyNode) => void} goTo */
  constructor(place, goTo) {
    this.#place = place;
    const follow = (/** @type {PointerEvent} */ event) => {
      const node = this.#line[this.#plyUnder(event.clientX)];
      if (node && node !== this.#line[this.#at]) goTo(node);
    };
    place.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      place.setPointerCapture(event.pointerId);
      follow(event);
    });
    place.addEventListener("pointermove", (event) => {
      if (place.hasPointerCapture(event.pointerId)) follow(event);
    });
    place.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const goal = this.#plyOfKey(event.key);
      if (goal === undefined) return;
      event.preventDefault();
      const node = this.#line[Math.max(0, Math.min(this.#line.length - 1, goal))];
      if (node) goTo(node);
    });
  }

  #plyUnder(/** @type {number} */ x) {
    const box = this.#place.getBoundingClientRect();
    const share = (((x - box.left) / box.width) * WIDTH - LEFT) / (WIDTH - LEFT - RIGHT);
    return Math.round(Math.max(0, Math.min(1, share)) * (this.#line.length - 1));
  }

  #plyOfKey(/** @type {string} */ key) {
    /** @type {Record<string, number>} */
    const goals = {
      ArrowLeft: this.#at - 1,
      ArrowDown: this.#at - 1,
      ArrowRight: this.#at + 1,
      ArrowUp: this.#at + 1,
      PageDown: this.#at - 10,
      PageUp: this.#at + 10,
      Home: 0,
      End: this.#line.length - 1,
    };
    return goals[key];
  }

  /** @param {Study} study */
  draw(study) {
    this.#line = study.line();
    this.#at = this.#line.indexOf(study.node);
    change(this.#place, "aria-valuemax", String(this.#line.length - 1));
    change(this.#place, "aria-valuenow", String(this.#at));
    change(this.#place, "aria-valuetext", this.#words());
    this.#place.replaceChildren(this.#picture(study.size ** 2));
  }

  #words() {
    const node = this.#line[this.#at];
    const value = wordsOf(node?.value ?? null);
    if (!node?.move) return say("analysis.graph.at_start", { value });
    const number = discNumberOf(node);
    if (!number) return say("analysis.graph.text_pass", { value });
    return say("analysis.graph.text", { number, move: node.move, value });
  }

  #picture(/** @type {number} */ most) {
    const known = this.#line.flatMap(({ value }, ply) => (value ? [{ ply, value }] : []));
    const highest = Math.max(1, ...known.map(({ value }) => Math.abs(value.black)));
    const scale = SCALES.find((one) => one >= highest) ?? most;
    const x = (/** @type {number} */ ply) =>
      LEFT + (ply / Math.max(1, this.#line.length - 1)) * (WIDTH - LEFT - RIGHT);
    const y = (/** @type {number} */ black) => HEIGHT / 2 - (black / scale) * (HEIGHT / 2 - EDGE);
    const svg = shape("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" });
    for (const level of [scale, scale / 2, 0, -scale / 2, -scale]) {
      svg.append(shape("path", { class: level ? "rule" : "rule zero", d: `M${LEFT} ${y(level)}H${WIDTH - RIGHT}` }));
      if (level % scale === 0) {
        svg.append(shape("text", { class: "scale", x: LEFT - 5, y: y(level) + 3.5 }, signed(level)));
      }
    }
    svg.append(shape("text", { class: "side", x: LEFT + 4, y: EDGE + 11 }, say("analysis.graph.up")));
    svg.append(shape("text", { class: "side", x: LEFT + 4, y: HEIGHT - EDGE - 4 }, say("analysis.graph.down")));
    // Where a value is missing the line is broken: it shows nothing that nobody found out.
    let path = "";
    known.forEach(({ ply, value }, index) => {
      const isNext = index > 0 && known[index - 1]?.ply === ply - 1;
      path += `${isNext ? "L" : "M"}${x(ply).toFixed(1)} ${y(value.black).toFixed(1)}`;
    });
    if (path) svg.append(shape("path", { class: "line", d: path }));
    for (const { ply, value } of known) {
      const at = { class: `point ${sourceOf(value)}` };
      const [cx, cy] = [x(ply), y(value.black)];
      if (sourceOf(value) === "exact") svg.append(shape("rect", { ...at, x: cx - 2, y: cy - 2, width: 4, height: 4 }));
      else svg.append(shape("circle", { ...at, cx, cy, r: 1.9 }));
    }
    svg.append(shape("path", { class: "now", d: `M${x(this.#at)} ${EDGE / 2}V${HEIGHT - EDGE / 2}` }));
    return svg;
  }
}
