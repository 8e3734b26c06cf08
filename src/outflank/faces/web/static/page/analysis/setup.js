/** Setting up a position by hand: discs on squares, the side to move, size and variant. */
import { squareAt } from "../../board/outflank-board.js";
import { skinFor } from "../shared/preferences.js";
import { need, part, write } from "../shared/dom.js";
import { usualStart } from "./study.js";
import { say } from "./values.js";

/**
 * @typedef {import("../../engine/rules.js").Position} Position
 * @typedef {import("../../board/outflank-board.js").OutflankBoard} Board
 */

export class Setup {
  #form = /** @type {HTMLFormElement} */ (need("edit"));
  #board;
  #done;
  /** @type {string[]} */
  #cells = [];
  isOpen = false;

  /**
   * @param {Board} board
   * @param {(position: Position | null) => void} done called with the position, or nothing if it was given up
   */
  constructor(board, done) {
    this.#board = board;
    this.#done = done;
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#finish();
    });
    this.#form.addEventListener("change", ({ target }) => {
      if (target instanceof HTMLSelectElement && target.name === "size") this.#begin();
      this.#draw();
    });
    need("edit-cancel").addEventListener("click", () => this.#close(null));
    need("edit-start").addEventListener("click", () => this.#begin());
    need("edit-clear").addEventListener("click", () => {
      this.#cells.fill("-");
      this.#draw();
    });
    board.addEventListener("play", (event) => {
      if (this.isOpen) this.#put(/** @type {CustomEvent} */ (event).detail.square);
    });
  }

  /** Begin with a position. @param {Position} position */
  open({ size, variant, board, turn }) {
    this.isOpen = true;
    this.#cells = [...board];
    for (const [name, value] of Object.entries({ size, variant })) {
      /** @type {HTMLSelectElement} */ (part(this.#form, `[name=${name}]`)).value = String(value);
    }
    /** @type {HTMLInputElement} */ (part(this.#form, `[name=turn][value=${turn}]`)).checked = true;
    need("front").hidden = need("more").hidden = true;
    this.#form.hidden = false;
    write(need("edit-message"), "");
    this.#draw();
    need("edit-heading").focus();
  }

  get #chosen() {
    const form = new FormData(this.#form);
    return {
      size: Number(form.get("size")),
      variant: String(form.get("variant")),
      turn: /** @type {Position["turn"]} */ (form.get("turn")),
      disc: String(form.get("disc")),
    };
  }

  #begin() {
    const { variant, size } = this.#chosen;
    this.#cells = [...usualStart(variant, size).board];
    this.#draw();
  }

  #put(/** @type {string} */ square) {
    const { size, disc } = this.#chosen;
    const at = squareAt(square, size);
    this.#cells[at] = this.#cells[at] === disc ? "-" : disc;
    write(need("edit-message"), "");
    this.#draw();
  }

  #draw() {
    const { size, turn, variant } = this.#chosen;
    const skin = /** @type {import("../../board/state.js").Skin} */ (skinFor(variant));
    this.#board.state = { size, cells: this.#cells.join(""), turn, choose: "any", skin };
  }

  #finish() {
    const board = this.#cells.join("");
    if (!board.includes("X") || !board.includes("O")) {
      write(need("edit-message"), say("analysis.edit.few"));
      return;
    }
    const { size, variant, turn } = this.#chosen;
    this.#close({ size, variant, turn, board });
  }

  #close(/** @type {Position | null} */ position) {
    this.isOpen = false;
    this.#form.hidden = true;
    need("front").hidden = need("more").hidden = false;
    this.#done(position);
    need("setup").focus();
  }
}
