/** The form that begins a game of any kind, and what it remembers. */
import { becomeSomebody, call } from "./calls.js";
import { need, part, write } from "./dom.js";
import { changeLooks, looks, recall, remember } from "./looks.js";
import { prepareStart, sayWhoBegins, startText } from "./start_text.js";
import { say } from "./words.js";

const KEY = "outflank-play"; // the short form of the front page remembers the same
const LINK = 24 * 3600; // seconds for which a challenge stays open
const SEEK = 3600;
const NAMED = 600;

/** Let the form begin games, as it was filled in the last time. */
export function prepareNewGame() {
  const form = /** @type {HTMLFormElement} */ (need("new-game"));
  const said = part(form, "[data-said]");
  const button = /** @type {HTMLButtonElement} */ (part(form, "button.primary"));
  const asked = new URLSearchParams(location.search).get("against"); // as a link of another page says
  fill(form, { ...recall(KEY), ...looks(), ...(asked && { against: asked }) });
  adapt(form);
  prepareStart(form);
  form.addEventListener("change", () => {
    adapt(form);
    changeLooks({
      skin: value(form, "skin"),
      marks: isChecked(form, "marks"),
      sounds: isChecked(form, "sounds"),
      pictures: isChecked(form, "pictures"),
    });
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (button.getAttribute("aria-disabled") === "true") return;
    const { start: _, ...filled } = Object.fromEntries(new FormData(form)); // that is for one game
    remember(KEY, filled);
    button.setAttribute("aria-disabled", "true");
    said.classList.remove("wrong");
    write(said, say("play.starting"));
    try {
      await becomeSomebody();
      location.href = await begin(form);
    } catch (error) {
      said.classList.add("wrong");
      write(said, error instanceof Error ? error.message : say("problem.unknown"));
    } finally {
      button.removeAttribute("aria-disabled");
    }
  });
  // Who comes back by the browser's own button finds a form that can be sent again.
  addEventListener("pageshow", () => write(said, ""));
}

/**
 * Begin what the form says, and return where it goes on.
 * @param {HTMLFormElement} form
 */
async function begin(form) {
  const clock = value(form, "clock");
  const terms = {
    variant: value(form, "variant"),
    size: Number(value(form, "size")),
    clock: clock === "other" ? value(form, "clock_text").trim() : clock,
    color: value(form, "color"),
    scoring: value(form, "scoring"),
  };
  const against = value(form, "against");
  if (against === "computer" || against === "beside") {
    const friend = value(form, "friend").trim() || say("play.friend_name");
    const opponent =
      against === "beside" ? { opponent: "beside", friend } : { opponent: `computer:${value(form, "level")}` };
    const match = await call("POST", "/matches", { ...opponent, ...terms, start: startText(form) });
    return `/game/${match.id}`;
  }
  if (against === "watch") {
    const levels = { stand_in: `computer:${value(form, "level_black")}`, opponent: `computer:${value(form, "level_white")}` };
    const match = await call("POST", "/matches", { ...terms, ...levels, color: "black", start: startText(form) });
    return `/game/${match.id}`;
  }
  const kinds = /** @type {Record<string, object>} */ ({
    link: { expires_in: LINK },
    seek: { listed: true, expires_in: SEEK },
    name: { opponent: value(form, "player").trim(), expires_in: NAMED },
  });
  const made = await call("POST", "/challenges", { ...kinds[against], ...terms });
  return `/challenge/${made.id}`;
}

/**
 * Show what belongs to the chosen opponent and clock.
 * @param {HTMLFormElement} form
 */
function adapt(form) {
  const against = value(form, "against");
  for (const element of form.querySelectorAll("[data-for]")) {
    /** @type {HTMLElement} */ (element).hidden = !element.getAttribute("data-for")?.split(" ").includes(against);
  }
  for (const element of form.querySelectorAll("[data-not-for]")) {
    /** @type {HTMLElement} */ (element).hidden = element.getAttribute("data-not-for") === against;
  }
  const player = form.elements.namedItem("player");
  if (player instanceof HTMLInputElement) player.required = against === "name";
  part(form, "[data-clock]").hidden = value(form, "clock") !== "other";
  write(part(form, "[data-about]"), say(`play.about.${against}`));
  sayWhoBegins(form);
}

/**
 * @param {HTMLFormElement} form
 * @param {Record<string, any>} values
 */
function fill(form, values) {
  for (const [name, remembered] of Object.entries(values)) {
    const field = form.elements.namedItem(name);
    if (field instanceof RadioNodeList) choose(field, String(remembered));
    else if (field instanceof HTMLSelectElement) {
      if ([...field.options].some((option) => option.value === String(remembered))) {
        field.value = String(remembered);
      }
    } else if (field instanceof HTMLInputElement) {
      if (field.type === "checkbox") field.checked = remembered === true || remembered === "on";
      else field.value = String(remembered);
    }
  }
}

/**
 * @param {RadioNodeList} group
 * @param {string} remembered
 */
function choose(group, remembered) {
  for (const one of group) {
    if (one instanceof HTMLInputElement && one.value === remembered) one.checked = true;
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 */
const value = (form, name) => String(new FormData(form).get(name) ?? "");

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 */
const isChecked = (form, name) => new FormData(form).has(name);
