"""The index of games agrees with counting the games, for every position."""

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
    margins = [game.margin for game in samples]
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
    """Return the games that reach each canonical position, with the position and their move."""
    found: Visits = {}
    for game in samples:
        for position, move in game.line:
            found.setdefault(position.canonical(), []).append((game, position, move))
    return found


def check(
    report: PositionReport, visits: Visits, chosen: Sequence[SampleGame] | None = None
) -> None:
    """Compare a report with all games, or with the chosen ones."""
    found = [
        visit
        for visit in visits[report.position.canonical()]
        if chosen is None or visit[0] in chosen
    ]
    assert report.tally == counted([game for game, _, _ in found])
    assert report.ended == sum(move is None for _, _, move in found)
    by_year = Counter(game.year for game, _, _ in found)
    assert {row.year: row.tally.games for row in report.years} == by_year
    # A move belongs to the row that leads to the same position.
    after = {there.play(move).canonical() for _, there, move in found if move is not None}
    rows = {report.position.play(row.move).canonical(): row for row in report.moves}
    assert after == set(rows)
    for canonical, row in rows.items():
        same = [
            game
            for game, there, move in found
            if move is not None and there.play(move).canonical() == canonical
        ]
        assert row.tally == counted(same)
        for move in row.alike:
            assert report.position.play(move).canonical() == canonical


def test_every_position_of_some_games_is_found_with_its_moves(
    index: GameIndex, samples: Sequence[SampleGame], visits: Visits
) -> None:
    chance = random.Random(1)
    for game in chance.sample(list(samples), 6):
        for position, _ in game.line:
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
    assert [player.games for player in report.players] == sorted(
        (player.games for player in report.players), reverse=True
    )
    for player in report.players:
        as_black = [game for game in samples if game.black == player.name]
        as_white = [game for game in samples if game.white == player.name]
        assert player.games == len(as_black) + len(as_white)
        assert player.as_black == len(as_black)
        wins = sum(game.margin > 0 for game in as_black)
        assert player.wins == wins + sum(game.margin < 0 for game in as_white)
        assert player.wins + player.losses + player.draws == player.games
    assert len(report.players) == 5
    assert len(index.ask(Classic().start(), players=2).players) == 2


@pytest.mark.parametrize(
    ("only", "chooses"),
    [
        (GameFilter(player="Cleo Kim"), lambda game: "Cleo Kim" in (game.black, game.white)),
        (GameFilter(black="cleo"), lambda game: game.black == "Cleo Kim"),
        (GameFilter(white="archer bo"), lambda game: game.white == "Bo Archer"),
        (GameFilter(player="100%"), lambda game: "Dov 100%" in (game.black, game.white)),
        (GameFilter(player="a_q"), lambda game: "Eva_Q" in (game.black, game.white)),
        (GameFilter(years=(2002, 2003)), lambda game: game.year in (2002, 2003)),
        (GameFilter(tournament="2004"), lambda game: game.year == 2004),
        (
            GameFilter(player="kim", years=(2001, 2001)),
            lambda game: game.year == 2001 and "Cleo Kim" in (game.black, game.white),
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
    chosen = [game for game in samples if chooses(game)]
    start = Classic().start()
    for position in (start, start.play("f5"), samples[7].line[6][0]):
        report = index.ask(position, only)
        check(report, visits, chosen)
        assert len(index.games(position, only, most=None)) == report.tally.games
        players = {player.name for player in report.players}
        games = [game for game, _, _ in visits[position.canonical()] if game in chosen]
        assert players == {name for game in games for name in (game.black, game.white)}


def test_games_are_returned_as_they_were_played(
    index: GameIndex, samples: Sequence[SampleGame]
) -> None:
    found = index.games(most=None)
    assert len(found) == len(samples)
    assert [indexed.year for indexed in found] == sorted(
        (sample.year for sample in samples), reverse=True
    )
    by_moves = {"".join(sample.moves): sample for sample in samples}
    for indexed in found[:20]:
        sample = by_moves[indexed.transcript]
        assert (indexed.black, indexed.white, indexed.tournament) == (
            sample.black, sample.white, sample.tournament,
        )  # fmt: skip
        assert indexed.margin == sample.margin
        assert tuple(indexed.positions()) == tuple(position for position, _ in sample.line)
        assert indexed.game.position == sample.line[-1][0]
        assert indexed.game.headers["date"] == str(sample.year)
        assert index.game(indexed.number) == indexed
    assert len(index.games(most=3)) == 3
    with pytest.raises(OutflankError, match="the index has no game 999"):
        index.game(999)


def test_positions_that_were_never_reached_are_in_no_game(index: GameIndex) -> None:
    for position in (Classic().start(6), Position(Classic().start().board, WHITE)):
        report = index.ask(position)
        assert report.tally == Tally()
        assert (report.moves, report.players, report.years) == ((), (), ())
        assert report.tally.average is report.tally.share(BLACK) is None
        assert index.games(position) == []


def test_unknown_and_ambiguous_names_are_refused(index: GameIndex) -> None:
    start = Classic().start()
    with pytest.raises(UnknownName, match="there is no player 'Cleo Kin'; did you mean 'Cleo Kim'"):
        index.ask(start, GameFilter(player="Cleo Kin"))
    with pytest.raises(OutflankError, match=r"2 players match 'archer'; .*: 'Ann Archer', 'Bo Arc"):
        index.ask(start, GameFilter(player="archer"))
    with pytest.raises(UnknownName):
        index.ask(start, GameFilter(player="  "))


def test_the_contents_of_the_index_are_reported(
    index: GameIndex, samples: Sequence[SampleGame]
) -> None:
    contents = index.contents()
    assert (contents.games, contents.players) == (len(samples), 5)
    assert (contents.first_year, contents.last_year) == (2000, 2006)
    assert contents.sources == (("games.tsv", len(samples)),)


def test_the_error_for_a_missing_index_says_how_to_build_one(tmp_path: Path) -> None:
    missing = tmp_path / "games.sqlite"
    with pytest.raises(
        NoGameIndex, match=r"there is no index of games at .*games build FOLDER.*WTHOR"
    ):
        GameIndex(missing)
    assert not missing.exists()
    missing.write_bytes(b"")
    with pytest.raises(NoGameIndex, match="is not an index of games; "):
        GameIndex(missing)
    missing.write_text("f5d6" * 500)
    with pytest.raises(NoGameIndex, match="cannot be opened: "):
        GameIndex(missing)


def test_a_damaged_index_is_reported(index_file: Path, tmp_path: Path) -> None:
    damaged = tmp_path / "games.sqlite"
    data = bytearray(index_file.read_bytes())
    data[8192:] = bytes(len(data) - 8192)
    damaged.write_bytes(data)
    with GameIndex(damaged) as index, pytest.raises(OutflankError, match="must be built again"):
        index.contents()


def test_indexed_games_have_the_names_of_their_openings(
    index: GameIndex, samples: Sequence[SampleGame]
) -> None:
    game = Game()
    game.push_all(samples[0].moves)
    (found,) = [
        indexed for indexed in index.games(most=None) if indexed.transcript == game.transcript
    ]
    assert opening_of(found.positions()) == opening_of(game)
