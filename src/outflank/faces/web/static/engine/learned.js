/** The engine's learned data: which file belongs to which game, and how it is loaded and kept. */
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

/** The learned weights of a game. @param {string} name */
export async function fetchLearned(name) {
  return new Uint8Array(await (await fetchData(name)).arrayBuffer());
}

/**
 * A file that was unpacked on an earlier visit, or null. Most of the first wait on 8x8 is unpacking.
 * @param {string} name
 */
export async function keptUnpacked(name) {
  try {
    const kept = await (await caches.open(CACHE)).match(unpackedAddress(name));
    return kept === undefined ? null : new Uint8Array(await kept.arrayBuffer());
  } catch {
    return null; // browsers keep nothing for insecure pages
  }
}

/**
 * Keep an unpacked file, and delete those of other versions.
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
    // There is no room, so the file is unpacked again on the next visit.
  }
}

/** @param {string} name */
function unpackedAddress(name) {
  return `${addressOf(name)}?unpacked`;
}

/** The address has the digest of all files, so a kept file belongs to this version. @param {string} name */
function addressOf(name) {
  return new URL(`./data/${name}`, import.meta.url).href;
}

/** @param {string} name */
async function fetchData(name) {
  const answer = await fetch(addressOf(name)).catch(() => null);
  if (answer?.ok) return answer;
  throw new Error(`The engine's file ${name} could not be loaded; try again later.`);
}
