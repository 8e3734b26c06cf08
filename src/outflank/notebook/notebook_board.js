// The page's side of the board in a notebook: a picture that Python draws, a button on every
// legal square, and buttons to step through the game. This file knows no rules.

/**
 * @typedef {{name: string, label: string, left: number, top: number, side: number}} SquareButton
 * @typedef {{first: string, back: string, forward: string, last: string, ask: string, pass: string}} Words
 * @typedef {object} NotebookView
 * @property {string} svg
 * @property {number} size
 * @property {SquareButton[]} squares
 * @property {string} status
 * @property {string} place
 * @property {string} answer
 * @property {string} answer_text
 * @property {Record<string, string>} answers
 * @property {boolean} can_back
 * @property {boolean} can_forward
 * @property {boolean} can_pass
 * @property {string} problem
 * @property {Words} words
 *
 * @typedef {object} Model
 * @property {(name: string) => any} get
 * @property {(event: string, listener: () => void) => void} on
 * @property {(event: string, listener: () => void) => void} off
 * @property {(content: object) => void} send
 */

const STEPS = /** @type {const} */ ([
  ["first", "|◀", "can_back"],
  ["back", "◀", "can_back"],
  ["forward", "▶", "can_forward"],
  ["last", "▶|", "can_forward"],
]);
const KEYS = new Map([
  ["Home", "first"],
  ["ArrowLeft", "back"],
  ["ArrowRight", "forward"],
  ["End", "last"],
]);

/**
 * @param {string} tag
 * @param {string} name
 * @param {HTMLElement} parent
 */
function add(tag, name, parent) {
  const element = document.createElement(tag);
  element.className = `outflank-${name}`;
  parent.append(element);
  return element;
}

/** @param {{model: Model, el: HTMLElement}} page */
function render({ model, el }) {
  const root = add("div", "notebook-board", el);
  const board = add("div", "board", root);
  const picture = add("div", "picture", board);
  const squares = add("div", "squares", board);
  const status = add("div", "status", root);
  const answers = add("div", "answers", root);
  const steps = add("div", "steps", root);
  const problem = add("div", "problem", root);
  status.setAttribute("aria-live", "polite");
  problem.setAttribute("role", "alert");

  /** @param {string} command @param {string} [what] */
  const ask = (command, what = "") => model.send({ do: command, what });

  /** @param {string} text @param {HTMLElement} parent @param {() => void} act */
  function button(text, parent, act) {
    const made = /** @type {HTMLButtonElement} */ (add("button", "button", parent));
    made.type = "button";
    made.textContent = text;
    made.addEventListener("click", act);
    return made;
  }

  const stepButtons = STEPS.map(([command, sign, permission]) => {
    const made = button(sign, steps, () => ask(command));
    return { made, command, permission };
  });
  const place = add("span", "place", steps);

  /** @param {NotebookView} view */
  function showSquares(view) {
    const hadFocus = squares.contains(document.activeElement);
    squares.replaceChildren();
    for (const { name, label, left, top, side } of view.squares) {
      const made = button("", squares, () => ask("play", name));
      made.className = "outflank-square";
      made.dataset.square = name;
      made.title = name;
      made.setAttribute("aria-label", label);
      Object.assign(made.style, {
        left: `${left}%`, top: `${top}%`, width: `${side}%`, height: `${side}%`,
      });
    }
    if (hadFocus) {
      const next = squares.querySelector("button") ?? root;
      /** @type {HTMLElement} */ (next).focus({ preventScroll: true });
    }
  }

  /** @param {NotebookView} view */
  function showAnswers(view) {
    answers.replaceChildren();
    answers.dataset.answer = view.answer;
    if (view.answer) {
      add("strong", "answer", answers).textContent = view.answer_text.toUpperCase();
    }
    const possible = Object.entries(view.answers);
    if (possible.length) {
      button(view.words.ask, answers, () => ask("ask"));
      for (const [answer, text] of possible) {
        button(text, answers, () => ask("hear", answer));
      }
    }
    if (view.can_pass) {
      button(view.words.pass, answers, () => ask("play", "pass"));
    }
    answers.hidden = !answers.childElementCount;
  }

  function show() {
    /** @type {NotebookView} */
    const view = model.get("_view");
    root.style.width = `${model.get("width")}px`;
    picture.innerHTML = view.svg; // drawn by Python, which escapes every text in it
    showSquares(view);
    showAnswers(view);
    status.textContent = view.status;
    place.textContent = view.place;
    problem.textContent = view.problem;
    problem.hidden = !view.problem;
    for (const { made, command, permission } of stepButtons) {
      made.title = view.words[command];
      made.setAttribute("aria-label", view.words[command]);
      made.disabled = !view[permission];
    }
  }

  root.tabIndex = -1;
  root.addEventListener("keydown", (event) => {
    const command = KEYS.get(event.key);
    if (command && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      event.stopPropagation(); // the notebook uses these keys itself
      ask(command);
    }
  });
  model.on("change:_view", show);
  model.on("change:width", show);
  show();
  return () => {
    model.off("change:_view", show);
    model.off("change:width", show);
  };
}

export default { render };
