"""The opening book of the package, and the engines that play from a book."""

from __future__ import annotations

from pathlib import Path

import pytest

from outflank.engine import levels, open_engine
from outflank.engine.book_engine import BookEngine
from outflank.engine.opening_book import own_book
from outflank.engine.simple import GreedyEngine
from outflank.notation import Book, ScoredPosition
from outflank.rules import Anti, Game, Position, Score, ScoreKind, YesNo

START = Position.start()


def after(moves: str) -> Position:
    game = Game()
    for at in range(0, len(moves), 2):
        game.push(moves[at : at + 2])
    return game.position


def a_book(**discs: float) -> Book:
    """A book with these scores of positions after moves from the start."""
    return Book.of(
        ScoredPosition(after(moves), score=Score(score, ScoreKind.BOOK, 18, 73), comment="a test")
        for moves, score in discs.items()
    )


@pytest.mark.parametrize("position", [Position.start(6), YesNo().start(), Anti().start()])
def test_the_book_of_the_package_knows_no_other_games(position: Position) -> None:
    assert own_book().find(position) is None
    assert own_book().moves(position) == []


def test_without_a_good_file_there_is_a_warning_and_no_book(tmp_path: Path) -> None:
    (tmp_path / "8x8.book").write_bytes(b"broken")
    with pytest.warns(RuntimeWarning, match="no opening book is used"):
        assert len(own_book(tmp_path)) == 0


def test_an_engine_with_a_book_draws_one_of_the_best_moves() -> None:
    position = after("f5")
    book = a_book(f5d6=1.5, f5f4=-4, f5f6=-3.5)
    with BookEngine(open_engine("greedy"), book) as engine:
        chosen = {str(engine.choose(position, seed=seed)) for seed in range(40)}
        assert chosen == {"f4", "f6"}
        assert engine.choose(position, seed=3) == engine.choose(position, seed=3)
    with BookEngine(open_engine("greedy"), book, margin=0) as engine:
        found = engine.analyse(position, candidates=2)
        assert str(found.move) == "f4"
        assert [str(move) for move in found.scores] == ["f4", "f6"]


def test_where_the_book_lacks_a_move_the_other_engine_thinks() -> None:
    position = after("f5")
    with (
        BookEngine(open_engine("greedy"), a_book(f5d6=1.5)) as engine,
        open_engine("greedy") as greedy,
    ):
        found, expected = (one.analyse(position, seed=1) for one in (engine, greedy))
        assert (found.move, found.score) == (expected.move, expected.score)


def test_an_engine_with_a_book_forgets_the_games_before() -> None:
    class Forgetting(GreedyEngine):
        games = 0

        def new_game(self) -> None:
            self.games += 1

    inner = Forgetting()
    with BookEngine(inner, Book.of([])) as engine:
        engine.new_game()
    assert inner.games == 1


def test_the_book_of_the_package_is_large_enough_and_holds_together() -> None:
    book = own_book()
    assert len(book) >= 5_000
    assert len(book.to_bytes()) <= 2_000_000
    assert START in book
    for found in list(book)[::97]:
        assert found.score is not None
        assert (found.score.depth or 0) >= 18
        assert found.comment.startswith("Outflank")
        moves = book.moves(found.position)
        if moves and len(moves) == len(found.position.legal_moves):
            assert moves[0].score.discs == found.score.discs, "the best line's score was handed up"


def test_strong_levels_play_from_the_book_and_weak_ones_do_not() -> None:
    assert [one.number for one in levels() if one.uses_book] == [15, 16, 17, 18, 19, 20]
    with open_engine(20, seed=1) as strong:
        found = strong.analyse(START)
        assert found.score is not None
        assert found.score.kind is ScoreKind.BOOK
    with open_engine(5, seed=1) as weak:
        found = weak.analyse(START)
        assert found.score is not None
        assert found.score.kind is not ScoreKind.BOOK
