"""Values of a wrong type are refused in one sentence that says what would be right."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from outflank import BLACK, Game, InvalidValue, Position, open_engine, write
from outflank.analysis import review
from outflank.archive import (
    GameFilter,
    GameIndex,
    Tally,
    build_index,
    find_opening,
    opening_of,
    openings_on_the_way,
    search_openings,
)


@pytest.fixture
def index(tmp_path: Path) -> GameIndex:
    write(Game.parse("f5d6c3"), tmp_path / "game.ggf")
    # Paths may be given as text.
    assert build_index([str(tmp_path / "game.ggf")], str(tmp_path / "games.sqlite")).games == 1
    return GameIndex(str(tmp_path / "games.sqlite"))


@pytest.mark.parametrize("wrong", [5, 1.5, object(), Game()])
def test_an_index_is_asked_about_positions(index: GameIndex, wrong: Any) -> None:
    with index:
        for ask in (index.ask, index.games):
            with pytest.raises(TypeError, match=r"^an index is asked about a Position, not about "):
                ask(wrong)
            with pytest.raises(TypeError, match=r"^the games to count are chosen by a GameFilter"):
                ask(Position.start(), wrong)
        assert index.ask(Position.start()).tally.games == 1


@pytest.mark.parametrize("wrong", [5, 1.5, object(), BLACK])
def test_names_paths_and_positions_have_their_types(wrong: Any) -> None:
    calls: dict[str, Callable[[Any], object]] = {
        "an index is built from a list of paths, not from": lambda given: build_index(given, "x"),
        "the path of a file is a Path or text, not": lambda given: build_index([given], "x"),
        "the path of an index is a Path or text, not": GameIndex,
        "an opening is found by its name, such as 'tiger', not by": find_opening,
        "an opening is found by its name": search_openings,
        "an opening is that of a Position, a Game or positions": opening_of,
        "an opening is that of a Position": openings_on_the_way,
        "a line of an opening is made of Positions": lambda given: opening_of([given]),
        "years are the first and the last, such as": lambda given: GameFilter(years=given),
        "years are the first": lambda given: GameFilter(years=(given, given, given)),  # type: ignore[arg-type]
        "the player of a filter is a text": lambda given: GameFilter(player=given),
        "the tournament of a filter is a text": lambda given: GameFilter(tournament=given),
        "a review needs an Engine": lambda given: review(Game(), given),
    }
    for sentence, call in calls.items():
        with pytest.raises(TypeError, match=f"^{sentence}"):
            call(wrong)


def test_a_missing_file_of_games_is_an_error_of_the_system(tmp_path: Path) -> None:
    for missing in (tmp_path / "none", tmp_path / "none" / "games.ggf"):
        with pytest.raises(FileNotFoundError) as found:
            build_index([missing], tmp_path / "games.sqlite")
        assert found.value.filename == str(missing)
    assert list(tmp_path.iterdir()) == []


def test_the_first_year_of_a_filter_is_not_after_the_last() -> None:
    with pytest.raises(InvalidValue, match=r"^the first year .*, as 2010 is after 2000$"):
        GameFilter(years=(2010, 2000))
    assert GameFilter(years=(2000, 2000)).years == (2000, 2000)


def test_one_path_is_no_list_of_paths() -> None:
    for path in ("games", Path("games")):
        with pytest.raises(TypeError, match=r"^an index is built from a list of paths, not from"):
            build_index(path, "x")  # type: ignore[arg-type]


def test_a_review_and_a_share_refuse_text() -> None:
    with (
        open_engine("greedy") as engine,
        pytest.raises(TypeError, match=r"^a review is of a Game, not of 'f5'$"),
    ):
        review("f5", engine)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^a side is Color.BLACK or Color.WHITE, not 'black'$"):
        Tally(games=1, black_wins=1).share("black")  # type: ignore[arg-type]
