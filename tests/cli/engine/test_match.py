"""`outflank match`: two engines play each other, are interrupted, and go on."""

import functools
import json
import sys
from pathlib import Path

import pytest

from outflank.arena.engine_match import GamesFile
from support.command import Run
from support.paths import GTP_PLAYER

ONE_BY_ONE = ("--concurrency", "1")  # in this process, since others need a moment to start
SMALL = ("--size", "6", "--plies", "4", *ONE_BY_ONE)
TINY = ("--size", "4", "--plies", "2", *ONE_BY_ONE)


@pytest.fixture
def run(run: Run) -> Run:
    """Call `outflank match` in this process."""
    return functools.partial(run, "match")


def test_a_match_ends_with_a_table_and_a_summary(run: Run) -> None:
    done = run("positional", "random", "--pairs", "1", "--size", "4")  # as many at once as fit
    assert done.code == 0
    head, line, first, second, blank, *sentences = done.out.splitlines()
    assert head.split()[:4] == ["player", "wins", "draws", "losses"]
    assert set(line) == {"-", " "}
    assert first.startswith("positional")
    assert second.startswith("random")
    assert blank == ""
    assert sentences[0].startswith("Pairs: 0-2 x ")
    assert sentences[1].startswith("Elo of positional against random: ")
    assert sentences[2].startswith("Likelihood that positional is stronger: ")


def test_levels_are_named_as_such_and_equal_players_get_letters(run: Run) -> None:
    said = run("1", "1", "--pairs", "1", *TINY).out
    assert "Elo of level 1 (A) against level 1 (B): " in said
    assert [line.split("  ")[0] for line in said.splitlines()[2:4]] == [
        "level 1 (A)",
        "level 1 (B)",
    ]


def test_json_has_the_figures_and_the_settings(run: Run) -> None:
    limits = ("--nodes-b", "50", "--time", "5")
    done = run("positional", "alphabeta", *limits, "--pairs", "2", "--json", *SMALL)
    plain = json.loads(done.out)
    assert plain["games"] == 4
    assert sum(plain["pairs"]) == 2
    assert plain["match"]["players"] == [
        {"name": "positional", "seconds": 5.0, "depth": None, "nodes": None},
        {"name": "alphabeta", "seconds": 5.0, "depth": None, "nodes": 50},
    ]
    first, second = plain["players"]
    assert first["wins"] == second["losses"]
    assert first["points"] + second["points"] == 4
    assert first["discs"] == -second["discs"]
    assert (first["illegal moves"], first["time-outs"], first["crashes"]) == (0, 0, 0)


@pytest.mark.parametrize("variant", ["anti", "yesno"])
def test_other_variants_and_several_games_at_once(run: Run, variant: str) -> None:
    arguments = ("greedy", "random", "--variant", variant, "--pairs", "2", "--json", *SMALL)
    alone = json.loads(run(*arguments).out)
    together = json.loads(run(*arguments, "--concurrency", "2").out)  # overrides the earlier one
    assert alone["margin"] == together["margin"]
    assert alone["match"]["variant"] == variant


def test_openings_come_from_a_file(run: Run, tmp_path: Path) -> None:
    path, out = tmp_path / "openings.txt", tmp_path / "games.jsonl"
    path.write_text("f5d6c3\nf5f6e6\n")
    done = run("greedy", "random", "--openings", str(path), "--pairs", "2", "--out", str(out),
               *ONE_BY_ONE)  # fmt: skip
    assert done.code == 0
    games = [json.loads(line) for line in out.read_text().splitlines()[1:]]
    assert sorted(game["moves"][:8] for game in games) == sorted(2 * ["f5 d6 c3", "f5 f6 e6"])
    done = run("greedy", "random", "--openings", str(path), "--pairs", "3")
    assert (done.code, done.err) == (
        2,
        "Error: 3 pairs need 3 openings, but there are 2.\n",
    )


def test_the_built_in_openings_have_a_name(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    done = run("greedy", "random", "--openings", "balanced", "--pairs", "1", "--out", str(out),
               *ONE_BY_ONE)  # fmt: skip
    assert done.code == 0
    done = run("greedy", "random", "--openings", "balanced", "--size", "6")
    assert (done.code, done.err.splitlines()[-1]) == (
        2,
        "Error: the balanced openings are for classic Othello on 8x8.",
    )


def test_the_same_command_continues_an_interrupted_match(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    out = tmp_path / "games.jsonl"
    arguments = ("positional", "random", "--pairs", "3", "--json", *SMALL)
    whole = json.loads(run(*arguments).out)
    add = GamesFile.add

    def add_and_stop(games_file: GamesFile, game: object) -> None:
        add(games_file, game)  # type: ignore[arg-type]
        if len(games_file.games) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(GamesFile, "add", add_and_stop)
    done = run(*arguments, "--out", str(out))
    assert done.code == 130
    assert done.out == ""
    assert f"3 of 6 games are in {out}; run the same command to continue the match." in done.err
    monkeypatch.setattr(GamesFile, "add", add)
    resumed = json.loads(run(*arguments, "--out", str(out)).out)
    for figure in ("games", "pairs", "margin", "elo"):
        assert resumed[figure] == whole[figure]
    again = json.loads(run(*arguments, "--out", str(out)).out)
    assert again == resumed
    assert len(out.read_text().splitlines()) == 7


def test_the_file_of_another_match_is_refused(run: Run, tmp_path: Path) -> None:
    out = str(tmp_path / "games.jsonl")
    assert run("greedy", "random", "--pairs", "1", "--out", out, *SMALL).code == 0
    done = run("greedy", "random", "--pairs", "1", "--out", out, "--size", "8", *ONE_BY_ONE)
    assert done.code == 2
    assert done.err == f"Error: {out} holds another match: its size is 6, not 8.\n"


def test_a_program_that_speaks_gtp_plays_and_its_faults_are_counted(
    run: Run, tmp_path: Path
) -> None:
    name = f"gtp:'{sys.executable}' '{GTP_PLAYER}' '{tmp_path / 'log'}'"
    assert run("random", name, "--pairs", "1", *SMALL).code == 0
    done = run("random", f"{name} illegal", "--pairs", "1", *SMALL)
    assert "other than on the board: 2 illegal moves. The last: " in done.out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("nobody", "greedy"), "there is no engine 'nobody'"),
        (("greedy", "gtp:no-such-program"), "no-such-program cannot be started"),
        (
            ("greedy", "random", "--size", "4", "--plies", "40"),
            "no game of Othello on 4x4 lasts longer than 40",
        ),
        (
            ("greedy", "random", "--plies", "4", "--openings", __file__),
            "--plies is for random openings",
        ),
        (("greedy", "random", "--openings", "missing.txt"), "there is no file 'missing.txt'"),
        (("greedy", "random", "--time", "0"), "0.0 is not in the range"),
        (("greedy", "random", "--variant", "chess"), "there is no variant 'chess'"),
        (("greedy",), "B is missing; usage: outflank match [OPTIONS] A B"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(
    run: Run, arguments: tuple[str, ...], sentence: str
) -> None:
    done = run(*arguments)
    assert done.code == 2
    assert sentence in done.err
    assert done.err.count("\n") == 1


def test_a_test_stops_the_match_when_it_is_decided(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    arguments = ("positional", "random", "--sprt", "0", "200", "--alpha", "0.2", "--beta", "0.2")
    done = run(*arguments, "--json", "--out", str(out), *SMALL)
    plain = json.loads(done.out)
    assert plain["sprt"]["accepted"] == "elo1"
    assert plain["sprt"]["pairs"] * 2 == plain["games"] < 100
    assert plain["warnings"] == []
    again = json.loads(run(*arguments, "--json", "--out", str(out), *SMALL).out)
    assert (again["games"], again["sprt"]) == (plain["games"], plain["sprt"])
    said = run(*arguments, "--pairs", "1", *SMALL).out.splitlines()[-1]
    assert said.startswith("Test of 0 against 200 Elo: ")
    done = run("positional", "random", "--sprt", "5", "1", *SMALL)
    assert (done.code, done.out) == (2, "")


def test_games_and_a_report_are_written_but_never_overwrite_a_file(
    run: Run, tmp_path: Path
) -> None:
    ggf, page = tmp_path / "games.ggf", tmp_path / "report.html"
    arguments = ("greedy", "random", "--pairs", "2", "--ggf", str(ggf), "--html", str(page))
    assert run(*arguments, "--adjudicate", "6", *SMALL).code == 0
    assert ggf.read_text().count("(;GM[Othello]PB[") == 4
    html = page.read_text(encoding="utf-8")
    assert html.startswith("<!doctype html>")
    assert "<title>greedy - random</title>" in html
    assert (
        ">0.5</text>" not in html.split("<h2>Discs</h2>")[1].split("</svg>")[0]
    )  # games are whole
    done = run(*arguments, *SMALL)
    assert (done.code, done.out) == (2, "")
    assert f"{ggf} already exists; --force overwrites it" in done.err
    assert run(*arguments, "--force", *SMALL).code == 0
