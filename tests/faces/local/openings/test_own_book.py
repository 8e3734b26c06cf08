"""The review of a game of this machine says where its person left their own book."""

from __future__ import annotations

import pytest

from outflank.faces.local.exercises.openings.own_book import where_left, where_left_in
from outflank.learning import LearningLog, Repertoire
from outflank.play.match import Match
from outflank.play.setup import Setup
from outflank.rules import BLACK, WHITE, Color, Game, Square


def learn(line: str, color: Color) -> None:
    LearningLog().add(Repertoire().line(line, color))


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTFLANK_HOME", str(tmp_path_factory.mktemp("home")))


def played(line: str) -> Match:
    match = Match.start(Setup())
    for at in range(0, len(line), 2):
        match.play(Square.parse(line[at : at + 2]), at=0)
    return match


def test_people_who_left_their_book_are_told() -> None:
    learn("Tiger", BLACK)
    learn("f5d6c3d3", WHITE)
    assert where_left(played("f5d6c4")) == [
        "Black left your book at move 3, c4, after Perpendicular: your answer there is c3."
    ]
    assert where_left(played("f5f6"), lambda color: f"<{color}>") == [
        "<white> left your book at move 2, f6: your answer there is d6."
    ]


def test_without_a_repertoire_or_a_mistake_nothing_is_told() -> None:
    game = Game.parse("f5d6c3")
    assert where_left_in(game, Color) == []
    learn("Tiger", BLACK)
    assert where_left_in(game, Color) == []
    assert where_left_in(Game.parse("f5d6c4"), [WHITE]) == []


def test_a_log_that_cannot_be_read_stops_no_review() -> None:
    LearningLog().path.mkdir(parents=True)
    assert where_left_in(Game.parse("f5d6c4"), Color) == []
