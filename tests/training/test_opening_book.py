"""Growing the opening book: which positions it has, and that a killed run goes on."""

from pathlib import Path

import pytest

from outflank.notation import Book
from outflank.rules import Position
from outflank.training.opening_book import BookBuilder, SearchLog

pytestmark = pytest.mark.native


def grown(path: Path, positions: int, threads: int = 1) -> Book:
    log = SearchLog(path)
    builder = BookBuilder(2, log, threads=threads)
    for _ in builder.grow(positions):
        pass
    log.close()
    return builder.book()


def test_scores_are_handed_up_from_the_best_line(tmp_path: Path) -> None:
    book = grown(tmp_path / "log", 200)
    assert len(book) >= 200
    expanded = 0
    for found in book:
        assert found.score is not None
        moves = book.moves(found.position)
        if moves and len(moves) == len(found.position.legal_moves):
            expanded += 1
            assert found.score.discs == moves[0].score.discs
            assert (found.score.depth or 0) > 2
        else:
            assert found.score.depth == 2
    assert expanded > 15
    assert Position.start() in book


def test_a_run_that_was_killed_ends_as_one_that_was_not(tmp_path: Path) -> None:
    whole = grown(tmp_path / "whole", 150)
    grown(tmp_path / "killed", 60)
    written = (tmp_path / "killed").read_bytes()
    (tmp_path / "killed").write_bytes(written[:-7])
    assert grown(tmp_path / "killed", 150, threads=2).to_bytes() == whole.to_bytes()
