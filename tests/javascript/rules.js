/** The rules as pages use them, from the committed engine. */
import { readFileSync } from "node:fs";

import { Core } from "../../src/outflank/faces/web/static/engine/core.js";
import { Rules } from "../../src/outflank/faces/web/static/engine/rules.js";

const file = new URL("../../src/outflank/faces/web/static/engine/outflank.wasm", import.meta.url);

export const rules = new Rules(await Core.open(new WebAssembly.Module(readFileSync(file))));
