"""Exit codes: 2 for a wrong command or unreadable input, 1 for failures elsewhere."""

import errno
import subprocess
import sys
from pathlib import Path

import pytest

from outflank import cli, native
from outflank.errors import (
    Busy,
    CannotServe,
    EngineError,
    IllegalMove,
    MissingCore,
    MissingExtra,
    NotationError,
    OracleUnreachable,
    OutflankError,
    ProgramFault,
    ServerError,
    StoreUnavailable,
    UnknownName,
)
from outflank.rules import PASS, Classic
from support.command import Run


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (NotationError("no game"), 2),
        (UnknownName("variant", "chess", []), 2),
        (IllegalMove("no", move=PASS, position=Classic().start()), 2),
        (EngineError("the game is over"), 2),
        (ServerError("NOT_FOUND", 404, "there is no tournament 9"), 2),
        (ServerError("UNREACHABLE", 0, "the server does not answer"), 1),
        (ServerError("BUSY", 503, "later"), 1),
        (ServerError("TOO_MANY", 429, "later"), 1),
        (StoreUnavailable("the disk is full"), 1),
        (CannotServe("the port is taken"), 1),
        (OracleUnreachable("no network"), 1),
        (ProgramFault("crash", "it ended"), 1),
        (MissingExtra("server"), 1),
        (MissingCore("no compiler"), 1),
        (Busy("later"), 1),
        (FileNotFoundError(errno.ENOENT, "No such file", "game.ggf"), 2),
        (IsADirectoryError(errno.EISDIR, "Is a directory", "games"), 2),
        (PermissionError(errno.EACCES, "Permission denied", "game.ggf"), 1),
        (OSError(errno.ENOSPC, "No space left on device", "game.ggf"), 1),
    ],
)
def test_the_exit_code_says_whose_fault_it_is(
    error: OutflankError | OSError, code: int, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**_: object) -> None:
        raise error

    monkeypatch.setattr(cli.outflank, "main", fail)
    done = run("show")
    assert (done.code, done.out, done.err.count("\n")) == (code, "", 1)


def test_the_exit_code_says_why_a_file_cannot_be_written(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = run("convert", "f5", str(tmp_path / "none" / "game.ggf"))
    assert (done.code, "game.ggf cannot be written: No such file" in done.err) == (2, True)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    done = run("convert", "f5", str(tmp_path / "game.ggf"))
    assert (done.code, "game.ggf cannot be written: No space" in done.err) == (1, True)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", [["saves"], ["perft", "2"], ["show", "f5"]])
def test_a_listing_takes_only_one_format(command: list[str], run: Run) -> None:
    done = run(*command, "--json", "--csv")
    assert (done.code, done.out) == (2, "")
    assert done.err == "Error: --json and --csv do not go together; choose one of them.\n"
    assert run(*command, "--csv").code == 0


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("show --variant ", {"classic", "yesno", "anti"}),
        ("play --variant y", {"yesno"}),
        ("show --theme ", {"felt", "dark"}),
        ("window --skin ", {"red-yellow", "xo"}),
        ("match gr", {"greedy"}),
        ("match 5 level:2", {"level:20"}),
        ("review f5 --engine ", {"alphabeta", "level:15"}),
        ("convert f5 - --to g", {"ggf"}),
    ],
)
def test_the_shell_completes_names(
    command: str, words: set[str], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("_OUTFLANK_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", f"outflank {command}")
    monkeypatch.setenv("COMP_CWORD", str(len(f"outflank {command}".split(" ")) - 1))
    monkeypatch.setattr(
        "importlib.util.find_spec", lambda _: None
    )  # so that it would print its note
    done = run()
    assert done.err == ""
    assert words <= {line.partition(",")[2] for line in done.out.splitlines()}


def test_a_database_in_a_missing_folder_does_not_create_it(run: Run, tmp_path: Path) -> None:
    for command in (["serve", "--port", "0"], ["admin", "key", "new"]):
        done = run(*command, "--database", str(tmp_path / "new" / "games.db"))
        assert (done.code, done.out) == (2, "")
        assert f"there is no folder {tmp_path / 'new'}; create it, or choose another" in done.err
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("command", [["list"], ["f5"], ["info"]])
def test_a_wrongly_named_index_is_the_callers_fault(
    command: list[str], run: Run, tmp_path: Path
) -> None:
    named = run("games", *command, "--index", str(tmp_path / "none.sqlite"))
    assert (named.code, named.out) == (2, "")
    assert named.err.startswith(f"Error: there is no index of games at {tmp_path / 'none.sqlite'}")
    (tmp_path / "text.sqlite").write_text("no index")
    assert run("games", *command, "--index", str(tmp_path / "text.sqlite")).code == 2
    assert run("games", *command).code == 1  # nobody has built one yet


@pytest.mark.parametrize(
    ("command", "problem"),
    [
        ("convert", "IN is missing; usage: outflank convert [OPTIONS] IN OUT"),
        ("perft 1 2", "too many arguments: 2; usage: outflank perft [OPTIONS] DEPTH"),
        ("match 1 2 3", "too many arguments: 3; usage: outflank match [OPTIONS] A B"),
        ("play --size", "--size needs a value"),
        ("play --size x", "--size: 'x' is not a whole number"),
        ("play --ascii=3", "--ascii takes no value"),
        ("puzzles make games --empties 3", "--empties needs 2 values"),
        ("puzzles --grade x", "--grade: 'x' is not one of easy, medium, hard"),
        ("match 1 2 --time soon", "--time: 'soon' is not a number"),
    ],
)
def test_a_command_line_is_refused_in_our_own_words(command: str, problem: str, run: Run) -> None:
    done = run(*command.split())
    stop = "" if problem.endswith(".") else "."
    assert (done.code, done.out, done.err) == (2, "", f"Error: {problem}{stop}\n")


def test_the_usage_of_puzzles_names_no_hidden_command(run: Run) -> None:
    usage = "outflank puzzles [OPTIONS] [FILE] | COMMAND [ARGS]..."
    assert run("puzzles", "a", "b").err == f"Error: too many arguments: b; usage: {usage}\n"


def test_a_closed_pipe_is_not_an_error() -> None:
    program = "from outflank.cli import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", program, "rules"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()


def test_an_interrupt_prints_no_traceback(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(native, "perft", interrupt)
    done = run("perft", "3")
    assert done.code == 130
    assert done.err.strip() == "Interrupted."
