/**
 * `<outflank-board>`: an Othello board of any size as a web component.
 *
 * It knows no rules: what may be played, what would flip and what was played arrive as data in
 * `board.state`, and what is drawn is a function of that state. What a person chooses leaves as
 * the events `play` and `refuse`. One file without dependencies; docs/board.md describes it.
 *
 * @typedef {"black" | "white"} Side
 * @typedef {"classic" | "red-yellow" | "xo" | "yesno"} Skin
 * @typedef {"yes" | "no" | "maybe"} Answer
 * @typedef {"ring" | "frame" | "cross" | "stable"} Mark
 * @typedef {{square: string, flips?: readonly string[], disc?: Side}} Legal
 * @typedef {{
 *   square: string, flipped?: readonly string[], forced?: readonly string[],
 *   answer?: Answer | null,
 * }} Last
 * @typedef {{
 *   text: string, strong?: boolean, tone?: "good" | "even" | "bad",
 *   source?: "" | "exact" | "book" | "selective" | "expected",
 * }} Note
 * @typedef {{square: string, disc?: Side}} Planned
 * @typedef {object} State
 * @property {number} size columns and rows, 4 to 16
 * @property {string} cells row by row from a1: X black, O white, - empty
 * @property {Side | null} [turn] who is to move
 * @property {readonly Legal[] | {[square: string]: readonly string[]}} [legal] where, and what flips
 * @property {Last | null} [last] the last move and what it turned over
 * @property {Answer | null} [answer] what the oracle said for this turn
 * @property {{[mark in Mark]?: readonly string[]}} [marks]
 * @property {{[square: string]: string | Note}} [texts]
 * @property {readonly (readonly [string, string])[]} [arrows] from one square to another
 * @property {string | Planned | null} [premove] a move planned for later, and its disc
 * @property {0 | 180} [orientation] 180 shows the board from the other side of the table
 * @property {Skin} [skin]
 * @property {"legal" | "empty" | "any"} [choose] which squares may be played, legal ones if not said
 * @property {boolean} [hints] false leaves the dots of the legal squares away
 * @property {boolean} [disabled] nothing may be played now
 */

const SVG = "http://www.w3.org/2000/svg";
const CELL = 10; // every measure is in tenths of a square
const DISC = 4.1;
const RIM = 1.1;
const SMALL = 4.2; // the radius of a small board's discs
const ROUND = `a${SMALL} ${SMALL} 0 1 0 ${2 * SMALL} 0a${SMALL} ${SMALL} 0 1 0 ${-2 * SMALL} 0z`;
const LIVELY = 12; // small boards that turn discs over at a time; more cost much and tell nothing
const TURN = 300; // milliseconds in which a disc turns over, as the style says,
const STEP = 35; // each ring around the new disc this much later
const LATE = 150; // milliseconds by which motion may end too late
const SPARED = 10_000; // milliseconds without motion for a machine that was later
const TYPING = 2000; // milliseconds between the letter and the figure of a typed square
const COLUMNS = "abcdefghijklmnop";
/** @type {Record<string, Side>} */
const DISC_OF_ANSWER = { yes: "black", no: "white" };
const SOURCES = { "": "", exact: "✓", book: "b", selective: "%", expected: "≈" };

/** What the board says to those who hear it; replace any of it to speak another language. */
export const words = {
  board: "Board",
  empty: "empty",
  legal: "legal",
  last: "last move",
  flipped: "flipped",
  forced: "turned by the answer",
  premove: "planned",
  flips: (/** @type {number} */ count) => `flips ${count}`,
  places: (/** @type {string} */ side) => `places ${side}`,
  marks: { ring: "ringed", frame: "framed", cross: "crossed", stable: "stable" },
  sources: { "": "", exact: "exact", book: "book", selective: "selective", expected: "expected" },
  sides: {
    classic: { black: "black", white: "white" },
    "red-yellow": { black: "red", white: "yellow" },
    xo: { black: "X", white: "O" },
    yesno: { black: "YES", white: "NO" },
  },
  /** @type {(size: number, black: string, white: string, last: string | undefined) => string} */
  summary: (size, black, white, last) =>
    `Board ${size} by ${size}: ${black}, ${white}${last ? `, last move ${last}` : ""}`,
};

const style = `
:host {
  display: block; min-width: 0; aspect-ratio: 1; contain: content; user-select: none; -webkit-user-select: none;
  -webkit-tap-highlight-color: transparent;
  --board-felt: light-dark(#1f7a52, #1d744c); --board-rim: light-dark(#123f2b, #234f3b);
  --board-line: light-dark(#14543a, #11472f); --board-ink: light-dark(#66706a, #9aa59f);
  --board-legal: #b6f5cf; --board-cursor: #fff; --board-mark: #ffd166; --board-maybe: #f0b83e;
  --board-arrow: #ffd166; --board-arrow-edge: #2b2205;
  --board-black-edge: #060807; --board-white-edge: #fffefa;
  --board-note: #0d3323; --board-note-ink: #fff; --board-note-good: #a5f3c4;
  --board-note-bad: #ffc2b3; --board-best: #fdfcf5; --board-best-ink: #0d3323;
  --board-black: #1d211f; --board-black-light: #4b514e; --board-black-shade: #0c0e0d;
  --board-white: #f3f1ea; --board-white-light: #fff; --board-white-shade: #e6e2d8;
  --board-on-black: #fff; --board-on-white: #14110a;
  --board-black-last: #ff8a75; --board-white-last: #c8402f;
  --board-black-flip: #f3bb42; --board-white-flip: #a87308;
  --board-black-side: #b9b6ad; --board-white-side: #6d716e;
}
:host([hidden]) { display: none; }
:host([mini]) { content-visibility: auto; contain-intrinsic-size: auto 160px; }
:host([theme="felt"]) { --board-felt: #1f7a52; --board-rim: #123f2b; --board-line: #14543a; }
:host([theme="dark"]) { --board-felt: #1d744c; --board-rim: #234f3b; --board-line: #11472f; }
:host([theme="ocean"]) {
  --board-felt: #2f6f9f; --board-rim: #173a56; --board-line: #20527a; --board-legal: #d3ecff;
  --board-ink: light-dark(#5b6873, #9fadb8); --board-note: #123048; --board-best-ink: #123048;
  --board-note-good: #a9e4ff;
}
:host([theme="wood"]) {
  --board-felt: #c99a5b; --board-rim: #5a3a20; --board-line: #96703c; --board-legal: #4d2f0d;
  --board-ink: light-dark(#75624d, #b8a58f); --board-cursor: #2a1805; --board-mark: #123f66;
  --board-maybe: #fff0c2; --board-arrow: #12507a; --board-arrow-edge: #fff;
  --board-white-edge: #3a2208; --board-note: #38220c; --board-best-ink: #38220c;
  --board-note-good: #ffe2a8;
}
:host([theme="paper"]) {
  --board-felt: #f1ead9; --board-rim: #4a463c; --board-line: #a79f8b; --board-legal: #0b6b4a;
  --board-ink: light-dark(#5c5648, #aca696); --board-cursor: #1d1b16; --board-mark: #0b6b4a;
  --board-maybe: #8f5f00; --board-arrow: #0b6b4a; --board-arrow-edge: #fff;
  --board-black-edge: #2a2822; --board-white-edge: #2a2822; --board-note: #3b382f;
}
:host([theme="print"]) {
  --board-felt: #fff; --board-rim: #000; --board-line: #000; --board-ink: #000;
  --board-legal: #000; --board-cursor: #000; --board-mark: #000; --board-maybe: #595959;
  --board-arrow: #000; --board-arrow-edge: #fff; --board-white-edge: #000; --board-note: #000;
  --board-note-good: #fff; --board-note-bad: #fff; --board-best-ink: #000;
}
:host([theme="contrast"]) {
  --board-felt: #000; --board-rim: #fff; --board-line: #8a8a8a; --board-legal: #ffe600;
  --board-ink: light-dark(#000, #fff); --board-cursor: #ffe600; --board-mark: #00e5ff;
  --board-maybe: #ffb000; --board-arrow: #ffe600; --board-arrow-edge: #000;
  --board-black-edge: #fff; --board-note: #000; --board-note-good: #8dffb0;
  --board-best: #ffe600; --board-best-ink: #000;
}
:host([skin="red-yellow"]) {
  --board-black: #b3261e; --board-black-light: #cb3a33; --board-black-shade: #7f1712;
  --board-white: #f2c63c; --board-white-light: #ffe38a; --board-white-shade: #dfae2a;
  --board-on-white: #241a00; --board-black-last: #fff4f0; --board-white-last: #8f1d10;
  --board-black-flip: #ffe08f; --board-white-flip: #5e3c00;
  --board-black-side: #e0b22f; --board-white-side: #96241d;
}
svg { display: block; width: 100%; height: 100%; overflow: visible; touch-action: manipulation; }
text {
  font-family: system-ui, sans-serif; font-variant-numeric: tabular-nums; text-anchor: middle;
  pointer-events: none;
}
.rim { fill: var(--board-rim); }
.maybe .rim { fill: var(--board-maybe); }
.felt { fill: var(--board-felt); }
.lines { fill: none; stroke: var(--board-line); stroke-width: .2; }
.points { fill: var(--board-line); }
.names { fill: var(--board-ink); font-weight: 500; }
.inside { fill: var(--board-cursor); font-size: 2px; font-weight: 600; }
.names .typed { fill: var(--board-cursor); font-weight: 800; }
.names:not(.inside) .typed { fill: currentColor; text-decoration: underline; }
.glow { fill: var(--board-maybe); pointer-events: none; animation: glow .6s ease-out both; }
.hit { fill: transparent; }
.cell { outline: none; }
.open { cursor: pointer; }
.cell * { pointer-events: none; }
.cell .hit { pointer-events: auto; }
.side.black { fill: var(--board-black-side); }
.side.white { fill: var(--board-white-side); }
.face { stroke-width: .22; }
.face.black { stroke: var(--board-black-edge); }
.face.white { stroke: var(--board-white-edge); }
.mini { stroke-width: .22; }
.mini.black {
  fill: var(--board-black); stroke: var(--board-black-edge);
  --from: var(--board-white); --from-edge: var(--board-white-edge);
}
.mini.white {
  fill: var(--board-white); stroke: var(--board-white-edge);
  --from: var(--board-black); --from-edge: var(--board-black-edge);
}
.light { stop-color: var(--board-black-light); }
.body { stop-color: var(--board-black); }
.shade { stop-color: var(--board-black-shade); }
#white .light { stop-color: var(--board-white-light); }
#white .body { stop-color: var(--board-white); }
#white .shade { stop-color: var(--board-white-shade); }
.label { font-size: 2.6px; font-weight: 800; letter-spacing: .05em; fill: var(--on); }
.sign { fill: none; stroke: var(--on); stroke-width: .85; stroke-linecap: round; }
.on-black {
  --on: var(--board-on-black); --last: var(--board-black-last); --flip: var(--board-black-flip);
}
.on-white {
  --on: var(--board-on-white); --last: var(--board-white-last); --flip: var(--board-white-flip);
}
.noted .label, .noted .sign { display: none; }
.ghost { opacity: .5; }
.dot { fill: var(--board-legal); }
.cursor, .plan { fill: none; stroke: var(--board-cursor); stroke-width: .5; }
.plan { stroke-dasharray: 1.4 1; }
.cursor { visibility: hidden; }
.aimed > .cursor, .cell:focus-visible > .cursor { visibility: visible; }
.last { fill: var(--last); }
.flipped, .flip, .forced { fill: none; stroke-width: .3; stroke: var(--last); }
.flip { stroke: var(--flip); stroke-width: .5; stroke-dasharray: 1.25 .88; }
.forced { stroke: var(--flip); stroke-width: .45; stroke-dasharray: 0 .9; stroke-linecap: round; }
.ring, .frame, .cross, .stable { fill: none; stroke: var(--board-mark); stroke-width: .55; }
.taken .cross, .stable { stroke: var(--on); }
.stable { stroke-width: .25; }
.cross { stroke-linecap: round; }
.pill { fill: var(--board-note); }
.note { fill: var(--board-note-ink); font-weight: 600; }
.note.good { fill: var(--board-note-good); }
.note.bad { fill: var(--board-note-bad); }
.strong.pill { fill: var(--board-best); }
.strong.note { fill: var(--board-best-ink); font-weight: 800; }
.taken .note { fill: var(--on); }
.source { font-size: .72em; font-weight: 700; }
.arrow {
  fill: var(--board-arrow); stroke: var(--board-arrow-edge); stroke-width: .25;
  stroke-linejoin: round; pointer-events: none;
}
.turning .away { animation: away .3s calc(var(--ring) * 35ms) both; }
.turning .toward { animation: toward .3s calc(var(--ring) * 35ms) both; }
.turning .shadow { animation: fade .3s calc(var(--ring) * 35ms); }
.turning :is(.flipped, .forced) {
  animation: appear .12s calc(var(--ring) * 35ms + .3s) backwards;
}
.turning.mini { animation: turn .3s calc(var(--ring) * 35ms) backwards; }
@keyframes away {
  from { transform: rotate(var(--way)) scaleX(1) rotate(calc(-1 * var(--way)));
    animation-timing-function: ease-in; }
  50%, to { transform: rotate(var(--way)) scaleX(0) rotate(calc(-1 * var(--way))); }
}
@keyframes toward {
  from, 50% { transform: rotate(var(--way)) scaleX(0) rotate(calc(-1 * var(--way)));
    animation-timing-function: ease-out; }
  to { transform: rotate(var(--way)) scaleX(1) rotate(calc(-1 * var(--way))); }
}
@keyframes turn {
  from { rx: 4.2px; fill: var(--from); stroke: var(--from-edge); animation-timing-function: ease-in; }
  49.9% { fill: var(--from); stroke: var(--from-edge); }
  50% { rx: 0; animation-timing-function: ease-out; }
  to { rx: 4.2px; }
}
@keyframes fade { 50% { opacity: .15; } }
@keyframes appear { from { opacity: 0; } }
@keyframes glow { from { opacity: .5; } to { opacity: 0; } }
@media (prefers-reduced-motion: reduce) { * { animation: none !important; } }
@media (prefers-contrast: more) {
  .lines { stroke-width: .3; } .dot { stroke: #000; stroke-width: .3; } .ghost { opacity: .7; }
}
@media (forced-colors: active) {
  svg {
    forced-color-adjust: none;
    --board-felt: Canvas; --board-rim: CanvasText; --board-line: GrayText; --board-ink: CanvasText;
    --board-legal: LinkText; --board-cursor: Highlight; --board-mark: LinkText;
    --board-arrow: LinkText; --board-arrow-edge: Canvas; --board-maybe: Highlight;
    --board-black-edge: CanvasText; --board-white-edge: CanvasText;
    --board-note: Canvas; --board-note-ink: CanvasText; --board-note-good: CanvasText;
    --board-note-bad: CanvasText; --board-best: CanvasText; --board-best-ink: Canvas;
  }
  .face { stroke-width: .5; }
}
`;

/** @type {CSSStyleSheet | undefined} */
let sheet;

/** One style sheet serves every board of a page; made by script, so a strict policy allows it. */
function sharedSheet() {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
  }
  return sheet;
}

/**
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElementTagNameMap[Name]}
 */
function draw(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const key in attributes) element.setAttribute(key, String(attributes[key]));
  element.append(...children);
  return element;
}

const circle = (/** @type {string} */ name, /** @type {number} */ r, x = 0, y = 0) =>
  draw("circle", { class: name, r, cx: x, cy: y });

const square = (/** @type {string} */ name, /** @type {number} */ side) =>
  draw("rect", { class: name, x: -side / 2, y: -side / 2, width: side, height: side, rx: 0.8 });

/** @type {Set<OutflankBoard>} */
const waiting = new Set();

/** Draws all boards that changed in one animation frame, however many and however often. */
function drawSoon(/** @type {OutflankBoard} */ board) {
  if (!waiting.size) {
    requestAnimationFrame(() => {
      const boards = [...waiting];
      waiting.clear();
      for (const one of boards) one.draw();
    });
  }
  waiting.add(board);
}

/** Until when nothing turns over, because this machine could not keep up. */
let sparedUntil = 0;

/** @type {number[]} */
let turning = [];

/** Tell whether one more small board may turn its discs over now. */
function mayTurn() {
  const now = performance.now();
  turning = turning.filter((start) => now - start < 500);
  return turning.length < LIVELY && turning.push(now) > 0;
}

/**
 * The number of a square, counted row by row from a1.
 * @param {string} name
 * @param {number} size
 */
export function squareAt(name, size) {
  const column = COLUMNS.indexOf(name.charAt(0));
  const row = /^[a-p]([1-9]|1[0-6])$/.test(name) ? Number(name.slice(1)) - 1 : size;
  if (column >= size || row >= size) throw new RangeError(`there is no ${name} on ${size}x${size}`);
  return row * size + column;
}

/**
 * The name of the square with that number, row by row from a1.
 * @param {number} at
 * @param {number} size
 */
export function squareName(at, size) {
  return COLUMNS.charAt(at % size) + (Math.floor(at / size) + 1);
}

/**
 * A state with its squares as numbers: what is drawn.
 * @param {State} state
 */
function read(state) {
  const { size, cells } = state;
  if (!Number.isInteger(size) || size < 4 || size > 16) {
    throw new RangeError(`a board has 4 to 16 columns, not ${size}`);
  }
  if (cells.length !== size * size || /[^XO-]/.test(cells)) {
    throw new RangeError(`cells are ${size * size} of the signs X, O and -`);
  }
  const at = (/** @type {string} */ name) => squareAt(name, size);
  const entries = Array.isArray(state.legal)
    ? /** @type {readonly Legal[]} */ (state.legal)
    : Object.entries(state.legal ?? {}).map(([name, flips]) => ({ square: name, flips }));
  const turn = state.turn ?? null;
  /** @type {Map<number, {flips: number[] | null, disc: Side | null}>} */
  const legal = new Map();
  for (const entry of entries) {
    const { flips, disc = DISC_OF_ANSWER[state.answer ?? ""] ?? turn } =
      /** @type {Legal} */ (entry);
    legal.set(at(entry.square), { flips: flips ? flips.map(at) : null, disc });
  }
  /** @type {Map<number, Mark[]>} */
  const marks = new Map();
  for (const [mark, names] of Object.entries(state.marks ?? {})) {
    for (const where of (names ?? []).map(at)) {
      marks.set(where, [...(marks.get(where) ?? []), /** @type {Mark} */ (mark)]);
    }
  }
  /** @type {Map<number, Note>} */
  const texts = new Map();
  for (const [name, note] of Object.entries(state.texts ?? {})) {
    texts.set(at(name), typeof note === "string" ? { text: note } : note);
  }
  const planned = typeof state.premove === "string" ? { square: state.premove } : state.premove;
  return {
    size,
    cells,
    turn,
    legal,
    marks,
    texts,
    last: state.last ? at(state.last.square) : -1,
    flipped: new Set((state.last?.flipped ?? []).map(at)),
    forced: new Set((state.last?.forced ?? []).map(at)),
    wasMaybe: state.last?.answer === "maybe",
    arrows: (state.arrows ?? []).map(([from, to]) => /** @type {const} */ ([at(from), at(to)])),
    premove: planned ? at(planned.square) : -1,
    planned: planned?.disc,
    rotated: state.orientation === 180,
    choose: state.choose ?? "legal",
    hints: state.hints ?? true,
    disabled: state.disabled ?? false,
  };
}

/**
 * @param {string} sign
 * @returns {Side | null}
 */
const sideOf = (sign) => (sign === "X" ? "black" : sign === "O" ? "white" : null);

/**
 * What is on the screen for one square.
 * @typedef {object} Cell
 * @property {SVGGElement} group
 * @property {SVGGElement | null} disc
 * @property {SVGGElement | null} notes
 * @property {string} face which disc is drawn, to draw it anew only when it changes
 * @property {string} look what is drawn upon it
 * @property {string} name
 */

const EMPTY = "-".repeat(64);

/** The element; set `state`, listen to `play`. */
export class OutflankBoard extends HTMLElement {
  static observedAttributes = ["coordinates", "interactive", "label", "mini", "skin", "still"];

  #root = this.attachShadow({ mode: "open" });
  #svg = draw("svg");
  /** @type {State} */
  #state = { size: 8, cells: EMPTY };
  #view = read(this.#state);
  /** The position that is on the screen: discs turn over when the next one flips them. */
  #shown = "";
  #structure = "";
  /** @type {(Cell | undefined)[]} by place on the screen, not by square */
  #cells = [];
  /** The discs of a small board that rest, and those that turn over, by their squares. */
  #resting = { black: draw("path"), white: draw("path") };
  /** @type {Map<number, SVGElement>} */
  #turning = new Map();
  #grid = draw("g");
  #arrows = draw("g");
  #arrowKey = "";
  #hover = -1;
  /** The square of the tab stop, -1 as long as nobody has moved it. */
  #cursor = -1;
  #typed = "";
  #typedAt = 0;
  /** When the discs of the last move began to turn over. */
  #turnsSince = 0;

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [sharedSheet()];
    this.#root.append(this.#svg);
    // Not on the drawing: an SVG that listens to focus becomes a stop of the Tab key itself.
    /** @type {(kind: string, listener: (event: any) => void) => void} */
    const on = (kind, listener) => this.#root.addEventListener(kind, listener);
    on("click", (event) => this.#choose(this.#squareOf(event)));
    on("keydown", (event) => this.#press(event));
    on("pointerover", (event) => this.#point(this.#squareOf(event)));
    on("pointerout", () => this.#point(-1));
    on("pointercancel", () => this.#point(-1));
    on("focusin", (event) => this.#arrive(this.#squareOf(event)));
    on("focusout", () => drawSoon(this));
    on("animationend", (event) => this.#settle(event));
  }

  /** Everything that is shown. Give it a new object to change what is shown. */
  get state() {
    return this.#state;
  }

  set state(state) {
    this.#view = read(state);
    this.#state = state;
    if (state.skin && state.skin !== this.skin) this.setAttribute("skin", state.skin);
    drawSoon(this);
  }

  /** @returns {Skin} */
  get skin() {
    const name = this.getAttribute("skin") ?? "";
    return name in words.sides ? /** @type {Skin} */ (name) : "classic";
  }

  connectedCallback() {
    // A state given before this file was loaded hides the real one.
    if (Object.hasOwn(this, "state")) {
      const { state } = this;
      // @ts-expect-error the element's own property, not the class's
      delete this.state;
      this.state = state;
    }
    drawSoon(this);
  }

  attributeChangedCallback() {
    drawSoon(this);
  }

  /**
   * Move the keyboard to the board, to the square it was on or to one that is named.
   * @override
   * @param {FocusOptions & {square?: string}} [options]
   */
  focus(options = {}) {
    if (options.square) this.#cursor = squareAt(options.square, this.#view.size);
    this.draw();
    this.#cellAt(this.#tabStop)?.group.focus(options);
  }

  /** Draw the state now instead of in the next animation frame. */
  draw() {
    waiting.delete(this);
    const view = this.#view;
    const mini = this.hasAttribute("mini");
    const structure = this.#wanted;
    const isNew = structure !== this.#structure;
    const hadFocus = this.#root.activeElement !== null;
    if (isNew) this.#build(structure, mini);
    const shown = isNew ? "" : this.#shown;
    if (mini) {
      this.#drawSmall(shown);
    } else {
      const aimed = this.#aimed;
      const preview = new Set(view.legal.get(aimed)?.flips ?? []);
      for (let at = 0; at < view.cells.length; at += 1) this.#paint(at, shown, aimed, preview);
      this.#drawArrows();
    }
    this.#shown = view.cells;
    const svg = this.#svg;
    if (view.wasMaybe && !svg.classList.contains("maybe") && shown && !this.#isStill) {
      const side = view.size * CELL;
      svg.append(draw("rect", { class: "glow", width: side, height: side }));
    }
    svg.classList.toggle("maybe", view.wasMaybe);
    this.#describe(mini);
    // Cells that were built anew have lost the focus that the old ones had.
    if (isNew && hadFocus) this.#cellAt(this.#tabStop)?.group.focus({ preventScroll: true });
  }

  /** What the parts that stay depend on; where it changes all is built anew. */
  get #wanted() {
    const { size, rotated } = this.#view;
    return [size, rotated, this.hasAttribute("mini"), this.getAttribute("coordinates")].join();
  }

  get #isStill() {
    return this.hasAttribute("still") || calm.matches || performance.now() < sparedUntil;
  }

  /** The square whose move is previewed: under the pointer, else under the keyboard's cursor. */
  get #aimed() {
    if (!this.hasAttribute("interactive") || this.#view.disabled) return -1;
    if (this.#hover >= 0) return this.#isOpen(this.#hover) ? this.#hover : -1;
    const cell = this.#cellAt(this.#cursor);
    return cell?.group.matches(":focus-visible") && this.#isOpen(this.#cursor) ? this.#cursor : -1;
  }

  get #tabStop() {
    const { size, legal } = this.#view;
    if (this.#cursor >= 0 && this.#cursor < size * size) return this.#cursor;
    return legal.keys().next().value ?? 0;
  }

  /** Tell whether a square may be played. */
  #isOpen(/** @type {number} */ at) {
    const { choose, legal, cells } = this.#view;
    return legal.has(at) || choose === "any" || (choose === "empty" && cells.charAt(at) === "-");
  }

  /** Turn a square into its place on the screen, or a place into its square: it is the same turn. */
  #turned(/** @type {number} */ at) {
    const { rotated, size } = this.#view;
    return rotated ? size * size - 1 - at : at;
  }

  #cellAt(/** @type {number} */ at) {
    return at < 0 ? undefined : this.#cells[this.#turned(at)];
  }

  /** @param {Event} event */
  #squareOf(event) {
    const target = /** @type {Element} */ (event.target);
    const place = target.closest(".cell")?.getAttribute("data-place");
    // Until the next frame a new state may have another size than the board that was touched.
    return place && this.#wanted === this.#structure ? this.#turned(Number(place)) : -1;
  }

  /** Make all that stays while discs come and turn: table, lines, names, places for the cells. */
  #build(/** @type {string} */ structure, /** @type {boolean} */ mini) {
    const { size, rotated } = this.#view;
    const names = mini ? "none" : (this.getAttribute("coordinates") ?? "outside");
    const letter = 2.6 * Math.max(1, size / 10);
    const band = names === "outside" ? letter * 1.75 : 0;
    const side = size * CELL;
    const origin = band + RIM;
    const steps = Array.from({ length: size - 1 }, (_, step) => (step + 1) * CELL);
    const lines = steps.map((step) => `M${step} 0V${side}M0 ${step}H${side}`).join("");
    const box = { class: "rim", x: -RIM, y: -RIM, width: side + 2 * RIM, height: side + 2 * RIM };
    /** @type {SVGElement[]} */
    const parts = [
      draw("rect", { ...box, rx: 1.5 }),
      draw("rect", { class: "felt", width: side, height: side, rx: 0.5 }),
      draw("path", { class: "lines", d: lines }),
    ];
    if (size > 4) {
      const points = draw("g", { class: "points" });
      for (const x of [2 * CELL, side - 2 * CELL]) {
        for (const y of [2 * CELL, side - 2 * CELL]) points.append(circle("", 0.55, x, y));
      }
      parts.push(points);
    }
    if (names !== "none") parts.push(drawNames(size, rotated, names === "inside", letter));
    this.#grid = draw("g", mini ? {} : { role: "grid" });
    this.#arrows = draw("g");
    this.#arrowKey = "";
    this.#turning.clear();
    if (mini) {
      for (const side of /** @type {Side[]} */ (["black", "white"])) {
        this.#resting[side] = draw("path", { class: `mini ${side}` });
      }
      this.#grid.append(this.#resting.black, this.#resting.white);
    }
    this.#cells = mini ? [] : makeCells(this.#grid, size);
    const whole = origin + side + RIM;
    this.#svg.setAttribute("viewBox", `${-origin} ${-origin} ${whole} ${whole}`);
    this.#svg.replaceChildren(...(mini ? [] : [paints()]), ...parts, this.#grid, this.#arrows);
    this.#structure = structure;
  }

  /**
   * Draw one square, as far as it changed.
   * @param {number} at
   * @param {string} shown the position before, "" when there was none
   * @param {number} aimed
   * @param {Set<number>} preview
   */
  #paint(at, shown, aimed, preview) {
    const view = this.#view;
    const sign = view.cells.charAt(at);
    const face = sign === "-" ? "" : sign + this.skin;
    const legal = view.legal.get(at);
    const note = view.texts.get(at);
    const marks = view.marks.get(at);
    const isAimed = at === aimed;
    const parts = [
      at === view.last && "last",
      view.flipped.has(at) && !preview.has(at) && "flipped",
      view.forced.has(at) && !preview.has(at) && "forced",
      preview.has(at) && "flip",
      legal && (isAimed ? `ghost ${legal.disc}` : view.hints && "dot"),
      isAimed && !legal && "aimed",
      at === view.premove && view.planned && `ghost ${view.planned}`,
      at === view.premove && "plan",
    ].filter(Boolean);
    const look = parts.join() + (marks?.join() ?? "") + (note ? JSON.stringify(note) : "");
    const cell = this.#cellAt(at);
    if (!cell) return;
    this.#name(cell, at, sideOf(sign), legal, note, marks);
    const { group } = cell;
    const isChanged = face !== cell.face;
    if (isChanged) this.#changeDisc(cell, at, shown.charAt(at));
    if (!isChanged && look + face === cell.look) return;
    cell.look = look + face;
    cell.notes?.remove();
    cell.notes = null;
    const isOpen = !view.disabled && this.hasAttribute("interactive") && this.#isOpen(at);
    group.classList.toggle("open", isOpen);
    group.classList.toggle("aimed", isAimed);
    group.classList.toggle("noted", note !== undefined);
    if (!look) return;
    const ghost = () => disc(legal?.disc ?? view.planned ?? "black", this.skin);
    cell.notes = drawNotes(parts, marks, note, sideOf(sign), this.skin, ghost);
    group.append(cell.notes);
  }

  /**
   * Put the disc of the new position in place of the old one, turning over if a move flipped it.
   * @param {Cell} cell
   * @param {number} at
   * @param {string} before
   */
  #changeDisc(cell, at, before) {
    const { cells, last } = this.#view;
    const { group } = cell;
    const side = sideOf(cells.charAt(at));
    const old = sideOf(before);
    cell.disc?.remove();
    cell.disc = null;
    cell.face = side ? cells.charAt(at) + this.skin : "";
    group.classList.remove("turning");
    group.classList.toggle("taken", side !== null);
    group.classList.toggle("on-black", side === "black");
    group.classList.toggle("on-white", side === "white");
    if (!side) return;
    const face = disc(side, this.skin);
    cell.disc = draw("g", {}, shadow(), face);
    if (old && this.#turns(at, before)) {
      const back = disc(old, this.skin);
      face.classList.add("toward");
      back.classList.add("away");
      cell.disc.append(back);
      const way = Math.atan2(this.#down(last, at), this.#across(last, at));
      group.classList.add("turning");
      this.#turnsSince = performance.now();
      group.style.setProperty("--ring", this.#ring(at));
      group.style.setProperty("--way", `${Math.round((way * 180) / Math.PI)}deg`);
    }
    group.querySelector(".hit")?.after(cell.disc);
  }

  /**
   * Draw a small board: as little as can be, for there may be hundreds on a page. All discs of a
   * side are one path; only those that turn over are shapes of their own until they have. A
   * transform for each would make each a layer's worth of work in every frame, so there is none.
   * @param {string} shown
   */
  #drawSmall(shown) {
    const { cells, size, last } = this.#view;
    /** @type {boolean | undefined} */
    let isLively;
    for (let at = 0; shown !== cells && at < cells.length; at += 1) {
      const sign = cells.charAt(at);
      const before = shown.charAt(at);
      if (sign === before) continue;
      this.#turning.get(at)?.remove();
      this.#turning.delete(at);
      if (!this.#turns(at, before) || !(isLively ??= mayTurn())) continue;
      const place = middle(this.#turned(at), size);
      const small = draw("ellipse", { class: `mini turning ${sideOf(sign)}`, rx: SMALL, ry: SMALL, ...place });
      small.style.setProperty("--ring", this.#ring(at));
      this.#turning.set(at, small);
      this.#grid.append(small);
    }
    this.#drawResting();
    const side = last < 0 ? null : sideOf(cells.charAt(last));
    const mark = side && draw("circle", { class: "last", r: 1.4, ...middle(this.#turned(last), size) });
    this.#arrows.setAttribute("class", `on-${side}`);
    this.#arrows.replaceChildren(...(mark ? [mark] : []));
  }

  /** Draw the discs of a small board that do not turn over at the moment. */
  #drawResting() {
    const { cells, size } = this.#view;
    const outlines = outlinesOf(size);
    const paths = { X: "", O: "" };
    for (let at = 0; at < cells.length; at += 1) {
      const sign = cells.charAt(at);
      if ((sign !== "X" && sign !== "O") || this.#turning.has(at)) continue;
      paths[sign] += outlines[this.#turned(at)];
    }
    change(this.#resting.black, "d", paths.X);
    change(this.#resting.white, "d", paths.O);
  }

  /** Tell whether a disc is to turn over before the eyes: the last move has flipped it. */
  #turns(/** @type {number} */ at, /** @type {string} */ before) {
    const { cells, last, flipped, forced } = this.#view;
    const isFlipped = flipped.has(at) || forced.has(at);
    const isOther = sideOf(before) !== null && before !== cells.charAt(at);
    return isOther && isFlipped && last >= 0 && !this.#isStill;
  }

  /** How far a disc is from the one that was placed, counted from its neighbours. */
  #ring(/** @type {number} */ at) {
    const { last } = this.#view;
    const far = Math.max(Math.abs(this.#across(last, at)), Math.abs(this.#down(last, at)));
    return String(far - 1);
  }

  #across(/** @type {number} */ from, /** @type {number} */ to) {
    const { size } = this.#view;
    return (this.#turned(to) % size) - (this.#turned(from) % size);
  }

  #down(/** @type {number} */ from, /** @type {number} */ to) {
    const { size } = this.#view;
    return Math.floor(this.#turned(to) / size) - Math.floor(this.#turned(from) / size);
  }

  /** A disc has turned over: what was its old side goes. */
  #settle(/** @type {AnimationEvent} */ event) {
    const target = /** @type {Element} */ (event.target);
    if (event.animationName === "glow") target.remove();
    if (event.animationName === "turn") this.#rest(target);
    if (event.animationName !== "toward") return;
    const group = /** @type {SVGElement | null} */ (target.closest(".cell"));
    const ring = Number(group?.style.getPropertyValue("--ring"));
    const now = performance.now();
    // Motion must not hold up the game: where it drags, the next discs are simply there.
    if (now - this.#turnsSince - TURN - STEP * ring > LATE) sparedUntil = now + SPARED;
    group?.querySelector(".away")?.remove();
    group?.classList.remove("turning");
    target.classList.remove("toward");
  }

  /** A disc of a small board has turned over: it is one of many again. */
  #rest(/** @type {Element} */ disc) {
    for (const [at, one] of this.#turning) if (one === disc) this.#turning.delete(at);
    this.#drawResting();
    disc.remove();
  }

  #drawArrows() {
    const { arrows } = this.#view;
    const key = arrows.join(";");
    if (key === this.#arrowKey) return;
    this.#arrowKey = key;
    this.#arrows.replaceChildren(
      ...arrows.map(([from, to]) => {
        const { cx, cy } = middle(this.#turned(from), this.#view.size);
        return drawArrow(cx, cy, this.#across(from, to) * CELL, this.#down(from, to) * CELL);
      }),
    );
  }

  /**
   * Give a cell the name by which it is heard: "f5, empty, legal, flips 3".
   * @param {Cell} cell
   * @param {number} at
   * @param {Side | null} side
   * @param {{flips: number[] | null, disc: Side | null} | undefined} legal
   * @param {Note | undefined} note
   * @param {Mark[] | undefined} marks
   */
  #name(cell, at, side, legal, note, marks) {
    const { size, turn, last, flipped, forced, premove } = this.#view;
    const sides = words.sides[this.skin];
    const parts = [
      squareName(at, size),
      side ? sides[side] : words.empty,
      legal && words.legal,
      legal?.flips && words.flips(legal.flips.length),
      legal?.disc && legal.disc !== turn && words.places(sides[legal.disc]),
      at === last && words.last,
      flipped.has(at) && words.flipped,
      forced.has(at) && words.forced,
      at === premove && words.premove,
      note?.text,
      note?.source && words.sources[note.source],
      ...(marks ?? []).map((mark) => words.marks[mark]),
    ];
    const name = parts.filter(Boolean).join(", ");
    if (name !== cell.name) cell.group.setAttribute("aria-label", name);
    cell.name = name;
    const tab = at === this.#tabStop ? "0" : "-1";
    if (cell.group.getAttribute("tabindex") !== tab) cell.group.setAttribute("tabindex", tab);
  }

  /** Say what the whole is: a grid of squares, or one small picture. */
  #describe(/** @type {boolean} */ mini) {
    const { size, cells, last, disabled } = this.#view;
    const label = this.getAttribute("label");
    if (mini) {
      const sides = words.sides[this.skin];
      const count = (/** @type {string} */ sign) => cells.split(sign).length - 1;
      const [black, white] = [`${sides.black} ${count("X")}`, `${sides.white} ${count("O")}`];
      const said = words.summary(size, black, white, last < 0 ? undefined : squareName(last, size));
      change(this.#svg, "role", "img");
      change(this.#svg, "aria-label", label ? `${label}. ${said}` : said);
      return;
    }
    change(this.#svg, "role", null);
    change(this.#svg, "aria-label", null);
    const grid = this.#grid;
    change(grid, "aria-label", label ?? words.board);
    change(grid, "aria-readonly", this.hasAttribute("interactive") ? null : "true");
    change(grid, "aria-disabled", disabled ? "true" : null);
  }

  #point(/** @type {number} */ at) {
    if (at === this.#hover) return;
    this.#hover = at;
    if (this.hasAttribute("interactive")) drawSoon(this);
  }

  #arrive(/** @type {number} */ at) {
    if (at < 0) return;
    // At once, not in the next frame: the Tab key may be quicker.
    this.#cellAt(this.#tabStop)?.group.setAttribute("tabindex", "-1");
    this.#cursor = at;
    this.#cellAt(at)?.group.setAttribute("tabindex", "0");
    this.#tell("focus-square", at);
    drawSoon(this);
  }

  #choose(/** @type {number} */ at) {
    if (at < 0 || !this.hasAttribute("interactive") || this.#view.disabled) return;
    this.#tell(this.#isOpen(at) ? "play" : "refuse", at);
  }

  #tell(/** @type {string} */ kind, /** @type {number} */ at) {
    const detail = { square: squareName(at, this.#view.size) };
    this.dispatchEvent(new CustomEvent(kind, { detail, bubbles: true, composed: true }));
  }

  #press(/** @type {KeyboardEvent} */ event) {
    if (event.altKey || event.metaKey) return;
    const at = this.#squareOf(event);
    if (at < 0) return;
    const { key } = event;
    if (!event.ctrlKey && (key === "Enter" || key === " ")) {
      this.#type("", event);
      this.#choose(at);
      event.preventDefault();
      return;
    }
    const to = this.#wayOf(event, this.#turned(at)) ?? this.#legalAfter(event, at);
    const goal = to ?? (event.ctrlKey ? undefined : this.#typedSquare(event));
    if (goal === undefined) return;
    event.preventDefault();
    if (goal >= 0) this.#cellAt(goal)?.group.focus();
  }

  /**
   * The square that an arrow or a key like Home leads to.
   * @param {KeyboardEvent} event
   * @param {number} place
   */
  #wayOf(event, place) {
    const { size } = this.#view;
    const column = place % size;
    const row = Math.floor(place / size);
    const end = size - 1;
    const ways = /** @type {Record<string, [number, number]>} */ ({
      ArrowLeft: [column - 1, row],
      ArrowRight: [column + 1, row],
      ArrowUp: [column, row - 1],
      ArrowDown: [column, row + 1],
      Home: event.ctrlKey ? [0, 0] : [0, row],
      End: event.ctrlKey ? [end, end] : [end, row],
      PageUp: [column, 0],
      PageDown: [column, end],
    });
    const way = ways[event.key];
    if (!way || (event.ctrlKey && !/^(Home|End)$/.test(event.key))) return undefined;
    const [x, y] = way.map((step) => Math.min(end, Math.max(0, step)));
    return this.#turned((y ?? 0) * size + (x ?? 0));
  }

  /**
   * The next legal square for n or a full stop, the one before for N or a comma.
   * @param {KeyboardEvent} event
   * @param {number} at
   */
  #legalAfter(event, at) {
    const { legal, size } = this.#view;
    const isLetter = size <= COLUMNS.indexOf("n"); // on larger boards n is a column
    const isNext = event.key === "." || (isLetter && event.key === "n");
    const isBack = event.key === "," || (isLetter && event.key === "N");
    if (event.ctrlKey || (!isNext && !isBack) || !legal.size) return undefined;
    const squares = [...legal.keys()].sort((one, other) => one - other);
    if (isNext) return squares.find((one) => one > at) ?? squares[0];
    return squares.findLast((one) => one < at) ?? squares.at(-1);
  }

  /**
   * The square whose name has been typed, -1 as long as only its letter is there.
   * @param {KeyboardEvent} event
   */
  #typedSquare(event) {
    const { size } = this.#view;
    const key = event.key.toLowerCase();
    const column = key.length === 1 ? COLUMNS.indexOf(key) : -1;
    if (column >= 0 && column < size) {
      this.#type(key, event);
      return -1;
    }
    const isLate = event.timeStamp - this.#typedAt > TYPING;
    if (!/^[0-9]$/.test(key) || !this.#typed || isLate) {
      if (key === "escape" && this.#typed) {
        this.#type("", event);
        return -1;
      }
      return undefined;
    }
    const name = this.#typed + key;
    const row = Number(name.slice(1));
    if (row < 1 || row > size) return -1;
    this.#type(name, event);
    return squareAt(name, size);
  }

  /** Remember what has been typed, and show the column that waits for its row. */
  #type(/** @type {string} */ text, /** @type {KeyboardEvent} */ event) {
    this.#typed = text;
    this.#typedAt = event.timeStamp;
    for (const name of this.#svg.querySelectorAll(".names text")) {
      name.classList.toggle("typed", text.length === 1 && name.textContent === text);
    }
  }
}

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * @param {Element} element
 * @param {string} attribute
 * @param {string | null} value
 */
function change(element, attribute, value) {
  if (element.getAttribute(attribute) === value) return;
  if (value === null) element.removeAttribute(attribute);
  else element.setAttribute(attribute, value);
}

/** The light on the two sides of a disc, and its shadow. */
function paints() {
  const stops = () => [
    draw("stop", { class: "light", offset: 0 }),
    draw("stop", { class: "body", offset: 0.55 }),
    draw("stop", { class: "shade", offset: 1 }),
  ];
  const light = { cx: 0.36, cy: 0.3, r: 0.78 };
  return draw(
    "defs",
    {},
    draw("radialGradient", { id: "black", ...light }, ...stops()),
    draw("radialGradient", { id: "white", ...light }, ...stops()),
    draw(
      "radialGradient",
      { id: "shadow" },
      draw("stop", { offset: 0.74, "stop-opacity": 0.42 }),
      draw("stop", { offset: 1, "stop-opacity": 0 }),
    ),
  );
}

/**
 * The letters of the columns and the numbers of the rows.
 * @param {number} size
 * @param {boolean} rotated
 * @param {boolean} inside
 * @param {number} letter
 */
function drawNames(size, rotated, inside, letter) {
  const kind = inside ? "names inside" : "names";
  const names = draw("g", { class: kind, "aria-hidden": "true", "font-size": letter });
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
      names.append(draw("text", { x, y }, text));
    }
  }
  return names;
}

/**
 * @param {number} place
 * @param {number} size
 */
function middle(place, size) {
  return { cx: ((place % size) + 0.5) * CELL, cy: (Math.floor(place / size) + 0.5) * CELL };
}

/** @type {Map<number, string[]>} */
const outlines = new Map();

/**
 * The outlines of a small board's discs, by place on the screen, found once for all boards.
 * @param {number} size
 */
function outlinesOf(size) {
  const found =
    outlines.get(size) ??
    Array.from({ length: size * size }, (_, place) => {
      const { cx, cy } = middle(place, size);
      return `M${cx - SMALL} ${cy}${ROUND}`;
    });
  outlines.set(size, found);
  return found;
}

/**
 * @param {number} place
 * @param {number} size
 * @returns {Cell}
 */
function makeCell(place, size) {
  const { cx, cy } = middle(place, size);
  const move = `translate(${cx} ${cy})`;
  const group = draw("g", { class: "cell", transform: move, "data-place": place });
  return { group, disc: null, notes: null, face: "", look: "", name: "" };
}

/**
 * Make the squares of a grid, in rows, with what the pointer meets and the frame of the cursor.
 * @param {SVGGElement} grid
 * @param {number} size
 */
function makeCells(grid, size) {
  const cells = [];
  for (let row = 0; row < size; row += 1) {
    const line = draw("g", { role: "row" });
    for (let column = 0; column < size; column += 1) {
      const cell = makeCell(row * size + column, size);
      cell.group.setAttribute("role", "gridcell");
      cell.group.append(square("hit", CELL), square("cursor", 9.1));
      line.append(cell.group);
      cells.push(cell);
    }
    grid.append(line);
  }
  return cells;
}

/**
 * One side of a disc.
 * @param {Side} side
 * @param {Skin} skin
 */
function disc(side, skin) {
  const group = draw("g", { class: `on-${side}` });
  const face = circle(`face ${side}`, DISC);
  // As an attribute: a reference in a style sheet is not sought in the board in every browser.
  face.setAttribute("fill", `url(#${side})`);
  group.append(face);
  group.prepend(circle(`side ${side}`, DISC, 0, 0.32));
  if (skin === "yesno") {
    group.append(draw("text", { class: "label", y: 0.93 }, side === "black" ? "YES" : "NO"));
  } else if (skin === "xo") {
    const cross = draw("path", { class: "sign", d: "M-1.6-1.6 1.6 1.6M1.6-1.6-1.6 1.6" });
    group.append(side === "black" ? cross : circle("sign", 1.85));
  }
  return group;
}

/** What a disc casts on the felt, which stays while the disc turns. */
function shadow() {
  const cast = circle("shadow", 4.9, 0.15, 0.5);
  cast.setAttribute("fill", "url(#shadow)");
  return cast;
}

/**
 * What is drawn upon a square: its state by shapes, then marks, then words.
 * @param {(string | false | undefined)[]} parts
 * @param {Mark[] | undefined} marks
 * @param {Note | undefined} note
 * @param {Side | null} side
 * @param {Skin} skin
 * @param {() => SVGElement} ghost
 */
function drawNotes(parts, marks, note, side, skin, ghost) {
  const notes = draw("g");
  // Where a label or a figure needs the middle, the dot of the last move goes to the edge.
  const isLabelled = note !== undefined || skin === "xo" || skin === "yesno";
  const [radius, y] = isLabelled ? [0.55, -3] : [0.9, 0];
  for (const part of parts) {
    if (part === "last") notes.append(circle(part, radius, 0, y));
    else if (part === "flipped") notes.append(circle(part, radius, 0, y));
    else if (part === "forced") notes.append(circle(part, 3.3));
    else if (part === "flip") notes.append(circle("flip", 3.3));
    else if (part === "plan") notes.append(square("plan", 8.6));
    else if (part === "dot" && !note) notes.append(circle("dot", 1.15));
    else if (part && part.startsWith("ghost")) {
      const disc = ghost();
      disc.classList.add("ghost");
      notes.append(disc);
    }
  }
  for (const mark of marks ?? []) {
    if (mark === "ring") notes.append(circle("ring", 4.55));
    else if (mark === "frame") notes.append(square("frame", 8.8));
    else if (mark === "cross") notes.append(draw("path", { class: "cross", d: "M-2-2 2 2M2-2-2 2" }));
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
  const written = draw("text", { class: `note ${kind}`, y: font * 0.36, "font-size": font }, text);
  if (source) written.append(draw("tspan", { class: "source", dx: 0.25, dy: -0.6 }, source));
  if (letters.length > 6) written.append(draw("title", {}, note.text));
  if (side) return [written];
  const width = Math.min(9.4, length * font * 0.6 + 2.1);
  const height = font + 1.6;
  const box = { x: -width / 2, y: -height / 2, width, height, rx: height / 2 };
  return [draw("rect", { class: `pill${note.strong ? " strong" : ""}`, ...box }), written];
}

/**
 * An arrow as one outline, from near the middle of one square to the middle of another.
 * @param {number} x
 * @param {number} y
 * @param {number} across
 * @param {number} down
 */
function drawArrow(x, y, across, down) {
  const length = Math.hypot(across, down);
  const start = Math.min(2.5, length / 3);
  const barb = length - Math.min(3.2, length / 2);
  const outline = [
    [start, 0.6],
    [barb, 0.6],
    [barb, 1.9],
    [length, 0],
    [barb, -1.9],
    [barb, -0.6],
    [start, -0.6],
  ];
  const turn = (Math.atan2(down, across) * 180) / Math.PI;
  return draw("path", {
    class: "arrow",
    d: `M${outline.map((point) => point.join(" ")).join("L")}Z`,
    transform: `translate(${x} ${y}) rotate(${turn})`,
  });
}

customElements.define("outflank-board", OutflankBoard);
