"""Without the core the first search says so, once; rules and engines in Python say nothing."""

import subprocess
import sys
import textwrap
from collections.abc import Callable

import pytest

import outflank
from outflank import Limit, native
from outflank.analysis.review import review_engine
from outflank.native import encoding, missing_core
from outflank.plain_warnings import MissingCoreWarning

ENDGAME = outflank.Position.parse("-OX-XOOXXXXXOOOO O")
SEARCHES: dict[str, Callable[[], object]] = {
    "a level": lambda: outflank.open_engine(2).close(),
    "no limit": lambda: outflank.open_engine("unlimited").close(),
    "solving": lambda: outflank.solve(ENDGAME),
    "solving a list": lambda: outflank.solve([ENDGAME]),
    "analysing": lambda: outflank.analyse(ENDGAME, Limit(depth=1)),
    "evaluating": lambda: outflank.evaluate(ENDGAME),
    "a review": lambda: review_engine().close(),
}


def run_program(text: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(text)], capture_output=True, text=True, check=True
    )


@pytest.fixture
def no_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoding, "_built", False)
    monkeypatch.setattr(missing_core, "_is_said", False)


@pytest.mark.usefixtures("no_core")
@pytest.mark.parametrize("kind", SEARCHES)
def test_each_kind_of_search_warns_with_the_remedy(kind: str) -> None:
    with pytest.warns(MissingCoreWarning) as warned:
        SEARCHES[kind]()
    assert [str(one.message).endswith(native.CORE_ADVICE) for one in warned] == [True]


def test_a_program_without_the_core_hears_of_it_at_its_first_search_only() -> None:
    program = """
        import sys
        sys.modules["outflank._core"] = None  # as where it was not built
        import outflank
        game = outflank.Game.parse("f5d6c3d3c4")
        outflank.open_engine("alphabeta").analyse(game, outflank.Limit(depth=1))
        print("no search yet", file=sys.stderr, flush=True)
        for _ in range(2):
            print(outflank.solve(outflank.Position.parse("-OX-XOOXXXXXOOOO O")).score)
        """
    done = run_program(program)
    assert done.stdout == "+4 (exact)\n" * 2
    before, _, after = done.stderr.partition("no search yet\n")
    assert before == ""
    assert after.count("MissingCoreWarning: engines search in Python, slowly") == 1
    assert native.CORE_ADVICE in after


def test_a_command_without_the_core_says_it_once_in_its_note() -> None:
    program = """
        import sys
        sys.modules["outflank._core"] = None  # as where it was not built
        from outflank.cli import main
        sys.argv = ["outflank", "solve", "-OX-XOOXXXXXOOOO O"]
        main()
        """
    done = run_program(program)
    assert "+4" in done.stdout
    assert done.stderr.startswith("Note: without the native core")
    assert done.stderr.count(native.CORE_ADVICE) == 1
