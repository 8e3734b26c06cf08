/** The games that were played on this device: the one on the board and the last finished ones, in IndexedDB. */

/**
 * @typedef {object} DeviceGame
 * @property {string} id
 * @property {string[]} moves with passes
 * @property {number} level of the computer
 * @property {"black" | "white"} you
 * @property {number} changed milliseconds
 * @property {[number, number] | null} score black's and white's discs; null while it runs
 */

const DATABASE = "outflank-device";
const STORE = "games";
const MOST = 20; // finished games

/** @type {Promise<IDBDatabase> | null} */
let opening = null;

/** @returns {Promise<IDBDatabase>} */
function open() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opening;
}

/**
 * Do something with the store, and return its result once everything is written.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} act
 * @returns {Promise<T>}
 */
async function within(mode, act) {
  const transaction = (await open()).transaction(STORE, mode);
  const request = act(transaction.objectStore(STORE));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });
}

/** All games, the newest first; none where the browser keeps nothing. @returns {Promise<DeviceGame[]>} */
export async function keptGames() {
  try {
    const found = /** @type {DeviceGame[]} */ (await within("readonly", (store) => store.getAll()));
    return found.sort((one, other) => other.changed - one.changed);
  } catch {
    return [];
  }
}

/** Keep a game; returns whether that worked. @param {DeviceGame} game */
export async function keepGame(game) {
  try {
    await within("readwrite", (store) => store.put(game));
    const finished = (await keptGames()).filter(({ score }) => score);
    for (const { id } of finished.slice(MOST)) await forgetGame(id);
    return true;
  } catch {
    return false; // there is no room; the game goes on all the same
  }
}

/** @param {string} id */
export async function forgetGame(id) {
  await within("readwrite", (store) => store.delete(id)).catch(() => {});
}
