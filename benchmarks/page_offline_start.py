"""The time until a kept page can be played on without network, on a slow phone.

Run as `python benchmarks/page_offline_start.py [--starts 9]`; it needs Chromium, whose page gets a
phone's screen and a processor that is four times slower. The page is kept once with the network;
then each start begins without network, in a new tab, with no worker of the page running.
"""

import argparse
import shutil
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import BrowserContext, sync_playwright

from serving import Build

SLOWER = 4
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 640},
    "device_scale_factor": 3,
    "is_mobile": True,
    "has_touch": True,
}
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
_KEEP = """async () => {
  await navigator.serviceWorker.register("/worker.js");
  await navigator.serviceWorker.ready;
}"""


def start(context: BrowserContext, address: str) -> float:
    """Return the seconds of a start in a new tab."""
    page = context.new_page()
    tools = context.new_cdp_session(page)
    tools.send("ServiceWorker.enable")
    tools.send("ServiceWorker.stopAllWorkers")
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.add_init_script(_PLAYABLE)
    page.goto(address, wait_until="commit")
    playable: float = page.evaluate("window.playable")
    page.close()
    return playable / 1000


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--starts", type=int, default=9)
    asked = parser.parse_args()
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("This benchmark needs Chromium.")
    with (
        sync_playwright() as playwright,
        tempfile.TemporaryDirectory() as folder,
        Build().serving(Path(folder) / "kept.db") as served,
    ):
        browser = playwright.chromium.launch(executable_path=chromium)
        context = browser.new_context(**PHONE)
        address = f"http://127.0.0.1:{served.port}/"
        page = context.new_page()
        page.goto(f"{address}device")
        page.evaluate(_KEEP)
        page.close()
        context.set_offline(True)
        times = [start(context, address) for _ in range(asked.starts)]
        browser.close()
    print(
        f"first start {times[0]:.2f} s, best {min(times):.2f} s, median {median(times):.2f} s, "
        f"processor {SLOWER} times slower"
    )


if __name__ == "__main__":
    main()
