/** Motion: which discs flip visibly, how much motion a machine can show, and one frame for all boards. */
import { sideOf } from "./state.js";

/** @typedef {{draw: () => void}} Drawable */

const FLIP = 300; // milliseconds in which a disc flips, as the style sheet says,
const STEP = 35; // each ring around the new disc this much later
const LATE = 150; // milliseconds by which motion may end too late
const PAUSE = 10_000; // milliseconds without motion for a machine that was later
const MOST_MINI_BOARDS = 12; // that flip discs at a time; more cost much and tell nothing
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Limits the motion of all boards of a page together. */
class MotionBudget {
  /** The time until which nothing moves, because this machine could not keep up. */
  #pausedUntil = 0;
  /** @type {number[]} when small boards began to flip discs */
  #started = [];

  /** Whether nothing may move at all. */
  get isSpent() {
    return calm.matches || performance.now() < this.#pausedUntil;
  }

  /** Tell whether one more small board may flip its discs now. */
  startMiniBoard() {
    const now = performance.now();
    this.#started = this.#started.filter((start) => now - start < 500);
    return this.#started.length < MOST_MINI_BOARDS && this.#started.push(now) > 0;
  }

  /** Motion must not delay the game: after a flip that ended late, the next discs change at once. */
  finishFlip(/** @type {number} */ began, /** @type {number} */ ring) {
    const now = performance.now();
    if (now - began - FLIP - STEP * ring > LATE) this.#pausedUntil = now + PAUSE;
  }
}

/** Draws all boards that changed in one animation frame, however many and however often. */
class FrameQueue {
  /** @type {Set<Drawable>} */
  #waiting = new Set();

  add(/** @type {Drawable} */ board) {
    if (!this.#waiting.size) {
      requestAnimationFrame(() => {
        const boards = [...this.#waiting];
        this.#waiting.clear();
        for (const one of boards) one.draw();
      });
    }
    this.#waiting.add(board);
  }

  remove(/** @type {Drawable} */ board) {
    this.#waiting.delete(board);
  }
}

export const motion = new MotionBudget();
export const nextFrame = new FrameQueue();

/**
 * Tell whether the last move has flipped a disc that was shown with its other side before.
 * @param {import("./state.js").Position} position
 * @param {number} at
 * @param {string} before
 */
export function wasFlipped({ cells, last, flipped, forced }, at, before) {
  const isOther = sideOf(before) !== null && before !== cells.charAt(at);
  return isOther && last >= 0 && (flipped.has(at) || forced.has(at));
}
