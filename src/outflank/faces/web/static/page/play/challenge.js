/** One challenge: the challenger waits here, and whoever has the link accepts it here. */
import { call, ensureSession, messageOf, ownPlayer } from "../shared/api.js";
import { clockDescription } from "../shared/clocks.js";
import { follow } from "../shared/connection.js";
import { need, write } from "../shared/dom.js";
import { say } from "../shared/say.js";

const id = document.body.dataset.challenge ?? "";
const link = /** @type {HTMLInputElement} */ (need("link"));
link.value = `${location.origin}/challenge/${id}`;

/** @type {any} */
let challenge = null;

async function look() {
  try {
    challenge = await call("GET", `/challenges/${id}`);
  } catch (error) {
    showError(error);
    return;
  }
  const isOwn = challenge.challenger.id === ownPlayer();
  const isPlayer = isOwn || (ownPlayer() !== null && challenge.opponent?.id === ownPlayer());
  if (challenge.match && isPlayer) location.replace(`/game/${challenge.match}`);
  else show(isOwn);
}

/** @param {boolean} isOwn */
function show(isOwn) {
  const isOpen = challenge.status === "open";
  const { opponent } = challenge;
  const isForMe = isOpen && !isOwn && (opponent === null || opponent.id === ownPlayer());
  const isByLink = isOpen && isOwn && opponent === null && !challenge.listed;
  const terms = { variant: say(`play.${challenge.variant}`), size: challenge.size, clock: clockDescription(challenge.clock) };
  const given = challenge.start ? `, ${say("play.from_given")}` : "";
  write(need("terms"), say("play.terms", terms) + given);
  const [heading, more] = linesFor(isOwn, isOpen, isForMe, isByLink);
  write(need("heading"), heading);
  write(need("more"), more);
  need("share").hidden = need("copy").hidden = !isByLink;
  need("accept").hidden = !isForMe;
  need("decline").hidden = !isForMe || opponent === null;
  need("withdraw").hidden = !isOwn || !isOpen;
  need("again").hidden = isOpen && (isOwn || isForMe);
}

/**
 * @param {boolean} isOwn
 * @param {boolean} isOpen
 * @param {boolean} isForMe
 * @param {boolean} isByLink
 * @returns {[string, string]}
 */
function linesFor(isOwn, isOpen, isForMe, isByLink) {
  const name = challenge.opponent?.name ?? "";
  if (!isOpen) return [say(`challenge.over.${challenge.status}`), ""];
  if (isByLink) return [say("challenge.link"), say("challenge.link_more")];
  if (isOwn && challenge.listed) return [say("challenge.seek"), say("challenge.seek_more")];
  if (isOwn) return [say("challenge.named", { name }), say("challenge.named_more", { name })];
  if (!isForMe) return [say("challenge.not_for_you", { name }), ""];
  const other = /** @type {Record<string, string>} */ ({ black: "white", white: "black", lot: "lot" });
  const whiteBegins = challenge.start.endsWith(" O");
  const color = other[challenge.color] ?? "lot";
  const word = whiteBegins && color !== "lot" ? { black: "black_only", white: "white_first" }[color] : color;
  return [say("challenge.for_you", { name: challenge.challenger.name }), say(`challenge.${word}`)];
}

/** @param {unknown} error */
function showError(error) {
  write(need("message"), messageOf(error));
}

/** @param {string} button @param {() => Promise<void>} todo */
function on(button, todo) {
  need(button).addEventListener("click", () => {
    write(need("message"), "");
    todo().catch(showError);
  });
}

on("accept", async () => {
  await ensureSession();
  const match = await call("POST", `/challenges/${id}/accept`);
  location.replace(`/game/${match.id}`);
});
on("decline", async () => {
  await call("POST", `/challenges/${id}/decline`);
  await look();
});
on("withdraw", async () => {
  await call("DELETE", `/challenges/${id}`);
  await look();
});
on("copy", async () => {
  try {
    await navigator.clipboard.writeText(link.value);
    write(need("message"), say("challenge.copied"));
  } catch {
    link.select();
  }
});
link.addEventListener("focus", () => link.select());

// The list says only which challenges are open, so every change is reason to look.
/** @type {string | null} */
let before = null;
follow({ lobby: true }, (kind, data) => {
  if (kind !== "Lobby") return;
  const known = [...data.challenges, ...data.seeks].map((/** @type {any} */ one) => one.id).join();
  if (known === before) return;
  before = known;
  void look();
});
void look();
