/** Lets a person see one thing after the other: the reply waits until the discs of a move have flipped. */

/** @typedef {EventTarget & {isMoving: boolean}} Moving */

const SEEN = 350; // milliseconds for which a move stands alone, even where nothing moves
const LONGEST = 1200; // milliseconds after which no motion is waited for

/** The steps that are still to be shown, in order. A step that returns a promise ends when the promise is settled. */
export class Pacing {
  #board;
  /** @type {(() => void | Promise<void>)[]} */
  #steps = [];
  #moved = -Infinity;
  #isHeld = false;
  #timer = 0;

  /** @param {Moving} board */
  constructor(board) {
    this.#board = board;
    board.addEventListener("still", () => this.#run());
    document.addEventListener("visibilitychange", () => this.#run());
  }

  /** Whether something waits to be shown. */
  get isWaiting() {
    return this.#isHeld || this.#steps.length > 0;
  }

  /** Note that a move was drawn just now. */
  noteMove() {
    this.#moved = performance.now();
  }

  /** Do something as soon as everything before it has been shown: now, if nothing moves. @param {() => void | Promise<void>} step */
  add(step) {
    this.#steps.push(step);
    this.#run();
  }

  /** Do something at once, unless other things wait: then after those. @param {() => void} step */
  pass(step) {
    if (this.isWaiting) this.add(step);
    else step();
  }

  /** Drop the waiting steps, because they are no longer true. */
  clear() {
    this.#steps = [];
  }

  /** Milliseconds for which the last move is still shown alone. A hidden tab does not wait. */
  get #left() {
    if (document.hidden) return 0;
    const since = performance.now() - this.#moved;
    return Math.max(0, (this.#board.isMoving ? LONGEST : SEEN) - since);
  }

  #run() {
    clearTimeout(this.#timer);
    while (this.#steps.length && !this.#isHeld && this.#left <= 0) {
      const held = this.#steps.shift()?.();
      if (!held) continue;
      this.#isHeld = true;
      void held.finally(() => {
        this.#isHeld = false;
        this.#run();
      });
    }
    if (this.#steps.length && !this.#isHeld) this.#timer = setTimeout(() => this.#run(), this.#left);
  }
}
