"""The command line: what it prints, where it writes, and how it refuses."""

from __future__ import annotations

import csv
import gc
import io
import json
import subprocess
import sys
from pathlib import Path

import click
import pytest

import outflank
from outflank import Game, native, write
from outflank.cli.progress import ProgressBar
from outflank.rules.handbook import handbook
from support.command import Run
from support.paths import ROOT

TIGER = "f5d6c3d3c4"


# show


def test_show_draws_a_transcript(run: Run) -> None:
    done = run("show", TIGER, "--ascii")
    assert done.code == 0
    assert "4  .  . [X](X) X  *  .  ." in done.out
    assert done.out.endswith("Black 6, White 3. White to move: b3 f3 f4 b5 g5 g6.\n")


def test_show_without_arguments_shows_the_start(run: Run) -> None:
    assert "Black to move: d3 c4 f5 e6." in run("show").out
    assert run("show", "--size", "12", "--ascii").out.splitlines()[6].startswith(" 6")


def test_show_says_that_a_side_must_pass(run: Run) -> None:
    assert "White has no move and must pass." in run("show", "XXXXXXXXXXXOXX-- O").out


def test_show_reads_standard_input(run: Run) -> None:
    assert "Black 6, White 3." in run("show", "-", stdin=TIGER).out


def test_show_lists_facts_as_json_and_csv(run: Run) -> None:
    (facts,) = json.loads(run("show", TIGER, "--json").out)
    assert facts["board"] == "------------------XO------XXX------OXX-----O--------------------"
    assert facts["turn"] == "white"
    assert facts["legal"] == ["b3", "f3", "f4", "b5", "g5", "g6"]
    (row,) = csv.DictReader(io.StringIO(run("show", TIGER, "--csv").out))
    assert row["black"] == "6"
    assert row["legal"] == "b3 f3 f4 b5 g5 g6"


def test_show_chooses_a_game_and_a_ply(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text("f5d6\nf5f6e6\n")
    done = run("show", str(path), "--ascii")
    assert "This is game 1 of 2: --game N shows another" in done.out
    (facts,) = json.loads(run("show", str(path), "--game", "2", "--ply", "1", "--json").out)
    assert facts["plies"] == 1
    assert len(json.loads(run("show", str(path), "--json").out)) == 2
    assert "there is no game 3: the collection has 2" in run("show", str(path), "--game", "3").err
    assert "there is no ply 9: the game has 2" in run("show", str(path), "--ply", "9").err


def test_a_board_may_be_given_as_an_argument_though_it_begins_with_a_dash(run: Run) -> None:
    board = "-----OX--XO----- O"
    (facts,) = json.loads(run("show", board, "--json").out)
    assert (facts["size"], facts["turn"]) == (4, "white")
    assert run("convert", board, "-", "--to", "board").out == f"{board}\n"
    assert json.loads(run("perft", "1", "--position", board, "--json").out)[0]["leaves"] == 4
    assert "there is no option --bord" in run("show", "--bord").err


def test_show_writes_a_picture(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "tiger.svg"
    assert run("show", TIGER, "--svg", str(path)).code == 0
    assert path.read_text(encoding="utf-8").startswith("<svg")
    assert run("show", TIGER, "--svg", "-", "--skin", "xo").out.startswith("<svg")
    assert "cannot be written" in run("show", TIGER, "--svg", "/no/such/folder.svg").err
    assert "already exists" in run("show", TIGER, "--svg", str(path)).err
    assert run("show", TIGER, "--svg", str(path), "--force").code == 0
    assert "choose one" in run("show", TIGER, "--svg", "-", "--json").err
    drawn = run("show", "--start", "r12", "--seed", "3", "--json")
    assert '"empties": 52' in drawn.out
    assert "leave WHAT out" in run("show", TIGER, "--start", "usual").err
    assert "go with --start" in run("show", "--seed", "3").err
    pixels = tmp_path / "tiger.PNG"
    assert run("show", TIGER, "--picture", str(pixels)).code == 0
    assert pixels.read_bytes().startswith(b"\x89PNG")


def test_show_prints_the_oracles_answer_and_the_result(run: Run, tmp_path: Path) -> None:
    game = Game(variant="yesno")
    path = tmp_path / "game.json"
    write(game, path)
    assert "The oracle has not answered yet." in run("show", str(path)).out
    game.hear("maybe")
    write(game, path)
    assert "The oracle says maybe." in run("show", str(path)).out
    assert "Over: black wins 13-0 (wipe-out)." in run("show", "f5d6c5f4e7f6g5e6e3").out


# perft


def test_perft_prints_a_row_for_each_depth(run: Run) -> None:
    rows = json.loads(run("perft", "5", "--json").out)
    assert [row["leaves"] for row in rows] == [4, 12, 56, 244, 1396]
    assert "1,396" in run("perft", "5").out


def test_perft_divides_by_first_move(run: Run) -> None:
    rows = list(csv.DictReader(io.StringIO(run("perft", "4", "--divide", "--csv").out)))
    assert rows[0] == {"move": "d3", "leaves": "61"}
    assert rows[-1] == {"move": "total", "leaves": "244"}


def test_perft_counts_passes_as_asked(run: Run) -> None:
    counts = [
        json.loads(run("perft", "10", "--size", "4", "--pass", passes, "--json").out)[-1]["leaves"]
        for passes in ("ply", "free")
    ]
    assert counts == [36_540, 41_636]


def test_perft_starts_from_any_position(run: Run) -> None:
    rows = json.loads(run("perft", "1", "--position", TIGER, "--json").out)
    assert rows[0]["leaves"] == 6
    assert run("perft", "0", "--json").out.count('"leaves": 1') == 1


# The rest


def test_the_rules_command_prints_the_handbook(run: Run) -> None:
    assert run("rules").out == handbook()


def test_version_says_whether_the_core_is_installed(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(native, "available", lambda: True)
    assert run("--version").out.startswith(f"outflank {outflank.__version__} (native core")
    monkeypatch.setattr(native, "available", lambda: False)
    assert "without the native core" in run("--version").out


def test_every_command_without_the_core_prints_a_note(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(native, "available", lambda: False)
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    assert run("rules").err.startswith("Note: without the native core")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["shwo"], "there is no command 'shwo'; did you mean 'show'?"),
        (["show", "nonsense"], "not in any known notation; write moves such as f5d6c3"),
        (["show", "--siez", "6"], "there is no option --siez; did you mean --size?"),
        (["show", "--wild"], "there is no option --wild; --help lists them."),
        (["launcher", "instal"], "there is no command 'instal'; did you mean 'install'?"),
        (["perft", "99"], "99 is not in the range 0 to 60"),
        (["show", "--game", "0"], "0 is not in the range from 1 up"),
        (["match", "1", "2", "--time", "0"], "0.0 is not in the range above 0"),
        (["show", "f5d6a1"], "line 1, column 5: a1 outflanks nothing"),
        (["show", "--variant", "chess"], "there is no variant 'chess'"),
        (["show", "--skin", "polka"], "there is no skin 'polka'"),
        (["perft"], "DEPTH is missing; usage: outflank perft [OPTIONS] DEPTH"),
        (["perft", "five"], "DEPTH: 'five' is not a whole number"),
        (["show", ""], "nothing to read"),
        (["show", "-"], "nothing to read"),
        (["perft", "3", "--position", "f5f5"], "f5 is occupied"),
        (["perft", "0", "--divide"], "needs a depth of at least 1"),
        (
            ["convert", TIGER, "-"],
            "'-' does not show the format; add --to with one of quest, kaggle",
        ),
        (["convert", TIGER, "-", "--to", "word"], "there is no format 'word'"),
        (["convert", TIGER, "/no/such/folder.json"], "cannot be written"),
        (["convert", "f5f5", "-", "--to", "ggf"], "f5 is occupied"),
    ],
)
def test_bad_input_ends_in_one_sentence_and_exit_code_2(
    run: Run, arguments: list[str], problem: str
) -> None:
    done = run(*arguments)
    assert done.code == 2
    assert done.out == ""
    (sentence,) = done.err.splitlines()
    assert sentence.startswith("Error: ")
    assert problem in sentence


def test_help_is_a_command_too(run: Run) -> None:
    assert run("help").out == run("--help").out
    assert run("help", "solve").out == run("solve", "--help").out
    assert run("help", "admin", "key").out == run("admin", "key", "--help").out
    assert "did you mean 'solve'?" in run("help", "slove").err


@pytest.mark.parametrize("group", [["launcher"], ["admin"], ["admin", "key"], ["tournament"]])
def test_a_group_without_a_command_prints_its_help_and_exits_with_code_2(
    run: Run, group: list[str]
) -> None:
    done = run(*group)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"Usage: outflank {' '.join(group)} ")
    assert "Error" not in done.err


def test_an_unreadable_file_is_reported_in_one_sentence(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "secret.ggf"
    path.write_text("(;GM[Othello];)")

    def refuse(self: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "read_bytes", refuse)
    done = run("show", str(path))
    assert done.code == 2
    assert len(done.err.splitlines()) == 1
    assert "secret.ggf" in done.err


@pytest.mark.parametrize("command", ["show", "rules", "perft 3", "--help"])
def test_output_that_cannot_be_written_is_reported_in_one_sentence(command: str) -> None:
    words = f"{sys.executable} -m outflank {command} > /dev/full"
    done = subprocess.run(["sh", "-c", words], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "Error: No space left on device.\n"


def test_closed_streams_cause_no_traceback() -> None:
    for redirection in ("<&-", ">&-"):
        words = f"{sys.executable} -m outflank show - {redirection}"
        done = subprocess.run(["sh", "-c", words], capture_output=True, text=True, check=False)
        assert "Traceback" not in done.stderr


def test_every_help_page_has_an_example() -> None:
    context = click.Context(main_group(), info_name="outflank")
    for name in main_group().list_commands(context):
        command = main_group().get_command(context, name)
        assert command is not None
        assert "Example" in command.get_help(context), name


def main_group() -> click.Group:
    from outflank.cli import outflank as group

    return group


def test_the_reference_page_equals_the_help_of_the_commands() -> None:
    # In a process of its own: click remembers help options from other tests' calls.
    program = [sys.executable, str(ROOT / "tools" / "cli_reference.py"), "--check"]
    done = subprocess.run(program, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr or "run python tools/cli_reference.py"


def test_listing_the_commands_imports_none_of_them() -> None:
    program = (
        "import sys; from outflank.cli import outflank as o; o.main(['--help'], standalone_mode=0);"
        "print([name for name in sys.modules if name.startswith(('outflank.play', 'outflank.dr'))])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_starting_command_seldom_collects_garbage(
    run: Run, request: pytest.FixtureRequest
) -> None:
    before = gc.get_threshold()
    request.addfinalizer(lambda: gc.set_threshold(*before))
    gc.set_threshold(700, 10, 10)
    assert run("show").code == 0
    assert gc.get_threshold()[0] >= 50_000


def test_a_bar_appears_only_for_long_work_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    times = iter([0.0, 0.5, 2.0, 2.01, 4.0])
    monkeypatch.setattr("outflank.cli.progress.time.monotonic", lambda: next(times))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with ProgressBar("counting") as progress:
        progress(1, 8)
        assert capsys.readouterr().err == ""
        progress(2, 8)
        assert "counting ██░" in capsys.readouterr().err
        progress(3, 8)
        assert capsys.readouterr().err == ""
        progress(4, 8)
        assert "50%" in capsys.readouterr().err
    assert capsys.readouterr().err == "\r\033[K"


def test_work_done_before_does_not_count_in_the_time_left(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    times = iter([0.0, 10.0, 20.0])
    monkeypatch.setattr("outflank.cli.progress.time.monotonic", lambda: next(times))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with ProgressBar("playing", before=6) as progress:
        progress(6, 16)
        assert " 38%" in (shown := capsys.readouterr().err)
        assert "left" not in shown
        progress(8, 16)
        assert " 50% 80 s left" in capsys.readouterr().err


def test_a_bar_pulses_for_work_of_unknown_length(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    times = iter([0.0, 0.5, 1.55, 1.75, 2.25, 3.35])
    monkeypatch.setattr("outflank.cli.progress.time.monotonic", lambda: next(times))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with ProgressBar("Solving") as progress:
        progress.pulse("too soon")
        assert capsys.readouterr().err == ""
        bars = []
        for _ in range(4):
            progress.pulse("12 s")
            bars.append(capsys.readouterr().err)
    assert all(bar.count("█") == 4 and bar.endswith("░ 12 s\033[K") for bar in bars[1:])
    assert len(set(bars[:3])) == 3
    assert bars[3] == bars[0]  # there and back


@pytest.mark.parametrize("dumb", [("TERM", "dumb"), ("", "")])
def test_no_bar_is_drawn_where_nobody_could_read_it(
    dumb: tuple[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    times = iter([0.0, 5.0, 9.0])
    monkeypatch.setattr("outflank.cli.progress.time.monotonic", lambda: next(times))
    if dumb[0]:
        monkeypatch.setenv(*dumb)
        monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with ProgressBar("Solving") as progress:
        progress.pulse("12 s")
        progress(1, 2)
    assert capsys.readouterr().err == ""
