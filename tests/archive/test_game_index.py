"""The index of games says of every position what counting the games says."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

import pytest

from outflank import BLACK, WHITE, Classic, Game, OutflankError, Position, Symmetry, UnknownName
from outflank.archive import GameFilter, GameIndex, PositionReport, Tally, opening_of
from outflank.errors import NoGameIndex
from support.sample_games import SampleGame


@pytest.fixture
def index(index_file: Path) -> Iterator[GameIndex]:
    with GameIndex(index_file) as opened:
        yield opened


def counted(samples: Sequence[SampleGame]) -> Tally:
    margins = [one.margin for one in samples]
    return Tally(
        len(margins),
        sum(margin > 0 for margin in margins),
        sum(margin < 0 for margin in margins),
        sum(margin == 0 for margin in margins),
        len(margins),
        sum(margins),
    )


Visit: TypeAlias = tuple[SampleGame, Position, str | None]
Visits: TypeAlias = dict[Position, list[Visit]]


@pytest.fixture(scope="module")
def visits(samples: Sequence[SampleGame]) -> Visits:
    """The games with what they played there, by the canonical position."""
    found: Visits = {}
    for one in samples:
        for position, move in one.line:
            found.setdefault(position.canonical(), []).append((one, position, move))
    return found


def check(
    report: PositionReport, visits: Visits, chosen: Sequence[SampleGame] | None = None
) -> None:
    """Compare a report with the games themselves, or with those that were chosen."""
    found = [
        visit
        for visit in visits[report.position.canonical()]
        if chosen is None or visit[0] in chosen
    ]
    assert report.tally == counted([one for one, _, _ in found])
    assert report.ended == sum(move is None for _, _, move in found)
    by_year = Counter(one.year for one, _, _ in found)
    assert {one.year: one.tally.games for one in report.years} == by_year
    # A move belongs to the row whose position it leads to.
    after = {there.play(move).canonical() for _, there, move in found if move is not None}
    rows = {report.position.play(row.move).canonical(): row for row in report.moves}
    assert after == set(rows)
    for canonical, row in rows.items():
        same = [
            one
            for one, there, move in found
            if move is not None and there.play(move).canonical() == canonical
        ]
        assert row.tally == counted(same)
        for move in row.alike:
            assert report.position.play(move).canonical() == canonical


def test_every_position_of_some_games_is_found_with_its_moves(
    index: GameIndex, samples: Sequence[SampleGame], visits: Visits
) -> None:
    chance = random.Random(1)
    for one in chance.sample(list(samples), 6):
        for position, _ in one.line:
            turned = position.transform(chance.choice(list(Symmetry)))
            check(index.ask(turned), visits)


def test_the_first_positions_have_totals_and_every_game(
    index: GameIndex, samples: Sequence[SampleGame], visits: Visits
) -> None:
    start = Classic().start()
    report = index.ask(start)
    check(report, visits)
    (only,) = report.moves
    assert (str(only.move), list(map(str, only.alike))) == ("f5", ["d3", "c4", "e6"])
    assert only.tally.games == report.tally.games == len(samples)
    for move in ("f5", "c4"):
        after = index.ask(start.play(move))
        check(after, visits)
        assert sum(row.tally.games for row in after.moves) == len(samples)
    names = {str(row.move): str(row.opening) for row in index.ask(start.play("f5")).moves}
    assert names == {"d6": "Perpendicular", "f6": "Diagonal", "f4": "Parallel"}


def test_players_are_counted_with_their_results(
    index: GameIndex, samples: Sequence[SampleGame]
) -> None:
    report = index.ask(Classic().start())
    assert [one.games for one in report.players] == sorted(
        (one.games for one in report.players), reverse=True
    )
    for one in report.players:
        as_black = [game for game in samples if game.black == one.name]
        as_white = [game for game in samples if game.white == one.name]
        assert one.games == len(as_black) + len(as_white)
        assert one.as_black == len(as_black)
        wins = sum(game.margin > 0 for game in as_black)
        assert one.wins == wins + sum(game.margin < 0 for game in as_white)
        assert one.wins + one.losses + one.draws == one.games
    assert len(report.players) == 5
    assert len(index.ask(Classic().start(), players=2).players) == 2


@pytest.mark.parametrize(
    ("only", "chooses"),
    [
        (GameFilter(player="Cleo Kim"), lambda one: "Cleo Kim" in (one.black, one.white)),
        (GameFilter(black="cleo"), lambda one: one.black == "Cleo Kim"),
        (GameFilter(white="archer bo"), lambda one: one.white == "Bo Archer"),
        (GameFilter(player="100%"), lambda one: "Dov 100%" in (one.black, one.white)),
        (GameFilter(player="a_q"), lambda one: "Eva_Q" in (one.black, one.white)),
        (GameFilter(years=(2002, 2003)), lambda one: one.year in (2002, 2003)),
        (GameFilter(tournament="2004"), lambda one: one.year == 2004),
        (
            GameFilter(player="kim", years=(2001, 2001)),
            lambda one: one.year == 2001 and "Cleo Kim" in (one.black, one.white),
        ),
    ],
)
def test_filters_choose_games_in_large_and_small_positions(
    index: GameIndex,
    samples: Sequence[SampleGame],
    visits: Visits,
    only: GameFilter,
    chooses: Callable[[SampleGame], bool],
) -> None:
    chosen = [one for one in samples if chooses(one)]
    start = Classic().start()
    for position in (start, start.play("f5"), samples[7].line[6][0]):
        report = index.ask(position, only)
        check(report, visits, chosen)
        assert len(index.games(position, only, most=None)) == report.tally.games
        players = {one.name for one in report.players}
        games = [one for one, _, _ in visits[position.canonical()] if one in chosen]
        assert players == {name for one in games for name in (one.black, one.white)}


def test_games_come_back_as_they_were_played(
    index: GameIndex, samples: Sequence[SampleGame]
) -> None:
    found = index.games(most=None)
    assert len(found) == len(samples)
    assert [one.year for one in found] == sorted((one.year for one in samples), reverse=True)
    by_moves = {"".join(one.moves): one for one in samples}
    for one in found[:20]:
        sample = by_moves[one.transcript]
        assert (one.black, one.white, one.tournament) == (
            sample.black, sample.white, sample.tournament,
        )  # fmt: skip
        assert one.margin == sample.margin
        assert tuple(one.positions()) == tuple(position for position, _ in sample.line)
        assert one.game.position == sample.line[-1][0]
        assert one.game.headers["date"] == str(sample.year)
        assert index.game(one.number) == one
    assert len(index.games(most=3)) == 3
    with pytest.raises(OutflankError, match="the index has no game 999"):
        index.game(999)


def test_positions_that_nobody_had_are_in_no_game(index: GameIndex) -> None:
    for position in (Classic().start(6), Position(Classic(), Classic().start().board, WHITE)):
        report = index.ask(position)
        assert report.tally == Tally()
        assert (report.moves, report.players, report.years) == ((), (), ())
        assert report.tally.average is report.tally.share(BLACK) is None
        assert index.games(position) == []


def test_names_that_are_wrong_or_not_enough_are_told(index: GameIndex) -> None:
    start = Classic().start()
    with pytest.raises(UnknownName, match="there is no player 'Cleo Kin'; did you mean 'Cleo Kim'"):
        index.ask(start, GameFilter(player="Cleo Kin"))
    with pytest.raises(
        OutflankError, match=r"2 players are called 'archer', .*: 'Ann Archer', 'Bo Arc"
    ):
        index.ask(start, GameFilter(player="archer"))
    with pytest.raises(UnknownName):
        index.ask(start, GameFilter(player="  "))


def test_what_the_index_holds(index: GameIndex, samples: Sequence[SampleGame]) -> None:
    contents = index.contents()
    assert (contents.games, contents.players) == (len(samples), 5)
    assert (contents.first_year, contents.last_year) == (2000, 2006)
    assert contents.sources == (("games.tsv", len(samples)),)


def test_an_index_that_is_none_says_what_makes_one(tmp_path: Path) -> None:
    missing = tmp_path / "games.sqlite"
    with pytest.raises(
        NoGameIndex, match=r"there is no index of games at .*games build FOLDER.*WTHOR"
    ):
        GameIndex(missing)
    assert not missing.exists()
    missing.write_bytes(b"")
    with pytest.raises(NoGameIndex, match="is no index of games; "):
        GameIndex(missing)
    missing.write_text("f5d6" * 500)
    with pytest.raises(NoGameIndex, match="cannot be opened: "):
        GameIndex(missing)


def test_a_damaged_index_is_told(index_file: Path, tmp_path: Path) -> None:
    damaged = tmp_path / "games.sqlite"
    data = bytearray(index_file.read_bytes())
    data[8192:] = bytes(len(data) - 8192)
    damaged.write_bytes(data)
    with GameIndex(damaged) as index, pytest.raises(OutflankError, match="must be built anew"):
        index.contents()


def test_opening_names_of_indexed_games(index: GameIndex, samples: Sequence[SampleGame]) -> None:
    game = Game()
    game.push_all(samples[0].moves)
    (found,) = [one for one in index.games(most=None) if one.transcript == game.transcript()]
    assert opening_of(found.positions()) == opening_of(game)
