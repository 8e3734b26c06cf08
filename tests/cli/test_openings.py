"""`outflank openings`: names of games and positions, the search and the list."""

import pytest

from outflank.archive import find_opening, openings
from support.command import Run


def test_the_command_names_a_game(run: Run) -> None:
    done = run("openings", "d3c5f6f5e6e3c3e7")
    assert (done.code, done.err) == (0, "")
    assert done.out == ("Kung: f5d6c3d3c4f4f6b4\nOn the way: Perpendicular, Tiger, Stephenson.\n")
    assert run("openings", "f5f4").out == "Parallel: f5f4\nAlso called Mouse.\n"


def test_the_command_names_positions_and_says_when_there_is_no_name(run: Run) -> None:
    board = str(find_opening("Heath").position)
    assert run("openings", board).out.startswith("Heath: f5f6e6d6e7\nAlso called Tobidashi")
    assert run("openings", "f5").out == "This game has no named opening.\n"
    assert run("openings", "-----OX--XO----- X").out == "Only openings on 8x8 have names.\n"


def test_the_command_searches_lists_and_names_many_games(run: Run) -> None:
    assert [line.split("  ")[0] for line in run("openings", "bat").out.splitlines()[2:]] == [
        "Heath-Bat", "Cow Bat", "Bat, Kling Alternative", "Bat, Kling Continuation", "Melnikov",
        "Bat, Piau Continuation 2",
    ]  # fmt: skip
    listed = run("openings", "--csv").out.splitlines()
    assert len(listed) == len(openings()) + 1
    assert listed[1] == "Parallel,f5f4,Mouse"
    rows = run("openings", "-", "--json", stdin="f5d6c3d3c4\nf5f6e6\n").out
    assert '"opening": "Tiger"' in rows
    assert '"on the way": "Perpendicular"' in rows
    assert '"opening": "Diagonal"' in rows


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("tigr", "Error: there is no opening 'tigr'; did you mean 'Tiger'?\n"),
        ("f5f5", "Error: line 1, column 3: f5 is occupied; white may play f4, d6, f6.\n"),
    ],
)
def test_the_command_says_what_it_does_not_know(run: Run, given: str, message: str) -> None:
    done = run("openings", given)
    assert (done.code, done.out, done.err) == (2, "", message)
