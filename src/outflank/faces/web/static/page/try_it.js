/** The form that tries the API: every operation of the OpenAPI document, sent as it is filled in. */
import texts from "../texts/tryit.js";
import { ApiError, send } from "./shared/api.js";
import { make, need, write } from "./shared/dom.js";
import { sayWith } from "./shared/say.js";

const say = sayWith(texts);
const DOCUMENT = "/api/v1/openapi.json";
const METHODS = /** @type {const} */ (["get", "post", "patch", "delete"]);

/**
 * @typedef {object} Operation one thing that can be asked
 * @property {"GET" | "POST" | "PATCH" | "DELETE"} method
 * @property {string} path
 * @property {any} about as the document describes it
 */

const form = /** @type {HTMLFormElement} */ (need("try"));
const choice = /** @type {HTMLSelectElement} */ (need("operation"));
const body = /** @type {HTMLTextAreaElement} */ (need("body"));
/** @type {Map<string, Operation>} */
const operations = new Map();

/** Whether a response ends: a stream does not, so the form cannot show it. @param {any} about */
const ends = (about) => {
  const answers = Object.entries(about.responses).filter(([status]) => status.startsWith("2"));
  return answers.every(([, answer]) => !answer.content || "application/json" in answer.content);
};

async function read() {
  const found = await (await fetch(DOCUMENT, { credentials: "omit" })).json();
  /** @type {Map<string, HTMLOptGroupElement>} */
  const groups = new Map();
  for (const [path, methods] of Object.entries(found.paths)) {
    for (const method of METHODS) {
      const about = methods[method];
      if (!about || !ends(about)) continue;
      const name = about.operationId;
      operations.set(name, { method: /** @type {Operation["method"]} */ (method.toUpperCase()), path, about });
      const tag = about.tags[0];
      const group = groups.get(tag) ?? make("optgroup", { label: tag });
      groups.set(tag, group);
      group.append(make("option", { value: name }, about.summary));
    }
  }
  choice.replaceChildren(...groups.values());
  choice.value = operations.has("list_matches") ? "list_matches" : choice.value;
  show();
}

const chosen = () => operations.get(choice.value);

function show() {
  const operation = chosen();
  if (!operation) return;
  const { method, path, about } = operation;
  write(need("route"), `${method} ${path}`);
  const fields = (about.parameters ?? []).map((/** @type {any} */ one) =>
    make(
      "label",
      {},
      one.description ? `${one.name}: ${one.description}` : one.name,
      make("input", { name: one.name, required: one.in === "path", autocomplete: "off" }),
    ),
  );
  need("parameters").replaceChildren(...fields);
  const content = about.requestBody?.content["application/json"];
  /** @type {HTMLElement} */ (body.closest("label")).hidden = !content;
  body.value = content ? JSON.stringify(content.example ?? {}, null, 2) : "";
  need("answer").hidden = true;
}

/** @param {Operation} operation */
function addressOf({ path, about }) {
  const filled = new FormData(form);
  const query = new URLSearchParams();
  let address = path;
  for (const { name, in: place } of about.parameters ?? []) {
    const value = String(filled.get(name) ?? "").trim();
    if (place === "path") address = address.replace(`{${name}}`, encodeURIComponent(value));
    else if (value) query.set(name, value);
  }
  return query.size ? `${address}?${query}` : address;
}

choice.addEventListener("change", show);

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const operation = chosen();
  if (!operation) return;
  const hasBody = "requestBody" in operation.about;
  const key = String(new FormData(form).get("key")).trim();
  const address = addressOf(operation);
  try {
    const began = performance.now();
    const answer = await send(operation.method, address, hasBody ? body.value : undefined, key);
    const text = await answer.text();
    const time = Math.round(performance.now() - began);
    showResponse(say("tryit.status", { method: operation.method, address, status: answer.status, time }), text);
  } catch (error) {
    showResponse(error instanceof ApiError ? error.message : say("problem.unknown"), "");
  }
});

/** @param {string} status @param {string} text */
function showResponse(status, text) {
  need("answer").hidden = false;
  write(need("status"), status);
  write(need("answer-text"), pretty(text));
  /** @type {HTMLElement} */ (need("answer-text").parentElement).hidden = text === "";
}

/** @param {string} text */
function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

read().catch(() => showResponse(say("problem.network"), ""));
