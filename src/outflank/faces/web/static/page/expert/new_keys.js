/** Keys that are shown only once: to be copied, or saved as a file. */
import organisers from "../../texts/bots_and_organisers.js";
import { make, need, part, write } from "../shared/dom.js";
import { sayWith } from "../shared/say.js";

/** @typedef {{number: number, name: string, key: string}} Entered */

const say = sayWith(organisers);
const shown = { players: /** @type {readonly Entered[]} */ ([]) };

/** @param {string} text */
const quoted = (text) => `"${guarded(text).replaceAll('"', '""')}"`;

/** A name that a spreadsheet would take for a formula is only a name. @param {string} text */
const guarded = (text) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const asTable = () =>
  ["number,name,key", ...shown.players.map(({ number, name, key }) => `${number},${quoted(name)},${key}`)].join("\r\n");

/**
 * Show keys until others are shown, or none.
 * @param {readonly Entered[]} players
 */
export function showKeys(players) {
  shown.players = players;
  const section = need("keys");
  section.hidden = players.length === 0;
  const rows = players.map(({ name, key }) =>
    make("tr", {}, make("th", { scope: "row", class: "who" }, name), make("td", {}, make("code", {}, key))),
  );
  part(section, "tbody").replaceChildren(...rows);
  write(need("keys-message"), "");
  if (players.length) section.scrollIntoView({ block: "nearest" });
}

need("copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(shown.players.map(({ name, key }) => `${name}\t${key}`).join("\n"));
    write(need("keys-message"), say("admin.copied"));
  } catch {
    write(need("keys-message"), say("admin.not_copied"));
  }
});

need("save").addEventListener("click", () => {
  const address = URL.createObjectURL(new Blob([asTable()], { type: "text/csv" }));
  make("a", { href: address, download: "outflank-keys.csv" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
});
