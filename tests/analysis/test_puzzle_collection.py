"""The collection of puzzles: found by id, chosen by theme and rating, one of every day."""

from __future__ import annotations

import subprocess
import sys
import zlib
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from outflank.analysis import THEMES, PuzzleCollection, own_puzzles, theme_name, theme_sentence
from outflank.analysis.puzzle_collection.puzzle_file import packed
from outflank.errors import InvalidValue, NotationError, UnknownName
from outflank.learning import puzzle_subject
from outflank.rules import Position, Score, ScoreKind, Square, Symmetry

OWN = own_puzzles()


def test_a_puzzle_is_found_by_its_id_and_knows_its_place() -> None:
    for place in range(0, len(OWN), len(OWN) // 50):
        puzzle = OWN[place]
        assert puzzle.number == place + 1
        assert OWN.find(puzzle.id) == puzzle
        assert puzzle_subject(puzzle.position) == f"puzzle/{puzzle.id}"
        turned = replace(puzzle, position=puzzle.position.transform(Symmetry.ROTATE_RIGHT))
        assert turned.id == puzzle.id
    for id_of_none in ("", "aaaaaaaaaa", "7777777777", "zzzzzzzzzzz", "é"):
        assert OWN.find(id_of_none) is None


def test_a_part_finds_only_its_own_puzzles() -> None:
    hard, easy = own_puzzles("hard"), own_puzzles("easy")
    assert hard.find(hard[0].id) == hard[0]
    assert hard.find(easy[0].id) is None
    assert easy[3:5].find(easy[4].id) == easy[4]
    assert easy[3:5].find(easy[5].id) is None


def test_puzzles_are_chosen_by_theme_rating_and_grade() -> None:
    corners = OWN.chosen(theme="corner")
    assert 0 < len(corners) < len(OWN)
    assert all("corner" in puzzle.themes for puzzle in corners[:200])
    some = corners.chosen(lowest=1000, highest=1400)
    assert 0 < len(some) < len(corners)
    assert all(1000 <= puzzle.rating <= 1400 and "corner" in puzzle.themes for puzzle in some[:200])
    assert len(OWN.chosen()) == len(OWN)
    assert len(OWN.chosen(lowest=3000)) == 0
    assert len(OWN.chosen(grade="hard")) == len(own_puzzles("hard"))
    with pytest.raises(UnknownName, match=r"^there is no theme 'cornr'; did you mean 'corner'\?"):
        OWN.chosen(theme="cornr")
    with pytest.raises(UnknownName, match=r"^there is no grade 'harsh'"):
        OWN.chosen(grade="harsh")


def test_the_puzzle_of_the_day_is_moderate_and_comes_back_only_after_all_others() -> None:
    first = date(2026, 1, 1)
    moderate = len(OWN.chosen(lowest=1300, highest=1700))
    days = [OWN.of_day(first + timedelta(days=day)) for day in range(min(moderate, 400))]
    assert len({puzzle.number for puzzle in days}) == len(days)
    assert all(1300 <= puzzle.rating <= 1700 for puzzle in days)
    assert OWN.of_day(first + timedelta(days=moderate)) == days[0]
    easy = OWN.chosen(highest=1000)
    assert easy.of_day(first).rating <= 1000


def test_every_theme_has_a_name_and_a_sentence() -> None:
    assert len({theme_name(theme) for theme in THEMES}) == len(THEMES) <= 32
    assert all(theme_sentence(theme).endswith(".") for theme in THEMES)
    with pytest.raises(UnknownName, match="there is no theme 'nothing'"):
        theme_name("nothing")


def test_a_file_keeps_everything_about_its_puzzles(tmp_path: Path) -> None:
    puzzles = [replace(puzzle, number=place) for place, puzzle in enumerate(OWN[5:9], 1)]
    path = tmp_path / "mine.puzzles"
    path.write_bytes(packed(puzzles))
    assert list(PuzzleCollection.read(path)) == puzzles == list(PuzzleCollection(puzzles))
    assert list(PuzzleCollection([])) == []


def test_a_damaged_file_is_refused_in_one_sentence(tmp_path: Path) -> None:
    whole = packed(OWN[:3])
    lines = whole.split(b"\n", 2)
    wrong_moves = replace(OWN[0], known={Square.parse("a1"): Score(2, ScoreKind.EXACT)})
    damaged = [
        whole[:-1],
        whole[: len(whole) // 2],
        whole[:-20] + bytes(20),
        b"\n".join([lines[0], b"{}", lines[2]]),
        b"\n".join([lines[0], lines[1].replace(b'"count": 3', b'"count": 2'), lines[2]]),
        b"\n".join([lines[0], lines[1].replace(b'"count": 3', b'"count": -1'), lines[2]]),
        b"\n".join([lines[0], lines[1], zlib.compress(b"")]),
        lines[0] + b"\n",
    ]
    path = tmp_path / "damaged.puzzles"
    for data in damaged:
        path.write_bytes(data)
        with pytest.raises(NotationError, match=r"^the file of puzzles is damaged$"):
            PuzzleCollection.read(path)
    with pytest.raises(NotationError, match=r"^the file of puzzles is damaged$"):
        PuzzleCollection([wrong_moves])[0]
    path.write_bytes(b"something else")
    with pytest.raises(NotationError, match=r"^this is not a file of puzzles$"):
        PuzzleCollection.read(path)


def test_only_puzzles_of_classic_8x8_fit_into_a_file() -> None:
    for other in (Position.start(6), Position.start(8, "anti")):
        with pytest.raises(InvalidValue, match="only puzzles of classic 8x8"):
            PuzzleCollection([replace(OWN[0], position=other)])


def test_importing_the_library_does_not_read_the_puzzles() -> None:
    program = """
import outflank.analysis.puzzle_collection.puzzle_file as file
file.table_in = None
import outflank.analysis.puzzles
"""
    subprocess.run([sys.executable, "-c", program], check=True)
