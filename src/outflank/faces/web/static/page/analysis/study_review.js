/** The review of the line on the analysis board. */
import { ApiError, call } from "../shared/api.js";
import { need } from "../shared/dom.js";
import { positionText } from "./record.js";

/**
 * @typedef {import("./study.js").Study} Study
 * @typedef {import("./study.js").StudyNode} StudyNode
 * @typedef {import("../review/board_notes.js").BoardNotes} BoardNotes
 * @typedef {import("../review/browser_review.js").GameToReview} GameToReview
 */

export class StudyReview {
  #goTo;
  #begin;
  /** @type {StudyNode[]} the line that is reviewed */
  #line = [];
  /** @type {{node: StudyNode, board: BoardNotes} | null} */
  #notes = null;

  /** @param {(node: StudyNode) => void} goTo @param {() => void} begin called when this browser starts to compute */
  constructor(goTo, begin) {
    this.#goTo = goTo;
    this.#begin = begin;
  }

  /** What the review writes on the board at a place, if anything. @param {StudyNode} node @returns {BoardNotes} */
  notesAt(node) {
    return this.#notes?.node === node ? this.#notes.board : {};
  }

  /** Tell the review which place the board shows. @param {StudyNode} node */
  follow(node) {
    const ply = this.#line.indexOf(node);
    if (ply >= 0) need("review").dispatchEvent(new CustomEvent("walk", { detail: ply }));
  }

  /** Review the line on the board. @param {Study} study */
  async open(study) {
    const { openReview } = await import("../review/review.js");
    const { variant, size, node } = study;
    const line = (this.#line = study.line());
    const record = recordOf(study, line);
    /** @type {import("server-api").GivenValue[] | null} */
    let values = null;
    await openReview(
      {
        variant,
        you: null,
        level: undefined,
        terms: { variant, size },
        review: async (onProgress) => {
          this.#begin();
          const { computeValues } = await import("../review/browser_review.js");
          const game = gameOf(study, line);
          values = await computeValues(game, (done, total) => onProgress({ status: "running", done, total, ahead: 0 }));
          return values && inWords(record, game, values);
        },
        show: (ply, board) => {
          const place = line[ply] ?? study.root;
          this.#notes = board && { node: place, board };
          this.#goTo(place);
        },
        leave: () => {
          this.#notes = null;
          this.#goTo(node);
        },
      },
      true,
    );
    // Where chance plays, a lost disc may be bad luck.
    if (!values || study.hasOracle || this.#line !== line || need("review").hidden) return;
    const { offerCards } = await import("../review/offer_cards.js");
    offerCards(need("review"), record, values);
  }

  /** Close the review, because another game is shown. */
  async close() {
    if (!this.#line.length) return;
    this.#line = [];
    this.#notes = null;
    const { leaveReview } = await import("../review/review.js");
    leaveReview();
  }
}

/**
 * The review with its sentences; where the server cannot be reached, without reasons.
 * @param {import("server-api").StudyGame} record
 * @param {GameToReview} game
 * @param {import("server-api").GivenValue[]} values
 */
async function inWords(record, game, values) {
  try {
    return await call("POST", "/analysis/review", { body: { game: record, values } });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "NETWORK")) throw error;
    const [{ plainReview }, { reviewRules }] = await Promise.all([import("../review/plain_review.js"), import("../review/review_rules.js")]);
    return plainReview(game, values, await reviewRules());
  }
}

/** @param {Study} study @param {StudyNode[]} line @returns {GameToReview} */
function gameOf(study, line) {
  const plies = line.flatMap((node) =>
    node.parent ? [{ move: node.move, before: study.positionAt(node.parent), after: node.position }] : [],
  );
  return { size: study.size, variant: study.variant, odds: study.hasOracle ? study.odds : null, plies };
}

/** The line alone, as our JSON has games. @param {Study} study @param {StudyNode[]} line @returns {import("server-api").StudyGame} */
function recordOf(study, line) {
  const plies = line.flatMap(({ move, parent }) => {
    if (!parent) return [];
    const answer = study.answerAt(parent);
    return [{ move, ...(answer ? { answer } : {}) }];
  });
  const { variant, size, headers } = study;
  const odds = study.hasOracle ? { odds: Object.fromEntries(Object.entries(study.odds).filter(([, chance]) => chance > 0)) } : {};
  return { outflank: 1, variant, size, start: positionText(study.root.position), headers, plies, ...odds };
}
