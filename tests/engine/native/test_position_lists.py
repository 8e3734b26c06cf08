"""Many positions evaluated or solved in one call: results, limits, threads and Ctrl-C."""

import itertools
import random
import signal
import threading
from collections.abc import Iterator

import pytest

import outflank
from outflank import Game, Limit, Position, Score, ScoreKind, Variant, native
from outflank.engine import Analysis
from outflank.engine.learned import learned_evaluation
from outflank.engine.native import NativeEngine
from outflank.errors import EngineError, UnknownName
from outflank.native.position_batch import LearnedData, evaluate_batch
from outflank.rules import PASS, SIZES, Anti, Classic, YesNo

pytestmark = pytest.mark.native

MUST_PASS = Position.parse("O-XXXXXXXXXXXXX- X")
AWAITS_AND_PASSES = Position(MUST_PASS.board, variant=YesNo())
VARIANTS: list[Variant] = [Classic(), Anti(), YesNo()]


def random_game(start: Position, seed: int) -> Iterator[Position]:
    """Yield every position of a random game, those before and after an answer too."""
    chance, position = random.Random(seed), start
    yield position
    while not position.is_over:
        if position.awaits_answer:
            answers = position.variant.answers
            position = position.hear(chance.choices(list(answers), list(answers.values()))[0])
        else:
            position = position.play(chance.choice(list(position.legal_moves)))
        yield position


def positions_to_solve(empties: int) -> list[Position]:
    """Return ends of games of each variant and size, down to the finished ones."""
    found = []
    for variant, size, seed in itertools.product(VARIANTS, SIZES, range(2)):
        most = empties - 3 if variant.answers else empties
        game = random_game(variant.start(size), seed)
        found += [position for position in game if position.board.empties <= most]
    return found


def test_solving_many_gives_what_single_calls_give() -> None:
    positions = positions_to_solve(8)
    assert len(positions) > 300
    assert sum(position.must_pass for position in positions) > 20
    assert sum(position.is_over for position in positions) == 3 * len(SIZES) * 2
    with NativeEngine(hash_mb=1) as engine:
        for position, found in zip(positions, outflank.solve(positions), strict=True):
            if position.is_over:
                alone = outflank.solve(position)
                assert (found, found.score) == (alone, final_score(position))
                continue
            alone = engine.solve(position, candidates=len(position.legal_moves) or 1)
            assert found.score is not None
            assert found.score == alone.score
            assert found.is_solved(position)
            assert found.win_chance == alone.win_chance
            if not position.awaits_answer:
                best = [move for move, score in alone.scores.items() if score == found.score]
                assert found.move in best
                assert found.line[0] == found.move


def final_score(position: Position) -> Score:
    outcome = position.outcome
    assert outcome is not None
    discs = outcome.margin(empties_to_winner=True)
    mine = discs if str(position.turn) == "black" else -discs
    return Score(-mine if position.variant.fewest_wins else mine, ScoreKind.EXACT)


def test_outcomes_and_lists_of_moves_are_those_of_single_calls() -> None:
    positions = [one for one in positions_to_solve(7) if not one.is_over][::5]
    with NativeEngine(hash_mb=1) as engine:
        outcomes = outflank.solve(positions, goal="outcome")
        assert [one.score for one in outcomes] == [
            engine.solve(position, "outcome").score for position in positions
        ]
        listed = outflank.solve(positions, candidates=3)
        for position, found in zip(positions, listed, strict=True):
            alone = engine.solve(position, candidates=3)
            assert list(found.scores.values()) == list(alone.scores.values())


def plain(found: Analysis) -> tuple[object, ...]:
    """Return what must be the same in every run."""
    return found.move, found.score, found.depth, found.nodes, found.line, found.variations


def test_neither_threads_nor_order_change_a_result() -> None:
    positions = [one for one in positions_to_solve(9) if not one.is_over][::7]
    for limit in (Limit(), Limit(nodes=300), Limit(depth=3)):
        alone = list(map(plain, outflank.solve(positions, limit, threads=1)))
        assert list(map(plain, outflank.solve(positions, limit, threads=5))) == alone
        back = outflank.solve(positions[::-1], limit, threads=2)[::-1]
        assert list(map(plain, back)) == alone
        assert [plain(outflank.solve([one], limit)[0]) for one in positions[:9]] == alone[:9]


def test_a_limit_is_that_of_each_position() -> None:
    starts = [Classic().start(), *random_game(Classic().start(), 3)][:6]
    for found in outflank.solve(starts, Limit(nodes=2000)):
        assert 0 < found.nodes < 2100  # the last one is completed
        assert found.score is not None
        assert found.score.kind is ScoreKind.HEURISTIC
    quick = outflank.solve(starts, Limit(seconds=0.01), threads=1)
    assert all(found.move is not None for found in quick)


def test_an_evaluation_is_that_of_a_search_without_plies() -> None:
    """The search of a position evaluates the positions behind its moves in the same way."""
    for variant, size in itertools.product(VARIANTS, SIZES):
        game = list(random_game(variant.start(size), 7))
        scores = outflank.evaluate(game, threads=2)
        assert scores == [outflank.evaluate(position) for position in game]
        for position, score in zip(game, scores, strict=True):
            if position.is_over:
                assert score == Score(final_score(position).discs, ScoreKind.EXACT, 0)
            elif position.must_pass and position.answer is None:
                answers = position.variant.answers
                heard = position.hear("yes") if answers else position
                assert score == -outflank.evaluate(heard.play(PASS))
            else:
                expected = ScoreKind.EXPECTED if variant.answers else ScoreKind.HEURISTIC
                assert score.kind in (expected, ScoreKind.EXACT)
                assert abs(score.discs) <= size**2


def test_every_kernel_evaluates_alike() -> None:
    learned = LearnedData(None, learned_evaluation().network)
    for variant, size in itertools.product(VARIANTS, SIZES):
        game = [one for one in random_game(variant.start(size), 5) if one.answer is None]
        first, *others = (
            evaluate_batch(game, learned, threads=1, kernel=kernel)
            for kernel in native.kernels()[1:]
        )
        assert all(other == first for other in others)


def test_one_ply_of_a_search_takes_the_best_evaluation() -> None:
    with NativeEngine(hash_mb=1) as engine:
        for variant, size in ((Classic(), 8), (Classic(), 10), (Anti(), 8)):
            for position in list(random_game(variant.start(size), 2))[:20]:
                if position.must_pass:
                    continue
                replies = [position.play(move) for move in position.legal_moves]
                if any(reply.must_pass for reply in replies):
                    continue
                best = max(-score.discs for score in outflank.evaluate(replies))
                found = engine.analyse(position, Limit(depth=1)).score
                assert found is not None
                assert found.discs == pytest.approx(best)


def test_lists_may_mix_games_and_be_empty() -> None:
    mixed: list[Position | Game] = [
        Game(size=6),
        Classic().start(10),
        AWAITS_AND_PASSES,
        MUST_PASS,
        Anti().start(6),
    ]
    scores = outflank.evaluate(mixed)
    assert scores == [outflank.evaluate(one) for one in mixed]
    assert outflank.evaluate([]) == []
    assert outflank.solve([]) == []
    assert outflank.solve([MUST_PASS])[0].move is PASS
    assert outflank.solve(iter([MUST_PASS]))[0].score == outflank.solve(MUST_PASS).score


def test_progress_is_told_up_to_the_last_position() -> None:
    told: list[tuple[int, int]] = []
    positions: list[Position | Game] = [
        MUST_PASS,
        Game(size=4),
        *random_game(Classic().start(4), 1),
    ]
    outflank.solve(positions, progress=lambda done, of: told.append((done, of)))
    assert told[-1] == (len(positions), len(positions))
    assert told == sorted(told)


def test_wrong_input_is_one_sentence() -> None:
    start = Classic().start()
    with pytest.raises(EngineError, match="position 2 of the list: 60 empty squares take far"):
        outflank.solve([MUST_PASS, start])
    with pytest.raises(EngineError, match="an engine has 1 to 64 threads, not 0"):
        outflank.evaluate([start], threads=0)
    with pytest.raises(TypeError, match=r"a number of threads is a whole number, not 1\.5"):
        outflank.solve([start], threads=1.5)  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="thinks about a Position or a Game, not about 'f5d6'"):
        outflank.evaluate("f5d6")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="thinks about a Position or a Game, not about None"):
        outflank.solve([start, None], Limit(depth=1))  # type: ignore[list-item]
    with pytest.raises(TypeError, match="a limit is a Limit"):
        outflank.solve([MUST_PASS], 5)  # type: ignore[call-overload]
    with pytest.raises(UnknownName, match="goal"):
        outflank.solve([MUST_PASS], goal="win")  # type: ignore[call-overload]


def test_a_variant_of_ones_own_is_refused_with_its_place() -> None:
    class Diagonal(Classic):
        def place(self, position: Position, square: object) -> object:  # type: ignore[override]
            raise NotImplementedError

    own = Position(Classic().start().board, variant=Diagonal())
    with pytest.raises(EngineError, match="position 2 of the list: outflank does not play"):
        outflank.evaluate([Classic().start(), own])


def test_an_exception_in_progress_ends_the_work() -> None:
    class StopError(Exception):
        pass

    def stop(done: int, of: int) -> None:
        raise StopError

    quick, slow = MUST_PASS, Classic().start()
    with pytest.raises(StopError):
        outflank.solve([quick, slow], Limit(seconds=600), threads=2, progress=stop)


def test_ctrl_c_ends_the_work() -> None:
    starts = [Classic().start()] * 4
    threading.Timer(0.2, signal.raise_signal, [signal.SIGINT]).start()
    with pytest.raises(KeyboardInterrupt):
        outflank.solve(starts, Limit(seconds=600), threads=2)
