/** What Node does for an import of `texts/SUBJECT.js`: it reads the English texts of the page. */
import { readFile } from "node:fs/promises";

const TEXTS = new URL("../../../src/outflank/texts/en/page/", import.meta.url);
const MODULE = /\/static\/texts\/(\w+)\.js$/;

export function resolve(specifier, context, next) {
  const { href } = new URL(specifier, context.parentURL ?? import.meta.url);
  return specifier.startsWith(".") && MODULE.test(href) ? { url: href, shortCircuit: true } : next(specifier, context);
}

export async function load(url, context, next) {
  const subject = MODULE.exec(url)?.[1];
  if (!subject) return next(url, context);
  const texts = await readFile(new URL(`${subject}.json`, TEXTS), "utf8");
  return { format: "module", source: `export default { ${subject}: ${texts} };`, shortCircuit: true };
}
