"""`outflank tournament run`: engines play a tournament without a server."""

import json
from pathlib import Path

import pytest

from support.command import Run

FILE = """
name = "Cup"
format = "knockout"
games = 2
size = 4
players = ["strong", "random", "greedy"]
engines.strong = {engine = "alphabeta", nodes = 50}
"""


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    path = tmp_path / "cup.toml"
    path.write_text(FILE)
    return path


def test_a_tournament_ends_with_its_tables_and_files(run: Run, cup: Path, tmp_path: Path) -> None:
    ggf, page, out = (str(tmp_path / name) for name in ("cup.ggf", "cup.html", "cup.jsonl"))
    done = run("tournament", "run", str(cup), "--ggf", ggf, "--html", page, "--out", out)
    assert done.code == 0
    head, *lines = done.out.splitlines()
    assert head.split() == ["#", "Name", "Games", "+", "=", "-", "Points", "SB", "Discs", "Elo",
                            "95", "%"]  # fmt: skip
    assert {line.split()[1] for line in lines[:3]} == {"strong", "random", "greedy"}
    assert Path(ggf).read_text().count("(;GM[Othello]") == 4
    assert "<title>Cup</title>" in Path(page).read_text(encoding="utf-8")
    assert len(Path(out).read_text().splitlines()) == 5
    again = run("tournament", "run", str(cup), "--out", out)
    assert again.out == done.out
    refused = run("tournament", "run", str(cup), "--html", page)
    assert (refused.code, refused.out) == (2, "")
    assert "already exists; --force overwrites it" in refused.err


def test_json_has_the_standings_and_the_settings(run: Run, cup: Path) -> None:
    done = run("tournament", "run", str(cup), "--json", "--seed", "9")
    plain = json.loads(done.out)
    assert plain["games"] == 4
    assert plain["standings"][0]["rank"] == 1
    assert plain["tournament"]["seed"] == 9
    assert [one["name"] for one in plain["players"]] == ["strong", "random", "greedy"]
    assert plain["warnings"] == []


def test_a_wrong_file_is_refused_in_one_sentence(run: Run, cup: Path, tmp_path: Path) -> None:
    done = run("tournament", "run", str(tmp_path / "none.toml"))
    assert done.code == 2
    assert "none.toml cannot be read: No such file or directory" in done.err
    cup.write_text(FILE + "size = 5")
    done = run("tournament", "run", str(cup))
    assert done.code == 2
    assert done.err.startswith(f"Error: {cup}:")
    cup.write_bytes(b"\xff\xfe")
    assert "is not a text file" in run("tournament", "run", str(cup)).err
