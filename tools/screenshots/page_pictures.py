"""Take a picture of every page of the server, light, dark and as wide as a phone.

python tools/screenshots/page_pictures.py [FOLDER]   writes PNG files to build/pictures or FOLDER
python tools/screenshots/page_pictures.py --docs     renews the pictures that the README shows

A real server shows a lively scene on its own database: a tournament in the middle, a game of
Yes/No Othello, a finished game and a person's game. A second server has nothing to show yet.
"""

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from page_scene import MIDDLE, Scene, scene
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[2]

_STYLES: dict[str, dict[str, Any]] = {
    "light": {"viewport": {"width": 1280, "height": 860}, "color_scheme": "light"},
    "dark": {"viewport": {"width": 1280, "height": 860}, "color_scheme": "dark"},
    "large": {"viewport": {"width": 2560, "height": 1440}, "color_scheme": "light"},
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "color_scheme": "light",
        "has_touch": True,
        "is_mobile": True,
        "device_scale_factor": 2,
    },
}
_FOR_DOCS: list[tuple[str, str, dict[str, Any]]] = [
    (
        "page-home.png",
        "home",
        {"viewport": {"width": 1240, "height": 800}, "device_scale_factor": 0.75},
    ),
    (
        "page-wall.png",
        "wall",
        {"viewport": {"width": 1366, "height": 960}, "device_scale_factor": 0.7},
    ),
    (
        "page-game.png",
        "game",
        {"viewport": {"width": 1180, "height": 845}, "device_scale_factor": 0.75},
    ),
    (
        "page-analysis.png",
        "analysis",
        {"viewport": {"width": 1500, "height": 860}, "device_scale_factor": 0.75},
    ),
    (
        "page-review.png",
        "review",
        {"viewport": {"width": 1240, "height": 860}, "device_scale_factor": 0.75},
    ),
    (
        "page-learn.png",
        "learn",
        {"viewport": {"width": 1240, "height": 800}, "device_scale_factor": 0.75},
    ),
    (
        "page-games.png",
        "games",
        {"viewport": {"width": 1040, "height": 720}, "device_scale_factor": 0.75},
    ),
    (
        "page-tournaments.png",
        "tournaments",
        {"viewport": {"width": 1040, "height": 420}, "device_scale_factor": 0.75},
    ),
    (
        "page-player.png",
        "player",
        {"viewport": {"width": 1040, "height": 800}, "device_scale_factor": 0.75},
    ),
    (
        "page-knockout.png",
        "knockout",
        {
            "viewport": {"width": 1040, "height": 860},
            "device_scale_factor": 0.75,
            "color_scheme": "dark",
        },
    ),
    (
        "page-phone.png",
        "yesno",
        {
            "viewport": {"width": 390, "height": 884},
            "device_scale_factor": 0.75,
            "color_scheme": "dark",
            "is_mobile": True,
        },
    ),
]
_MOST_HEIGHT = 20_000  # pixels; Chromium fails on a picture of a page of 60,000
# Wait until everything is drawn, even small boards far below, and nothing moves any more.
_SETTLED = """async () => {
  const isDrawn = () => !document.querySelector("script[type=module]") ||
    (!document.querySelector("[data-prerendered]") &&
      [...document.querySelectorAll("outflank-board")].every((one) => one.state));
  for (let tries = 0; tries < 100 && !isDrawn(); tries += 1) {
    await new Promise((done) => setTimeout(done, 50));
  }
  for (const one of document.querySelectorAll("[mini], .mini")) {
    one.style.contentVisibility = "visible";
  }
  await new Promise((done) => setTimeout(done, 700));
}"""


class Photographer:
    """Takes pictures as the same person in every style."""

    def __init__(self, browser: Browser, shown: Scene) -> None:
        self._browser = browser
        self._shown = shown
        context = browser.new_context()
        shown.begin_own_game(context.new_page())
        self._memory = context.storage_state()
        context.close()

    @contextmanager
    def page(self, **style: Any) -> Iterator[Page]:
        """Open a page in a style."""
        context = self._browser.new_context(storage_state=self._memory, **style)
        yield context.new_page()
        context.close()

    def show(self, page: Page, name: str) -> None:
        """Make a page show something, and wait until nothing moves any more."""
        page.goto(self._shown.url + self._shown.paths[name])
        if name == "admin":
            page.locator("[name=key]").fill(self._shown.admin)
            page.locator("#enter button").click()
            page.locator("[data-open]").first.click()
        if name == "review":
            page.locator("#review .evaluation-graph").wait_for()
            page.locator("#review .faults button").first.click()  # the turning point
            page.evaluate("scrollTo(0, 0)")
        if name == "analysis":
            if page.evaluate("matchMedia('(pointer: coarse)').matches"):
                page.click("#run")  # on a phone the engine runs only when it is asked to
            page.locator("#lines li").first.wait_for()
            page.click("#fill")
            page.locator("#graph .point").nth(len(MIDDLE) // 2).wait_for()
            page.locator("#lines .searched").first.wait_for()
            page.evaluate("document.activeElement.blur()")
            page.mouse.move(0, 0)
        page.evaluate(_SETTLED)

    def take_all(self, folder: Path) -> None:
        """Take a picture of everything in every style, and of printed pages."""
        for style, options in _STYLES.items():
            with self.page(**options) as page:
                for name in self._shown.paths:
                    self.show(page, name)
                    take_whole(page, folder / f"{name}-{style}.png")
        with self.page(viewport={"width": 720, "height": 1000}) as page:
            page.emulate_media(media="print")
            for name in ("wall", "finished"):
                self.show(page, name)
                take_whole(page, folder / f"{name}-print.png")

    def take_empty(self, folder: Path, url: str, bot: int) -> None:
        """Take pictures of pages that have nothing to show yet, as a visitor without a session."""
        paths = {
            "home": "/",
            "wall": "/watch",
            "play": "/play",
            "player": f"/player/{bot}",
            "games": "/games",
            "tournaments": "/tournaments",
            "analysis": "/analysis",
        }
        for style, options in _STYLES.items():
            page = self._browser.new_context(**options).new_page()
            for name, path in paths.items():
                page.goto(url + path)
                page.evaluate(_SETTLED)
                take_whole(page, folder / f"empty-{name}-{style}.png")
            page.context.close()

    def take_for_docs(self, folder: Path) -> None:
        """Take the pictures of the README, which are small."""
        for file, name, options in _FOR_DOCS:
            with self.page(**options) as page:
                self.show(page, name)
                page.screenshot(path=folder / file)


def take_whole(page: Page, path: Path) -> None:
    """Take a picture of a whole page, or of its first screen if it is very long."""
    height = page.evaluate("document.documentElement.scrollHeight")
    page.screenshot(path=path, full_page=height <= _MOST_HEIGHT)


def main(arguments: list[str]) -> int:
    """Take all pictures."""
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("Pictures of pages need Chromium.")
    is_for_docs = arguments == ["--docs"]
    if not is_for_docs and any(word.startswith("-") for word in arguments):
        sys.exit(__doc__)
    folder = ROOT / ("docs" if is_for_docs else "build") / "pictures"
    if arguments and not is_for_docs:
        folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    with scene() as shown, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium)
        photographer = Photographer(browser, shown)
        if is_for_docs:
            photographer.take_for_docs(folder)
        else:
            photographer.take_all(folder)
            with scene(is_empty=True) as quiet:
                photographer.take_empty(folder, quiet.url, quiet.bot)
        browser.close()
    print(f"The pictures are in {folder}.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
