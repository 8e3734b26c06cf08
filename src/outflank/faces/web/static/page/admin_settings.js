/** The settings of a tournament on the organiser's page: the form for a new one, and those of one that exists. */
import organisers from "../texts/bots_and_organisers.js";
import { sayWith } from "./shared/say.js";

/**
 * @typedef {import("server-api").Tournament} Tournament
 * @typedef {import("server-api").TournamentOrder} TournamentOrder
 */

const say = sayWith(organisers);

/**
 * Offer only the settings that the chosen format and variant have; the others are not sent.
 * @param {HTMLFormElement} form
 */
export function followChoices(form) {
  const follow = () => {
    const filled = new FormData(form);
    const chosen = [filled.get("format"), filled.get("variant")].map(String);
    for (const label of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-for]"))) {
      const isUsed = (label.dataset.for ?? "").split(" ").some((one) => chosen.includes(one));
      label.hidden = !isUsed;
      for (const field of label.querySelectorAll("input, select")) field.toggleAttribute("disabled", !isUsed);
    }
  };
  form.addEventListener("change", follow);
  form.addEventListener("reset", () => setTimeout(follow));
  follow();
}

/** What a filled form orders; a field that is left empty or not offered is as usual. @param {FormData} filled @returns {TournamentOrder} */
export function tournamentOrder(filled) {
  const text = (/** @type {keyof TournamentOrder} */ name) => String(filled.get(name));
  const number = (/** @type {keyof TournamentOrder} */ name) => Number(filled.get(name));
  const given = (/** @type {keyof TournamentOrder} */ name) => Boolean(filled.get(name));
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
    ...(given("challengers") ? { challengers: number("challengers") } : {}),
    ...(given("rounds") ? { rounds: number("rounds") } : {}),
    ...(given("oracle") ? { oracle: text("oracle") } : {}),
    ...(given("seed") ? { seed: number("seed") } : {}),
  };
}

/** The settings of a tournament in words; the seed is told when it is over. @param {Tournament} tournament */
export function settingsOf({ format, variant, size, definition }) {
  const counted = ["games", "rounds", "challengers", "boards", "no_show", "withdraw_after"];
  const words = counted.flatMap((name) => {
    const count = Number(definition[name] ?? 0);
    return count ? [say(`admin.has_${name}`, { count })] : [];
  });
  const { oracle, seed } = definition;
  if (variant === "yesno" && oracle) words.push(say("admin.has_oracle", { oracle: String(oracle) }));
  if (seed !== undefined) words.push(say("admin.has_seed", { seed: String(seed) }));
  return [say(`admin.${format}`), `${say(`play.${variant}`)} ${size}×${size}`, ...words].join(" · ");
}
