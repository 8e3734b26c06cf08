/** Entries that wait to be sent: in IndexedDB, or in memory where the browser keeps nothing. */

/** @typedef {import("./attempt_queue.js").Entry} Entry */

const DATABASE = "outflank-learning";
const ENTRIES = "entries";
const TRIES = 2; // to store an entry, before it stays in memory

/** The entries of this browser; all its tabs share them. */
export class EntryStore {
  /** @type {Promise<IDBDatabase> | null} */
  #opening = null;
  /** @type {Map<string, Entry>} what could not be stored yet */
  #memory = new Map();

  /** Whether entries wait that are lost when this page is closed. */
  get isFleeting() {
    return this.#memory.size > 0;
  }

  /** Keep an entry; it is stored when the promise is fulfilled. @param {Entry} entry */
  async add(entry) {
    this.#memory.set(entry.id, entry);
    for (let tries = 0; tries < TRIES && this.isFleeting; tries += 1) await this.#storeMemory();
  }

  /** Some of the entries that wait. @param {number} most @returns {Promise<Entry[]>} */
  async some(most) {
    await this.#storeMemory();
    /** @type {Entry[]} */
    const stored = (await this.#try("readonly", (entries) => entries.getAll(null, most))) ?? [];
    return [...this.#memory.values(), ...stored].slice(0, most);
  }

  /** @param {readonly Entry[]} sent */
  async remove(sent) {
    for (const { id } of sent) this.#memory.delete(id);
    await this.#try("readwrite", (entries) => sent.map(({ id }) => entries.delete(id)).at(-1));
  }

  /** Store what only this page knows, as soon as the browser can. */
  async #storeMemory() {
    const waiting = [...this.#memory.values()];
    if (!waiting.length) return;
    const key = await this.#try("readwrite", (entries) => waiting.map((entry) => entries.put(entry)).at(-1));
    if (key !== null) for (const { id } of waiting) this.#memory.delete(id);
  }

  /**
   * Do something with the stored entries, and return its result; null if this browser cannot now.
   * @param {IDBTransactionMode} mode
   * @param {(entries: IDBObjectStore) => IDBRequest | undefined} work
   * @returns {Promise<any>}
   */
  async #try(mode, work) {
    try {
      const database = await (this.#opening ??= open(() => (this.#opening = null)));
      return await new Promise((done, fail) => {
        const transaction = database.transaction(ENTRIES, mode);
        const request = work(transaction.objectStore(ENTRIES));
        transaction.oncomplete = () => done(request?.result);
        transaction.onabort = () => fail(transaction.error);
      });
    } catch (error) {
      this.#opening = null; // the next one opens it again: a browser may fail once
      console.warn("Entries of learning could not be stored, they stay in memory.", error);
      return null;
    }
  }
}

/** Open the database. @param {() => void} closed @returns {Promise<IDBDatabase>} */
const open = (closed) =>
  new Promise((done, fail) => {
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
    request.onerror = () => fail(request.error);
  });
