/** Opening games and positions: pasted, from a file, dropped anywhere, or from earlier analyses. */
import { ApiError, call, messageOf } from "../shared/api.js";
import { change, make, need, part, write } from "../shared/dom.js";
import { readDrafts } from "./drafts.js";
import { say } from "./values.js";
import { usualVariant, variantTitle } from "../../variants/variants.js";

/**
 * @typedef {import("server-api").ReadRecord} ReadRecord
 * @typedef {import("./drafts.js").Draft} Draft
 */

const MOST = 180_000; // bytes that the server reads, after a third was added to them

const MOVES = /^(?:[a-h][1-8][\s,.]*)+$/i;

export class Opener {
  #dialog = /** @type {HTMLDialogElement} */ (need("read"));
  #text = /** @type {HTMLTextAreaElement} */ (need("read-text"));
  #file = /** @type {HTMLInputElement} */ (need("read-file"));
  #open;
  #openDraft;
  #count = 0; // only the answer to the last question counts

  /**
   * @param {(record: ReadRecord, problem: string) => void} open
   * @param {(draft: Draft) => void} openDraft
   */
  constructor(open, openDraft) {
    this.#open = open;
    this.#openDraft = openDraft;
    need("open").addEventListener("click", () => this.show());
    need("read-form").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.readText(this.#text.value);
    });
    need("read-load").addEventListener("click", () => this.#file.click());
    this.#file.addEventListener("change", () => {
      const [chosen] = this.#file.files ?? [];
      if (chosen) void this.#readFile(chosen);
      this.#file.value = ""; // so that the same file can be chosen again
    });
    this.#listenToDrops();
    document.addEventListener("paste", (event) => {
      const isField = event.target instanceof Element && event.target.closest("input, textarea, dialog");
      const text = event.clipboardData?.getData("text/plain");
      if (isField || !text) return;
      event.preventDefault();
      this.#text.value = text;
      void this.readText(text);
    });
  }

  #listenToDrops() {
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      const [file] = event.dataTransfer?.files ?? [];
      const text = event.dataTransfer?.getData("text/plain");
      if (file) void this.#readFile(file);
      else if (text) {
        this.#text.value = text;
        void this.readText(text);
      }
    });
  }

  show() {
    this.#say("", false);
    this.#listEarlier();
    if (!this.#dialog.open) this.#dialog.showModal();
    this.#text.focus();
  }

  async #readFile(/** @type {File} */ file) {
    if (file.size > MOST) return this.#refuse(say("analysis.read.long", { kilobytes: MOST / 1000 }));
    const bytes = new Uint8Array(await file.arrayBuffer());
    try {
      const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
      if (text.includes("\0")) throw new TypeError("not text");
      this.#text.value = text;
      await this.readText(text);
    } catch {
      const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
      await this.#read({ data });
    }
  }

  /** @param {string} text */
  async readText(text) {
    if (new Blob([text]).size > MOST) return this.#refuse(say("analysis.read.long", { kilobytes: MOST / 1000 }));
    await this.#read({ text });
  }

  /** @param {{text: string} | {data: string}} what */
  async #read(what) {
    const number = ++this.#count;
    const { value: format } = /** @type {HTMLSelectElement} */ (need("read-format"));
    this.#say(say("analysis.read.reading"), false);
    try {
      const found = await call("POST", "/analysis/read", { body: { ...what, ...(format ? { format } : {}) } });
      if (number !== this.#count) return;
      const [problem] = found.problems;
      const [first] = found.records;
      if (found.records.length > 1) this.#offer(found.records, found.left_out, problem ?? "");
      else if (first) this.#take(first, problem ?? "");
    } catch (error) {
      if (number !== this.#count) return;
      const isAway = error instanceof ApiError && error.code === "NETWORK";
      if (!(isAway && "text" in what && this.#readAlone(what.text.trim()))) this.#refuse(messageOf(error));
    }
  }

  /** Read what needs no server: plain moves, and games that were saved as JSON. Returns whether it is one. @param {string} text */
  #readAlone(text) {
    if (MOVES.test(text)) {
      this.#close();
      location.hash = `#${usualVariant()}-8/-/${text.toLowerCase().replace(/[^a-h1-8]/g, "")}/999`;
      return true;
    }
    try {
      const game = JSON.parse(text);
      if (!game.outflank) return false;
      this.#close();
      this.#openDraft({ game, at: 0, match: "", fragment: "" });
      return true;
    } catch {
      return false;
    }
  }

  #close() {
    this.#say("", false);
    this.#dialog.close();
    this.#text.value = "";
  }

  /** Say what is wrong; the text stays where it is. @param {string} sentence */
  #refuse(sentence) {
    if (!this.#dialog.open) this.show();
    this.#say(sentence, true);
  }

  /** @param {string} sentence @param {boolean} isWrong */
  #say(sentence, isWrong) {
    const place = need("read-message");
    write(place, sentence);
    place.classList.toggle("wrong", isWrong);
    change(this.#text, "aria-invalid", isWrong ? "true" : null);
    need("read-several").hidden = true;
  }

  /** @param {ReadRecord[]} records @param {number} left @param {string} problem */
  #offer(records, left, problem) {
    if (!this.#dialog.open) this.show();
    this.#say(problem ? say("analysis.read.problems", { problem }) : "", false);
    const section = need("read-several");
    section.hidden = false;
    const count = records.length;
    write(need("several-count"), say(`analysis.read.several_${left ? "more" : "count"}`, { count, left }));
    const items = records.map((record) =>
      itemOf(record.title, describe(record.game), () => this.#take(record, "")),
    );
    part(section, "ul").replaceChildren(...items);
    part(section, "button").focus();
  }

  #listEarlier() {
    const { earlier } = readDrafts();
    const section = need("read-earlier");
    section.hidden = !earlier.length;
    const items = earlier.map((draft) => {
      const { headers = {} } = draft.game;
      const players = [headers["black"], headers["white"]].filter(Boolean).join(" – ");
      return itemOf(players || describe(draft.game), players ? describe(draft.game) : "", () => {
        this.#dialog.close();
        this.#openDraft(draft);
      });
    });
    part(section, "ul").replaceChildren(...items);
  }

  /** @param {ReadRecord} record @param {string} problem */
  #take(record, problem) {
    this.#close();
    this.#open(record, problem);
  }
}

/** @param {import("server-api").StudyGame} game */
function describe({ plies, variant, size }) {
  return say("analysis.read.record", { count: plies?.length ?? 0, variant: variantTitle(variant), size });
}

/** @param {string} title @param {string} more @param {() => void} choose */
function itemOf(title, more, choose) {
  const button = make("button", { type: "button", class: "plain" }, title);
  button.addEventListener("click", choose);
  return make("li", {}, button, " ", make("span", { class: "soft" }, more));
}
