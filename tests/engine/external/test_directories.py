"""Where programs run: in a folder that is named, or where their files are."""

import json
import os
import shlex
import sys
import textwrap
from pathlib import Path

import pytest

import outflank
from outflank.arena.engine_match import MatchPlayer
from outflank.arena.tournament_run import EngineTournament
from outflank.engine import Limit
from outflank.engine.external import ExternalProgram, GtpEngine, PlainEngine, Quirks
from outflank.errors import EngineError
from outflank.rules import Classic

START = Classic().start()
READS_ITS_FILE = "print(open('data/move.txt').read())"
QUICK = Limit(seconds=1)

runs_scripts = pytest.mark.skipif(os.name == "nt", reason="a script is no program on Windows")


def folder_with_move(folder: Path, move: str) -> Path:
    (folder / "data").mkdir(parents=True)
    (folder / "data" / "move.txt").write_text(move, encoding="ascii")
    return folder


def script(path: Path) -> Path:
    """Write a program that plays what its file says."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!{sys.executable} -S\n{READS_ITS_FILE}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def test_a_program_runs_in_the_directory_that_is_given(tmp_path: Path) -> None:
    folder_with_move(tmp_path, "f5")
    command = [sys.executable, "-S", "-c", READS_ITS_FILE]
    with PlainEngine(command, directory=tmp_path) as engine:
        assert str(engine.choose(START, QUICK)) == "f5"


@runs_scripts
def test_a_path_is_looked_for_in_the_directory_and_then_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = folder_with_move(tmp_path / "there", "c4")
    script(there / "program")
    script(tmp_path / "here" / "other")
    monkeypatch.chdir(tmp_path / "here")
    for name in ("plain:./program", "plain:./other"):
        with outflank.open_engine(name, programs=True, directory=there) as engine:
            assert str(engine.choose(START, QUICK)) == "c4"


def test_a_file_of_quirks_names_the_directory_from_where_it_lies(tmp_path: Path) -> None:
    folder_with_move(tmp_path / "program", "e6")
    file = tmp_path / "mine.toml"
    file.write_text('directory = "program"\n', encoding="utf-8")
    command = [sys.executable, "-S", "-c", READS_ITS_FILE]
    with PlainEngine(command, quirks=str(file)) as engine:
        assert str(engine.choose(START, QUICK)) == "e6"


@runs_scripts
@pytest.mark.parametrize("place", ["edax", "bin/edax"])
def test_a_program_that_reads_a_file_is_started_where_it_is(
    tmp_path: Path, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = folder_with_move(tmp_path / "home", "d3")
    program = script(home / place)
    quirks = Quirks(reads="data/move.txt")
    with PlainEngine(str(program), quirks=quirks) as engine:
        assert str(engine.choose(START, QUICK)) == "d3"
    here = folder_with_move(tmp_path / "here", "f5")  # it is here, too, and that counts
    monkeypatch.chdir(here)
    with PlainEngine(str(program), quirks=quirks) as engine:
        assert str(engine.choose(START, QUICK)) == "f5"


@pytest.mark.parametrize(
    ("program", "file"),
    [("edax", "data/eval.dat"), ("ntest", "coefficients"), ("scrzebra", "coeffs2.bin")],
)
def test_known_programs_say_what_they_read(tmp_path: Path, program: str, file: str) -> None:
    (tmp_path / file).mkdir(parents=True)
    command = [str(script(tmp_path / "bin" / program))]
    assert ExternalProgram("plain", command).directory == str(tmp_path)
    assert ExternalProgram("plain", [program]).directory == ""


def test_players_of_matches_and_tournaments_have_directories(tmp_path: Path) -> None:
    folder_with_move(tmp_path, "f5")
    name = f"plain:{shlex.join([sys.executable, '-S', '-c', READS_ITS_FILE])}"
    with MatchPlayer(name, directory=tmp_path).source.open() as engine:
        assert str(engine.choose(START, QUICK)) == "f5"
    text = f"""
        name = "Cup"
        engines.a = "7"
        engines.b = {{engine = {json.dumps(name)}, directory = {json.dumps(str(tmp_path))}}}
    """
    cup = EngineTournament.from_toml(textwrap.dedent(text))
    with cup.players[1].source.open() as engine:
        assert str(engine.choose(START, QUICK)) == "f5"


def test_a_wrong_directory_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match=r"there is no folder .*nowhere in which the program"):
        GtpEngine("gtp-rhino", directory=tmp_path / "nowhere")
    with pytest.raises(EngineError, match="only a program runs in a directory, and greedy is none"):
        outflank.open_engine("greedy", directory=tmp_path)
    with pytest.raises(EngineError, match="only a program runs in a directory, and level 7 is"):
        outflank.open_engine(7, directory=tmp_path)
