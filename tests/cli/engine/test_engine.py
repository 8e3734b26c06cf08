"""`outflank engine` and its options; what it says is tested with the engine."""

import pytest

from support.command import Run


def test_the_engine_answers_a_script_from_a_pipe(run: Run) -> None:
    done = run("engine", "--engine", "greedy", "--seed", "1", stdin="1 play b f5\n2 genmove w\n")
    assert (done.code, done.out, done.err) == (0, "=1\n\n=2 D6\n\n", "")


def test_a_level_answers_and_says_so(run: Run) -> None:
    assert run("engine", "--level", "3", stdin="name\n").out == "= Outflank level 3\n\n"


def test_a_protocol_can_be_chosen_whatever_comes_first(run: Run) -> None:
    done = run("engine", "--protocol", "ugi", "--engine", "random", stdin="query p1turn\n")
    assert done.out == "response true\n"


def test_empty_input_is_not_an_error(run: Run) -> None:
    assert run("engine").out == ""


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--engine", "gredy"], "there is no engine 'gredy'; did you mean 'greedy'?"),
        (
            ["--engine", "greedy", "--level", "3"],
            "--engine and --level do not go together; choose one of them",
        ),
        (["--level", "21"], "21 is not in the range 1 to 20"),
        (["--protocol", "xboard"], "'xboard' is not one of"),
        (["--level", "3", "--threads", "2"], "--threads is for the engine outflank"),
        (["--engine", "greedy", "--hash", "64"], "--hash is for the engine outflank"),
    ],
)
def test_wrong_options_are_one_sentence(run: Run, arguments: list[str], problem: str) -> None:
    done = run("engine", *arguments)
    assert done.code == 2
    assert problem in done.err
    assert done.out == ""
