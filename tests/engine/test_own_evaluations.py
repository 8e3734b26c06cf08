"""Engines that search with an evaluation of one's own."""

import functools
import itertools
import random
import threading
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import outflank
from outflank.engine import Analysis, Limit
from outflank.engine.evaluating import PlanesEvaluation, PositionEvaluation
from outflank.engine.evaluating.evaluations import EvaluationLike
from outflank.engine.evaluating.planes import planes_of
from outflank.engine.simple import AlphaBetaEngine, BestFirstEngine
from outflank.environments import VectorGames
from outflank.errors import EngineError
from outflank.rules import PASS, WHITE, Anti, Board, Classic, Position, ScoreKind, YesNo

START = Classic().start(6)
ENDGAME = Position(Board.parse("-OX- XOOX XXXX OOOO"), WHITE)
MUST_PASS = Position.parse("O-XXXXXXXXXXXXX- X")


class Corners:
    """Counts corners, and notes what it is asked."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def evaluate_planes(self, planes: NDArray[np.int8]) -> NDArray[np.floating[Any]]:
        self.asked.append(len(planes))
        corners = planes[:, :, [0, 0, -1, -1], [0, -1, 0, -1]].sum(axis=2)
        values: NDArray[np.floating[Any]] = 5.0 * (corners[:, 0] - corners[:, 1])
        return values


class Mobility:
    def evaluate(self, position: Position) -> float:
        return len(position.legal_moves) - position.board.mobility(position.turn.opponent)


def random_positions(start: Position, seed: int) -> list[Position]:
    chance, found = random.Random(seed), [start]
    while not found[-1].is_over:
        found.append(found[-1].play(chance.choice(list(found[-1].legal_moves))))
    return found


@pytest.mark.parametrize("evaluation", [Mobility(), Mobility().evaluate, Corners()])
def test_a_ply_of_alphabeta_takes_the_best_evaluation(evaluation: EvaluationLike) -> None:
    engine = AlphaBetaEngine(evaluation=evaluation, name="mine")
    assert engine.name == "mine"
    for position in random_positions(START, 4)[:12]:
        replies = [position.play(move) for move in position.legal_moves]
        if position.must_pass or any(one.must_pass or one.is_over for one in replies):
            continue
        if isinstance(evaluation, PlanesEvaluation):
            values = list(map(float, evaluation.evaluate_planes(planes_of(replies))))
        else:
            ask = evaluation.evaluate if isinstance(evaluation, PositionEvaluation) else evaluation
            values = list(map(ask, replies))
        found = engine.analyse(position, Limit(depth=1))
        assert found.score is not None
        assert found.score.discs == max(-value for value in values)


def test_an_evaluation_is_searched_in_every_variant() -> None:
    for variant in (Anti(), YesNo()):
        found = AlphaBetaEngine(evaluation=Mobility()).analyse(variant.start(6), Limit(depth=2))
        assert found.score is not None


def test_best_first_asks_about_many_positions_at_once() -> None:
    corners = Corners()
    engine = BestFirstEngine(corners, batch=16, seed=1)
    found = engine.analyse(START, Limit(nodes=1500))
    assert found.nodes >= 1500
    assert sum(corners.asked) <= found.nodes
    assert len(corners.asked) < found.nodes / 20
    assert max(corners.asked) > 40


def test_best_first_solves_the_end_of_the_game() -> None:
    for position in (ENDGAME, *random_positions(START, 8)[-9:-1]):
        exact = outflank.solve(position).score
        if position.must_pass:
            continue
        found = BestFirstEngine(Mobility(), seed=1).analyse(
            position, Limit(nodes=20_000), candidates=20
        )
        assert exact is not None
        assert found.score is not None
        assert (found.score.discs, found.score.kind) == (exact.discs, ScoreKind.EXACT)
        assert len(found.scores) == len(position.legal_moves)
        assert found.line[0] == found.move
        assert found.is_solved(position)


def test_best_first_plays_passes_and_anti_but_no_oracle() -> None:
    engine = BestFirstEngine(Mobility(), seed=1)
    assert engine.choose(MUST_PASS) is PASS
    line = engine.analyse(Anti().start(4), Limit(nodes=3000)).line
    position = Anti().start(4)
    for move in line:
        position = position.play(move)
    with pytest.raises(EngineError, match="best first does not play"):
        engine.choose(YesNo().start(6))


def plain(found: Analysis) -> tuple[object, ...]:
    return found.variations, found.depth, found.nodes


def test_seeds_and_nodes_repeat_a_search() -> None:
    limit = Limit(nodes=800)
    one, same = (BestFirstEngine(Corners(), seed=7).analyse(START, limit) for _ in range(2))
    assert plain(one) == plain(same)


def test_limits_and_cancelling_end_a_search() -> None:
    engine = BestFirstEngine(Mobility(), batch=4)
    assert len(engine.analyse(START, Limit(depth=2)).line) <= 2
    assert engine.analyse(START, Limit(depth=1)).nodes == 4
    assert engine.analyse(START, Limit(seconds=0.02)).move is not None
    cancel, told = threading.Event(), itertools.count()

    def stop(found: Analysis) -> None:
        assert found.move in START.legal_moves
        next(told)
        cancel.set()

    engine.analyse(START, Limit(seconds=60), cancel=cancel, on_progress=stop)
    assert next(told) == 1


def test_an_engine_is_opened_with_its_evaluation() -> None:
    make = functools.partial(BestFirstEngine, Mobility(), nodes=100, name="mine")
    with outflank.open_engine(make, seed=3) as engine:
        assert (engine.name, engine.seed) == ("mine", 3)
        assert engine.choose(START) in START.legal_moves


@pytest.mark.parametrize("make", [AlphaBetaEngine, BestFirstEngine])
def test_a_wrong_evaluation_is_one_sentence(make: Any) -> None:
    limit = Limit(depth=1)
    with pytest.raises(EngineError, match="said nan of a position; it must be a finite number"):
        make(evaluation=lambda _: float("nan")).analyse(START, limit)
    with pytest.raises(EngineError, match="said 'good' of a position"):
        make(evaluation=lambda _: "good").analyse(START, limit)
    with pytest.raises(TypeError, match="an evaluation is a function of a position"):
        make(evaluation="mobility")

    class Short:
        def evaluate_planes(self, planes: NDArray[np.int8]) -> NDArray[np.float64]:
            return np.zeros(len(planes) + 1)

    with pytest.raises(
        EngineError, match=r"was asked about [0-9]+ positions and gave [0-9]+ values"
    ):
        make(evaluation=Short()).analyse(START, limit)


@pytest.mark.parametrize("variant", ["classic", "yesno"])
@pytest.mark.parametrize("size", [4, 6, 8, 10, 16])
def test_planes_are_those_of_the_environments(variant: str, size: int) -> None:
    games = VectorGames(6, size=size, variant=variant, seed=size)
    for _ in range(9):
        games.step(games.sample())
    positions = [games.position(game) for game in range(games.count)]
    assert (planes_of(positions) == games.observations).all()
