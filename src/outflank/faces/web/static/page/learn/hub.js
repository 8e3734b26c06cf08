/** The page on which learning begins, with the puzzle of the day; a visit keeps the page for use without network. */
import { keepSoon, offerUpdates } from "../offline/keep.js";
import { openDailyPuzzle } from "./daily_puzzle.js";

void openDailyPuzzle();
void keepSoon();
offerUpdates();
