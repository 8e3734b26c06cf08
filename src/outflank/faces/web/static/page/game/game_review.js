/** The review on the page of a finished game. */
import { need } from "../shared/dom.js";
import { reader } from "./game_state.js";
import { occupantOf } from "../shared/occupants.js";

/**
 * @typedef {import("./game_page.js").GamePage} GamePage
 * @typedef {import("server-api").MatchView} MatchView
 */

/** Show the stored review of a game as soon as its page opens. @param {GamePage} page */
export function showKeptReview(page) {
  const { dataset } = need("review");
  if (dataset.kept === undefined) return;
  delete dataset.kept;
  void showReview(page, false);
}

/**
 * Show what each move of a finished game was worth.
 * @param {GamePage} page
 * @param {boolean} isAsked whether the person has just asked for it
 */
export async function showReview(page, isAsked) {
  const { view } = page.state;
  if (!view || view.status === "running") return;
  const [{ openReview }, { reviewOfMatch, showCards }] = await Promise.all([import("../review/review.js"), import("../review/match_source.js")]);
  const { variant, size, scoring, oracle } = view;
  let cards = 0;
  await openReview(
    {
      variant,
      you: reader(page.state),
      level: levelOf(view),
      terms: { variant, size, scoring, oracle },
      match: view.id,
      review: (onProgress) => reviewOfMatch(view, onProgress, (count) => (cards = count)),
      show: (ply, board) => {
        page.update({ notes: board && { ply, board } });
        page.goTo(ply);
      },
      leave: () => {
        page.update({ notes: null });
        page.goTo(view.plies);
      },
    },
    isAsked,
  );
  showCards(need("review"), cards);
}

/** The level of the computer in the game, if there is one. @param {MatchView} view */
function levelOf({ black, white }) {
  return occupantOf(black).level ?? occupantOf(white).level ?? undefined;
}

/** Tell the review which move the board shows. @param {number} ply */
export const tellReview = (ply) => need("review").dispatchEvent(new CustomEvent("walk", { detail: ply }));
