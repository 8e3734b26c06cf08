"""Openings by name: the table, every symmetry, games, and other people's names."""

import csv
from pathlib import Path

import pytest

import outflank
from outflank import Anti, Game, OutflankError, Position, Symmetry, UnknownName
from outflank.archive import (
    find_opening,
    opening_of,
    openings,
    openings_on_the_way,
    search_openings,
)


def game_of(transcript: str) -> Game:
    return outflank.read(transcript).game


def test_every_opening_has_its_own_name_and_position() -> None:
    names = [name for opening in openings() for name in opening.names]
    assert len(names) == len(set(names))
    assert len({opening.position.canonical() for opening in openings()}) == len(openings()) >= 77
    for opening in openings():
        assert game_of(opening.transcript).position == opening.position
        assert opening.transcript.startswith("f5")


@pytest.mark.parametrize("symmetry", Symmetry)
def test_a_turned_board_has_the_same_opening_with_turned_moves(symmetry: Symmetry) -> None:
    for opening in openings()[:20]:
        turned = opening.position.transform(symmetry)
        assert opening_of(turned) == opening
        start = opening.position.variant.start()
        if start.transform(symmetry) == start:
            game = Game()
            game.push_all(opening.moves_to(turned))
            assert game.position == turned


def test_a_game_has_the_last_name_that_it_reaches() -> None:
    game = game_of("f5d6c3d3c4f4f6f3e6e7d7g6f8f7g5")
    assert str(opening_of(game)) == "Comp'Oth"
    assert opening_of(game.position) is None
    assert [opening.name for opening in openings_on_the_way(game)] == [
        "Perpendicular", "Tiger", "Stephenson", "Comp'Oth",
    ]  # fmt: skip
    game.go_to(game.plies[4])  # going back does not change the opening of the game
    assert str(opening_of(game)) == "Comp'Oth"
    assert str(opening_of([ply.position for ply in game.plies])) == "Tiger"


def test_a_position_has_its_name_whatever_moves_led_to_it() -> None:
    (name,) = {
        str(opening_of(game_of(moves)))
        for moves in ("f5d6c3d3c4", "f5d6c4d3c3", "d3c5f6f5e6", "c4e3f6e6f5", "e6f4c3c4d3")
    }
    assert name == "Tiger"


def test_other_games_have_no_opening() -> None:
    assert opening_of(Game()) is None
    assert opening_of(Game(size=6)) is None
    tiger = find_opening("Tiger").position
    assert opening_of(Position(tiger.board, tiger.turn, variant=Anti())) is None
    assert opening_of(Position(tiger.board, tiger.turn.opponent, variant=tiger.variant)) is None


def test_names_are_found_in_the_spellings_people_use() -> None:
    assert find_opening("compoth").name == "Comp'Oth"
    assert find_opening("FAT draw").name == "F.A.T. Draw"
    assert find_opening("tobidashi").name == "Heath"
    found = search_openings("no-k")
    assert [opening.name for opening in found] == ["No-Kung", "No-Kung Continuation"]
    assert search_openings("-") == search_openings("xyz") == []
    with pytest.raises(UnknownName, match=r"there is no opening 'Tigr'; did you mean 'Tiger'\?$"):
        find_opening("Tigr")


def test_moves_to_another_position_are_refused() -> None:
    with pytest.raises(OutflankError, match="this is not the position of the opening Tiger"):
        find_opening("Tiger").moves_to(Game().position)


@pytest.mark.data
def test_our_names_agree_with_public_lists(data: Path) -> None:
    with (data / "openings" / "openings_named_core.tsv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    assert len(rows) == 77
    for row in rows:
        theirs = {_plain(name) for name in (row["name"], *row["aliases"].split(";"))}
        found = opening_of(game_of(row["moves_f5"]).position)
        assert found, row["name"]
        assert theirs & {_plain(name) for name in found.names}, (row["name"], found.names)


def _plain(name: str) -> str:
    letters = "".join(letter for letter in name.lower() if letter.isalnum())
    return letters.removesuffix("opening")
