/** Boards whose state the server wrote into the page, in the attribute `data-state`. */
import { OutflankBoard } from "./outflank-board.js";

for (const board of document.querySelectorAll("outflank-board[data-state]")) {
  if (board instanceof OutflankBoard) board.state = JSON.parse(board.dataset.state ?? "");
}
