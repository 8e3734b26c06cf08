/** The tree of variations: the main line as it runs, each variation indented below the move it replaces. */
import { make } from "../shared/dom.js";
import { discNumberOf } from "./study.js";
import { signed } from "../shared/figures.js";
import { say, sourceOf } from "./values.js";

/**
 * @typedef {import("./study.js").Study} Study
 * @typedef {import("./study.js").StudyNode} StudyNode
 */

/** @param {HTMLElement} place @param {Study} study */
export function drawTree(place, study) {
  const hadFocus = place.contains(document.activeElement);
  const shape = study.nodes().map((node) => keyOf(study, node)).join(" ");
  if (place.dataset.shape !== shape || !place.firstChild) {
    place.dataset.shape = shape;
    const [first] = study.root.replies;
    if (first) place.replaceChildren(startButton(study), lineOf(study, first));
    else place.replaceChildren(make("p", { class: "soft" }, say("analysis.moves.empty")));
  }
  for (const button of place.querySelectorAll("button")) {
    const isHere = Number(button.dataset.node) === study.node.id;
    if (isHere) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
    button.tabIndex = isHere ? 0 : -1;
    if (isHere) bringIntoView(place, button);
    if (isHere && hadFocus) button.focus({ preventScroll: true });
  }
}

/** What decides how a place is drawn. @param {Study} study @param {StudyNode} node */
function keyOf(study, node) {
  const value = node.value ? `${sourceOf(node.value)}${Math.round(node.value.black)}` : "";
  return `${node.id}:${node.replies.map(({ id }) => id)}${node.comment}${value}${study.answerAt(node) ?? ""}`;
}

/** Only the list scrolls, never the page. @param {HTMLElement} list @param {HTMLElement} button */
function bringIntoView(list, button) {
  const [box, shown] = [button.getBoundingClientRect(), list.getBoundingClientRect()];
  if (box.top < shown.top) list.scrollTop -= shown.top - box.top + 8;
  else if (box.bottom > shown.bottom) list.scrollTop += box.bottom - shown.bottom + 8;
}

/** @param {Study} study */
function startButton(study) {
  const label = say("analysis.start");
  return make("button", { type: "button", class: "start", "data-node": study.root.id, "aria-label": label, title: label }, "●");
}

/**
 * A line from its first move, with the variations of each move below it.
 * @param {Study} study
 * @param {StudyNode} first
 */
function lineOf(study, first) {
  const list = make("ol", { class: "run" });
  /** @type {StudyNode | undefined} */
  let node = first;
  for (let isFirst = true; node; node = node.replies[0], isFirst = false) {
    const item = make("li", {}, moveButton(study, node, isFirst));
    if (node.comment) item.append(make("span", { class: "said" }, node.comment));
    const others = variationsOf(node);
    if (others.length) {
      item.append(
        make("ul", { "aria-label": say("analysis.moves.variation") }, ...others.map((one) => make("li", {}, lineOf(study, one)))),
      );
      item.className = "branched";
    }
    list.append(item);
  }
  return list;
}

/** The variations beside a main move. @param {StudyNode} node */
function variationsOf(node) {
  const replies = node.parent?.replies ?? [];
  return replies[0] === node ? replies.slice(1) : [];
}

/** @param {Study} study @param {StudyNode} node @param {boolean} isFirst */
function moveButton(study, node, isFirst) {
  const parent = /** @type {StudyNode} */ (node.parent);
  const side = say(`game.${parent.position.turn}`);
  const disc = discNumberOf(node);
  const number = disc ? `${disc}.` : "";
  const move = node.move === "pass" ? say("game.pass") : node.move;
  const answer = study.answerAt(parent);
  const key = `analysis.moves.${disc ? "ply" : "ply_pass"}${answer ? "_heard" : ""}`;
  const moved = say(key, { number: disc ?? "", side, move, answer: answer ? say(`game.${answer}`) : "" });
  const label = [moved, ...(node.comment ? [say("analysis.moves.commented")] : [])].join(", ");
  const isNumbered = disc && (isFirst || parent.position.turn === "black" || parent.replies.length > 1);
  const button = make(
    "button",
    { type: "button", "data-node": node.id, "aria-label": label },
    ...(isNumbered ? [make("small", {}, number)] : []),
    move,
  );
  if (answer) button.append(make("small", { class: "heard" }, say(`game.${answer}`)));
  if (node.value) {
    const shown = signed(parent.position.turn === "black" ? node.value.black : 0 - node.value.black);
    button.append(make("small", { class: `value ${sourceOf(node.value)}` }, shown));
  }
  return button;
}
