/** The page on which learning begins, with the puzzle of the day. */
import { openDailyPuzzle } from "./daily_puzzle.js";

void openDailyPuzzle();
