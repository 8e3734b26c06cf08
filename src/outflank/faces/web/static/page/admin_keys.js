/** The players' new keys on the organiser's page: each is shown once, until it is dismissed. */
import organisers from "../texts/admin.js";
import { make, need, part, write } from "./shared/dom.js";
import { sayWith } from "./shared/say.js";

/** @typedef {{tournament: number, number: number, name: string, key: string}} PlayerKey */

const say = sayWith(organisers);
const shown = { keys: /** @type {readonly PlayerKey[]} */ ([]), isKept: true };

/** Whether keys are shown that nobody has copied or saved. */
export const hasUnsavedKeys = () => !shown.isKept;

/**
 * Show new keys below those that are shown already; a player's newer key replaces the older.
 * @param {readonly PlayerKey[]} added
 */
export function addKeys(added) {
  if (added.length === 0) return;
  const isReplaced = (/** @type {PlayerKey} */ old) =>
    added.some(({ tournament, number }) => tournament === old.tournament && number === old.number);
  show([...shown.keys.filter((old) => !isReplaced(old)), ...added]);
  shown.isKept = false;
  need("keys").scrollIntoView({ block: "nearest" });
}

/** Take away the key of a player who has left. @param {number} tournament @param {number} number */
export function dropKey(tournament, number) {
  show(shown.keys.filter((one) => one.tournament !== tournament || one.number !== number));
}

/** Forget every key. */
export function dismissKeys() {
  show([]);
}

/** @param {readonly PlayerKey[]} keys */
function show(keys) {
  shown.keys = keys;
  if (keys.length === 0) shown.isKept = true;
  need("keys").hidden = keys.length === 0;
  const rows = keys.map(({ name, key }) =>
    make("tr", {}, make("th", { scope: "row", class: "who" }, name), make("td", {}, make("code", {}, key))),
  );
  part(need("keys"), "tbody").replaceChildren(...rows);
  write(need("keys-message"), "");
}

/** @param {string} text */
const quoted = (text) => `"${guarded(text).replaceAll('"', '""')}"`;

/** A name that a spreadsheet would take for a formula is only a name. @param {string} text */
const guarded = (text) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const asTable = () =>
  ["tournament,number,name,key", ...shown.keys.map((one) => [one.tournament, one.number, quoted(one.name), one.key].join(","))].join("\r\n");

need("copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(shown.keys.map(({ name, key }) => `${name}\t${key}`).join("\n"));
    shown.isKept = true;
    write(need("keys-message"), say("admin.copied"));
  } catch {
    write(need("keys-message"), say("admin.not_copied"));
  }
});

need("save").addEventListener("click", () => {
  const address = URL.createObjectURL(new Blob([asTable()], { type: "text/csv" }));
  make("a", { href: address, download: "outflank-keys.csv" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  shown.isKept = true;
  write(need("keys-message"), say("admin.saved"));
});

addEventListener("beforeunload", (event) => {
  if (hasUnsavedKeys()) event.preventDefault(); // the browser asks
});
