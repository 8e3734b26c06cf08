/** The page of one game. */
import { GamePage } from "./game_page.js";

new GamePage(document.body.dataset.match ?? "");
