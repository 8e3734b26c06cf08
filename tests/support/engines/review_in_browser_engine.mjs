// Reviews games with the page's own script and the engine that is compiled for browsers, in Node:
// reads JSON from stdin, writes JSON to stdout.
import { readFileSync } from "node:fs";

import "./browser_globals.mjs";

const scripts = "../../../src/outflank/faces/web/static";
const { BrowserEngine } = await import(`${scripts}/engine/browser_engine.js`);
const { computeValues } = await import(`${scripts}/page/review/browser_review.js`);

// One engine for all games: unpacking what it has learned takes longer than a short game.
const engine = await BrowserEngine.open({ workers: 1 });
const close = engine.close.bind(engine);
engine.close = () => engine.forget();
BrowserEngine.open = async () => engine;

const reviews = [];
for (const game of JSON.parse(readFileSync(0, "utf8"))) {
  reviews.push(await computeValues(game, () => true));
}
close();
process.stdout.write(JSON.stringify(reviews));
