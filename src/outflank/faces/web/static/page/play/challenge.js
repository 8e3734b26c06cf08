/** The page of one challenge: the challenger waits here, and the person with the link accepts it here. */
import { call, ensureSession, messageOf, ownPlayer } from "../shared/api.js";
import { clockDescription } from "../shared/clocks.js";
import { follow } from "../shared/connection.js";
import { need, write } from "../shared/dom.js";
import { say } from "../shared/say.js";
import { variantTitle } from "../../variants/variants.js";

const id = document.body.dataset.challenge ?? "";
const link = /** @type {HTMLInputElement} */ (need("link"));
link.value = `${location.origin}/challenge/${id}`;

/** @typedef {import("server-api").Challenge} Challenge */

const asked = { path: { challenge: id } };

async function look() {
  let challenge;
  try {
    challenge = await call("GET", "/challenges/{challenge}", asked);
  } catch (error) {
    showError(error);
    return;
  }
  const isOwn = challenge.challenger.id === ownPlayer();
  const isPlayer = isOwn || (ownPlayer() !== null && challenge.opponent?.id === ownPlayer());
  if (challenge.match && isPlayer) location.replace(`/game/${challenge.match}`);
  else show(challenge, isOwn);
}

/** @param {Challenge} challenge @param {boolean} isOwn */
function show(challenge, isOwn) {
  const isOpen = challenge.status === "open";
  const { opponent } = challenge;
  const isForMe = isOpen && !isOwn && (opponent === null || opponent.id === ownPlayer());
  const isByLink = isOpen && isOwn && opponent === null && !challenge.listed;
  const terms = { variant: variantTitle(challenge.variant), size: challenge.size, clock: clockDescription(challenge.clock) };
  write(need("terms"), say(challenge.start ? "play.terms_from" : "play.terms", terms));
  const [heading, more] = linesFor(challenge, { isOwn, isOpen, isForMe, isByLink });
  write(need("heading"), heading);
  write(need("more"), more);
  need("share").hidden = need("copy").hidden = !isByLink;
  need("accept").hidden = !isForMe;
  need("decline").hidden = !isForMe || opponent === null;
  need("withdraw").hidden = !isOwn || !isOpen;
  need("again").hidden = isOpen && (isOwn || isForMe);
}

/**
 * @param {Challenge} challenge
 * @param {Record<"isOwn" | "isOpen" | "isForMe" | "isByLink", boolean>} answers
 * @returns {[string, string]}
 */
function linesFor(challenge, { isOwn, isOpen, isForMe, isByLink }) {
  const name = challenge.opponent?.name ?? "";
  if (!isOpen) return [say(`challenge.over.${challenge.status}`), ""];
  if (isByLink) return [say("challenge.link"), say("challenge.link_more")];
  if (isOwn && challenge.listed) return [say("challenge.seek"), say("challenge.seek_more")];
  if (isOwn) return [say("challenge.named", { name }), say("challenge.named_more", { name })];
  if (!isForMe) return [say("challenge.not_for_you", { name }), ""];
  const other = /** @type {const} */ ({ black: "white", white: "black", lot: "lot" });
  const whiteBegins = challenge.start.endsWith(" O");
  const color = other[challenge.color];
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
  const match = await call("POST", "/challenges/{challenge}/accept", asked);
  location.replace(`/game/${match.id}`);
});
on("decline", async () => {
  await call("POST", "/challenges/{challenge}/decline", asked);
  await look();
});
on("withdraw", async () => {
  await call("DELETE", "/challenges/{challenge}", asked);
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
follow({ lobby: true }, (line) => {
  if (line.event !== "Lobby") return;
  const known = [...line.challenges, ...line.seeks].map((one) => one.id).join();
  if (known === before) return;
  before = known;
  void look();
});
void look();
