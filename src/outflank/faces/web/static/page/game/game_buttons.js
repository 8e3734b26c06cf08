/** What the buttons of a game page do. */
import { ApiError, call, messageOf } from "../shared/api.js";
import { need, write } from "../shared/dom.js";
import { prepareAppearance } from "../shared/appearance.js";
import { changePreferences, preferences } from "../shared/preferences.js";
import { say } from "../shared/say.js";
import { listenToClaim } from "./absence.js";
import { announce } from "./announcements.js";
import { copy, copyMoves } from "../shared/clipboard.js";
import { disable } from "./game_view.js";
import { showReview } from "./game_review.js";
import { readHints } from "./hints.js";
import { play } from "./sounds.js";
import { openNewGame, playOn } from "./what_if.js";

/** @typedef {import("./game_page.js").GamePage} GamePage */

/** @param {string} id */
const dialog = (id) => /** @type {HTMLDialogElement} */ (need(id));

/** @param {GamePage} page */
export function listenToButtons(page) {
  const asked = { path: { match: page.match } };
  const sure = dialog("sure");
  const act = async (/** @type {() => Promise<unknown>} */ action) => {
    page.update({ message: "" });
    try {
      await action();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      page.update({ message: error.message });
    }
  };
  sure.addEventListener("close", () => {
    if (sure.returnValue === "yes") void act(() => call("POST", "/matches/{match}/resign", asked));
  });
  /** @type {Record<string, () => unknown>} */
  const actions = {
    resign: () => {
      sure.returnValue = "";
      sure.showModal();
    },
    accept: () => act(() => call("POST", "/matches/{match}/offers/accept", asked)),
    decline: () => act(() => call("POST", "/matches/{match}/offers/decline", asked)),
    takeback: () => act(() => call("POST", "/matches/{match}/offers", { ...asked, body: { offer: "take back" } })),
    redo: () => act(() => call("POST", "/matches/{match}/redo", asked)),
    hint: () => showHints(page),
    flip: () => page.update({ isRotated: !page.state.isRotated }),
    sound: () => {
      changePreferences({ sounds: !preferences().sounds });
      showSound();
      play("place");
    },
    share: async () => {
      const { past } = page.state;
      // A link to the present stays at the present, however far the game goes on.
      const link = `${location.origin}${location.pathname}${past === null ? "" : `#${past}`}`;
      const done = say(past === null ? "game.shared" : "game.shared_past");
      tell(await copy(link, done, say("game.share_this", { link })));
    },
    copy: async () => tell(await copyMoves(page.match)),
    print: () => print(),
    "open-review": () => showReview(page, true),
    appearance: () => dialog("appearance-dialog").showModal(),
    keys: () => dialog("keys-dialog").showModal(),
    new: () => openNewGame(null),
    "play-on": () => playOn(page),
  };
  for (const [id, press] of Object.entries(actions)) {
    const button = need(id);
    button.addEventListener("click", () => button.getAttribute("aria-disabled") === "true" || press());
  }
  listenToClaim(page.match, (action) => void act(action));
  showSound();
  prepareAppearance(need("appearance-form"), () => {
    showSound();
    page.render();
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof Element && event.target.closest("input, select, textarea, dialog");
    if (event.key === "?" && !isTyping) dialog("keys-dialog").showModal();
  });
}

const showSound = () => need("sound").setAttribute("aria-pressed", String(preferences().sounds));

/** Say what became of a press, beside the button that was pressed. @param {string} message */
function tell(message) {
  write(need("told"), message);
  announce(message);
}

/** @param {GamePage} page */
async function showHints(page) {
  disable("hint", true);
  try {
    page.update({ hints: await readHints(page.match), message: say("game.hint_done") });
  } catch (error) {
    page.update({ message: messageOf(error) });
  }
}
