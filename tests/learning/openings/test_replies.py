"""What opponents play: counted in games, looked up in an index, weighed by a book."""

import random
from collections import Counter
from pathlib import Path

import pytest

from outflank.archive import GameIndex, build_index
from outflank.learning import (
    BookReplies,
    CountedReplies,
    FirstKnown,
    IndexReplies,
    PlayedReply,
    book_losses,
    draw_reply,
    replies_as_played,
)
from outflank.notation import Book
from outflank.rules import PASS, Game, Position, Square
from support.strategies import random_game


@pytest.fixture(scope="module")
def games() -> list[Game]:
    chance = random.Random(7)
    return [random_game(Position.start(), chance, 6) for _ in range(120)]


def naive_shares(games: list[Game], position: Position) -> Counter[Position]:
    """Count the positions after a position and its symmetric ones, by playing every game again."""
    counts: Counter[Position] = Counter()
    for game in games:
        before = game.start
        for ply in game.plies:
            if before.canonical() == position.canonical() and ply.move is not PASS:
                counts[ply.position.canonical()] += 1
            before = ply.position
    return counts


def by_position(position: Position, replies: list[PlayedReply]) -> Counter[Position]:
    found: Counter[Position] = Counter()
    for one in replies:
        found[position.play(one.move).canonical()] += one.games
    return found


POSITIONS = ["", "f5", "f5d6", "c4c5", "f5f6", "d3c3"]


@pytest.mark.parametrize("moves", POSITIONS)
def test_counted_shares_are_those_of_counting_every_game(games: list[Game], moves: str) -> None:
    game = Game()
    game.push_all([moves[at : at + 2] for at in range(0, len(moves), 2)])
    replies = CountedReplies(games, fewest=1).in_position(game.position)
    naive = naive_shares(games, game.position)
    assert by_position(game.position, replies) == naive
    assert [one.share for one in replies] == pytest.approx(
        [one.games / naive.total() for one in replies]
    )
    assert sum(one.share for one in replies) == pytest.approx(1)


def test_an_index_of_the_same_games_gives_the_same_shares(
    games: list[Game], tmp_path: Path
) -> None:
    file = tmp_path / "games.txt"
    lines = ["".join(str(p.move) for p in game.plies if p.move is not PASS) for game in games]
    file.write_text("\n".join(lines) + "\n")
    build_index([file], tmp_path / "games.sqlite")
    with GameIndex(tmp_path / "games.sqlite") as index:
        replies = IndexReplies(index, fewest=1)
        assert replies.name == "games"
        for moves in POSITIONS:
            position = Position.parse(moves) if moves else Position.start()
            found = by_position(position, replies.in_position(position))
            assert found == naive_shares(games, position)
        assert IndexReplies(index, fewest=10_000).in_position(Position.start()) == []


def test_few_games_say_nothing_and_the_next_source_is_asked(games: list[Game]) -> None:
    few = CountedReplies(games[:3])
    start = Position.parse("f5")
    assert few.in_position(start) == []
    assert CountedReplies(games).in_position(Position.parse("f5d6c3d3c4f4f6")) == []
    replies = FirstKnown(few, BookReplies())
    assert replies.in_position(start) == BookReplies().in_position(start)
    assert (replies.name, replies.source_for(start)) == ("own", "book")
    assert FirstKnown(few).source_for(start) is None


def test_only_the_moves_of_the_opponents_are_counted() -> None:
    game = Game.parse("f5d6c3")
    game.headers = {"black": "Ann", "white": "Bo"}
    replies = CountedReplies([game], fewest=1, opponents_of="Ann")
    assert replies.in_position(Position.start()) == []
    assert [str(one.move) for one in replies.in_position(Position.parse("f5"))] == ["d6"]


def test_the_book_weighs_moves_by_what_they_give_away() -> None:
    tiger = Position.parse("f5d6c3d3c4")
    replies, losses = BookReplies().in_position(tiger), book_losses(tiger)
    assert sum(one.share for one in replies) == pytest.approx(1)
    best, second = replies[:2]
    assert second.share / best.share == pytest.approx(0.5 ** losses[second.move])
    assert all(losses[one.move] <= 8 for one in replies)
    assert BookReplies(Book.of([])).in_position(tiger) == []
    assert book_losses(Position.start(6)) == {}


def test_symmetric_first_moves_are_one_reply() -> None:
    assert [str(one.move) for one in BookReplies().in_position(Position.start())] == ["f5"]


def test_drawing_follows_the_shares_and_the_seed() -> None:
    a, b = PlayedReply(Square.parse("f4"), 0.75), PlayedReply(Square.parse("b5"), 0.25)
    drawn = [draw_reply([a, b], random.Random(seed)) for seed in range(400)]
    assert drawn == [draw_reply([a, b], random.Random(seed)) for seed in range(400)]
    assert 260 < drawn.count(a.move) < 340
    assert draw_reply([], random.Random(1)) is None


def test_the_user_has_an_index_or_else_the_book_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, games: list[Game]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("OUTFLANK_HOME", str(tmp_path))
    with replies_as_played() as replies:
        assert replies.source_for(Position.parse("f5")) == "book"
    with replies_as_played(games) as replies:
        assert replies.source_for(Position.parse("f5")) == "own"
