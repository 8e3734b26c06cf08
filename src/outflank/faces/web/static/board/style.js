/** The looks of every board: one style sheet, made by script, which a strict policy allows. */

export const sheet = new CSSStyleSheet();
sheet.replaceSync(`
:host {
  display: block; min-width: 0; aspect-ratio: 1; contain: content; user-select: none; -webkit-user-select: none;
  -webkit-tap-highlight-color: transparent;
  --board-felt: light-dark(#1f7a52, #1d744c); --board-rim: light-dark(#123f2b, #234f3b);
  --board-line: light-dark(#14543a, #11472f); --board-ink: light-dark(#66706a, #9aa59f);
  --board-legal: #b6f5cf; --board-cursor: #fff; --board-mark: #ffd166; --board-maybe: #f0b83e;
  --board-arrow: #ffd166; --board-arrow-edge: #2b2205;
  --board-black-edge: #060807; --board-white-edge: #fffefa;
  --board-note: #0d3323; --board-note-ink: #fff; --board-note-good: #a5f3c4;
  --board-note-bad: #ffc2b3; --board-best: #fdfcf5; --board-best-ink: #0d3323;
  --board-black: #1d211f; --board-black-light: #4b514e; --board-black-shade: #0c0e0d;
  --board-white: #f3f1ea; --board-white-light: #fff; --board-white-shade: #e6e2d8;
  --board-on-black: #fff; --board-on-white: #14110a;
  --board-black-last: #ff8a75; --board-white-last: #c8402f;
  --board-black-flip: #f3bb42; --board-white-flip: #a87308;
  --board-black-side: #b9b6ad; --board-white-side: #6d716e;
}
:host([hidden]) { display: none; }
:host([mini]) { content-visibility: auto; contain-intrinsic-size: auto 160px; }
:host([theme="felt"]) { --board-felt: #1f7a52; --board-rim: #123f2b; --board-line: #14543a; }
:host([theme="dark"]) { --board-felt: #1d744c; --board-rim: #234f3b; --board-line: #11472f; }
:host([theme="ocean"]) {
  --board-felt: #2f6f9f; --board-rim: #173a56; --board-line: #20527a; --board-legal: #d3ecff;
  --board-ink: light-dark(#5b6873, #9fadb8); --board-note: #123048; --board-best-ink: #123048;
  --board-note-good: #a9e4ff;
}
:host([theme="wood"]) {
  --board-felt: #c99a5b; --board-rim: #5a3a20; --board-line: #96703c; --board-legal: #4d2f0d;
  --board-ink: light-dark(#75624d, #b8a58f); --board-cursor: #2a1805; --board-mark: #123f66;
  --board-maybe: #fff0c2; --board-arrow: #12507a; --board-arrow-edge: #fff;
  --board-white-edge: #3a2208; --board-note: #38220c; --board-best-ink: #38220c;
  --board-note-good: #ffe2a8;
}
:host([theme="paper"]) {
  --board-felt: #f1ead9; --board-rim: #4a463c; --board-line: #a79f8b; --board-legal: #0b6b4a;
  --board-ink: light-dark(#5c5648, #aca696); --board-cursor: #1d1b16; --board-mark: #0b6b4a;
  --board-maybe: #8f5f00; --board-arrow: #0b6b4a; --board-arrow-edge: #fff;
  --board-black-edge: #2a2822; --board-white-edge: #2a2822; --board-note: #3b382f;
}
:host([theme="print"]) {
  --board-felt: #fff; --board-rim: #000; --board-line: #000; --board-ink: #000;
  --board-legal: #000; --board-cursor: #000; --board-mark: #000; --board-maybe: #595959;
  --board-arrow: #000; --board-arrow-edge: #fff; --board-white-edge: #000; --board-note: #000;
  --board-note-good: #fff; --board-note-bad: #fff; --board-best-ink: #000;
}
:host([theme="contrast"]) {
  --board-felt: #000; --board-rim: #fff; --board-line: #8a8a8a; --board-legal: #ffe600;
  --board-ink: light-dark(#000, #fff); --board-cursor: #ffe600; --board-mark: #00e5ff;
  --board-maybe: #ffb000; --board-arrow: #ffe600; --board-arrow-edge: #000;
  --board-black-edge: #fff; --board-note: #000; --board-note-good: #8dffb0;
  --board-best: #ffe600; --board-best-ink: #000;
}
:host([theme="clear"]) {
  --board-felt: #2b6496; --board-rim: #0f2c47; --board-line: #1b4a75; --board-legal: #ffe9b0;
  --board-ink: light-dark(#59616b, #a3adb8); --board-note: #0f2c47; --board-best-ink: #0f2c47;
  --board-note-good: #a9d8ff; --board-note-bad: #ffd9a0;
  --board-black-last: #ffb347; --board-white-last: #a85a00;
}
:host([skin="red-yellow"]) {
  --board-black: #b3261e; --board-black-light: #cb3a33; --board-black-shade: #7f1712;
  --board-white: #f2c63c; --board-white-light: #ffe38a; --board-white-shade: #dfae2a;
  --board-on-white: #241a00; --board-black-last: #fff4f0; --board-white-last: #8f1d10;
  --board-black-flip: #ffe08f; --board-white-flip: #5e3c00;
  --board-black-side: #e0b22f; --board-white-side: #96241d;
}
svg { display: block; width: 100%; height: 100%; overflow: visible; touch-action: manipulation; }
text {
  font-family: system-ui, sans-serif; font-variant-numeric: tabular-nums; text-anchor: middle;
  pointer-events: none;
}
.rim { fill: var(--board-rim); }
.maybe .rim { fill: var(--board-maybe); }
.felt { fill: var(--board-felt); }
.lines { fill: none; stroke: var(--board-line); stroke-width: .2; }
.points { fill: var(--board-line); }
.names { fill: var(--board-ink); font-weight: 500; }
.inside { fill: var(--board-cursor); font-size: 2px; font-weight: 600; }
.names .typed { fill: var(--board-cursor); font-weight: 800; }
.names:not(.inside) .typed { fill: currentColor; text-decoration: underline; }
.glow { fill: var(--board-maybe); pointer-events: none; animation: glow .6s ease-out both; }
.hit { fill: transparent; }
.cell { outline: none; }
.open { cursor: pointer; }
.cell * { pointer-events: none; }
.cell .hit { pointer-events: auto; }
.side.black { fill: var(--board-black-side); }
.side.white { fill: var(--board-white-side); }
.face { stroke-width: .22; }
.face.black { stroke: var(--board-black-edge); }
.face.white { stroke: var(--board-white-edge); }
.mini { stroke-width: .22; }
.mini.black {
  fill: var(--board-black); stroke: var(--board-black-edge);
  --from: var(--board-white); --from-edge: var(--board-white-edge);
}
.mini.white {
  fill: var(--board-white); stroke: var(--board-white-edge);
  --from: var(--board-black); --from-edge: var(--board-black-edge);
}
.light { stop-color: var(--board-black-light); }
.body { stop-color: var(--board-black); }
.shade { stop-color: var(--board-black-shade); }
#white .light { stop-color: var(--board-white-light); }
#white .body { stop-color: var(--board-white); }
#white .shade { stop-color: var(--board-white-shade); }
.label { font-size: 2.6px; font-weight: 800; letter-spacing: .05em; fill: var(--on); }
.sign { fill: none; stroke: var(--on); stroke-width: .85; stroke-linecap: round; }
.on-black {
  --on: var(--board-on-black); --last: var(--board-black-last); --flip: var(--board-black-flip);
}
.on-white {
  --on: var(--board-on-white); --last: var(--board-white-last); --flip: var(--board-white-flip);
}
.noted .label, .noted .sign { display: none; }
.ghost { opacity: .5; }
.dot { fill: var(--board-legal); }
.cursor, .plan { fill: none; stroke: var(--board-cursor); stroke-width: .5; }
.plan { stroke-dasharray: 1.4 1; }
.cursor { visibility: hidden; }
.aimed > .cursor, .cell:focus-visible > .cursor { visibility: visible; }
.last { fill: var(--last); }
.flipped, .flip, .forced { fill: none; stroke-width: .3; stroke: var(--last); }
.flip { stroke: var(--flip); stroke-width: .5; stroke-dasharray: 1.25 .88; }
.forced { stroke: var(--flip); stroke-width: .45; stroke-dasharray: 0 .9; stroke-linecap: round; }
.ring, .frame, .cross, .stable { fill: none; stroke: var(--board-mark); stroke-width: .55; }
.taken .cross, .stable { stroke: var(--on); }
.stable { stroke-width: .25; }
.cross { stroke-linecap: round; }
.pill { fill: var(--board-note); }
.estimate.pill { stroke: var(--board-note-ink); stroke-width: .3; stroke-dasharray: 1 .8; }
.strong.estimate.pill { stroke: var(--board-best-ink); }
.note { fill: var(--board-note-ink); font-weight: 600; }
.note.good { fill: var(--board-note-good); }
.note.bad { fill: var(--board-note-bad); }
.strong.pill { fill: var(--board-best); }
.strong.note { fill: var(--board-best-ink); font-weight: 800; }
.taken .note { fill: var(--on); }
.source { font-size: .72em; font-weight: 700; }
.arrow {
  fill: var(--board-arrow); stroke: var(--board-arrow-edge); stroke-width: .25;
  stroke-linejoin: round; pointer-events: none;
}
.turning .away { animation: away .3s calc(var(--ring) * 35ms) both; }
.turning .toward { animation: toward .3s calc(var(--ring) * 35ms) both; }
.turning .shadow { animation: fade .3s calc(var(--ring) * 35ms); }
.turning :is(.flipped, .forced) {
  animation: appear .12s calc(var(--ring) * 35ms + .3s) backwards;
}
.turning.mini { animation: turn .3s calc(var(--ring) * 35ms) backwards; }
@keyframes away {
  from { transform: rotate(var(--way)) scaleX(1) rotate(calc(-1 * var(--way)));
    animation-timing-function: ease-in; }
  50%, to { transform: rotate(var(--way)) scaleX(0) rotate(calc(-1 * var(--way))); }
}
@keyframes toward {
  from, 50% { transform: rotate(var(--way)) scaleX(0) rotate(calc(-1 * var(--way)));
    animation-timing-function: ease-out; }
  to { transform: rotate(var(--way)) scaleX(1) rotate(calc(-1 * var(--way))); }
}
@keyframes turn {
  from { rx: 4.2px; fill: var(--from); stroke: var(--from-edge); animation-timing-function: ease-in; }
  49.9% { fill: var(--from); stroke: var(--from-edge); }
  50% { rx: 0; animation-timing-function: ease-out; }
  to { rx: 4.2px; }
}
@keyframes fade { 50% { opacity: .15; } }
@keyframes appear { from { opacity: 0; } }
@keyframes glow { from { opacity: .5; } to { opacity: 0; } }
@media (prefers-reduced-motion: reduce) { * { animation: none !important; } }
@media (prefers-contrast: more) {
  .lines { stroke-width: .3; } .dot { stroke: #000; stroke-width: .3; } .ghost { opacity: .7; }
}
@media (forced-colors: active) {
  svg {
    forced-color-adjust: none;
    --board-felt: Canvas; --board-rim: CanvasText; --board-line: GrayText; --board-ink: CanvasText;
    --board-legal: LinkText; --board-cursor: Highlight; --board-mark: LinkText;
    --board-arrow: LinkText; --board-arrow-edge: Canvas; --board-maybe: Highlight;
    --board-black-edge: CanvasText; --board-white-edge: CanvasText;
    --board-note: Canvas; --board-note-ink: CanvasText; --board-note-good: CanvasText;
    --board-note-bad: CanvasText; --board-best: CanvasText; --board-best-ink: Canvas;
  }
  .face { stroke-width: .5; }
}
`);
