/** What this browser keeps of analyses: the one on the board, and some before it. */
import { readStored, store } from "../shared/preferences.js";
import { fragmentOf } from "./link.js";
import { numberOf, recordOf } from "./record.js";

/**
 * @typedef {object} Draft
 * @property {import("server-api").StudyGame} game
 * @property {number} at the place that was looked at
 * @property {string} match where it came from
 * @property {string} fragment of its link
 */

const KEY = "outflank-analysis";
const MOST = 12;

/** @param {import("./study.js").Study} study @returns {Draft} */
export function draftOf(study) {
  const { match } = study;
  return { game: recordOf(study), at: numberOf(study, study.node), match, fragment: fragmentOf(study) };
}

/** @returns {{current: Draft | null, earlier: Draft[]}} */
export function readDrafts() {
  const { current, earlier } = readStored(KEY);
  const isDraft = (/** @type {any} */ one) => typeof one?.game === "object" && typeof one.at === "number";
  return {
    current: isDraft(current) ? current : null,
    earlier: Array.isArray(earlier) ? earlier.filter(isDraft).slice(0, MOST) : [],
  };
}

/** Keep what is on the board. @param {import("./study.js").Study} study */
export function keepDraft(study) {
  store(KEY, { ...readDrafts(), current: draftOf(study) });
}

/** Put what is on the board among the earlier ones, before something else comes. @param {import("./study.js").Study} study */
export function setAside(study) {
  const draft = draftOf(study);
  const isWorthIt = draft.game.plies?.length || draft.game.comment;
  const key = JSON.stringify(draft.game);
  const others = readDrafts().earlier.filter((one) => JSON.stringify(one.game) !== key);
  if (isWorthIt) store(KEY, { ...readDrafts(), earlier: [draft, ...others].slice(0, MOST) });
}
