/** The page with the rules: its words are there already, its boards are drawn here. */
import "../board/outflank-board.js";

for (const board of document.querySelectorAll("outflank-board")) {
  const shown = /** @type {HTMLElement & {state: any}} */ (board);
  shown.state = JSON.parse(shown.dataset.state ?? "");
}
