"""`outflank convert`: from one format to another, and what it refuses or warns of."""

from __future__ import annotations

from pathlib import Path

from outflank import Game, read_file, write
from support.command import Run

TIGER = "f5d6c3d3c4"


def test_convert_converts_from_one_format_to_another(run: Run, tmp_path: Path) -> None:
    json_path, ggf_path = tmp_path / "a.json", tmp_path / "a.ggf"
    assert run("convert", TIGER, str(json_path)).err == "transcript to json: 1 record.\n"
    assert run("convert", str(json_path), str(ggf_path)).code == 0
    assert run("convert", str(ggf_path), "-", "--to", "transcript").out == TIGER + "\n"
    assert read_file(ggf_path).game.transcript == TIGER


def test_convert_keeps_existing_files_unless_forced(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    path.write_text("precious")
    done = run("convert", TIGER, str(path))
    assert (done.code, path.read_text()) == (2, "precious")
    assert "already exists; --force overwrites it" in done.err
    assert run("convert", TIGER, str(path), "--force").code == 0
    assert list(tmp_path.iterdir()) == [path]


def test_convert_skips_bad_games_and_says_so(run: Run) -> None:
    done = run("convert", "-", "-", "--to", "transcript", stdin="f5d6\nf5f5\nf5f6\n")
    assert done.out == "f5d6\nf5f6\n"
    assert "Skipped: line 2, column 3: f5 is occupied" in done.err
    assert "2 records, 1 skipped." in done.err
    assert run("convert", "-", "-", "--to", "transcript", "--strict", stdin="f5f5").code == 2


def test_convert_neither_offers_nor_writes_formats_that_are_only_read(
    run: Run, tmp_path: Path
) -> None:
    for target in (["-", "--to", "edax-book"], [str(tmp_path / "a.egbk3")]):
        done = run("convert", TIGER, *target)
        assert done.code == 2
        assert "can only be read, not written" in done.err
    for target in (["-", "--to", "word"], ["-"]):
        offered = run("convert", TIGER, *target).err
        assert "wthor" in offered
        assert "book" not in offered


def test_convert_warns_only_of_what_a_game_has(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.wtb"
    finished = "f5d6c5f4e7c6c7f6g5e6e3"
    assert run("convert", finished, str(path)).err == "transcript to wthor: 1 record.\n"
    done = run("convert", str(path), str(tmp_path / "games.sgf"))
    assert done.err == "wthor to sgf: 1 record.\n"


def test_convert_refuses_games_that_a_format_cannot_carry(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    write(Game(variant="yesno"), path)
    done = run("convert", str(path), str(tmp_path / "game.ggf"))
    assert done.code == 2
    assert "cannot carry the answers of Yes/No Othello" in done.err
    assert not (tmp_path / "game.ggf").exists()
