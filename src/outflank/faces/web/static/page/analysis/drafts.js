/**
 * The analyses that this browser keeps: the one on each tab's board, and some earlier ones.
 *
 * A tab remembers its own, so that reloading brings it back whatever other tabs do. All of them are
 * kept together as well, for tabs that are opened later and for the list of earlier analyses.
 */
import { readStored, store } from "../shared/preferences.js";
import { fragmentOf } from "./link.js";
import { numberOf, recordOf } from "./record.js";

/**
 * @typedef {object} Draft
 * @property {import("server-api").StudyGame} game
 * @property {number} at the place that was looked at
 * @property {string} match where it came from
 * @property {string} fragment of its link
 *
 * @typedef {object} Kept
 * @property {Record<string, Draft>} open on the board of a tab, by tab, the newest last
 * @property {Draft[]} earlier the newest first
 */

const KEY = "outflank-analysis";
const MOST = 12;

const isDraft = (/** @type {any} */ one) => typeof one?.game === "object" && typeof one.at === "number";
const keyOf = (/** @type {Draft} */ { game }) => JSON.stringify(game);

/** @param {import("./study.js").Study} study @returns {Draft} */
export function draftOf(study) {
  const { match } = study;
  return { game: recordOf(study), at: numberOf(study, study.node), match, fragment: fragmentOf(study) };
}

/** @returns {Kept} */
function readKept() {
  const { open = {}, current, earlier } = readStored(KEY);
  // Earlier versions kept one analysis for all tabs.
  const tabs = { ...(isDraft(current) ? { "": current } : {}), ...open };
  return {
    open: Object.fromEntries(Object.entries(tabs).filter(([, one]) => isDraft(one))),
    earlier: Array.isArray(earlier) ? earlier.filter(isDraft) : [],
  };
}

/** What this tab remembers: its name among the others, and what is on its board. */
function readTab() {
  const { name = Math.random().toString(36).slice(2), draft } = readStored(KEY, "sessionStorage");
  return { name: String(name), draft: isDraft(draft) ? /** @type {Draft} */ (draft) : null };
}

/**
 * What to begin with, whether it is this tab's own, and what else there is.
 * @returns {{current: Draft | null, isOwn: boolean, earlier: Draft[]}}
 */
export function readDrafts() {
  const { draft } = readTab();
  const { open, earlier } = readKept();
  const tabs = Object.values(open).reverse();
  const current = draft ?? tabs[0] ?? null;
  const ownKey = current && keyOf(current);
  /** @type {Set<string>} */
  const known = new Set();
  const others = [...tabs.filter((one) => keyOf(one) !== ownKey), ...earlier].filter(isWorthIt);
  const once = others.filter((one) => !known.has(keyOf(one)) && known.add(keyOf(one)));
  return { current, isOwn: draft !== null, earlier: once.slice(0, MOST) };
}

const isWorthIt = (/** @type {Draft} */ { game }) => Boolean(game.plies?.length || game.comment);

/** Keep what is on the board. @param {import("./study.js").Study} study */
export function keepDraft(study) {
  const draft = draftOf(study);
  const { name } = readTab();
  const { open, earlier } = readKept();
  delete open[name];
  const tabs = [...Object.entries(open), [name, draft]].slice(-MOST);
  store(KEY, { name, draft }, "sessionStorage");
  store(KEY, { open: Object.fromEntries(tabs), earlier });
}

/** Put what is on the board among the earlier ones, before something else comes. @param {import("./study.js").Study} study */
export function setAside(study) {
  const draft = draftOf(study);
  const { open, earlier } = readKept();
  const others = earlier.filter((one) => keyOf(one) !== keyOf(draft));
  if (isWorthIt(draft)) store(KEY, { open, earlier: [draft, ...others].slice(0, MOST) });
}
