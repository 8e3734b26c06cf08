"""Write the board's English words into its folder, for pages that use the board without a server.

A server sends the words in its own language.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from outflank.faces.web.pages.page_texts import BOARD_WORDS, board_words
from outflank.texts import catalogue

if __name__ == "__main__":
    path = Path(str(files("outflank.faces.web"))) / "static" / BOARD_WORDS
    path.write_text(board_words(catalogue("en")), encoding="utf-8")
