"""The board in a notebook says everything in the user's language."""

from pathlib import Path
from typing import Any

import pytest

from outflank import Game
from outflank.notebook import NotebookBoard
from support.notebook.notebook_page import say
from support.texts.second_language import LANGUAGE, untranslated, write_second_language


def shown(board: NotebookBoard) -> list[str]:
    """Return the texts on the page, without squares and values for programs."""
    view: dict[str, Any] = board.get_state("_view")["_view"]
    labels = [square["label"].replace(square["name"], "") for square in view["squares"]]
    own = [view[name] for name in ("status", "place", "answer_text", "problem")]
    return [*own, *labels, *view["words"].values(), *view["answers"].values()]


def test_every_text_is_in_the_second_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUTFLANK_TEXTS", str(write_second_language(tmp_path)))
    monkeypatch.setenv("OUTFLANK_LANGUAGE", LANGUAGE)
    board = NotebookBoard(Game(variant="yesno"))
    assert untranslated(" ".join(shown(board)), ("YES", "NO")) == []
    say(board, {"do": "hear", "what": "maybe"})
    say(board, {"do": "play", "what": board.get_state("_view")["_view"]["squares"][0]["name"]})
    board.back()
    assert untranslated(" ".join(shown(board)), ("YES", "NO")) == []
    board.interactive = False
    say(board, {"do": "play", "what": "d3"})
    assert untranslated(" ".join(shown(board)), ("YES", "NO")) == []
