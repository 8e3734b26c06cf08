/** Lets Node import the modules of texts, `texts/SUBJECT.js`, which the server makes from the catalogue. */
import { register } from "node:module";

register("./catalogue_hooks.mjs", import.meta.url);
