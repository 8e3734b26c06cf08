"""The commands of the engine: solve, analyse and bench."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from outflank import native
from outflank.cli.engine.bench import print_bench
from outflank.cli.output import Row
from outflank.engine.bench import BENCH_POSITIONS, BenchPosition, bench
from outflank.rules import Classic, YesNo, parse_move
from support.command import Run
from support.paths import DATA

pytestmark = pytest.mark.native

SOAK = "OUTFLANK_SOAK" in os.environ
SMALL = "-OX-XOOXXXXXOOOO O"
SMALL_LABELLED = "-OX-XOOXXXXXOOOO O; D1:+4; --:-127;"


@pytest.fixture
def labelled(tmp_path: Path) -> Path:
    """A file of two positions, the second with a wrong label."""
    path = tmp_path / "two.obf"
    path.write_text(f"{SMALL_LABELLED}\n-OX-XOOXXXXXOOOO O; D1:+6;\n", encoding="ascii")
    return path


# solve


def test_solve_prints_a_table_with_totals(run: Run) -> None:
    done = run("solve", SMALL, "--threads", "1", "--hash", "1")
    assert done.code == 0, done.err
    heads, _, row, totals = done.out.splitlines()
    assert heads.split() == ["#", "empties", "move", "score", "nodes", "seconds", "line"]
    assert row.split()[:4] == ["1", "2", "d1", "+4"]
    assert re.match(r"1 position: [\d,]+ nodes in [\d.]+ s", totals)


def test_solve_compares_with_the_labels_of_a_file(run: Run, labelled: Path) -> None:
    done = run("solve", str(labelled), "--hash", "1")
    assert "expected" in done.out.splitlines()[0]
    assert " +4 ok " in done.out
    assert " +6 no " in done.out
    assert "2 positions, 1 of 2 agree with the file" in done.out


def test_solve_prints_one_object_per_position(run: Run, labelled: Path) -> None:
    lines = run("solve", str(labelled), "--json", "--hash", "1").out.splitlines()
    first, second = map(json.loads, lines)
    assert {"move", "score", "nodes", "seconds", "line", "expected", "correct"} == set(first)
    assert (first["move"], first["score"], first["line"][0]) == ("d1", 4, "d1")
    assert (first["expected"], first["correct"]) == (4, True)
    assert (second["expected"], second["correct"]) == (6, False)
    assert first["nodes"] > 0
    unlabelled = json.loads(run("solve", SMALL, "--json", "--hash", "1").out)
    assert {"move", "score", "nodes", "seconds", "line"} == set(unlabelled)


def test_solve_scores_every_move(run: Run) -> None:
    line = (DATA / "endgames.obf").read_text(encoding="ascii").splitlines()[75]
    labels = {move.lower(): int(score) for move, score in re.findall(r"(\w\d):([+-]\d+)", line)}
    assert len(labels) > 1
    found = json.loads(run("solve", "-", "--all", "--json", "--hash", "1", stdin=line).out)
    assert found["moves"] == labels
    assert found["correct"]
    assert found["wrong"] == []
    table = run("solve", "-", "--all", "--hash", "1", stdin=line).out
    assert all(f"{move}:{score:+d}" in table for move, score in labels.items())


def test_solve_names_the_moves_whose_scores_are_wrong_in_the_file(run: Run, labelled: Path) -> None:
    lines = run("solve", str(labelled), "--all", "--json", "--hash", "1").out.splitlines()
    assert [json.loads(line)["wrong"] for line in lines] == [[], ["d1"]]
    assert "d1:+4?" in run("solve", str(labelled), "--all", "--hash", "1").out


def test_solve_finds_out_only_who_wins(run: Run, labelled: Path) -> None:
    done = run("solve", str(labelled), "--wld", "--hash", "1")
    assert done.out.count(" win ok ") == 2
    found = json.loads(run("solve", SMALL, "--wld", "--json", "--hash", "1").out)
    assert found["score"] == 1


def test_solve_solves_the_start_of_a_small_board(run: Run) -> None:
    found = json.loads(run("solve", "--size", "4", "--json", "--hash", "1").out)
    assert found["score"] == -10
    position = Classic().start(4)
    for move in found["line"]:
        position = position.play(parse_move(move))
    assert position.is_over


def test_solve_shows_the_winning_chance_in_games_of_chance(run: Run) -> None:
    arguments = ["solve", "-OX-XOOXXXXXOOOO O", "--variant", "yesno", "--wld", "--hash", "1"]
    found = json.loads(run(*arguments, "--json").out)
    assert 0 < found["win_chance"] < 1
    row = run(*arguments).out.splitlines()[2]
    assert row.split()[3:5] == [f"{found['score']:+g}", f"{found['win_chance']:.1%}"]


def test_solve_starts_after_the_given_answer(run: Run) -> None:
    arguments = ["solve", SMALL, "--variant", "yesno", "--hash", "1", "--json"]
    before, heard = (json.loads(run(*arguments, *more).out) for more in ([], ["--answer", "no"]))
    assert before["move"] is None
    assert (heard["move"], heard["line"]) == ("d1", ["d1"])
    assert heard["score"] > before["score"]  # white's own disc


def test_solve_passes_if_it_must(run: Run) -> None:
    found = json.loads(run("solve", "XXXXXXXXXXXOXX-- O", "--json", "--hash", "1").out)
    assert found["move"] == "pass"
    assert found["line"][0] == "pass"
    assert found["score"] < 0


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ([], "give a position or a file to solve, or a board --size"),
        (["XXXXXXXXXXXXXXX- X"], r"over: black wins 15-0 \(.*\), so there is nothing to solve"),
        (["----------------" + " X"], "there are no discs on the board, so the game is over"),
        (["-OX-XOOXXXXXOOO O"], "board|squares|letters"),
        ([SMALL, "--hash", "0"], "Error: --hash: "),
        ([SMALL, "--threads", "0"], "Error: --threads: "),
        ([SMALL, "--size", "5"], "Error: --size: "),
        (["no-such-file.obf"], "no-such-file"),
        ([SMALL, "--variant", "chess"], "chess"),
        ([SMALL, "--answer", "no"], "there is no oracle in Othello; try --variant yesno"),
        ([SMALL, "XXXXXXXXXXXXXXX- X"], "XXXXXXXXXXXXXXX- X: the game is over"),
    ],
)
def test_solve_refuses_unsolvable_input_in_one_sentence(
    run: Run, arguments: list[str], problem: str
) -> None:
    done = run("solve", *arguments)
    assert done.code == 2
    assert done.out == ""
    assert re.search(problem, done.err)
    assert done.err.startswith("Error: ")
    assert done.err.count("\n") == 1


def test_solve_checks_every_position_before_it_begins(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "one over.obf"
    path.write_text(f"{SMALL_LABELLED}\nXXXXXXXXXXXXXXX- X;\n", encoding="ascii")
    done = run("solve", str(path))
    assert (done.code, done.out) == (2, "")
    assert "position 2: the game is over" in done.err


# The moving bar, the seconds, and the score so far.
PULSE = rb"Solving ([#.]{30} \d+ s, [\d,]+ nodes), [\d.]+ million/s, \S+ \S+"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_solve_shows_its_progress_on_a_terminal() -> None:
    import pty
    import termios

    outer, inner = pty.openpty()
    termios.tcsetwinsize(inner, (24, 120))
    child = subprocess.Popen(
        [sys.executable, "-m", "outflank", "solve", "--size", "8", "--hash", "1"],
        stdout=subprocess.DEVNULL,
        stderr=inner,
        env={**os.environ, "TERM": "xterm", "PYTHONIOENCODING": "ascii"},
    )
    os.close(inner)
    seen = b""
    while len(set(re.findall(PULSE, seen))) < 3:
        seen += os.read(outer, 65536)
    child.send_signal(signal.SIGINT)
    assert child.wait(60) == 130
    assert b"Note: a position with 60 empty squares takes far too long to solve;" in seen
    os.close(outer)
    assert b"Traceback" not in seen


# analyse


def test_analyse_prints_the_best_moves(run: Run) -> None:
    done = run("analyse", "f5d6c3", "--depth", "4", "--lines", "2", "--hash", "1")
    assert done.code == 0, done.err
    headline, heads, _, first, second, spent = done.out.splitlines()
    assert headline == "Othello 8x8, white to move: black 5, white 2, 57 empty"
    assert heads.split() == ["move", "score", "line"]
    assert first.split()[0] != second.split()[0]
    assert spent.startswith("depth 4, ")


def test_analyse_prints_json(run: Run) -> None:
    found = json.loads(run("analyse", SMALL, "--depth", "9", "--json", "--hash", "1").out)
    assert (found["move"], found["score"], found["kind"]) == ("d1", 4, "exact")
    assert found["moves"][0]["line"][0] == "d1"
    assert found["win_chance"] is None


def test_analyse_accepts_a_confidence(run: Run) -> None:
    arguments = ["analyse", "f5d6c3", "--depth", "9", "--hash", "1", "--json"]
    found = json.loads(run(*arguments, "--confidence", "73").out)
    assert [move["confidence"] for move in found["moves"]] == [73] * 3
    assert run(*arguments, "--confidence", "50").code == 2


def test_analyse_shows_the_winning_chance_in_games_of_chance(run: Run) -> None:
    arguments = ["analyse", "--variant", "yesno", "--size", "6", "--depth", "2", "--hash", "1"]
    before = json.loads(run(*arguments, "--json").out)
    assert before["move"] is None
    assert before["kind"] == "expected"
    assert 0 < before["win_chance"] < 1
    heard = json.loads(run(*arguments, "--answer", "no", "--json").out)
    assert heard["move"] is not None
    assert "%" in run(*arguments).out


def test_analyse_shows_the_best_move_after_each_answer_while_one_is_awaited(run: Run) -> None:
    arguments = ["analyse", SMALL, "--variant", "yesno", "--hash", "1"]
    found = json.loads(run(*arguments, "--json").out)
    assert set(found["answers"]) == {"yes", "no", "maybe"}
    assert {one["move"] for one in found["answers"].values()} <= {"a1", "d1"}
    odds = YesNo().answers
    assert found["score"] == pytest.approx(
        sum(odds[answer] * found["answers"][answer.value]["score"] for answer in odds), abs=0.01
    )
    rows = run(*arguments).out.splitlines()[3:7]
    assert [row.split()[0] for row in rows] == ["awaited", "yes", "no", "maybe"]


def test_analyse_spends_the_whole_time_on_thinking(run: Run) -> None:
    found = json.loads(run("analyse", "f5d6c3", "--time", "0.2", "--json").out)
    assert found["seconds"] > 0.1  # making a table of 256 MB is no part of it


def test_analyse_looks_beyond_a_pass(run: Run) -> None:
    done = run("analyse", "XXXXXXXXXXXOXX-- O", "--depth", "4", "--hash", "1", "--json")
    assert done.err == "White must pass; these are the moves of Black.\n"
    found = json.loads(done.out)
    assert found["score"] > 0
    assert found["turn"] == "black"


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["XXXXXXXXXXXXXXX- X"], r"over: black wins 15-0 \(.*\), so there is nothing to analyse"),
        (["--time", "0"], "Error: --time: "),
        (["--depth", "0"], "Error: --depth: "),
        (["--nodes", "-3"], "Error: --nodes: "),
        (["--lines", "0"], "Error: --lines: "),
        (["--time", "nan"], "nan is not a number of seconds"),
        (["--time", "inf"], "inf is not a number of seconds"),
        (["--answer", "no"], "there is no oracle in Othello; try --variant yesno"),
        (["f5f5"], "f5"),
    ],
)
def test_analyse_refuses_bad_input_in_one_sentence(
    run: Run, arguments: list[str], problem: str
) -> None:
    done = run("analyse", *arguments)
    assert (done.code, done.out) == (2, "")
    assert re.search(problem, done.err)
    assert done.err.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_analyse_updates_its_table_on_a_terminal_until_ctrl_c() -> None:
    import pty

    outer, inner = pty.openpty()
    child = subprocess.Popen(
        [sys.executable, "-m", "outflank", "analyse", "f5d6c3", "--time", "600", "--hash", "1"],
        stdout=inner,
        stderr=subprocess.PIPE,
        env={**os.environ, "TERM": "xterm"},
    )
    os.close(inner)
    seen = b""
    while b"depth " not in seen:
        seen += os.read(outer, 65536)
    child.send_signal(signal.SIGINT)
    rest = b""
    try:
        while more := os.read(outer, 65536):
            rest += more
    except OSError:
        pass  # the child has closed its side
    os.close(outer)
    assert child.wait(60) == 0
    assert child.stderr is not None
    assert child.stderr.read() == b""
    child.stderr.close()
    assert re.search(rb"depth \d+, [\d,]+ nodes in [^\r\n]*\r?\n$", rest)


# bench


def signature() -> dict[str, int]:
    """Read the expected node counts."""
    lines = (DATA / "bench.txt").read_text(encoding="utf-8").splitlines()
    pairs = (line.rsplit(":", 1) for line in lines)
    return {name: int(nodes.replace(",", "")) for name, nodes in pairs}


# The parts that other kernels search: many kinds of boards and goals, most of them quick.
FEW = ("4x4", "10x10", "12x12", "16x16", "endgame of 16", "Anti", "Yes/No before the answer")


@pytest.mark.parametrize("kernel", native.kernels()[1:])
def test_another_kernel_counts_the_recorded_nodes(kernel: str) -> None:
    parts = [part for part in BENCH_POSITIONS if SOAK or part.name in FEW]
    counted = {part.name: found.nodes for part, found in bench(kernel, parts=parts)}
    assert counted == {part.name: signature()[part.name] for part in parts}
    if SOAK:
        return
    # The larger boards of the list, less deep.
    shallow = [
        replace(part, depth=6)
        for part in BENCH_POSITIONS
        if part.depth is not None and part.depth > 7
    ]
    assert nodes_and_scores(kernel, shallow) == nodes_and_scores(None, shallow)


def nodes_and_scores(kernel: str | None, parts: list[BenchPosition]) -> list[tuple[int, object]]:
    return [(found.nodes, found.score) for _, found in bench(kernel, parts=parts)]


def test_the_bench_prints_the_recorded_nodes(run: Run) -> None:
    found = json.loads(run("bench", "--json").out)
    counted = {part["part"]: part["nodes"] for part in found["parts"]}
    assert [*counted] == [part.name for part in BENCH_POSITIONS]
    assert counted | {"total": found["signature"]} == signature(), (
        "after a wanted change of the search `python tools/bench_signature.py` renews the file"
    )


def test_the_bench_is_a_table_with_a_total(capsys: pytest.CaptureFixture[str]) -> None:
    row: Row = {"part": "4x4", "move": "b1", "score": "-10 (exact)", "nodes": 806, "seconds": 0.25}
    print_bench([row, {**row, "nodes": 1000}], as_json=False)
    head, _, first, second, total = capsys.readouterr().out.splitlines()
    assert head.split() == ["part", "move", "score", "nodes", "seconds"]
    assert first.split() == ["4x4", "b1", "-10", "(exact)", "806", "0.25"]
    assert second.split()[-2:] == ["1,000", "0.25"]
    assert total == "Signature: 1,806 nodes, in 0.50 s."


def test_the_bench_refuses_an_unknown_kernel(run: Run) -> None:
    done = run("bench", "--kernel", "abacus")
    assert (done.code, done.out) == (2, "")
    assert "there is no kernel 'abacus'" in done.err
