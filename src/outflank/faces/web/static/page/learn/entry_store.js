/** Entries that wait to be sent: in IndexedDB, or in memory where the browser keeps nothing. */

/** @typedef {import("./attempt_queue.js").Entry} Entry */

const DATABASE = "outflank-learning";
const ENTRIES = "entries";

/** The entries of this browser; all its tabs share them. */
export class EntryStore {
  /** @type {Promise<IDBDatabase | null> | null} */
  #opening = null;
  /** @type {Map<string, Entry>} what could not be stored */
  #memory = new Map();

  /** Whether entries wait that are lost when this page is closed. */
  get isFleeting() {
    return this.#memory.size > 0;
  }

  /** Keep an entry; it is stored when the promise is fulfilled. @param {Entry} entry */
  async add(entry) {
    const stored = await this.#try("readwrite", (entries) => entries.put(entry));
    if (stored === null) this.#memory.set(entry.id, entry);
  }

  /** Some of the entries that wait. @param {number} most @returns {Promise<Entry[]>} */
  async some(most) {
    /** @type {Entry[]} */
    const stored = (await this.#try("readonly", (entries) => entries.getAll(null, most))) ?? [];
    return [...this.#memory.values(), ...stored].slice(0, most);
  }

  /** @param {readonly Entry[]} sent */
  async remove(sent) {
    for (const { id } of sent) this.#memory.delete(id);
    await this.#try("readwrite", (entries) => sent.map(({ id }) => entries.delete(id)).at(-1));
  }

  /**
   * Do something with the stored entries, and return its result; null if this browser cannot.
   * @param {IDBTransactionMode} mode
   * @param {(entries: IDBObjectStore) => IDBRequest | undefined} work
   * @returns {Promise<any>}
   */
  async #try(mode, work) {
    const database = await (this.#opening ??= open(() => (this.#opening = null)));
    if (!database) return null;
    try {
      return await new Promise((done, fail) => {
        const transaction = database.transaction(ENTRIES, mode);
        const request = work(transaction.objectStore(ENTRIES));
        transaction.oncomplete = () => done(request?.result);
        transaction.onabort = () => fail(transaction.error);
      });
    } catch (error) {
      console.warn("Entries of learning could not be stored, they stay in memory.", error);
      return null;
    }
  }
}

/** Open the database; null if the browser has none. @param {() => void} closed @returns {Promise<IDBDatabase | null>} */
const open = (closed) =>
  new Promise((done) => {
    try {
      const request = indexedDB.open(DATABASE, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(ENTRIES, { keyPath: "id" });
      request.onsuccess = () => {
        const database = request.result;
        database.onclose = closed;
        database.onversionchange = () => {
          database.close();
          closed();
        };
        done(database);
      };
      request.onerror = () => done(null);
      request.onblocked = () => done(null);
    } catch {
      done(null); // not allowed here
    }
  });
