/**
 * One stream from the server for all tabs of a browser: one tab reads it and forwards it to the others.
 *
 * The reader is the tab that holds a lock. When that tab is closed, another one gets the lock. In a
 * browser without locks every tab reads its own stream. Only tabs with scripts of the same version share one.
 *
 * @typedef {import("server-api").WatchLine} WatchLine
 * @typedef {{matches?: string[], tournament?: string, lobby?: boolean}} Subscription
 * @typedef {"open" | "lost" | "offline"} Health
 * @typedef {(line: WatchLine) => void} Deliver
 */
import { addressOf } from "./address.js";
import { need } from "./dom.js";
import { say } from "./say.js";

/** @type {WatchLine["event"][]} */
const KINDS = ["Board", "Tournament", "Lobby", "Gone", "Time"];
const VERSION = new URL(import.meta.url).pathname.split("/")[2]; // of the static files
const CHANNEL = `outflank-watch-${VERSION}`;
const READER = `outflank-reader-${VERSION}`;
const TAB = "outflank-tab-";
const SILENCE = 25_000; // milliseconds; the server sends something every ten seconds
const LONGEST_WAIT = 10_000;
const SUBSCRIBE = 30; // milliseconds until the stream includes what a new tab follows
const UNSUBSCRIBE = 3_000; // and until it leaves out what a closed tab followed

/** Reads one stream, and reconnects whenever it breaks. */
class Stream {
  /** @type {EventSource | null} */
  #source = null;
  #address = "";
  #tries = 0;
  #again = 0;
  #watchdog = 0;
  #deliver;
  #tell;

  /** @param {Deliver} deliver @param {(health: Health) => void} tell */
  constructor(deliver, tell) {
    this.#deliver = deliver;
    this.#tell = tell;
    addEventListener("online", this.#reconnectNow);
    addEventListener("offline", this.#reconnectNow);
    document.addEventListener("visibilitychange", this.#reconnectNow);
  }

  /** @param {string} address */
  open(address) {
    this.#address = address;
    this.#tries = 0;
    this.#connect();
  }

  close() {
    this.#stop();
    removeEventListener("online", this.#reconnectNow);
    removeEventListener("offline", this.#reconnectNow);
    document.removeEventListener("visibilitychange", this.#reconnectNow);
  }

  #stop() {
    clearTimeout(this.#again);
    clearTimeout(this.#watchdog);
    this.#source?.close();
    this.#source = null;
    this.#again = 0;
  }

  #connect() {
    this.#stop();
    const source = new EventSource(this.#address);
    this.#source = source;
    source.onopen = () => {
      this.#tries = 0;
      this.#noteActivity();
      this.#tell("open");
    };
    source.onerror = () => this.#handleLoss();
    for (const kind of KINDS) {
      source.addEventListener(kind, (event) => {
        this.#noteActivity();
        this.#deliver(JSON.parse(event.data));
      });
    }
    this.#noteActivity();
  }

  /** Note that the connection is alive; without the next sign of it, it counts as lost. */
  #noteActivity() {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.#handleLoss(), SILENCE);
  }

  #handleLoss() {
    this.#stop();
    this.#tell(navigator.onLine ? "lost" : "offline");
    const longest = Math.min(LONGEST_WAIT, 400 * 2 ** this.#tries);
    this.#tries += 1;
    this.#again = setTimeout(() => this.#connect(), longest * (0.5 + Math.random() / 2));
  }

  /** The network is back, or the tab is visible again: reconnect without waiting. */
  #reconnectNow = () => {
    if (!navigator.onLine) {
      if (this.#source) this.#handleLoss();
    } else if (this.#again && !document.hidden) {
      this.#connect();
    }
  };
}

/** What several tabs follow together, as the address of a stream. @param {Iterable<Subscription>} all */
function streamAddress(all) {
  /** @type {Set<string>} */
  const matches = new Set();
  let tournament = "";
  let lobby = false;
  for (const one of all) {
    for (const match of one.matches ?? []) matches.add(match);
    tournament ||= one.tournament ?? "";
    lobby ||= one.lobby ?? false;
  }
  /** @type {import("server-api").WatchQuery} */
  const query = {};
  if (matches.size) query.matches = [...matches].sort().join(",");
  if (tournament) query.tournament = tournament;
  if (lobby) query.lobby = 1;
  return addressOf("/watch", { query });
}

/** This tab among the others: it reads the stream for all of them, or receives it from the reader. */
class Tab {
  #id = Math.random().toString(36).slice(2);
  #channel = new BroadcastChannel(CHANNEL);
  /** @type {Map<string, Subscription>} what each tab follows; empty in tabs that do not read */
  #tabs = new Map();
  /** @type {Map<string, WatchLine>} the newest line of each match and kind, for tabs that open later */
  #newest = new Map();
  /** @type {Stream | null} */
  #stream = null;
  /** @type {Health} */
  #health = "open";
  #address = "";
  #change = 0;
  /** @type {(() => void)[]} */
  #locks = [];
  #leaving = new AbortController();
  #subscription;
  #deliver;
  #tell;

  /** @param {Subscription} subscription @param {Deliver} deliver @param {(health: Health) => void} tell */
  constructor(subscription, deliver, tell) {
    this.#subscription = subscription;
    this.#deliver = deliver;
    this.#tell = tell;
    this.#channel.onmessage = ({ data }) => this.#receive(data);
    this.#hold(TAB + this.#id, () => this.#post({ kind: "follow", subscription }));
    this.#hold(READER, () => this.#read());
  }

  leave() {
    this.#leaving.abort();
    clearTimeout(this.#change);
    this.#stream?.close();
    this.#channel.close();
    for (const release of this.#locks) release();
  }

  /**
   * Take a lock as soon as it is free, and keep it until this tab leaves.
   * @param {string} name
   * @param {() => void} then
   */
  #hold(name, then) {
    const { signal } = this.#leaving;
    navigator.locks
      .request(name, { signal }, () => {
        then();
        return new Promise((resolve) => this.#locks.push(() => resolve(undefined)));
      })
      .catch(() => {}); // this tab was closed before it got the lock
  }

  #post(/** @type {Record<string, unknown>} */ message) {
    this.#channel.postMessage({ from: this.#id, ...message });
  }

  /** Begin to read the stream for all tabs. */
  #read() {
    this.#tabs.set(this.#id, this.#subscription);
    this.#stream = new Stream(
      (line) => this.#forward(line),
      (health) => {
        this.#health = health;
        this.#post({ kind: "health", health });
        this.#tell(health);
      },
    );
    this.#post({ kind: "reader" });
    this.#subscribe(0);
  }

  /** Open a stream of what all tabs follow now, if that has changed. */
  #subscribe(/** @type {number} */ wait) {
    clearTimeout(this.#change);
    this.#change = setTimeout(() => {
      const address = streamAddress(this.#tabs.values());
      if (address === this.#address) return;
      this.#address = address;
      this.#stream?.open(address);
    }, wait);
  }

  /** Forward what the server sent. */
  #forward(/** @type {WatchLine} */ line) {
    if (line.event !== "Time") {
      this.#newest.set(line.event === "Board" ? line.id : line.event, line);
      if (line.event === "Tournament") this.#forgetBoards();
    }
    this.#deliver(line);
    if (this.#tabs.size > 1) this.#post({ kind: "lines", lines: [line] });
  }

  /** Drop boards that no tab shows any more. */
  #forgetBoards() {
    const wanted = new Set([...this.#tabs.values()].flatMap((one) => one.matches ?? []));
    for (const line of this.#newest.values()) {
      if (line.event === "Tournament" || line.event === "Lobby") for (const id of line.boards) wanted.add(id);
    }
    for (const [key, line] of this.#newest) {
      if (line.event === "Board" && !wanted.has(key)) this.#newest.delete(key);
    }
  }

  /** Act on a message from another tab; one with `to` is for that tab alone. */
  #receive(/** @type {any} */ message) {
    const isReader = this.#stream !== null;
    if (message.kind === "reopen") {
      if (isReader) this.#stream?.open(this.#address);
    } else if (message.kind === "follow" && isReader) this.#addTab(message.from, message.subscription);
    else if (message.kind === "reader") this.#post({ kind: "follow", subscription: this.#subscription });
    else if (isReader || (message.to && message.to !== this.#id)) return;
    else if (message.kind === "lines") {
      for (const line of message.lines) this.#deliver(line);
    } else if (message.kind === "health") this.#tell(message.health);
  }

  /** Read for another tab too, until it is closed. */
  #addTab(/** @type {string} */ tab, /** @type {Subscription} */ subscription) {
    const isNew = !this.#tabs.has(tab);
    this.#tabs.set(tab, subscription);
    this.#post({ kind: "lines", to: tab, lines: [...this.#newest.values()] });
    this.#post({ kind: "health", to: tab, health: this.#health });
    this.#subscribe(SUBSCRIBE);
    if (!isNew) return;
    // The tab holds this lock as long as it is open, so the lock is granted here when it has gone.
    navigator.locks
      .request(TAB + tab, { signal: this.#leaving.signal }, () => {
        this.#tabs.delete(tab);
        this.#subscribe(UNSUBSCRIBE);
      })
      .catch(() => {});
  }
}

/**
 * Follow something as long as the page is open. The newest state is delivered at once and after every
 * change. The page's connection line says when the connection is lost.
 * @param {Subscription} subscription
 * @param {Deliver} deliver
 * @returns {() => void} stops following
 */
export function follow(subscription, deliver) {
  const line = new HealthLine();
  const tell = (/** @type {Health} */ health) => line.show(health);
  /** @type {() => void} */
  let leave = () => {};
  const join = () => {
    if (navigator.locks && typeof BroadcastChannel !== "undefined") {
      const tab = new Tab(subscription, deliver, tell);
      leave = () => tab.leave();
    } else {
      const stream = new Stream(deliver, tell);
      stream.open(streamAddress([subscription]));
      leave = () => stream.close();
    }
  };
  join();
  const following = new AbortController();
  const { signal } = following;
  addEventListener("pagehide", () => leave(), { signal });
  addEventListener("pageshow", (event) => event.persisted && join(), { signal });
  return () => {
    following.abort();
    leave();
  };
}

/** Reopen the stream after another person has signed in. */
export function reopenStream() {
  if (typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ kind: "reopen" });
  channel.close();
}

/** The line that says when the connection is lost and when it is back. */
class HealthLine {
  #element = need("connection");
  #timer = 0;
  #isShown = false;

  /** @param {Health} health */
  show(health) {
    clearTimeout(this.#timer);
    if (health !== "open") {
      // A short break is not worth a message.
      this.#timer = setTimeout(() => this.#write(`connection.${health}`), this.#isShown ? 0 : 600);
    } else if (this.#isShown) {
      this.#write("connection.back");
      this.#timer = setTimeout(() => {
        this.#element.hidden = true;
        this.#isShown = false;
      }, 4000);
    }
  }

  /** @param {string} key */
  #write(key) {
    this.#isShown = true;
    this.#element.hidden = false;
    this.#element.textContent = say(key);
    this.#element.classList.toggle("good", key === "connection.back");
  }
}
