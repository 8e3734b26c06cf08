/** The rules of a review, from analysis/review.json: the server and the command line read the same file. */

/**
 * How much work a review is; analysis/review_rules.py explains the names, docs/review.md the numbers.
 * @typedef {{solved: number, depth?: number, confidence?: number, nodes?: number, scores_all_moves?: boolean}} Budget
 *
 * @typedef {object} ReviewRules
 * @property {string} engine the one in the browser
 * @property {Record<string, {usual: Budget, slow: Budget, chance: Budget}>} budgets by engine
 * @property {number} usual_size
 * @property {number} shallow_depth
 * @property {{when: string[], do: string}[]} steps
 * @property {{halving_loss: number, mistake_if_exact: number, mistake_if_estimated: number}} thresholds
 * @property {{sent: number, shown: number}} lines
 * @property {number} retry_level
 */

/** Beside the scripts, so the address holds the version of all files. */
const FILE = new URL("../../analysis/review.json", import.meta.url);

/** @type {Promise<ReviewRules> | null} */
let loading = null;

/** Fetch the rules, once. @returns {Promise<ReviewRules>} */
export function reviewRules() {
  loading ??= read().catch((reason) => {
    loading = null; // the next one who asks tries again
    throw reason;
  });
  return loading;
}

async function read() {
  const response = await fetch(FILE);
  if (!response.ok) throw new Error(`The rules of reviews could not be loaded (${response.status}).`);
  return response.json();
}
