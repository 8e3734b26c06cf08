"""Take the picture of the board in a notebook that docs/notebook.md shows.

python tools/screenshots/notebook_picture.py [FILE]   by default into docs/pictures

The page around the board is plain; the board is what a notebook would show.
"""

import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from outflank import Game  # noqa: E402
from outflank.notebook import NotebookBoard  # noqa: E402
from support.notebook.notebook_page import show_board  # noqa: E402 - from the tests

GAME = "f5d6c3d3c4b3d7f6e6g6f3c5f4f7e7c6g4g5f8d8"


def take_picture(target: Path) -> None:
    """Show a game, go back to two moves before its end, and write the picture."""
    board = NotebookBoard(Game.parse(GAME), width=380)
    board.back()
    board.back()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        page = browser.new_page(device_scale_factor=2)
        show_board(page, board)
        page.locator(".outflank-square").first.hover()
        page.locator("#cell").evaluate("cell => { cell.style.cssText = 'width: 380px' }")
        page.locator("#cell").screenshot(path=target)
        browser.close()


if __name__ == "__main__":
    given = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "pictures" / "notebook.png"
    take_picture(given)
