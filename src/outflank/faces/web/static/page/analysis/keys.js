/** The keys of the analysis board, besides those of the board itself. */

/** @type {Record<string, string>} */
const ANYWHERE = { "[": "back", "]": "forward", Backspace: "back" };
/** @type {Record<string, string>} where the board has no use for them */
const BESIDE_THE_BOARD = {
  ArrowLeft: "back",
  ArrowRight: "forward",
  ArrowUp: "up",
  ArrowDown: "down",
  Home: "first",
  End: "latest",
  ",": "back",
  ".": "forward",
  e: "run",
  t: "threats",
  r: "rotate",
};
const OF_THE_TREE = new Set(["ArrowUp", "ArrowDown"]);

/**
 * @param {HTMLElement} board
 * @param {Record<string, () => unknown>} actions
 */
export function listenToKeys(board, actions) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const { target } = event;
    const place = target instanceof Element ? target : document.body;
    if (place.closest("input, select, textarea, dialog, [role=slider]")) return;
    const name = ANYWHERE[event.key] ?? (place === board ? undefined : BESIDE_THE_BOARD[event.key]);
    // Elsewhere the page is scrolled by them.
    if (!name || (OF_THE_TREE.has(event.key) && !place.closest(".tree"))) return;
    event.preventDefault();
    actions[name]?.();
  });
}
