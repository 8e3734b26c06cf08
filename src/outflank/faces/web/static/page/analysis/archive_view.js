/** What the archive knows of a position: the name of its opening, and the played games that reached it. */
import { call } from "../shared/api.js";
import { make, need, part, write } from "../shared/dom.js";
import { movesTo, positionText } from "./record.js";
import { usualStart } from "./study.js";
import { signed } from "../shared/figures.js";
import { say } from "./values.js";
import { variantFacts } from "../../variants/variants.js";

/**
 * @typedef {import("./study.js").Study} Study
 * @typedef {import("server-api").ArchiveReport} ArchiveReport
 */

const PAUSE = 250; // milliseconds without a step before the archive is asked

export class ArchiveView {
  #timer = 0;
  #count = 0; // only the answer to the last question is shown
  /** @type {Map<string, ArchiveReport>} */
  #reports = new Map();
  /** @type {Map<string, string>} */
  #names = new Map();
  #hasArchive = document.body.dataset.archive === "yes";

  /** Ask about the place where the analysis stands, once it stays there. @param {Study} study */
  look(study) {
    clearTimeout(this.#timer);
    this.#count += 1;
    const isNamed = variantFacts(study.variant).namedOpenings.includes(study.size);
    need("archive").hidden = !this.#hasArchive || !isNamed;
    const key = this.#keyOf(study);
    if (!isNamed) return this.#showName("");
    const known = this.#names.get(key);
    this.#showName(known ?? "");
    const report = this.#reports.get(positionText(study.node.position));
    if (report) this.#show(report);
    else this.#showNothing();
    if (known !== undefined && (report || !this.#hasArchive)) return;
    this.#timer = setTimeout(() => void this.#ask(study, this.#count), PAUSE);
  }

  #keyOf(/** @type {Study} */ study) {
    return `${positionText(study.root.position)} ${movesTo(study, study.node).moves.join("")}`;
  }

  async #ask(/** @type {Study} */ study, /** @type {number} */ number) {
    const key = this.#keyOf(study);
    const { position } = study.node;
    try {
      if (!this.#names.has(key)) {
        this.#names.set(key, await this.#nameOf(study));
        if (number === this.#count) this.#showName(this.#names.get(key) ?? "");
      }
      if (!this.#hasArchive || need("archive").hidden) return;
      const query = { cells: position.board, turn: position.turn };
      const report = await call("GET", "/analysis/games", { query });
      this.#reports.set(positionText(position), report);
      if (number === this.#count) this.#show(report);
    } catch {
      if (number === this.#count && this.#hasArchive) write(need("archive-count"), say("analysis.archive.problem"));
    }
  }

  async #nameOf(/** @type {Study} */ study) {
    const { moves, start } = movesTo(study, study.node);
    const usual = usualStart(study.variant, study.size);
    const isUsual = start.board === usual.board && start.turn === usual.turn;
    if (!moves.length && isUsual) return "";
    const query = { moves: moves.join(""), ...(isUsual ? {} : { start: positionText(start) }) };
    const { name, on_the_way: passed } = await call("GET", "/analysis/opening", { query });
    if (!name) return "";
    const way = passed.slice(0, -1).join(", ");
    return say(`analysis.opening${way ? "_way" : ""}`, { name, way });
  }

  #showName(/** @type {string} */ name) {
    need("opening").hidden = !name;
    write(need("opening"), name);
  }

  /** What is shown belongs to the previous position. */
  #showNothing() {
    write(need("archive-count"), "");
    need("archive-moves").hidden = need("archive-games").hidden = true;
  }

  #show(/** @type {ArchiveReport} */ report) {
    const { games: count } = report;
    write(need("archive-count"), count ? say("analysis.archive.count", { count }) : say("analysis.archive.none"));
    const rows = report.moves.map((one) => {
      const results = one.black_wins + one.white_wins + one.draws;
      const share = results ? say("analysis.archive.percent", { percent: Math.round((100 * (one.black_wins + one.draws / 2)) / results) }) : "";
      const average = one.average === null ? "" : signed(one.average, 1);
      const label = say("analysis.archive.play", { move: one.move });
      const play = make("button", { type: "button", class: "move", "data-play": one.move, "aria-label": label }, one.move);
      const name = one.opening ? [" ", make("small", {}, one.opening)] : [];
      const cells = [String(one.games), share, average].map((text) => make("td", {}, text));
      return make("tr", {}, make("td", {}, play, ...name), ...cells);
    });
    part(need("archive-moves"), "tbody").replaceChildren(...rows);
    need("archive-moves").hidden = !rows.length;
    need("archive-games").hidden = !report.newest.length;
    const list = part(need("archive-games"), "ul");
    list.replaceChildren(
      ...report.newest.map((game) => {
        const title = `${game.black} – ${game.white}, ${[game.tournament, game.year].filter(Boolean).join(" ")}`;
        const label = say("analysis.archive.open", { title });
        return make("li", {}, make("button", { type: "button", class: "plain", "data-moves": game.moves, "aria-label": label }, title));
      }),
    );
  }
}
