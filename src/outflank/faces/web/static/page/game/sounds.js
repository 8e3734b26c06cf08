/** Sounds made by code: short, few, and none before the person has touched the page. */
import { preferences } from "../shared/preferences.js";

/** @typedef {"place" | "turn" | "pass" | "low" | "won" | "lost" | "drawn"} Sound */

/** Each sound is notes: pitch in hertz, when it begins and how long it lasts in seconds. */
const NOTES = /** @type {Record<Sound, [number, number, number][]>} */ ({
  place: [[210, 0, 0.07]],
  turn: [[520, 0, 0.09], [660, 0.08, 0.12]],
  pass: [[440, 0, 0.14], [330, 0.15, 0.22]],
  low: [[880, 0, 0.08], [880, 0.16, 0.08]],
  won: [[523, 0, 0.14], [659, 0.13, 0.14], [784, 0.26, 0.3]],
  lost: [[392, 0, 0.18], [330, 0.17, 0.18], [262, 0.34, 0.32]],
  drawn: [[440, 0, 0.16], [440, 0.2, 0.24]],
});
const LOUDNESS = 0.12;

/** @type {AudioContext | null} */
let context = null;

/** Browsers allow no sound before a gesture, and nobody wants one. */
function wake() {
  if (!preferences().sounds || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
}
addEventListener("pointerdown", wake);
addEventListener("keydown", wake);

/** Play a sound, also in a tab behind others: there it calls somebody back. @param {Sound} sound */
export function play(sound) {
  if (!context || context.state !== "running" || !preferences().sounds) return;
  for (const [pitch, begin, length] of NOTES[sound]) {
    const tone = context.createOscillator();
    const loudness = context.createGain();
    const at = context.currentTime + begin;
    tone.type = "triangle";
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.0001, at);
    loudness.gain.exponentialRampToValueAtTime(LOUDNESS, at + 0.012);
    loudness.gain.exponentialRampToValueAtTime(0.0001, at + length);
    tone.connect(loudness).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
  }
}
