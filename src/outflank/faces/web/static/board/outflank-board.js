/**
 * `<outflank-board>`: an Othello board of any size as a web component.
 *
 * It knows no rules. Legal moves, flips and the last move arrive as data in `board.state`, and the
 * drawing is a function of that state. The choices of a person are the events `play` and `refuse`;
 * the event `still` says that all discs have flipped. It has no dependencies
 * outside this folder; docs/board.md describes it.
 *
 * @typedef {import("./state.js").State} State
 * @typedef {import("./state.js").Skin} Skin
 * @typedef {import("./state.js").Model} Model
 */
import { words } from "./accessibility.js";
import { motion, nextFrame } from "./animation.js";
import { CELL, rotate, squareAt, squareName } from "./geometry.js";
import { GridView } from "./grid_view.js";
import { nextLegalSquare, squareInDirection, typeSquare } from "./keyboard.js";
import { MiniView } from "./mini_view.js";
import { shape } from "./shapes.js";
import { EMPTY_BOARD, mayPlay, readState, structureOf, tabStop } from "./state.js";
import { sheet } from "./style.js";

export { squareAt, squareName, words };

/** The element; set `state`, listen to `play`. */
export class OutflankBoard extends HTMLElement {
  static observedAttributes = ["coordinates", "interactive", "label", "mini", "skin", "still"];

  #root = this.attachShadow({ mode: "open" });
  #svg = shape("svg");
  #state = EMPTY_BOARD;
  /** What is drawn besides the attributes; replaced, never changed. */
  #now = { position: readState(EMPTY_BOARD), hover: -1, cursor: -1, typed: { text: "", at: 0 } };
  /** @type {GridView | MiniView | null} */
  #view = null;
  /** What the parts of the view that stay were built for. */
  #structure = "";

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [sheet];
    this.#root.append(this.#svg);
    // Not on the drawing, because an SVG that listens to focus becomes a tab stop itself.
    /** @type {(kind: string, listener: (event: any) => void) => void} */
    const on = (kind, listener) => this.#root.addEventListener(kind, listener);
    on("click", (event) => this.#choose(this.#squareOf(event)));
    on("keydown", (event) => this.#pressKey(event));
    on("pointerover", (event) => this.#pointAt(this.#squareOf(event)));
    on("pointerout", () => this.#pointAt(-1));
    on("pointercancel", () => this.#pointAt(-1));
    on("focusin", (event) => this.#focusOn(this.#squareOf(event)));
    on("focusout", () => nextFrame.add(this));
    on("animationend", (event) => {
      if (event.animationName === "glow") event.target.remove();
      else this.#view?.finishAnimation(event);
      if (!this.isMoving) this.dispatchEvent(new Event("still"));
    });
  }

  /** Everything that is shown. Assign a new object to change it. */
  get state() {
    return this.#state;
  }

  set state(state) {
    this.#now = { ...this.#now, position: readState(state) };
    this.#state = state;
    if (state.skin && state.skin !== this.skin) this.setAttribute("skin", state.skin);
    nextFrame.add(this);
  }

  /** @returns {Skin} */
  get skin() {
    const name = this.getAttribute("skin") ?? "";
    return name in words.sides ? /** @type {Skin} */ (name) : "classic";
  }

  /** Whether discs flip at the moment, or the felt glows; the event `still` tells when it is over. */
  get isMoving() {
    return this.#svg.querySelector(".toward, .turning.mini, .glow") !== null;
  }

  connectedCallback() {
    // A state given before this file was loaded hides the real one.
    if (Object.hasOwn(this, "state")) {
      const { state } = this;
      // @ts-expect-error the element's own property, not the class's
      delete this.state;
      this.state = state;
    }
    nextFrame.add(this);
  }

  attributeChangedCallback() {
    nextFrame.add(this);
  }

  /**
   * Move the keyboard to the board, to the square it was on or to one that is named.
   * @override
   * @param {FocusOptions & {square?: string}} [options]
   */
  focus(options = {}) {
    if (options.square) {
      this.#now = { ...this.#now, cursor: squareAt(options.square, this.#now.position.size) };
    }
    this.draw();
    this.#squareElement(tabStop(this.#model))?.focus(options);
  }

  /** Draw the state now instead of in the next animation frame. */
  draw() {
    nextFrame.remove(this);
    let model = this.#model;
    const structure = structureOf(model);
    const isNew = structure !== this.#structure;
    const hadFocus = this.#root.activeElement !== null;
    if (isNew) {
      this.#view = new (model.isMini ? MiniView : GridView)(this.#svg, model);
      this.#structure = structure;
      model = this.#model; // the new squares have no focus yet
    }
    this.#view?.render(model);
    this.#showMaybe(model, isNew);
    // Squares that were built again have lost the focus that the old ones had.
    if (isNew && hadFocus) this.#squareElement(tabStop(model))?.focus({ preventScroll: true });
  }

  /** @returns {Model} */
  get #model() {
    const has = (/** @type {string} */ name) => this.hasAttribute(name);
    return {
      ...this.#now,
      skin: this.skin,
      label: this.getAttribute("label"),
      coordinates: this.getAttribute("coordinates") ?? "outside",
      isMini: has("mini"),
      isInteractive: has("interactive"),
      isStill: has("still") || motion.isSpent,
      isCursorShown: this.#squareElement(this.#now.cursor)?.matches(":focus-visible") ?? false,
    };
  }

  /** Let the felt glow once when a maybe was played, and the rim stay gold. */
  #showMaybe(/** @type {Model} */ { position, isStill }, /** @type {boolean} */ isNew) {
    const svg = this.#svg;
    if (position.wasMaybe && !svg.classList.contains("maybe") && !isNew && !isStill) {
      const side = position.size * CELL;
      svg.append(shape("rect", { class: "glow", width: side, height: side }));
    }
    svg.classList.toggle("maybe", position.wasMaybe);
  }

  /** The element of a square; a small board has none, it is one picture. */
  #squareElement(/** @type {number} */ at) {
    return this.#view instanceof GridView ? this.#view.elementAt(at) : undefined;
  }

  #squareOf(/** @type {Event} */ event) {
    const target = /** @type {Element} */ (event.target);
    const place = target.closest(".cell")?.getAttribute("data-place");
    // Until the next frame a new state may have another size than the board that was touched.
    const isCurrent = place && structureOf(this.#model) === this.#structure;
    return isCurrent ? rotate(this.#now.position, Number(place)) : -1;
  }

  #pointAt(/** @type {number} */ hover) {
    if (hover === this.#now.hover) return;
    this.#now = { ...this.#now, hover };
    if (this.hasAttribute("interactive")) nextFrame.add(this);
  }

  #focusOn(/** @type {number} */ cursor) {
    if (cursor < 0) return;
    // At once, not in the next frame: the Tab key may be quicker.
    this.#squareElement(tabStop(this.#model))?.setAttribute("tabindex", "-1");
    this.#squareElement(cursor)?.setAttribute("tabindex", "0");
    this.#now = { ...this.#now, cursor };
    this.#emit("focus-square", cursor);
    nextFrame.add(this);
  }

  #choose(/** @type {number} */ at) {
    const { position } = this.#now;
    if (at < 0 || !this.hasAttribute("interactive") || position.disabled) return;
    this.#emit(mayPlay(position, at) ? "play" : "refuse", at);
  }

  #emit(/** @type {string} */ kind, /** @type {number} */ at) {
    const detail = { square: squareName(at, this.#now.position.size) };
    this.dispatchEvent(new CustomEvent(kind, { detail, bubbles: true, composed: true }));
  }

  #pressKey(/** @type {KeyboardEvent} */ event) {
    const at = event.altKey || event.metaKey ? -1 : this.#squareOf(event);
    if (at < 0) return;
    if (!event.ctrlKey && (event.key === "Enter" || event.key === " ")) {
      this.#type({ text: "", at: event.timeStamp });
      this.#choose(at);
      event.preventDefault();
      return;
    }
    const goal = this.#goalOf(event, at);
    if (goal === undefined) return;
    event.preventDefault();
    this.#squareElement(goal)?.focus();
  }

  /** The square that a key leads to; -1 if the key means something, but leads nowhere yet. */
  #goalOf(/** @type {KeyboardEvent} */ event, /** @type {number} */ at) {
    const { position, typed } = this.#now;
    const goal = squareInDirection(event, at, position) ?? nextLegalSquare(event, at, position);
    if (goal !== undefined || event.ctrlKey) return goal;
    const after = typeSquare(event, typed, position.size);
    if (after) this.#type(after.typed);
    return after?.goal;
  }

  #type(/** @type {import("./state.js").Typed} */ typed) {
    const isChanged = typed.text !== this.#now.typed.text;
    this.#now = { ...this.#now, typed };
    if (isChanged) this.draw();
  }
}

customElements.define("outflank-board", OutflankBoard);
