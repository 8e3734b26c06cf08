/** The form that starts a game of any kind, filled in as it was the last time. */
import { call, ensureSession, messageOf } from "../shared/api.js";
import { need, part, write } from "../shared/dom.js";
import { prepareAppearance } from "../shared/appearance.js";
import { readStored, store } from "../shared/preferences.js";
import { prepareStartPosition, showWhoBegins, startText } from "./start_position.js";
import { say } from "../shared/say.js";
import { hasOracle } from "../../variants/variants.js";
import { BESIDE, computerSeat } from "../shared/occupants.js";

/**
 * @typedef {import("server-api").ChallengeBody} ChallengeBody
 * @typedef {import("server-api").MatchBody} MatchBody
 * @typedef {import("server-api").Terms} Terms
 */

/**
 * A game that is played on from a position: of another match, or of a text.
 * @typedef {object} PlayOn
 * @property {Pick<MatchBody, "origin" | "start" | "variant" | "size" | "scoring" | "oracle">} terms
 * @property {string} heading
 * @property {string} about where it begins
 * @property {string} [side] the question who plays black; else the form's text decides it
 * @property {boolean} [isText] whether the form's text is that position
 * @property {Record<string, string>} chosen what the form is filled in with
 */

/** @type {PlayOn | null} the game that is played on, unless the form begins a fresh one */
let playedOn = null;

const KEY = "outflank-play";
const LINK = 24 * 3600; // seconds for which a challenge stays open
const SEEK = 3600;
const NAMED = 600;

export function prepareNewGame() {
  const form = /** @type {HTMLFormElement} */ (need("new-game"));
  const message = part(form, "[data-message]");
  const button = /** @type {HTMLButtonElement} */ (part(form, "button.primary"));
  const asked = new URLSearchParams(location.search).get("against"); // as a link of another page says
  fill(form, { ...readStored(KEY), ...(asked && { against: asked }) });
  adapt(form);
  prepareStartPosition(form);
  prepareAppearance(part(form, "[data-appearance]"));
  form.addEventListener("change", () => adapt(form));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (button.getAttribute("aria-disabled") === "true") return;
    const { start: _, ...filled } = Object.fromEntries(new FormData(form)); // that is for one game
    if (!playedOn) store(KEY, filled);
    button.setAttribute("aria-disabled", "true");
    message.classList.remove("wrong");
    write(message, say("play.starting"));
    try {
      await ensureSession();
      location.href = await start(form);
    } catch (error) {
      message.classList.add("wrong");
      write(message, messageOf(error));
    } finally {
      button.removeAttribute("aria-disabled");
    }
  });
  // After the browser's Back button the form can be sent again.
  addEventListener("pageshow", () => write(message, ""));
}

/** Show the form for a game that is played on, or again for a fresh one. @param {PlayOn | null} on */
export function showPlayOn(on) {
  const form = /** @type {HTMLFormElement} */ (need("new-game"));
  playedOn = on;
  const usual = { against: "computer" };
  fill(form, { ...usual, ...readStored(KEY), ...(on && { ...usual, ...on.chosen }) });
  write(need("new-heading"), on?.heading ?? say("play.new"));
  write(part(form, "[data-on]"), on?.about ?? "");
  part(form, "[data-on]").hidden = !on;
  adapt(form);
}

/** Start what the form says, and return the address of the page to go to. @param {HTMLFormElement} form */
async function start(form) {
  const clock = value(form, "clock");
  const terms = {
    variant: value(form, "variant"),
    size: Number(value(form, "size")),
    clock: clock === "other" ? value(form, "clock_text").trim() : clock,
    color: /** @type {Terms["color"]} */ (value(form, "color")),
    scoring: /** @type {Terms["scoring"]} */ (value(form, "scoring")),
    oracle: /** @type {Terms["oracle"]} */ (value(form, "oracle")),
    ...playedOn?.terms,
  };
  const against = value(form, "against");
  if (against === "computer" || against === BESIDE) {
    const friend = value(form, "friend").trim() || say("play.friend_name");
    /** @type {Pick<MatchBody, "opponent" | "friend">} */
    const opponent =
      against === BESIDE ? { opponent: BESIDE, friend } : { opponent: computerSeat(value(form, "level")) };
    const match = await call("POST", "/matches", { body: { start: startText(form), ...opponent, ...terms } });
    return `/game/${match.id}`;
  }
  if (against === "watch") {
    /** @type {Pick<MatchBody, "opponent" | "stand_in" | "color">} */
    const levels = { stand_in: computerSeat(value(form, "level_black")), opponent: computerSeat(value(form, "level_white")), color: "black" };
    const match = await call("POST", "/matches", { body: { ...terms, ...levels, start: startText(form) } });
    return `/game/${match.id}`;
  }
  const from = playedOn?.isText ? { start: startText(form) } : {};
  const { id } = await call("POST", "/challenges", { body: { ...from, ...terms, ...invitation(form, against) } });
  return `/challenge/${id}`;
}

/**
 * Whom a challenge is for, and how long.
 * @param {HTMLFormElement} form
 * @param {string} against
 * @returns {ChallengeBody}
 */
function invitation(form, against) {
  if (against === "seek") return { listed: true, expires_in: SEEK };
  if (against === "name") return { opponent: value(form, "player").trim(), expires_in: NAMED };
  return { expires_in: LINK };
}

/** Show what belongs to the chosen opponent and clock. @param {HTMLFormElement} form */
function adapt(form) {
  const against = value(form, "against");
  for (const element of form.querySelectorAll("[data-for]")) {
    /** @type {HTMLElement} */ (element).hidden = !element.getAttribute("data-for")?.split(" ").includes(against);
  }
  for (const element of form.querySelectorAll("[data-not-for]")) {
    /** @type {HTMLElement} */ (element).hidden = element.getAttribute("data-not-for") === against;
  }
  part(form, "[data-oracle]").hidden = !hasOracle(value(form, "variant"));
  for (const element of form.querySelectorAll("[data-fresh]")) {
    /** @type {HTMLElement} */ (element).hidden = playedOn !== null;
  }
  if (playedOn) {
    part(form, "[data-from]").hidden = !playedOn.isText;
    part(form, "[data-oracle]").hidden = true;
  }
  const player = form.elements.namedItem("player");
  if (player instanceof HTMLInputElement) player.required = against === "name";
  part(form, "[data-clock]").hidden = value(form, "clock") !== "other";
  write(part(form, "[data-about]"), say(`play.about.${against}`));
  showWhoBegins(form);
  if (playedOn?.side) write(part(form, "[data-who]"), playedOn.side);
}

/** @param {HTMLFormElement} form @param {Record<string, any>} values */
function fill(form, values) {
  for (const [name, remembered] of Object.entries(values)) {
    const field = form.elements.namedItem(name);
    if (field instanceof RadioNodeList) choose(field, String(remembered));
    else if (field instanceof HTMLSelectElement) {
      if ([...field.options].some((option) => option.value === String(remembered))) {
        field.value = String(remembered);
      }
    } else if (field instanceof HTMLTextAreaElement) {
      field.value = String(remembered);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    } else if (field instanceof HTMLInputElement) {
      if (field.type === "checkbox") field.checked = remembered === true || remembered === "on";
      else field.value = String(remembered);
    }
  }
}

/** @param {RadioNodeList} group @param {string} remembered */
function choose(group, remembered) {
  for (const one of group) {
    if (one instanceof HTMLInputElement && one.value === remembered) one.checked = true;
  }
}

/** @param {HTMLFormElement} form @param {string} name */
const value = (form, name) => String(new FormData(form).get(name) ?? "");
