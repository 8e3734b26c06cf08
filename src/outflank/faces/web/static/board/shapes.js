/** The shapes of a board: frame, coordinates, discs, marks, notes and arrows, as SVG. */
import { CELL, centerOf, COLUMNS } from "./geometry.js";

/**
 * @typedef {import("./state.js").Side} Side
 * @typedef {import("./state.js").Skin} Skin
 * @typedef {import("./state.js").Mark} Mark
 * @typedef {import("./state.js").Note} Note
 * @typedef {import("./state.js").Model} Model
 */

const SVG = "http://www.w3.org/2000/svg";
const DISC = 4.1;
const RIM = 1.1;
const SOURCES = { "": "", exact: "✓", book: "b", selective: "%", expected: "≈", estimate: "" };

/**
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElementTagNameMap[Name]}
 */
export function shape(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const key in attributes) element.setAttribute(key, String(attributes[key]));
  element.append(...children);
  return element;
}

/** @type {(element: Element, attribute: string, value: string | null) => void} */
export function setAttribute(element, attribute, value) {
  if (element.getAttribute(attribute) === value) return;
  if (value === null) element.removeAttribute(attribute);
  else element.setAttribute(attribute, value);
}

const circle = (/** @type {string} */ name, /** @type {number} */ r, x = 0, y = 0) =>
  shape("circle", { class: name, r, cx: x, cy: y });

export const square = (/** @type {string} */ name, /** @type {number} */ side) =>
  shape("rect", { class: name, x: -side / 2, y: -side / 2, width: side, height: side, rx: 0.8 });

/** The light on the two sides of a disc, and its shadow. */
export function gradients() {
  const stops = Object.entries({ light: 0, body: 0.55, shade: 1 });
  const discs = ["black", "white"].map((id) =>
    shape(
      "radialGradient",
      { id, cx: 0.36, cy: 0.3, r: 0.78 },
      ...stops.map(([name, offset]) => shape("stop", { class: name, offset })),
    ),
  );
  const fade = [shape("stop", { offset: 0.74, "stop-opacity": 0.42 }), shape("stop", { offset: 1, "stop-opacity": 0 })];
  return shape("defs", {}, ...discs, shape("radialGradient", { id: "shadow" }, ...fade));
}

/** What lies under the discs, and the box around it. @type {(model: Model) => {viewBox: string, parts: SVGElement[]}} */
export function drawFrame({ position: { size, rotated }, coordinates, isMini }) {
  const names = isMini ? "none" : coordinates;
  const letter = 2.6 * Math.max(1, size / 10);
  const origin = (names === "outside" ? letter * 1.75 : 0) + RIM;
  const side = size * CELL;
  const steps = Array.from({ length: size - 1 }, (_, step) => (step + 1) * CELL);
  const lines = steps.map((step) => `M${step} 0V${side}M0 ${step}H${side}`).join("");
  const box = { class: "rim", x: -RIM, y: -RIM, width: side + 2 * RIM, height: side + 2 * RIM };
  /** @type {SVGElement[]} */
  const parts = [
    shape("rect", { ...box, rx: 1.5 }),
    shape("rect", { class: "felt", width: side, height: side, rx: 0.5 }),
    shape("path", { class: "lines", d: lines }),
  ];
  if (size > 4) {
    const at = [2 * CELL, side - 2 * CELL];
    const points = at.flatMap((x) => at.map((y) => circle("", 0.55, x, y)));
    parts.push(shape("g", { class: "points" }, ...points));
  }
  if (names !== "none") parts.push(drawCoordinates(size, rotated, names === "inside", letter));
  const whole = origin + side + RIM;
  return { viewBox: `${-origin} ${-origin} ${whole} ${whole}`, parts };
}

/** @type {(size: number, rotated: boolean, inside: boolean, letter: number) => SVGElement} */
function drawCoordinates(size, rotated, inside, letter) {
  const kind = inside ? "names inside" : "names";
  const names = shape("g", { class: kind, "aria-hidden": "true", "font-size": letter });
  for (let step = 0; step < size; step += 1) {
    const index = rotated ? size - 1 - step : step;
    const middle = (step + 0.5) * CELL;
    const away = -RIM - letter * 0.9;
    const column = inside ? [step * CELL + 9, 2.1] : [middle, away + letter * 0.35];
    const row = inside ? [1, step * CELL + 2.1] : [away, middle + letter * 0.35];
    for (const [text, [x = 0, y = 0]] of /** @type {[string, number[]][]} */ ([
      [COLUMNS.charAt(index), column],
      [String(index + 1), row],
    ])) {
      names.append(shape("text", { x, y }, text));
    }
  }
  return names;
}

/** One side of a disc. @param {Side} side @param {Skin} skin */
export function drawFace(side, skin) {
  const group = shape("g", { class: `on-${side}` });
  const face = circle(`face ${side}`, DISC);
  // As an attribute: not every browser looks for a style sheet's reference inside the board.
  face.setAttribute("fill", `url(#${side})`);
  group.append(circle(`side ${side}`, DISC, 0, 0.32), face);
  if (skin === "yesno") {
    group.append(shape("text", { class: "label", y: 0.93 }, side === "black" ? "YES" : "NO"));
  } else if (skin === "xo") {
    const cross = shape("path", { class: "sign", d: "M-1.6-1.6 1.6 1.6M1.6-1.6-1.6 1.6" });
    group.append(side === "black" ? cross : circle("sign", 1.85));
  }
  return group;
}

/** What a disc casts on the felt, which stays while the disc flips. */
export function drawShadow() {
  const shadow = circle("shadow", 4.9, 0.15, 0.5);
  shadow.setAttribute("fill", "url(#shadow)");
  return shadow;
}

/**
 * What is drawn upon a square: its state by shapes, then marks, then words.
 * @param {string[]} parts
 * @param {{marks: Mark[] | undefined, note: Note | undefined, side: Side | null, skin: Skin}} square
 * @param {Side} ghost whose disc is previewed
 */
export function drawNotes(parts, { marks, note, side, skin }, ghost) {
  const notes = shape("g");
  // Where a label or a figure needs the middle, the dot of the last move goes to the edge.
  const isLabelled = note !== undefined || skin === "xo" || skin === "yesno";
  const [radius, y] = isLabelled ? [0.55, -3] : [0.9, 0];
  for (const part of parts) {
    if (part === "last" || part === "flipped") notes.append(circle(part, radius, 0, y));
    else if (part === "forced" || part === "flip") notes.append(circle(part, 3.3));
    else if (part === "plan") notes.append(square("plan", 8.6));
    else if (part === "dot" && !note) notes.append(circle("dot", 1.15));
    else if (part.startsWith("ghost")) {
      const disc = drawFace(ghost, skin);
      disc.classList.add("ghost");
      notes.append(disc);
    }
  }
  for (const mark of marks ?? []) {
    if (mark === "ring") notes.append(circle("ring", 4.55));
    else if (mark === "frame") notes.append(square("frame", 8.8));
    else if (mark === "cross") notes.append(shape("path", { class: "cross", d: "M-2-2 2 2M2-2-2 2" }));
    else if (mark === "stable") notes.append(circle("stable", 2.4));
  }
  if (note) notes.append(...drawNote(note, side));
  return notes;
}

/**
 * A few letters on a square: upon a disc as they are, upon the felt on a label of their own.
 * @param {Note} note
 * @param {Side | null} side
 */
function drawNote(note, side) {
  const letters = [...note.text];
  const text = letters.length > 6 ? `${letters.slice(0, 5).join("")}…` : note.text;
  const source = SOURCES[note.source ?? ""];
  const length = Math.max(2, [...text].length + (source ? 0.9 : 0));
  const font = Math.min(3.1, (side ? 6.4 : 7.8) / (length * 0.6));
  const kind = `${note.tone ?? "even"}${note.strong ? " strong" : ""}`;
  const written = shape("text", { class: `note ${kind}`, y: font * 0.36, "font-size": font }, text);
  if (source) written.append(shape("tspan", { class: "source", dx: 0.25, dy: -0.6 }, source));
  if (letters.length > 6) written.append(shape("title", {}, note.text));
  if (side) return [written];
  const width = Math.min(9.4, length * font * 0.6 + 2.1);
  const height = font + 1.6;
  // What is exact has corners, and what is only estimated a broken edge.
  const rx = note.source === "exact" ? 0.5 : height / 2;
  const box = { x: -width / 2, y: -height / 2, width, height, rx };
  const look = `pill${note.strong ? " strong" : ""}${note.source === "estimate" ? " estimate" : ""}`;
  return [shape("rect", { class: look, ...box }), written];
}

/** @typedef {{across: number, down: number}} Offset in squares */

/** An arrow to another place, as one outline. @type {(place: number, size: number, to: Offset) => SVGElement} */
export function drawArrow(place, size, { across, down }) {
  const { cx, cy } = centerOf(place, size);
  const length = Math.hypot(across, down) * CELL;
  const start = Math.min(2.5, length / 3);
  const barb = length - Math.min(3.2, length / 2);
  const d = `M${start} .6H${barb}V1.9L${length} 0 ${barb} -1.9V-.6H${start}Z`;
  const turn = (Math.atan2(down, across) * 180) / Math.PI;
  return shape("path", { class: "arrow", d, transform: `translate(${cx} ${cy}) rotate(${turn})` });
}
