"""`outflank games`: building an index, looking up positions, listing games, and no index."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from support.command import Run
from support.pty_terminal import Terminal
from support.sample_games import random_games, table_of


@pytest.fixture
def built(run: Run, tmp_path: Path) -> Path:
    """An index of forty games in its usual place."""
    source = tmp_path / "games.tsv"
    source.write_text(table_of(random_games(40)))
    done = run("games", "build", str(source))
    target = tmp_path / "home" / "games.sqlite"
    assert done.code == 0
    assert re.fullmatch(
        rf"40 games with [\d,]+ positions are in {re.escape(str(target))}\.\n", done.out
    )
    assert done.err == ""
    return source


def test_a_position_is_looked_up_with_and_without_the_word_ask(run: Run, built: Path) -> None:
    done = run("games", "f5")
    assert (done.code, done.err) == (0, "")
    assert done.out == run("games", "ask", "f5").out
    assert re.match(
        r"40 games from 2000 to 2006\.\nBlack won \d+\.\d %, White \d+\.\d %, \d+\.\d % were "
        r"drawn\. Black's average: [-+]\d+\.\d discs\.\n\n"
        r"move +games +share +Black won +drawn +White won",
        done.out,
    )
    assert re.search(r"^d6 +\d+ .* Perpendicular", done.out, re.MULTILINE)
    assert re.search(r"^player +games +as Black +won +drawn +lost$", done.out, re.MULTILINE)
    assert re.search(
        r"^no\. +year +tournament +Black +White +score +opening$", done.out, re.MULTILINE
    )
    assert "\nyear " not in done.out
    assert re.search(r"^2006 +\d+", run("games", "f5", "--by-year").out, re.MULTILINE)
    start = run("games")
    assert "f5       40  100.0 %" in start.out
    assert "d3 c4 e6" in start.out


def test_json_has_the_same_figures(run: Run, built: Path) -> None:
    facts = json.loads(run("games", "c4", "--json", "--games", "2", "--players", "1").out)
    assert facts["games"] == facts["black_wins"] + facts["draws"] + facts["white_wins"] == 40
    assert sum(one["games"] for one in facts["moves"]) == 40
    assert {one["opening"] for one in facts["moves"]} <= {"Perpendicular", "Diagonal", "Parallel"}
    assert sum(one["games"] for one in facts["years"]) == 40
    assert (len(facts["examples"]), len(facts["players"])) == (2, 1)


def test_filters_apply_to_lookups_and_lists(run: Run, built: Path) -> None:
    asked = json.loads(run("games", "--player", "cleo", "--years", "2001-2003", "--json").out)
    listed = json.loads(
        run("games", "list", "--player", "cleo", "--years", "2001-2003", "--json", "--all").out
    )
    assert asked["games"] == len(listed) > 0
    assert {one["year"] for one in asked["years"]} <= {2001, 2002, 2003}
    assert all("Cleo Kim" in (one["black"], one["white"]) for one in listed)
    since = json.loads(run("games", "--years", "2004-", "--json").out)
    assert [one["year"] for one in since["years"]] == [2004, 2005, 2006]
    nothing = run("games", "list", "--year", "1977")
    assert (nothing.code, nothing.out) == (0, "There are no such games.\n")
    assert run("games", "--tournament", "nowhere").out == "There are no such games.\n"
    assert run("games", "f5f4", "--year", "1977").out == (
        "Parallel: no game comes through this position.\n"
    )


def test_games_are_listed_as_table_csv_and_transcripts(run: Run, built: Path) -> None:
    lines = run("games", "list", "f5", "--most", "4").out.splitlines()
    assert len(lines) == 6
    csv = run("games", "list", "--csv", "--all").out.splitlines()
    assert csv[0] == "number,year,tournament,black,white,margin,winner,opening,moves"
    assert len(csv) == 41
    transcripts = run("games", "list", "--transcripts", "--all").out
    assert len(transcripts.splitlines()) == 40
    again = run("convert", "-", "-", "--to", "transcript", stdin=transcripts)
    assert again.out == transcripts


def test_info_shows_what_the_index_holds(run: Run, built: Path) -> None:
    assert ": 40 games of 5 players, 2000 to 2006.\n" in run("games", "info").out
    facts = json.loads(run("games", "info", "--json").out)
    assert facts["sources"] == [{"name": "games.tsv", "games": 40}]


def test_without_an_index_one_sentence_says_how_to_get_games(run: Run, tmp_path: Path) -> None:
    for arguments in (("games",), ("games", "list"), ("games", "info"), ("games", "f5")):
        done = run(*arguments)
        assert done.code == 1
        assert done.out == ""
        assert done.err.startswith("Error: there is no index of games at ")
        assert done.err.endswith(
            "WTHOR database (https://www.ffothello.org/informatique/la-base-wthor/).\n"
        )
        assert done.err.count("\n") == 1
    assert not (tmp_path / "home" / "games.sqlite").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--years", "soon"), "Error: 'soon' is not a year or a range of years; try "),
        (("--years", "2010-2000"), "Error: '2010-2000' is not a year or a range of years; "),
        (
            ("--player", "Cleo Kin"),
            "Error: there is no player 'Cleo Kin'; did you mean 'Cleo Kim'?",
        ),
        (
            ("--player", "archer"),
            "Error: 2 players match 'archer'; write more of the name: 'Ann Archer'",
        ),
        (("f5f5",), "Error: line 1, column 3: f5 is occupied; white may play f4, d6, f6.\n"),
    ],
)
def test_bad_questions_are_refused_in_one_sentence(
    run: Run, built: Path, arguments: tuple[str, ...], message: str
) -> None:
    done = run("games", *arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(message)
    assert done.err.count("\n") == 1


def test_bad_games_are_reported_and_counted(run: Run, tmp_path: Path) -> None:
    source = tmp_path / "games.tsv"
    source.write_text("moves\nf5d6\n" + "f5f5\n" * 7)
    done = run("games", "build", str(source), "--index", str(tmp_path / "mine.sqlite"))
    assert done.code == 0
    assert done.out.startswith("1 game with 3 positions")
    lines = done.err.splitlines()
    assert len(lines) == 6
    assert lines[0] == f"Skipped: {source}: move 2 of the game ? - ? cannot be played"
    assert lines[-1] == "Skipped: 2 more games."
    missing = run("games", "build", str(tmp_path / "none"))
    assert missing.code == 2
    assert missing.err == f"Error: there is no file '{tmp_path / 'none'}'.\n"


def test_ctrl_c_ends_a_build_and_leaves_nothing(tmp_path: Path) -> None:
    source = tmp_path / "games.tsv"
    source.write_text(table_of([*random_games(40)] * 300))
    target = tmp_path / "games.sqlite"
    terminal = Terminal("games", "build", str(source), "--index", str(target))
    terminal.until("Building")
    terminal.interrupt()
    terminal.until("Interrupted.")
    assert terminal.wait() == 130
    assert not target.exists()
    assert not target.with_name("games.sqlite.new").exists()
