/** The page on which learning begins, with the puzzle of the day; whoever learns keeps the page for offline. */
import { keepSoon, offerUpdates } from "../offline/keep.js";
import { openDailyPuzzle } from "./daily_puzzle.js";

void openDailyPuzzle();
void keepSoon();
offerUpdates();
