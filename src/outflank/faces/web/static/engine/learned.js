/** What the engine has learned: which file is for which game, and the way to it. */
import { variantFacts } from "../variants/variants.js";

const PROBCUT = "probcut.txt";
const CACHE = "outflank-engine";

/**
 * The name of the file for a game; null for a game that is evaluated by features, which are part of the engine.
 * @param {number} size
 * @param {string} variant
 */
export const learnedFile = (size, variant) => variantFacts(variant).weights[size] ?? null;

/** The errors of shallow searches. */
export async function fetchProbcut() {
  return (await fetchData(PROBCUT)).text();
}

/** What was learned for a game. @param {string} name */
export async function fetchLearned(name) {
  return new Uint8Array(await (await fetchData(name)).arrayBuffer());
}

/**
 * A file that was unpacked on an earlier visit, or null. Unpacking 8x8's takes most of the time that
 * a visitor waits.
 * @param {string} name
 */
export async function keptUnpacked(name) {
  try {
    const kept = await (await caches.open(CACHE)).match(unpackedAddress(name));
    return kept === undefined ? null : new Uint8Array(await kept.arrayBuffer());
  } catch {
    return null; // browsers keep nothing for pages that they do not trust
  }
}

/**
 * Keep an unpacked file, and nothing of earlier versions.
 * @param {string} name
 * @param {Uint8Array<ArrayBuffer>} unpacked
 */
export async function keepUnpacked(name, unpacked) {
  try {
    const cache = await caches.open(CACHE);
    for (const { url } of await cache.keys()) {
      if (!url.startsWith(addressOf(""))) await cache.delete(url);
    }
    await cache.put(unpackedAddress(name), new Response(unpacked));
  } catch {
    // There is no room: it is unpacked again next time.
  }
}

/** @param {string} name */
function unpackedAddress(name) {
  return `${addressOf(name)}?unpacked`;
}

/** The address holds the digest of all files, so what is kept is of this version. @param {string} name */
function addressOf(name) {
  return new URL(`./data/${name}`, import.meta.url).href;
}

/** @param {string} name */
async function fetchData(name) {
  const answer = await fetch(addressOf(name)).catch(() => null);
  if (answer?.ok) return answer;
  throw new Error(`The engine's file ${name} could not be loaded; try again later.`);
}
