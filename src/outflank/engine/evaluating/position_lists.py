"""Evaluate and solve many positions at once, in threads of the core."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from outflank import native
from outflank.engine.child_processes import core_count
from outflank.engine.learned import learned_evaluation, pattern_weights, probcut_numbers
from outflank.engine.native_analysis import before_pass, evened
from outflank.engine.protocol import Analysis, Variation, as_position
from outflank.engine.simple import AlphaBetaEngine
from outflank.engine.simple.evaluation import evaluator, final_score
from outflank.engine.solvers import PythonSolver, most_empties
from outflank.engine.solving import require_goal
from outflank.errors import EngineError
from outflank.native.limits import UNLIMITED, Limit, require_limit, require_whole
from outflank.native.position_batch import (
    LearnedData,
    PositionResult,
    evaluate_batch,
    search_batch,
)
from outflank.native.search import Goal
from outflank.rules import BLACK, PASS, Classic, Game, Position, Score, ScoreKind
from outflank.texts import Text

__all__ = ["evaluate_all", "finished", "search_all", "solve_all"]

_MOST_THREADS = 64
_CLASSIC = Classic().start(8)

_Result = TypeVar("_Result")
Progress = Callable[[int, int], None]


def evaluate_all(
    positions: Iterable[Position | Game],
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> list[Score]:
    """Return what each position is worth to its side to move, without a search."""
    asked = _asked(positions)
    threads = _threads(threads)
    # An answer says what a move does, and so counts one ply later.
    heard = {
        place: position
        for place, position in enumerate(asked)
        if position.answer is not None and not position.is_over
    }
    replies = {
        place: [position.play(move) for move in position.legal_moves]
        for place, position in heard.items()
    }
    plain = [position for place, position in enumerate(asked) if place not in heard]
    plain += [reply for place in heard for reply in replies[place]]

    def evaluate_game(game: Sequence[Position], told: Callable[[int], None] | None) -> list[Score]:
        if not native.available():
            native.warn_without_core()
            return list(map(_evaluated_in_python, game))
        return evaluate_batch(game, _learned(game[0]), threads=threads, progress=told)

    found = iter(_by_game(plain, evaluate_game, progress))
    scores = {place: next(found) for place in range(len(asked)) if place not in heard}
    for place in heard:
        values = [next(found) for _ in replies[place]]
        scores[place] = max(-score for score in values)
    return [scores[place] for place in range(len(asked))]


def solve_all(
    positions: Iterable[Position | Game],
    limit: Limit = UNLIMITED,
    *,
    goal: Goal = "exact",
    candidates: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
) -> list[Analysis]:
    """Return the result of each position; the limit is that of one position."""
    require_goal(goal)
    require_limit(limit)
    require_whole("number of candidates", candidates)
    asked = _asked(positions)
    threads = _threads(threads)
    if limit.is_unlimited():
        for number, position in enumerate(asked, 1):
            if (empties := position.board.empties) > most_empties(position):
                problem = Text("errors.engine.too_many_empties", empties=empties)
                raise _about(number, problem)

    def solve_game(
        game: Sequence[Position], told: Callable[[int], None] | None
    ) -> Iterable[Analysis]:
        if not native.available():
            native.warn_without_core()
            return _solved_in_python(game, limit, goal, candidates)
        results = search_batch(
            game,
            _learned(game[0]),
            limit,
            goal=goal,
            candidates=candidates,
            threads=threads,
            progress=told,
        )
        return map(_analysis, game, results)

    return _by_game(asked, solve_game, progress)


def search_all(
    positions: Iterable[Position | Game], limit: Limit, *, threads: int | None = None
) -> list[Analysis]:
    """Return what a search of each position within the limit finds, as for a move in a game.

    >>> [str(found.move) for found in search_all([Position.start(4)], Limit(depth=3))]
    ['b1']
    """
    require_limit(limit)
    asked = _asked(positions)
    threads = _threads(threads)

    def search_game(
        game: Sequence[Position], told: Callable[[int], None] | None
    ) -> Iterable[Analysis]:
        if not native.available():
            native.warn_without_core()
            with AlphaBetaEngine() as engine:
                return [engine.analyse(position, limit, seed=1) for position in game]
        results = search_batch(
            game,
            _learned(game[0]),
            limit,
            goal="play",
            candidates=1,
            threads=threads,
            progress=told,
        )
        return map(_analysis, game, results)

    return _by_game(asked, search_game, None)


def finished(position: Position) -> Analysis:
    """Return the analysis of a game that is over: its result, and no move.

    >>> print(finished(Position.parse("XXXXXXXXXXXXXXXO X")).score)
    +14 (exact)
    """
    own, other = _discs(position)
    discs = final_score(own, other, position.size**2)
    if position.variant.fewest_wins:
        discs = -discs
    score = Score(discs, ScoreKind.EXACT)
    return Analysis((Variation(None, score),))


def _asked(positions: Any) -> list[Position]:
    if isinstance(positions, str) or not isinstance(positions, Iterable):
        positions = [positions]
    asked = [as_position(one) for one in positions]
    for number, position in enumerate(asked, 1):
        if native.available() and not native.knows(position.variant):
            problem = Text(
                "errors.engine.does_not_play",
                engine="outflank",
                variant=position.variant.text,
                size=position.size,
            )
            raise _about(number, problem)
    return asked


def _about(number: int, problem: Text) -> EngineError:
    return EngineError(Text("errors.engine.position_of_list", number=number, problem=problem))


def _threads(given: object) -> int:
    if given is None:
        return min(core_count(), _MOST_THREADS)
    if not isinstance(given, int) or isinstance(given, bool):
        raise TypeError(f"a number of threads is a whole number, not {given!r}")
    if not 1 <= given <= _MOST_THREADS:
        raise EngineError(Text("errors.engine.invalid_threads", most=_MOST_THREADS, threads=given))
    return given


def _learned(position: Position) -> LearnedData:
    """Return what the engine knows about the game of a position."""
    start = position.variant.start(position.size)
    if start == _CLASSIC:
        network, patterns = learned_evaluation()
        return LearnedData(probcut_numbers(), network, patterns)
    return LearnedData(probcut_numbers(), None, pattern_weights(position))


def _discs(position: Position) -> tuple[int, int]:
    """Return the squares of the side to move and of its opponent."""
    board = position.board
    one = board.black, board.white
    return one if position.turn is BLACK else one[::-1]


def _by_game(
    positions: Sequence[Position],
    work: Callable[[Sequence[Position], Callable[[int], None] | None], Iterable[_Result]],
    progress: Progress | None,
) -> list[_Result]:
    """Let `work` have the positions of each variant and size together; keep their order."""
    places: dict[object, list[int]] = {}
    for place, position in enumerate(positions):
        places.setdefault((position.size, position.variant), []).append(place)
    results: dict[int, _Result] = {}
    for group in places.values():
        before = len(results)

        def told(done: int, before: int = before) -> None:
            assert progress is not None
            progress(before + done, len(positions))

        found = work([positions[place] for place in group], None if progress is None else told)
        results.update(zip(group, found, strict=True))
    return [results[place] for place in range(len(positions))]


def _analysis(position: Position, found: PositionResult) -> Analysis:
    if found.is_over:
        return finished(position)
    if found.has_passed:
        return before_pass(evened(found.analysis, position.board))
    return evened(found.analysis, position.board)


# Without the core


def _evaluated_in_python(position: Position) -> Score:
    if position.is_over:
        score = finished(position).score
        assert score is not None
        return score
    if position.must_pass:
        if position.awaits_answer:
            position = position.hear(next(iter(position.variant.answers)))
        return -_evaluated_in_python(position.play(PASS))
    own, other = _discs(position)
    variant = position.variant
    evaluate = evaluator(position.size, fewest_wins=variant.fewest_wins)
    kind = ScoreKind.EXPECTED if variant.answers else ScoreKind.HEURISTIC
    return Score(evaluate(own, other, position.legal_moves.squares.mask), kind, 0)


def _solved_in_python(
    positions: Sequence[Position], limit: Limit, goal: Goal, candidates: int
) -> Iterator[Analysis]:
    with PythonSolver() as solver:
        for position in positions:
            if position.is_over:
                yield finished(position)
            else:
                yield solver.solve(position, goal, limit, candidates=candidates)
