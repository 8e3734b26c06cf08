"""The line mode's questions about a new game, and a variant that is registered beside ours."""

from pathlib import Path

import pytest

from outflank.rules import Variant
from outflank.rules.position import known_variants
from support.command import converse


def test_the_questions_name_every_word_that_may_be_typed(home: Path) -> None:
    said = converse(home, "o\n" + 10 * "\n" + "quit\n").stdout
    assert "Variant: classic, yesno or anti (Enter for classic): " in said
    assert "Board size: 6, 8, 10 or 12 (Enter for 8): " in said
    assert "Score of a game lost on time: board or forfeit (Enter for board): " in said
    assert "Undo: auto, until-reply, free, consent or never (Enter for auto): " in said
    assert "Oracle: web or local (Enter for web): " in said


def test_a_new_variant_is_offered_and_played(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sparse = Variant("sparse", "Sparse Othello", fewest_wins=True)
    monkeypatch.setitem(known_variants._by_name, sparse.name, sparse)
    answers = ["o", "sparse", "6", "", "human", *6 * [""], "e4", "quit"]
    said = converse(home, "\n".join(answers)).stdout
    assert "Variant: classic, yesno, anti or sparse (Enter for classic): sparse" in said
    assert "plays e4 and flips 1 disc." in said
    assert "  a: As last time: human v human, Sparse Othello 6x6" in converse(home, "q\n").stdout
