/**
 * One stream from the server for the whole browser: one tab reads it and tells the others.
 *
 * Tabs choose the reader by a lock that the browser gives to one of them; when that tab is closed
 * the next one gets it. Where a browser knows no locks, or does not lend them, each tab reads a
 * stream of its own.
 *
 * @typedef {{matches?: string[], tournament?: string, lobby?: boolean}} Wants
 * @typedef {"open" | "lost" | "offline"} Health
 * @typedef {(kind: string, data: any) => void} Deliver
 */
import { need } from "./dom.js";
import { say } from "./words.js";

const KINDS = ["Board", "Tournament", "Lobby", "Gone", "Time"];
const CHANNEL = "outflank-watch";
const READER = "outflank-reader";
const TAB = "outflank-tab-";
const SILENCE = 25_000; // milliseconds; the server says something every ten seconds
const LONGEST_WAIT = 10_000;
const GROWS = 30; // milliseconds until something more is asked for
const SHRINKS = 3_000; // and until less is

/** Reads one stream, and comes back whenever it breaks. */
class Stream {
  /** @type {EventSource | null} */
  #source = null;
  #address = "";
  #tries = 0;
  #again = 0;
  #watchdog = 0;

  /**
   * @param {Deliver} deliver
   * @param {(health: Health) => void} tell
   */
  constructor(deliver, tell) {
    this.#deliver = deliver;
    this.#tell = tell;
    addEventListener("online", this.#hurry);
    addEventListener("offline", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
  }

  /** @type {Deliver} */
  #deliver;
  /** @type {(health: Health) => void} */
  #tell;

  /** @param {string} address */
  open(address) {
    this.#address = address;
    this.#tries = 0;
    this.#connect();
  }

  close() {
    this.#stop();
    removeEventListener("online", this.#hurry);
    removeEventListener("offline", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
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
      this.#hear();
      this.#tell("open");
    };
    source.onerror = () => this.#lose();
    for (const kind of KINDS) {
      source.addEventListener(kind, (event) => {
        this.#hear();
        this.#deliver(kind, JSON.parse(event.data));
      });
    }
    this.#hear();
  }

  /** Notice a sign of life; without the next one the connection counts as dead. */
  #hear() {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.#lose(), SILENCE);
  }

  #lose() {
    this.#stop();
    this.#tell(navigator.onLine ? "lost" : "offline");
    const longest = Math.min(LONGEST_WAIT, 400 * 2 ** this.#tries);
    this.#tries += 1;
    this.#again = setTimeout(() => this.#connect(), longest * (0.5 + Math.random() / 2));
  }

  /** The network is back, or the person looks again: do not let them wait. */
  #hurry = () => {
    if (!navigator.onLine) {
      if (this.#source) this.#lose();
    } else if (this.#again && !document.hidden) {
      this.#connect();
    }
  };
}

/**
 * What several tabs want together, as the address of a stream.
 * @param {Iterable<Wants>} all
 */
function addressOf(all) {
  /** @type {Set<string>} */
  const matches = new Set();
  let tournament = "";
  let lobby = false;
  for (const wants of all) {
    for (const match of wants.matches ?? []) matches.add(match);
    tournament ||= wants.tournament ?? "";
    lobby ||= wants.lobby ?? false;
  }
  const query = [
    matches.size ? `matches=${[...matches].sort().join(",")}` : "",
    tournament ? `tournament=${tournament}` : "",
    lobby ? "lobby=1" : "",
  ];
  return `/api/v1/watch?${query.filter(Boolean).join("&")}`;
}

/** This tab among the others: it reads the stream for all of them, or hears from the one that does. */
class Tab {
  #id = Math.random().toString(36).slice(2);
  #channel = new BroadcastChannel(CHANNEL);
  /** @type {Map<string, Wants>} what each tab wants; only the reader knows */
  #tabs = new Map();
  /** @type {Map<string, [string, any]>} the newest of everything, for tabs that come later */
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

  /**
   * @param {Wants} wants
   * @param {Deliver} deliver
   * @param {(health: Health) => void} tell
   */
  constructor(wants, deliver, tell) {
    this.#wants = wants;
    this.#deliver = deliver;
    this.#tell = tell;
    this.#channel.onmessage = ({ data }) => this.#hear(data);
    this.#hold(TAB + this.#id, () => this.#say({ kind: "want", wants }));
    this.#hold(READER, () => this.#read());
  }

  /** @type {Wants} */
  #wants;
  /** @type {Deliver} */
  #deliver;
  /** @type {(health: Health) => void} */
  #tell;

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
      .catch(() => {}); // this tab left before it was its turn
  }

  #say(/** @type {Record<string, unknown>} */ message) {
    this.#channel.postMessage({ from: this.#id, ...message });
  }

  /** Become the tab that reads. */
  #read() {
    this.#tabs.set(this.#id, this.#wants);
    this.#stream = new Stream(
      (kind, data) => this.#pass(kind, data),
      (health) => {
        this.#health = health;
        this.#say({ kind: "health", health });
        this.#tell(health);
      },
    );
    this.#say({ kind: "reader" });
    this.#ask(0);
  }

  /** Ask the server for what all tabs want, if that has changed. */
  #ask(/** @type {number} */ wait) {
    clearTimeout(this.#change);
    this.#change = setTimeout(() => {
      const address = addressOf(this.#tabs.values());
      if (address === this.#address) return;
      this.#address = address;
      this.#stream?.open(address);
    }, wait);
  }

  /** Hand on what the server said. */
  #pass(/** @type {string} */ kind, /** @type {any} */ data) {
    if (kind !== "Time") {
      this.#newest.set(kind === "Board" ? data.id : kind, [kind, data]);
      if (kind === "Tournament") this.#forget();
    }
    this.#deliver(kind, data);
    if (this.#tabs.size > 1) this.#say({ kind: "news", news: [[kind, data]] });
  }

  /** Keep no board that nobody looks at any more. */
  #forget() {
    const wanted = new Set([...this.#tabs.values()].flatMap((wants) => wants.matches ?? []));
    for (const list of ["Tournament", "Lobby"]) {
      for (const id of this.#newest.get(list)?.[1].boards ?? []) wanted.add(id);
    }
    for (const [key, [kind]] of this.#newest) {
      if (kind === "Board" && !wanted.has(key)) this.#newest.delete(key);
    }
  }

  #hear(/** @type {any} */ message) {
    const isReader = this.#stream !== null;
    if (message.kind === "renew") {
      if (isReader) this.#stream?.open(this.#address);
    } else if (message.kind === "want" && isReader) this.#admit(message.from, message.wants);
    else if (message.kind === "reader") this.#say({ kind: "want", wants: this.#wants });
    else if (isReader || (message.to && message.to !== this.#id)) return;
    else if (message.kind === "news") {
      for (const [kind, data] of message.news) this.#deliver(kind, data);
    } else if (message.kind === "health") this.#tell(message.health);
  }

  /** Read for another tab too, until it is closed. */
  #admit(/** @type {string} */ tab, /** @type {Wants} */ wants) {
    const isNew = !this.#tabs.has(tab);
    this.#tabs.set(tab, wants);
    this.#say({ kind: "news", to: tab, news: [...this.#newest.values()] });
    this.#say({ kind: "health", to: tab, health: this.#health });
    this.#ask(GROWS);
    if (!isNew) return;
    // The tab holds this lock while it lives, so whoever gets it knows that it is gone.
    navigator.locks
      .request(TAB + tab, { signal: this.#leaving.signal }, () => {
        this.#tabs.delete(tab);
        this.#ask(SHRINKS);
      })
      .catch(() => {});
  }
}

/**
 * Follow something for as long as the page is there; the newest of everything is delivered at
 * once, and again whenever it changes. What becomes of the connection is said in the page's line.
 * @param {Wants} wants
 * @param {Deliver} deliver
 */
export function follow(wants, deliver) {
  const line = new HealthLine();
  const tell = (/** @type {Health} */ health) => line.show(health);
  /** @type {() => void} */
  let leave = () => {};
  const join = () => {
    if (navigator.locks && typeof BroadcastChannel !== "undefined") {
      const tab = new Tab(wants, deliver, tell);
      leave = () => tab.leave();
    } else {
      const stream = new Stream(deliver, tell);
      stream.open(addressOf([wants]));
      leave = () => stream.close();
    }
  };
  join();
  addEventListener("pagehide", () => leave());
  addEventListener("pageshow", (event) => {
    if (event.persisted) join();
  });
}

/** Let the stream be opened anew, because the person in this browser has become another. */
export function renew() {
  if (typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ kind: "renew" });
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
      // A short break is not worth a word.
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
