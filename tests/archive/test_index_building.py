"""Building an index: from every kind of source, all or nothing, with a report of bad games."""

from __future__ import annotations

import contextlib
import gzip
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from outflank import WHITE, Classic, Game, NotationError, OutflankError, Square, write
from outflank.archive import GameIndex, build_index, find_opening
from outflank.native import line_keys, visits
from outflank.notation.wthor import NameFile, WthorDatabase, WthorRecord
from support.sample_games import SampleGame, table_of
from support.strategies import passing_game


def games_in(path: Path) -> int:
    with GameIndex(path) as index:
        return index.contents().games


def leftovers(path: Path) -> set[str]:
    """Return the names of the files beside an index, except its lock."""
    return {file.name for file in path.parent.iterdir()} - {path.name, f"{path.name}.lock"}


# Sources


def test_games_in_any_notation_are_indexed_with_their_headers(tmp_path: Path) -> None:
    game = Game()
    game.push_all(["f5", "f6", "e6", "f4", "g5", "e7", "f7"])
    game.headers = {"black": "Ann", "white": "Bo", "place": "Oslo", "date": "2004.09.18"}
    source = tmp_path / "games.ggf"
    write(game, source)
    target = tmp_path / "index" / "games.sqlite"
    assert build_index([source], target).games == 1
    with GameIndex(target) as index:
        (found,) = index.games()
        assert (found.black, found.white, found.tournament, found.year) == (
            "Ann", "Bo", "Oslo", 2004,
        )  # fmt: skip
        assert (found.margin, found.winner) == (None, None)
        report = index.ask(game.position)
        assert (report.tally.games, report.tally.results, report.ended) == (1, 0, 1)


def test_results_are_those_of_the_board_or_of_the_verdict(tmp_path: Path) -> None:
    wipeout, resigned, small = Game(), Game(), Game(size=6)
    wipeout.push_all(["f5", "d6", "c5", "f4", "e7", "c6", "c7", "f6", "g5", "e6", "e3"])
    resigned.push_all(["f5", "d6"])
    resigned.resign(resigned.position.turn)
    small.push_all(["e4", "c5"])
    source = tmp_path / "games.json"
    write([wipeout, resigned, small], source)
    build_index([source], tmp_path / "games.sqlite")
    with GameIndex(tmp_path / "games.sqlite") as index:
        results = {game.transcript: (game.margin, game.result) for game in index.games()}
        assert results == {
            wipeout.transcript: (64, "1-0"),  # the empty squares go to the winner
            "f5d6": (None, "0-1"),
            small.transcript: (None, "*"),
        }
        assert index.ask(small.position).tally.games == 1
        assert index.ask(small.start).moves[0].tally.games == 1
        (found,) = index.games(small.start)
        assert found.game.start == small.start


def test_what_a_game_in_the_index_says_of_itself_its_game_says_too(tmp_path: Path) -> None:
    ended, running, passed = Game(), Game(), passing_game()
    ended.push_all(["f5", "d6", "c5", "f4", "e7", "c6", "c7", "f6", "g5", "e6", "e3"])
    running.push_all(["f5", "d6"])
    passed.push_all("a3")
    write([ended, running, passed], tmp_path / "games.json")
    build_index([tmp_path / "games.json"], tmp_path / "games.sqlite")
    with GameIndex(tmp_path / "games.sqlite") as index:
        found = {game.transcript: game for game in index.games()}
    assert len(found) == 3
    for game in (ended, running, passed):
        indexed = found[game.transcript]
        assert indexed.game.moves == game.moves == list(indexed.moves)
        for name in ("transcript", "position", "start", "result", "winner", "is_draw", "is_over"):
            assert getattr(indexed, name) == getattr(game, name), name


def test_tables_are_read_with_other_headings_compressed_and_in_capitals(tmp_path: Path) -> None:
    text = 'Date,Black,Event,margin,transcript\n2003-05-01,"Ann, A.",Oslo,-4,F5D6 C3\n,???,,,f5f6\n'
    source = tmp_path / "games.csv.gz"
    source.write_bytes(gzip.compress(text.encode()))
    assert build_index([source], tmp_path / "games.sqlite").games == 2
    with GameIndex(tmp_path / "games.sqlite") as index:
        first, second = index.games()
        assert (first.year, first.black, first.white, first.tournament) == (
            2003, "Ann, A.", "", "Oslo",
        )  # fmt: skip
        assert (first.margin, first.winner, first.transcript) == (-4, WHITE, "f5d6c3")
        assert (second.year, second.margin, second.winner) == (None, None, None)
        report = index.ask(Classic().start())
        assert [row.year for row in report.years] == [None, 2003]
        assert [player.name for player in report.players] == ["Ann, A."]


def test_wthor_files_are_read_with_the_names_beside_them(tmp_path: Path) -> None:
    folder = tmp_path / "wthor"
    folder.mkdir()
    moves = bytes(Square.parse(name).index(8) for name in ("f5", "d6", "c3"))
    records = [WthorRecord(1, 2, 1, 40, 0, moves), WthorRecord(0, 1, 9, 32, 0, moves[:2])]
    (folder / "WTH_2003.WTB").write_bytes(WthorDatabase.of(records, year=2003).to_bytes())
    (folder / "WTHOR.JOU").write_bytes(NameFile.of(["???", "Ann", "Bo"]).to_bytes())
    towns = NameFile.of(["Anywhere", "Orl\u00e9ans"], tournaments=True)
    (folder / "wthor.trn").write_bytes(towns.to_bytes())
    (folder / "notes.txt").write_text("f5f6\n")  # other files are ignored
    build_index([folder], tmp_path / "games.sqlite")
    with GameIndex(tmp_path / "games.sqlite") as index:
        assert [
            (game.year, game.tournament, game.black, game.white, game.margin, game.result)
            for game in index.games()
        ] == [
            (2003, "Anywhere", "Ann", "player 9", 0, "1/2-1/2"),
            (2003, "Orl\u00e9ans", "Bo", "Ann", 16, "1-0"),
        ]
        assert index.contents().sources == (("WTH_2003.WTB", 2),)


@pytest.mark.data
def test_a_year_of_wthor_is_indexed(data: Path, tmp_path: Path) -> None:
    target = tmp_path / "games.sqlite"
    report = build_index([data / "wthor"], target)
    assert (report.games, report.skipped) == (2891, 0)
    with GameIndex(target) as index:
        start = index.ask(Classic().start())
        assert start.tally.games == start.tally.margins == 2891
        assert [row.year for row in start.years] == [2024]
        tiger = index.ask(find_opening("Tiger").position)
        assert sum(row.tally.games for row in tiger.moves) + tiger.ended == tiger.tally.games > 500


def test_a_folder_is_searched_for_games(tmp_path: Path, samples: Sequence[SampleGame]) -> None:
    folder = tmp_path / "games"
    (folder / "more").mkdir(parents=True)
    (folder / "a.tsv").write_text(table_of(samples[:2]))
    (folder / "more" / "b.txt").write_text("f5d6c3\nf5f6e6\n")
    (folder / "notes.doc").write_text("nothing to read")
    report = build_index([folder, folder / "a.tsv"], tmp_path / "games.sqlite")
    assert (report.games, report.skipped) == (4, 0)  # a file that is named twice is read once
    with GameIndex(tmp_path / "games.sqlite") as index:
        assert index.contents().sources == (("a.tsv", 2), ("b.txt", 2))


def test_games_that_cannot_be_indexed_are_reported_and_left_out(tmp_path: Path) -> None:
    source = tmp_path / "games.tsv"
    source.write_text(
        "black\twhite\tblack_discs\tmoves\n"
        "Ann\tBo\t40\tf5d6c3\n"
        "Ann\tBo\t40\tf5d6a1\n"
        "Ann\tBo\tmany\tf5d6\n"
        "Ann\tBo\t40\tf5d6z9\n"
        "Cleo\tBo\t12\tf5f6\n"
    )
    anti = Game(variant="anti")
    anti.push_all(["f5", "d6"])
    other = tmp_path / "anti.json"
    write(anti, other)
    report = build_index([source, other], tmp_path / "games.sqlite")
    assert (report.games, report.skipped) == (2, 4)
    assert {str(problem).removeprefix(str(tmp_path)) for problem in report.problems} == {
        "/games.tsv: move 3 of the game Ann - Bo cannot be played",
        "/games.tsv:4: 'many' is not a number of discs",
        "/games.tsv:5: 'z9' is not a move; a move is a square such as d3, or pass",
        "/anti.json: the index holds games of Othello, but this is Anti-Othello",
    }
    with GameIndex(tmp_path / "games.sqlite") as index:
        assert {game.black for game in index.games()} == {"Ann", "Cleo"}
        assert index.ask(Classic().start()).tally.games == 2


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("folder", "", "there are no games in the folder "),
        ("a.tsv", "black\twhite\nAnn\tBo\n", "one of which is moves"),
        ("a.tsv", "moves\n", "there are no games to index"),
        ("a.tsv", "moves\nf5f5\n", "move 2 of the game "),
        ("a.tsv.gz", "moves\nf5\n", "the table cannot be read: "),
        ("a.txt", "f5f5\n", "f5 is occupied"),
        ("a.wtb", "f5f5\n", "a.wtb: "),
    ],
)
def test_sources_without_games_are_refused_and_the_old_index_stays(
    tmp_path: Path, few_indexed: Path, name: str, content: str, problem: str
) -> None:
    source = tmp_path / name
    if name == "folder":
        source.mkdir()
    else:
        source.write_text(content)
    target = tmp_path / "index" / "games.sqlite"
    target.parent.mkdir()
    target.write_bytes(few_indexed.read_bytes())
    with pytest.raises(NotationError, match=problem):
        build_index([source], target)
    assert target.read_bytes() == few_indexed.read_bytes()
    assert leftovers(target) == set()


@pytest.mark.native
def test_the_core_and_python_build_the_same_index(
    tmp_path: Path, samples: Sequence[SampleGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "games.tsv"
    source.write_text(table_of(samples[:5]))
    build_index([source], tmp_path / "core.sqlite")
    monkeypatch.setattr(line_keys, "knows", lambda _variant: False)
    monkeypatch.setattr(visits, "available", lambda: False)
    build_index([source], tmp_path / "python.sqlite")
    contents = []
    for name in ("core", "python"):
        with contextlib.closing(sqlite3.connect(tmp_path / f"{name}.sqlite")) as database:
            contents.append(list(database.iterdump()))
    assert contents[0] == contents[1]
    assert len(contents[0]) > 4096


# All or nothing


def test_progress_rises_to_the_end(few_games: Path, tmp_path: Path) -> None:
    seen: list[tuple[str, float]] = []
    build_index([few_games], tmp_path / "games.sqlite", progress=lambda *step: seen.append(step))
    shares = [share for _, share in seen]
    assert shares == sorted(shares)
    assert list(dict.fromkeys(stage for stage, _ in seen)) == ["Reading", "Sorting", "Counting"]


@pytest.mark.parametrize("stage", ["Reading", "Sorting", "Counting"])
def test_ctrl_c_keeps_the_old_index(
    few_games: Path, few_indexed: Path, tmp_path: Path, stage: str
) -> None:
    target = tmp_path / "games.sqlite"
    target.write_bytes(few_indexed.read_bytes())

    def interrupt(step: str, _share: float) -> None:
        if step == stage:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_index([few_games], target, progress=interrupt)
    assert target.read_bytes() == few_indexed.read_bytes()
    assert leftovers(target) == set()


KILLED = """
import os, signal, sys
from pathlib import Path
from outflank.archive import build_index

def kill_itself(stage, share):
    if stage == sys.argv[3]:
        os.kill(os.getpid(), signal.SIGKILL)

build_index([Path(sys.argv[1])], Path(sys.argv[2]), progress=kill_itself)
"""


@pytest.mark.parametrize("stage", ["Reading", "Counting"])
def test_a_killed_build_leaves_the_old_index_and_the_next_build_succeeds(
    few_games: Path, tmp_path: Path, stage: str
) -> None:
    old = tmp_path / "old.txt"
    old.write_text("f5d6c3\n")
    target = tmp_path / "index" / "games.sqlite"
    command = [sys.executable, "-c", KILLED, str(few_games), str(target), stage]
    assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
    assert not target.exists()
    build_index([old], target)
    assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
    assert leftovers(target) == {"games.sqlite.new"}
    assert games_in(target) == 1
    assert build_index([few_games], target).games == games_in(target) == 20
    assert leftovers(target) == set()


def test_two_builds_at_once_are_refused(few_games: Path, tmp_path: Path) -> None:
    target = tmp_path / "games.sqlite"
    tried: list[str] = []

    def build_again(_stage: str, _share: float) -> None:
        if not tried:
            with pytest.raises(OutflankError, match="another process is building") as refused:
                build_index([few_games], target)
            tried.append(str(refused.value))

    assert build_index([few_games], target, progress=build_again).games == 20
    assert tried


def test_a_reader_keeps_its_index_while_a_new_one_is_built(few_games: Path, tmp_path: Path) -> None:
    target = tmp_path / "games.sqlite"
    old = tmp_path / "old.txt"
    old.write_text("f5d6c3\n")
    build_index([old], target)
    with GameIndex(target) as before:
        build_index([few_games], target)
        assert before.contents().games == 1
    assert games_in(target) == 20


FULL = """
import resource, signal, sys
from pathlib import Path
from outflank.archive import build_index
from outflank.errors import OutflankError

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, resource.RLIM_INFINITY))
try:
    build_index([Path(sys.argv[1])], Path(sys.argv[2]))
except OutflankError as error:
    print(error)
"""


def test_a_full_disk_is_reported_in_one_sentence(few_games: Path, tmp_path: Path) -> None:
    target = tmp_path / "games.sqlite"
    command = [sys.executable, "-c", FULL, str(few_games), str(target)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert done.stdout.startswith("the index cannot be written: ")
    assert done.stderr == ""
    assert leftovers(target) == set()
    assert not target.exists()
