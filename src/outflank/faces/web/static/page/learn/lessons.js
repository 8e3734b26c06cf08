/** The list of lessons: the server has marked what it knows, this adds what waits to be sent. */
import lesson from "../../texts/lesson.js";
import { part, write } from "../shared/dom.js";
import { sayWith } from "../shared/say.js";
import { sendWaiting } from "./attempt_queue.js";
import { stepsThatWait } from "./done_steps.js";

const say = sayWith(lesson);

async function markWaiting() {
  const waiting = new Set(await stepsThatWait());
  for (const item of document.querySelectorAll("[data-lesson]")) {
    const dots = [...item.querySelectorAll("[data-step]")];
    for (const dot of dots) {
      if (waiting.has(/** @type {HTMLElement} */ (dot).dataset.step ?? "")) dot.classList.add("done");
    }
    const done = dots.filter((dot) => dot.classList.contains("done")).length;
    write(part(item, "[data-count]"), say("lesson.so_far", { done, total: dots.length }));
    item.classList.toggle("done", done === dots.length);
  }
  void sendWaiting();
}

void markWaiting();
// The page may come from the browser's memory, after a lesson was done.
addEventListener("pageshow", (event) => {
  if (event.persisted) void markWaiting();
});
