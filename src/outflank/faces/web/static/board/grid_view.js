/** Draws a full board: a grid of squares, and only those that have changed are updated. */
import { nameOfSquare, words } from "./accessibility.js";
import { motion, wasFlipped } from "./animation.js";
import { CELL, centerOf, offset, ringOf, rotate } from "./geometry.js";
import { drawArrow, drawFace, drawFrame, drawNotes, drawShadow, gradients, setAttribute, shape, square } from "./shapes.js";
import { mayPlay, previewedSquare, sideOf, tabStop } from "./state.js";

/**
 * @typedef {import("./state.js").Model} Model
 * @typedef {object} Cell what is on the screen for one square
 * @property {SVGGElement} group
 * @property {SVGGElement | null} disc
 * @property {SVGGElement | null} notes
 * @property {string} face which disc is drawn, to draw it again only when it changes
 * @property {string} look what is drawn upon it
 * @property {string} name
 */

export class GridView {
  #svg;
  #grid = shape("g", { role: "grid" });
  #arrows = shape("g");
  #arrowKey = "";
  #typed = "";
  /** @type {Cell[]} by place on the screen, not by square */
  #cells;
  /** The position that is on the screen: discs flip when the next one flips them. */
  #shown = "";
  #flipsBegan = 0;
  /** @type {Model} what was drawn last */
  #model;

  /** Make what stays while discs come and flip. @param {SVGSVGElement} svg @param {Model} model */
  constructor(svg, model) {
    this.#svg = svg;
    this.#model = model;
    this.#cells = makeCells(this.#grid, model.position.size);
    const { viewBox, parts } = drawFrame(model);
    setAttribute(svg, "role", null);
    setAttribute(svg, "aria-label", null);
    svg.setAttribute("viewBox", viewBox);
    svg.replaceChildren(gradients(), ...parts, this.#grid, this.#arrows);
  }

  /** Draw a model where it differs from the screen. */
  render(/** @type {Model} */ model) {
    this.#model = model;
    const { position } = model;
    const previewed = previewedSquare(model);
    const preview = new Set(position.legal.get(previewed)?.flips ?? []);
    const stop = tabStop(model);
    for (let at = 0; at < position.cells.length; at += 1) {
      const cell = this.#cellAt(at);
      if (!cell) continue;
      const name = nameOfSquare(model, at);
      if (name !== cell.name) cell.group.setAttribute("aria-label", name);
      cell.name = name;
      setAttribute(cell.group, "tabindex", at === stop ? "0" : "-1");
      this.#drawSquare(cell, at, previewed, preview);
    }
    this.#drawArrows();
    this.#markTyped();
    this.#shown = position.cells;
    setAttribute(this.#grid, "aria-label", model.label ?? words.board);
    setAttribute(this.#grid, "aria-readonly", model.isInteractive ? null : "true");
    setAttribute(this.#grid, "aria-disabled", position.disabled ? "true" : null);
  }

  /** The element of a square. */
  elementAt(/** @type {number} */ at) {
    return this.#cellAt(at)?.group;
  }

  /** Remove the old side of a disc that has flipped. */
  finishAnimation(/** @type {AnimationEvent} */ event) {
    const target = /** @type {Element} */ (event.target);
    if (event.animationName !== "toward") return;
    const group = /** @type {SVGElement | null} */ (target.closest(".cell"));
    motion.finishFlip(this.#flipsBegan, Number(group?.style.getPropertyValue("--ring")));
    group?.querySelector(".away")?.remove();
    group?.classList.remove("turning");
    target.classList.remove("toward");
  }

  #cellAt(/** @type {number} */ at) {
    return at < 0 ? undefined : this.#cells[rotate(this.#model.position, at)];
  }

  /** @type {(cell: Cell, at: number, previewed: number, preview: Set<number>) => void} */
  #drawSquare(cell, at, previewed, preview) {
    const { position, skin, isInteractive } = this.#model;
    const sign = position.cells.charAt(at);
    const face = sign === "-" ? "" : sign + skin;
    const legal = position.legal.get(at);
    const note = position.texts.get(at);
    const marks = position.marks.get(at);
    const isPreviewed = at === previewed;
    const parts = [
      at === position.last && "last",
      position.flipped.has(at) && !preview.has(at) && "flipped",
      position.forced.has(at) && !preview.has(at) && "forced",
      preview.has(at) && "flip",
      legal && (isPreviewed ? `ghost ${legal.disc}` : position.hints && "dot"),
      isPreviewed && !legal && "aimed",
      at === position.premove && position.plannedDisc && `ghost ${position.plannedDisc}`,
      at === position.premove && "plan",
    ].filter((part) => typeof part === "string");
    const look = parts.join() + (marks?.join() ?? "") + (note ? JSON.stringify(note) : "");
    const isChanged = face !== cell.face;
    if (isChanged) this.#changeDisc(cell, at, face);
    if (!isChanged && look + face === cell.look) return;
    cell.look = look + face;
    cell.notes?.remove();
    cell.notes = null;
    const isOpen = !position.disabled && isInteractive && mayPlay(position, at);
    cell.group.classList.toggle("open", isOpen);
    cell.group.classList.toggle("aimed", isPreviewed);
    cell.group.classList.toggle("noted", note !== undefined);
    if (!look) return;
    const ghost = legal?.disc ?? position.plannedDisc ?? "black";
    cell.notes = drawNotes(parts, { marks, note, side: sideOf(sign), skin }, ghost);
    cell.group.append(cell.notes);
  }

  /**
   * Put the disc of the new position in place of the old one, flipping if a move flipped it.
   * @param {Cell} cell
   * @param {number} at
   * @param {string} face
   */
  #changeDisc(cell, at, face) {
    const { position, skin, isStill } = this.#model;
    const { group } = cell;
    const before = this.#shown.charAt(at);
    const side = sideOf(position.cells.charAt(at));
    const old = sideOf(before);
    cell.disc?.remove();
    cell.disc = null;
    cell.face = face;
    group.classList.remove("turning");
    group.classList.toggle("taken", side !== null);
    group.classList.toggle("on-black", side === "black");
    group.classList.toggle("on-white", side === "white");
    if (!side) return;
    const front = drawFace(side, skin);
    cell.disc = shape("g", {}, drawShadow(), front);
    if (old && !isStill && wasFlipped(position, at, before)) {
      const back = drawFace(old, skin);
      front.classList.add("toward");
      back.classList.add("away");
      cell.disc.append(back);
      const { across, down } = offset(position, position.last, at);
      group.classList.add("turning");
      this.#flipsBegan = performance.now();
      group.style.setProperty("--ring", String(ringOf(position, at)));
      group.style.setProperty("--way", `${Math.round((Math.atan2(down, across) * 180) / Math.PI)}deg`);
    }
    group.querySelector(".hit")?.after(cell.disc);
  }

  #drawArrows() {
    const { position } = this.#model;
    const key = position.arrows.join(";");
    if (key === this.#arrowKey) return;
    this.#arrowKey = key;
    this.#arrows.replaceChildren(
      ...position.arrows.map(([from, to]) =>
        drawArrow(rotate(position, from), position.size, offset(position, from, to)),
      ),
    );
  }

  /** Show the column that has been typed and waits for its row. */
  #markTyped() {
    const { text } = this.#model.typed;
    if (text === this.#typed) return;
    this.#typed = text;
    for (const name of this.#svg.querySelectorAll(".names text")) {
      name.classList.toggle("typed", text.length === 1 && name.textContent === text);
    }
  }
}

/**
 * Make the squares of a grid, in rows, with what the pointer meets and the frame of the cursor.
 * @param {SVGGElement} grid
 * @param {number} size
 * @returns {Cell[]}
 */
function makeCells(grid, size) {
  return Array.from({ length: size }, (_, row) => {
    const line = shape("g", { role: "row" });
    grid.append(line);
    return Array.from({ length: size }, (_, column) => {
      const place = row * size + column;
      const { cx, cy } = centerOf(place, size);
      const transform = `translate(${cx} ${cy})`;
      const group = shape("g", { class: "cell", transform, "data-place": place, role: "gridcell" });
      group.append(square("hit", CELL), square("cursor", 9.1));
      line.append(group);
      return { group, disc: null, notes: null, face: "", look: "", name: "" };
    });
  }).flat();
}
