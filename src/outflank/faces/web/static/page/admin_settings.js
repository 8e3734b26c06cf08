/** The settings of a tournament on the organiser's page: the form for a new one, and those of one that exists. */
import organisers from "../texts/admin.js";
import { sayWith } from "./shared/say.js";
import { hasOracle, variantTitle } from "../variants/variants.js";

/**
 * @typedef {import("server-api").Tournament} Tournament
 * @typedef {import("server-api").TournamentChange} TournamentChange
 * @typedef {import("server-api").TournamentBody} TournamentBody
 */

const say = sayWith(organisers);
const USUAL_TIE_BREAK = "sonneborn-berger";

/**
 * Offer only the settings that the chosen format and variant have; the others are not sent.
 * @param {HTMLFormElement} form
 */
export function followChoices(form) {
  const follow = () => {
    const filled = new FormData(form);
    const [format, variant] = [String(filled.get("format")), String(filled.get("variant"))];
    for (const label of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-for]"))) {
      offer(label, (label.dataset.for ?? "").split(" ").includes(format));
    }
    for (const label of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-oracle]"))) offer(label, hasOracle(variant));
  };
  form.addEventListener("change", follow);
  form.addEventListener("reset", () => setTimeout(follow));
  follow();
}

/** @param {HTMLElement} label of a setting @param {boolean} isUsed */
function offer(label, isUsed) {
  label.hidden = !isUsed;
  for (const field of label.querySelectorAll("input, select")) field.toggleAttribute("disabled", !isUsed);
}

/** The request body of a filled form; a field that is empty or not offered keeps its default. @param {FormData} filled @returns {TournamentBody} */
export function tournamentBody(filled) {
  const text = (/** @type {keyof TournamentBody} */ name) => String(filled.get(name));
  const number = (/** @type {keyof TournamentBody} */ name) => Number(filled.get(name));
  const given = (/** @type {keyof TournamentBody} */ name) => Boolean(filled.get(name));
  return {
    name: text("name"),
    format: text("format"),
    games: number("games"),
    variant: text("variant"),
    size: number("size"),
    clock: text("clock"),
    boards: number("boards"),
    no_show: number("no_show"),
    withdraw_after: number("withdraw_after"),
    tie_break: given("tie_break") ? text("tie_break") : USUAL_TIE_BREAK, // of a format that has no other
    closed: given("closed"),
    ...(given("challengers") ? { challengers: number("challengers") } : {}),
    ...(given("rounds") ? { rounds: number("rounds") } : {}),
    ...(given("oracle") ? { oracle: text("oracle") } : {}),
    ...(given("seed") ? { seed: number("seed") } : {}),
  };
}

/** The settings that a tournament has, by the names of their fields. @param {Tournament} tournament */
const settingsNow = ({ name, definition }) =>
  /** @type {Record<string, unknown>} */ ({ tie_break: USUAL_TIE_BREAK, closed: false, ...definition, name });

/**
 * Show what a tournament has in the form that changes it: all of a draft, and of one that has
 * started only whether it is closed.
 * @param {HTMLFormElement} form
 * @param {Tournament} tournament
 */
export function fillSettings(form, tournament) {
  const isDraft = tournament.status === "draft";
  const isOpen = tournament.kind !== "tryout" && tournament.ended === null;
  /** @type {HTMLElement} */ (form.parentElement).hidden = !isOpen;
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-draft]"))) part.hidden = !isDraft;
  form.reset();
  for (const [name, value] of Object.entries(settingsNow(tournament))) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = value === true;
    else if (field instanceof HTMLInputElement) field.value = String(value);
    else if (field instanceof HTMLSelectElement) choose(field, String(value));
  }
  form.dispatchEvent(new Event("change"));
}

/** Whether players can be added: to a draft, and later where rounds are paired one by one. @param {Tournament} tournament */
export const mayEnter = ({ status, format, kind }) =>
  status === "draft" ||
  (["running", "paused"].includes(status) && ["swiss", "ladder"].includes(format) && kind !== "tryout");

/** Choose an entry of a list, which gets it if it was set elsewhere. @param {HTMLSelectElement} field @param {string} value */
function choose(field, value) {
  if (![...field.options].some((one) => one.value === value)) field.add(new Option(value, value));
  field.value = value;
}

/**
 * What a filled form changes; what it leaves as it is is not sent.
 * @param {FormData} filled
 * @param {Tournament} tournament
 * @returns {TournamentChange}
 */
export function changesOf(filled, tournament) {
  const now = settingsNow(tournament);
  return Object.fromEntries(Object.entries(tournamentBody(filled)).filter(([name, value]) => value !== now[name]));
}

/** The settings of a tournament in words; the seed is told when it is over. @param {Tournament} tournament */
export function settingsOf({ format, variant, size, definition }) {
  const counted = ["games", "rounds", "challengers", "boards", "no_show", "withdraw_after"];
  const words = counted.flatMap((name) => {
    const count = Number(definition[name] ?? 0);
    return count ? [say(`admin.has_${name}`, { count })] : [];
  });
  const { oracle, seed, tie_break, closed } = definition;
  if (tie_break) words.push(say("admin.has_tie_break", { tie_break: say(`admin.tie_break_${tie_break}`) }));
  if (closed) words.push(say("admin.has_closed"));
  if (hasOracle(variant) && oracle) words.push(say("admin.has_oracle", { oracle: say(`admin.oracle_${oracle}`) }));
  if (seed !== undefined) words.push(say("admin.has_seed", { seed: String(seed) }));
  return [say(`admin.${format}`), `${variantTitle(variant)} ${size}×${size}`, ...words].join(" · ");
}
