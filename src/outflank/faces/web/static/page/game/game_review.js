/** How the page of a finished game shows its review. */
import { need } from "../shared/dom.js";

/** @typedef {import("./game_page.js").GamePage} GamePage */

/** Whoever opens a game that has been reviewed sees the review at once. @param {GamePage} page */
export function showKeptReview(page) {
  const { dataset } = need("review");
  if (dataset.kept === undefined) return;
  delete dataset.kept;
  void showReview(page, false);
}

/**
 * Show what each move of a finished game was worth.
 * @param {GamePage} page
 * @param {boolean} isAsked by whoever is here
 */
export async function showReview(page, isAsked) {
  const { view } = page.state;
  if (!view || view.status === "running") return;
  const { openReview } = await import("../review/review.js");
  await openReview(
    {
      view,
      show: (ply, board) => {
        page.update({ notes: board && { ply, board } });
        page.goTo(ply);
      },
    },
    isAsked,
  );
}

/** Tell the review which move is looked at. @param {number} ply */
export const tellReview = (ply) => need("review").dispatchEvent(new CustomEvent("walk", { detail: ply }));
