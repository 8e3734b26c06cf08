/** Keys that are shown only once: to be copied, or saved as a file. */
import { make, need, part, write } from "./dom.js";
import { say } from "./words.js";

/** @typedef {{number: number, name: string, key: string}} Entered */

/** @type {readonly Entered[]} */
let shown = [];

/** @param {string} text */
const quoted = (text) => `"${guarded(text).replaceAll('"', '""')}"`;

/** A name that a spreadsheet would take for a formula is only a name. @param {string} text */
const guarded = (text) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const asTable = () =>
  ["number,name,key", ...shown.map(({ number, name, key }) => `${number},${quoted(name)},${key}`)].join("\r\n");

/**
 * Show keys until others are shown, or none.
 * @param {readonly Entered[]} players
 */
export function showKeys(players) {
  shown = players;
  const section = need("keys");
  section.hidden = players.length === 0;
  const rows = players.map(({ name, key }) =>
    make("tr", {}, make("th", { scope: "row", class: "who" }, name), make("td", {}, make("code", {}, key))),
  );
  part(section, "tbody").replaceChildren(...rows);
  write(need("keys-said"), "");
  if (players.length) section.scrollIntoView({ block: "nearest" });
}

need("copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(shown.map(({ name, key }) => `${name}\t${key}`).join("\n"));
    write(need("keys-said"), say("admin.copied"));
  } catch {
    write(need("keys-said"), say("admin.not_copied"));
  }
});

need("save").addEventListener("click", () => {
  const address = URL.createObjectURL(new Blob([asTable()], { type: "text/csv" }));
  make("a", { href: address, download: "outflank-keys.csv" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
});
