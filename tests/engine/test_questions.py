"""Engines asked in one call, with the core and without it."""

import subprocess
import sys

import pytest

import outflank
from outflank import Game, Limit, Position, ScoreKind
from outflank.engine.native_analysis import before_pass
from outflank.engine.solvers import PythonSolver, open_solver
from outflank.errors import EngineError, UnknownName
from outflank.native import encoding
from outflank.rules import PASS, WHITE, Board, Classic, YesNo, variants

ENDGAME = Position(Board.parse("-OX- XOOX XXXX OOOO"), WHITE)
MUST_PASS = Position(Board.parse("O-XXXXXXXXXXXXX-"))
SMALL = Classic().start(4)


@pytest.fixture(params=["core", "python"])
def any_core(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask with the core, if it is built, and as if it were not."""
    if request.param == "python":
        monkeypatch.setattr(encoding, "_built", False)


@pytest.mark.usefixtures("any_core")
def test_a_position_is_solved_in_one_call() -> None:
    found = outflank.solve(ENDGAME)
    assert (str(found.score), found.is_solved(ENDGAME)) == ("+4 (exact)", True)
    assert found.line[0] == found.move
    assert outflank.solve(ENDGAME, goal="outcome").result is outflank.WinDrawLoss.WIN
    every = outflank.solve(SMALL, candidates=4)
    assert {score.discs for score in every.scores.values()} == {-10}
    assert [one.score for one in every.variations] == list(every.scores.values())


@pytest.mark.usefixtures("any_core")
def test_a_game_is_solved_and_analysed_where_it_stands() -> None:
    game = Game(size=4)
    game.push("b1")
    assert str(outflank.solve(game).score) == "+10 (exact)"
    found = outflank.analyse(game, Limit(depth=2), candidates=3)
    assert len(found.scores) == len(found.variations) == 3
    assert found.move in game.position.legal_moves
    with outflank.open_engine("greedy") as engine:
        assert engine.choose(game) in game.position.legal_moves
        assert engine.analyse(game).move in game.position.legal_moves


@pytest.mark.usefixtures("any_core")
def test_a_pass_is_solved_as_what_comes_after_it() -> None:
    found = outflank.solve(MUST_PASS)
    after = outflank.solve(MUST_PASS.play(PASS))
    assert (found.move, found.score) == (PASS, before_pass(after).score)


@pytest.mark.usefixtures("any_core")
def test_chance_is_solved_on_average() -> None:
    position = Position(Board.parse("XOOO OXXX XXXX XXO-"), variant=YesNo())
    found = outflank.solve(position)
    assert found.score is not None
    assert found.score.kind is ScoreKind.EXPECTED
    heard = outflank.solve(position.hear("yes"), goal="outcome")
    assert heard.move == position.legal_moves[0]


@pytest.mark.usefixtures("any_core")
def test_what_takes_too_long_is_refused_unless_it_is_limited() -> None:
    with pytest.raises(EngineError, match="60 empty squares take far too long to solve; give a li"):
        outflank.solve(Classic().start())
    with pytest.raises(EngineError, match="far too long"):
        outflank.solve(YesNo().start(6))
    found = outflank.solve(Classic().start(), Limit(seconds=0.01))
    assert not found.is_solved(Classic().start())
    with pytest.raises(UnknownName, match="goal 'win'"):
        outflank.solve(SMALL, goal="win")  # type: ignore[call-overload]


@pytest.mark.native
@pytest.mark.parametrize("variant", [one.name for one in variants() if not one.answers])
def test_python_solves_as_the_core_does(variant: str) -> None:
    position = outflank.find_variant(variant).start(4)
    with open_solver(threads=1, hash_mb=1) as core:
        for _ in range(4):
            position = position.play(position.legal_moves[-1])
            wanted = core.solve(position, candidates=20)
            found = PythonSolver().solve(position, candidates=20)
            assert found.scores.keys() == wanted.scores.keys()
            assert [score.discs for score in found.scores.values()] == [
                score.discs for score in wanted.scores.values()
            ]


def test_progress_is_told_without_the_core() -> None:
    solver, results = PythonSolver(), []
    solver.solve(SMALL, "outcome", on_progress=lambda found: results.append(found.result))
    assert solver.nodes > 0
    assert results[-1] is outflank.WinDrawLoss.LOSS
    assert solver.choose(SMALL) in SMALL.legal_moves


@pytest.mark.parametrize("given", [None, "f5d6", Board.start()])
def test_only_positions_and_games_are_thought_about(given: object) -> None:
    greedy = outflank.open_engine("greedy")
    for ask in (outflank.solve, outflank.analyse, greedy.analyse, greedy.choose):
        with pytest.raises(TypeError, match="an engine thinks about a Position or a Game"):
            ask(given)  # type: ignore[arg-type,call-overload]


def test_a_limit_is_a_limit() -> None:
    greedy = outflank.open_engine("greedy")
    for ask in (greedy.analyse, greedy.choose, PythonSolver().analyse):
        with pytest.raises(
            TypeError, match=r"^a limit is a Limit, such as Limit\(seconds=5\), not"
        ):
            ask(SMALL, 5)  # type: ignore[arg-type]


# By name


def test_engines_are_opened_by_name_and_level() -> None:
    assert outflank.open_engine(7, seed=1).name == outflank.open_engine("level:7").name == "level 7"
    assert outflank.open_engine("greedy").name == "greedy"
    with pytest.raises(UnknownName, match="no engine 'gredy'; did you mean 'greedy'"):
        outflank.open_engine("gredy")


def test_the_parts_are_there_without_being_imported() -> None:
    program = (
        "import outflank, sys; before = 'outflank.engine' in sys.modules; "
        "print(before, outflank.open_engine('greedy').name, outflank.client.__name__)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False", "greedy", "outflank.client"]
    assert {"client", "engine"} <= set(dir(outflank))
