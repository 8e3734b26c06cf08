/** How somebody likes the board: remembered by this browser, known to no server. */

/**
 * @typedef {{skin: string, marks: boolean, sounds: boolean, pictures: boolean}} Looks
 */

const KEY = "outflank-looks";
/** @type {Looks} */
const DEFAULTS = { skin: "auto", marks: true, sounds: true, pictures: false };

/** @returns {Looks} */
export function looks() {
  return { ...DEFAULTS, ...recall(KEY) };
}

/** @param {Partial<Looks>} changes */
export function changeLooks(changes) {
  remember(KEY, { ...looks(), ...changes });
}

/**
 * What this browser remembers under a name, nothing if it remembers nothing.
 * @param {string} key
 * @returns {Record<string, any>}
 */
export function recall(key) {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? "{}");
    return found && typeof found === "object" ? found : {};
  } catch {
    return {};
  }
}

/**
 * @param {string} key
 * @param {Record<string, any>} values
 */
export function remember(key, values) {
  try {
    localStorage.setItem(key, JSON.stringify(values));
  } catch {
    // Then everything begins with its defaults again.
  }
}
