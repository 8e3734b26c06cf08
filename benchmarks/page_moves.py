"""A move's way from one screen to the other, in parts, and the machine's own share of the time.

Two people play in two browsers, thinking for half a second or a little more. For each move it
records when it was chosen, sent to the server, heard on the other page's stream, drawn into that
page, and painted. A busy machine makes everything slow, so in the same run a bare page hears as
many words from a bare server; that time is the machine's.

Run as `python benchmarks/page_moves.py [games]`; it needs Chromium.
"""

from __future__ import annotations

import queue
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import quantiles
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from serving import Build

__all__ = ["CALL", "Ways", "measure"]

Ways = dict[str, list[float]]  # milliseconds for each part of the way
PARTS = ("asked", "heard", "drawn", "painted")
LIMIT, GOAL = 100.0, 30.0
_LONGEST = 120.0  # time limit for a game, in seconds

CALL = """async ([method, path, body]) => {
  const headers = {"Content-Type": "application/json"};
  const content = body && {body: JSON.stringify(body), headers};
  return (await fetch("/api/v1" + path, {method, ...content})).json();
}"""
_NOTES = """
const notes = {chosen: {}, asked: {}, heard: {}, drawn: {}, painted: {}};
const now = () => performance.timeOrigin + performance.now();
const note = (part, key) => (notes[part][key] ??= now());
const afterPaint = (act) => requestAnimationFrame(() => {
  const channel = new MessageChannel();
  channel.port1.onmessage = act;
  channel.port2.postMessage(0);
});
"""
# Each move is identified by the number of discs on the board after it.
_PLAYS = (
    _NOTES
    + """
const discs = (cells) => cells.replaceAll("-", "").length;
let chosen = 0;
const Source = EventSource;
window.EventSource = class extends Source {
  constructor(address) {
    super(address);
    this.addEventListener("Board", ({data}) => note("heard", discs(JSON.parse(data).cells)));
  }
};
const send = window.fetch;
window.fetch = (address, options) => {
  if (String(address).endsWith("/moves")) note("asked", chosen);
  return send(address, options);
};
addEventListener("DOMContentLoaded", () => {
  const board = document.getElementById("board");
  const isNew = () => {
    const key = discs(board.state.cells);
    if (key in notes.drawn) return;
    note("drawn", key);
    afterPaint(() => note("painted", key));
  };
  customElements.whenDefined("outflank-board").then(() =>
    new MutationObserver(isNew).observe(board.shadowRoot, {subtree: true, childList: true}));
});
window.isReady = () => Boolean(document.getElementById("board")?.state?.cells.match("X"));
window.begin = () => setInterval(() => {
  const board = document.getElementById("board");
  const squares = Object.keys(board.state.legal ?? {});
  const key = discs(board.state.cells) + 1;
  if (!squares.length || board.state.disabled || chosen === key) return;
  chosen = key;
  setTimeout(() => {
    const square = squares[Math.floor(Math.random() * squares.length)];
    note("chosen", key);
    board.dispatchEvent(new CustomEvent("play", {detail: {square}, bubbles: true}));
  }, 500 + Math.random() * 200);
}, 25);
window.times = () => notes;
"""
)
_BARE_PAGE = f"""<!doctype html><meta charset="utf-8"><title>bare</title><p>0</p><script>{_NOTES}
const shown = document.querySelector("p");
new EventSource("/listen").onmessage = ({{data}}) => {{
  note("heard", data);
  shown.textContent = data;
  note("drawn", data);
  afterPaint(() => note("painted", data));
}};
window.say = (key) => {{
  note("chosen", key);
  note("asked", key);
  return fetch(`/say/${{key}}`, {{method: "POST"}});
}};
window.times = () => notes;
</script>"""


class _Bare(BaseHTTPRequestHandler):
    """Sends each word to all listeners, and does nothing else."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    listeners: list[queue.SimpleQueue[str]] = []  # noqa: RUF012 - one server at a time

    def do_GET(self) -> None:
        """Send the page, or the words as they come."""
        self.send_response(200)
        if self.path != "/listen":
            page = _BARE_PAGE.encode()
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(page)))
            self.end_headers()
            self.wfile.write(page)
            return
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        words: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.listeners.append(words)
        while word := words.get():
            self.wfile.write(f"data: {word}\n\n".encode())

    def do_POST(self) -> None:
        """Pass a word on to the listeners."""
        for words in self.listeners:
            words.put(self.path.rpartition("/")[2])
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Write no log."""


@contextmanager
def _bare_pages(browser: Browser) -> Iterator[list[Page]]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Bare)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    pages = [browser.new_context().new_page() for _ in range(2)]
    for page in pages:
        page.goto(f"http://127.0.0.1:{server.server_port}/")
    yield pages
    for page in pages:
        page.context.close()
    for words in _Bare.listeners:
        words.put("")
    _Bare.listeners.clear()
    server.shutdown()
    server.server_close()


def _speak(pages: list[Page], count: int) -> list[dict[str, dict[str, float]]]:
    """Let two bare pages send words to each other in turn."""
    for number in range(count):
        pages[number % 2].wait_for_timeout(100)
        pages[number % 2].evaluate("(key) => say(key)", number)
    pages[0].wait_for_timeout(300)
    return [page.evaluate("times()") for page in pages]


def _play(browser: Browser, address: str) -> list[dict[str, dict[str, float]]]:
    """Let two people play a game once both see it, and return the times recorded by each page."""
    pages: list[Page] = []
    people: list[int] = []
    for _ in range(2):
        page = browser.new_context().new_page()
        page.goto(f"{address}/rules")
        people.append(page.evaluate(CALL, ["POST", "/session", None])["player"]["id"])
        pages.append(page)
    order = {"opponent": people[1], "color": "black"}
    made = pages[0].evaluate(CALL, ["POST", "/challenges", order])
    match = pages[1].evaluate(CALL, ["POST", f"/challenges/{made['id']}/accept", None])["id"]
    for page in pages:
        page.add_init_script(_PLAYS)
        page.goto(f"{address}/game/{match}")
    for page in pages:
        while not page.evaluate("isReady()"):
            page.wait_for_timeout(50)
    pages[0].wait_for_timeout(500)
    for page in pages:
        page.evaluate("void begin()")
    deadline = time.monotonic() + _LONGEST
    while time.monotonic() < deadline:
        pages[0].wait_for_timeout(1000)
        if pages[0].evaluate(CALL, ["GET", f"/matches/{match}", None])["status"] != "running":
            break
    noted = [page.evaluate("times()") for page in pages]
    for page in pages:
        page.context.close()
    return noted


def _ways(noted: list[dict[str, dict[str, float]]], into: Ways) -> None:
    """Add the time of each part of each way, from the choice on."""
    for here, there in (noted, noted[::-1]):
        for key, chosen in here["chosen"].items():
            if key in there["painted"] and key in here["asked"]:
                for part in PARTS:
                    page = here if part == "asked" else there
                    into[part].append(page[part][key] - chosen)


def measure(browser: Browser, address: str, games: int) -> tuple[Ways, Ways]:
    """Return the times for the moves of some games, and for as many words between bare pages."""
    moves: Ways = {part: [] for part in PARTS}
    bare: Ways = {part: [] for part in PARTS}
    for _ in range(games):
        before = len(moves["painted"])
        _ways(_play(browser, address), moves)
        with _bare_pages(browser) as pages:
            _ways(_speak(pages, len(moves["painted"]) - before), bare)
    return moves, bare


def report(moves: Ways, bare: Ways) -> str:
    """Return the times of a move, part by part, and those of a word between bare pages."""
    lines = [f"a move's way to the other screen, {len(moves['painted'])} moves, in milliseconds:"]
    for name, ways in (("moves", moves), ("a bare page and server", bare)):
        for part in PARTS[1:]:
            cuts = quantiles(ways[part], n=100)
            what = f"{name}, {part}:"
            lines.append(f"  {what:34} median {cuts[49]:4.0f}, 99th percentile {cuts[98]:4.0f}")
    painted = quantiles(moves["painted"], n=100)[98]
    machine = quantiles(bare["painted"], n=100)[98]
    share = painted / LIMIT
    lines.append(
        f"  {share:.2f} of the limit ({LIMIT:.0f}){', TOO MUCH' if share > 1 else ''}, goal "
        f"{GOAL:.0f}; {painted - machine:.0f} more than the bare page"
    )
    return "\n".join(lines)


def main() -> None:
    """Measure and print."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("This benchmark needs Chromium.")
    options: dict[str, Any] = {"executable_path": chromium}
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(**options)
        with Build().serving(Path(folder) / "page.db") as served:
            print(report(*measure(browser, f"http://127.0.0.1:{served.port}", games)))
        browser.close()


if __name__ == "__main__":
    main()
