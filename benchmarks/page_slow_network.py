"""The time until the front page's board can be played on over a slow network, and the bytes sent.

Run as `python benchmarks/page_slow_network.py [--beside CHECKOUT]`; it needs Chromium, in which
every request takes 300 ms and the network carries 200 kB per second. With another checkout both
builds are loaded in turn, and the ratio of their times is printed.
"""

import argparse
import shutil
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, sync_playwright

from serving import Build

LOADS = 5
LATENCY = 300  # milliseconds
RATE = 200_000  # bytes a second
_PLAYABLE = """
window.playable = new Promise((done) => {
  const look = () => {
    const board = document.querySelector("outflank-board");
    if (board?.shadowRoot?.querySelector(".dot")) done(performance.now());
    else requestAnimationFrame(look);
  };
  look();
});
"""
# If a build reports when its board can be played on, later loads do not count.
_SENT = """(seen) => {
  const until = performance.getEntriesByName("playable")[0]?.startTime ?? seen;
  return ["navigation", "resource"]
    .flatMap((kind) => performance.getEntriesByType(kind))
    .filter((one) => one.startTime < until)
    .map((one) => one.transferSize);
}"""


def load(browser: Browser, address: str) -> tuple[float, int, int]:
    """Return the seconds, requests and bytes of a first load."""
    context = browser.new_context()
    page = context.new_page()
    page.add_init_script(_PLAYABLE)
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    conditions = {"offline": False, "latency": LATENCY}
    rates = {"downloadThroughput": RATE, "uploadThroughput": RATE}
    network.send("Network.emulateNetworkConditions", conditions | rates)
    page.goto(address, wait_until="commit")
    playable = page.evaluate("window.playable")
    sent = page.evaluate(_SENT, playable)
    context.close()
    return playable / 1000, len(sent), sum(sent)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--beside", type=Path, help="another checkout of this project")
    asked = parser.parse_args()
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("This benchmark needs Chromium.")
    builds = {"this build": Build()}
    if asked.beside:
        builds[str(asked.beside)] = Build(asked.beside.resolve())
    with (
        sync_playwright() as playwright,
        tempfile.TemporaryDirectory() as folder,
        ExitStack() as end,
    ):
        browser = playwright.chromium.launch(executable_path=chromium)
        addresses = {}
        for number, (name, build) in enumerate(builds.items()):
            served = end.enter_context(build.serving(Path(folder) / f"{number}.db"))
            addresses[name] = f"http://127.0.0.1:{served.port}/"
        loads = [
            {name: load(browser, each) for name, each in addresses.items()} for _ in range(LOADS)
        ]
        browser.close()
    times = {name: median(one[name][0] for one in loads) for name in builds}
    for name in builds:
        _, requests, sent = loads[0][name]
        print(f"{name}: {times[name]:.2f} s, {requests} requests, {sent / 1000:.1f} kB")
    if asked.beside:
        print(f"ratio: {times['this build'] / times[str(asked.beside)]:.2f}")


if __name__ == "__main__":
    main()
