/** Saving an analysis: in every notation, as a picture, and as a link. */
import { ApiError, messageOf, send } from "../shared/api.js";
import { fillIn } from "../shared/address.js";
import { make, need, write } from "../shared/dom.js";
import { copy } from "../shared/clipboard.js";
import { fragmentOf, isTooLong } from "./link.js";
import { numberOf, recordOf } from "./record.js";
import { say } from "./values.js";

/**
 * @typedef {import("./study.js").Study} Study
 * @typedef {import("server-api").WriteBody} WriteBody
 */

/** @param {Study} study */
export const linkTo = (study) => `${location.origin}/analysis${fragmentOf(study)}`;

/** @param {Study} study */
export async function copyLink(study) {
  const link = linkTo(study);
  const done = say(isTooLong(study) ? "analysis.write.link_copied_line" : "analysis.write.link_copied");
  return copy(link, done, say("analysis.write.link_this", { link }));
}

export class Saver {
  #dialog = /** @type {HTMLDialogElement} */ (need("write"));
  #format = /** @type {HTMLSelectElement} */ (need("write-format"));
  #text = /** @type {HTMLTextAreaElement} */ (need("write-text"));
  #study;
  #scores;
  #count = 0; // only the answer to the last question is shown
  /** @type {Blob | null} */
  #made = null;

  /**
   * @param {() => Study} study
   * @param {() => WriteBody["scores"]} scores of the moves at the place that is looked at
   */
  constructor(study, scores) {
    this.#study = study;
    this.#scores = scores;
    need("save").addEventListener("click", () => this.show());
    this.#format.addEventListener("change", () => void this.#make());
    need("download").addEventListener("click", () => this.#download());
    need("copy").addEventListener("click", async () => {
      const said = await copy(this.#text.value, say("analysis.write.copied"), say("game.copy_not"));
      write(need("write-message"), said);
    });
    need("write-form").addEventListener("submit", (event) => event.preventDefault());
  }

  show() {
    /** @type {HTMLInputElement} */ (need("write-link")).value = linkTo(this.#study());
    write(need("write-link-note"), isTooLong(this.#study()) ? say("analysis.write.link_line") : "");
    this.#dialog.showModal();
    void this.#make();
  }

  async #make() {
    const number = ++this.#count;
    this.#made = null;
    this.#text.value = "";
    write(need("write-message"), "");
    const study = this.#study();
    /** @type {WriteBody} */
    const body = { game: recordOf(study), format: /** @type {WriteBody["format"]} */ (this.#format.value), at: numberOf(study, study.node), scores: this.#scores() ?? [] };
    try {
      const made = await written(body);
      if (number !== this.#count) return;
      this.#made = made;
      const isText = /^(text|image\/svg)/.test(made.type);
      this.#text.value = isText ? (await made.text()).trimEnd() : say("analysis.write.bytes", { count: made.size });
      need("copy").hidden = !isText;
    } catch (error) {
      if (number === this.#count) write(need("write-message"), messageOf(error));
    }
  }

  #download() {
    if (!this.#made) return;
    const ending = this.#format.selectedOptions[0]?.dataset.ending ?? ".txt";
    const name = `outflank-analysis${ending}`;
    const address = URL.createObjectURL(this.#made);
    make("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
    write(need("write-message"), say("analysis.write.saved", { name }));
  }
}

/** Let the server write a game. @param {WriteBody} body */
async function written(body) {
  const response = await send("POST", fillIn("/analysis/write"), JSON.stringify(body)).catch((error) => {
    if (body.format !== "json") throw error;
    return new Response(JSON.stringify(body.game), { headers: { "Content-Type": "text/plain" } }); // needs no server
  });
  if (response.ok) return response.blob();
  const problem = await response.json().catch(() => null);
  const detail = String(problem?.detail ?? say("problem.unknown"));
  throw new ApiError(`${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`, problem?.code ?? "", response.status);
}
