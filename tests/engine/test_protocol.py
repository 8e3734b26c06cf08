"""What every engine promises: limits, errors, passes, answers, names."""

import subprocess
import sys
import threading

import pytest

from outflank import engine
from outflank.engine import Analysis, Engine, Limit, Task, Variation
from outflank.engine.simple import GreedyEngine
from outflank.errors import EngineError, UnknownName
from outflank.rules import (
    BLACK,
    PASS,
    Board,
    Classic,
    Odds,
    Position,
    Score,
    ScoreKind,
    Square,
    Variant,
    YesNo,
    variants,
)

NAMES = [
    "random",
    "greedy",
    "positional",
    "alphabeta",
    pytest.param("outflank", marks=pytest.mark.native),
    "level:1",
    "level:9",
]
OVER = Position(Board.parse("XXXX XXXX XXXX XXX-"))


class Fixed(Engine):
    """Says what it was told to say."""

    name = "fixed"

    def __init__(self, analysis: Analysis) -> None:
        self.found = analysis
        self.tasks: list[Task] = []

    def supports(self, position: Position) -> bool:
        return position.size == 8

    def think(self, task: Task) -> Analysis:
        self.tasks.append(task)
        return self.found


@pytest.mark.parametrize("name", NAMES)
def test_a_finished_game_is_refused_in_one_sentence(name: str) -> None:
    with pytest.raises(EngineError, match="the game is over, so there is nothing to think about"):
        engine.open_engine(name).analyse(OVER)
    with pytest.raises(EngineError, match="the game is over"):
        engine.open_engine(name).choose(OVER)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("variant", variants(), ids=str)
def test_a_side_without_a_move_passes_at_once(name: str, variant: Variant) -> None:
    board = Board.parse("XXXX XXXX XXXO XX--")
    position = Position(board, BLACK.opponent, variant=variant)
    assert position.must_pass
    if position.awaits_answer:
        assert engine.open_engine(name).analyse(position) == Analysis()
        position = position.hear("yes")
    assert engine.open_engine(name).analyse(position) == Analysis.of(PASS, line=(PASS,))
    assert engine.open_engine(name).choose(position) is PASS


@pytest.mark.parametrize("name", NAMES)
def test_an_awaited_answer_leaves_no_move_to_choose(name: str) -> None:
    position = YesNo().start()
    with pytest.raises(EngineError, match="the oracle has not answered yet"):
        engine.open_engine(name).choose(position)
    found = engine.open_engine(name).analyse(position, Limit(depth=2))
    assert found.move is None
    assert found.score is None or found.score.kind is ScoreKind.EXPECTED


@pytest.mark.parametrize("name", NAMES)
def test_a_closed_engine_is_refused(name: str) -> None:
    with engine.open_engine(name) as closed:
        closed.choose(Classic().start())
    with pytest.raises(EngineError, match="has been closed"):
        closed.analyse(Classic().start())


def test_a_position_that_is_not_supported_is_refused() -> None:
    with pytest.raises(EngineError, match="fixed does not play Othello on 6x6"):
        Fixed(Analysis()).analyse(Classic().start(6))


def test_an_illegal_move_of_an_engine_is_its_error() -> None:
    with pytest.raises(EngineError, match="fixed chose a1, which may not be played here"):
        Fixed(Analysis.of(Square.parse("a1"))).analyse(Classic().start())


def test_an_engine_without_a_move_is_an_error_only_when_a_move_is_needed() -> None:
    nothing = Fixed(Analysis())
    assert nothing.analyse(Classic().start()).move is None
    with pytest.raises(EngineError, match="fixed found no move"):
        nothing.choose(Classic().start())


def test_the_only_move_is_chosen_without_thinking() -> None:
    board = Board.parse("--------" * 3 + "---XO---" + "--------" * 4)
    silent = Fixed(Analysis())
    assert silent.choose(Position(board)) == Square.parse("f4")
    assert silent.tasks == []


def test_everything_asked_for_reaches_the_engine() -> None:
    asked = Fixed(Analysis.of(Square.parse("d3")))
    asked.seed = 3
    cancel = threading.Event()
    heard: list[Analysis] = []
    position, limit = Classic().start(), Limit(depth=2)
    asked.analyse(position, limit, candidates=4, cancel=cancel, on_progress=heard.append)
    asked.analyse(position, seed=9)
    first, second = asked.tasks
    assert (first.position, first.limit, first.candidates, first.seed) == (position, limit, 4, 3)
    assert second.seed == 9
    first.report(asked.found)
    assert heard == [asked.found]
    assert not first.is_cancelled()
    cancel.set()
    assert first.is_cancelled()


@pytest.mark.parametrize("bound", ["seconds", "depth", "nodes"])
@pytest.mark.parametrize("value", [0, -1])
def test_impossible_limits_are_refused(bound: str, value: int) -> None:
    with pytest.raises(EngineError, match=f"a limit of {bound} must be more than 0, not {value}"):
        Limit(**{bound: value})


def test_a_tightened_limit_keeps_within_both() -> None:
    assert Limit(seconds=1, depth=3).tightened(Limit(seconds=2, nodes=5)) == Limit(1, 3, 5)
    soft = Limit(seconds=3, soft_seconds=1)
    assert soft.tightened(Limit(soft_seconds=2)) == soft
    assert not Limit(soft_seconds=1).is_unlimited()
    assert Limit().is_unlimited()
    assert not Limit(seconds=0.5).is_unlimited()
    assert Limit(confidence=95).tightened(Limit(confidence=73)).confidence == 73
    assert Limit(confidence=73).is_unlimited()


@pytest.mark.parametrize("percent", [0, 72, 101])
def test_impossible_confidences_are_refused(percent: int) -> None:
    with pytest.raises(EngineError):
        Limit(confidence=percent)


def test_dice_repeat_for_the_same_seed_position_and_purpose_only() -> None:
    def throw(task: Task, purpose: str = "") -> float:
        return task.random(purpose).random()

    start, after = Classic().start(), Classic().start().play(Square.parse("f5"))
    assert throw(Task(start, seed=1)) == throw(Task(start, seed=1))
    thrown = [
        throw(Task(start, seed=1)),
        throw(Task(start, seed=1), "other"),
        throw(Task(start, seed=2)),
        throw(Task(after, seed=1)),
        throw(Task(start)),
        throw(Task(start)),
    ]
    assert len(set(thrown)) == len(thrown)


def test_an_analysis_reads_as_a_line() -> None:
    assert str(Analysis()) == "nothing, 0 nodes"
    assert str(Analysis.of(PASS, Score(-2, ScoreKind.EXACT), nodes=3)) == "pass -2 (exact), 3 nodes"


def test_a_variation_reads_as_a_line() -> None:
    f5 = Square.parse("f5")
    assert str(Variation(f5, Score(2, ScoreKind.EXACT), (f5, PASS))) == "f5 +2 (exact): f5 pass"
    assert str(Variation(None, Score(0.5, ScoreKind.EXPECTED), (), 0.525)) == (
        "+0.50 (expected) wins 52.5%"
    )


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("greedy", "greedy"),
        pytest.param("Outflank", "outflank", marks=pytest.mark.native),
        (" AlphaBeta ", "alphabeta"),
        ("7", "level 7"),
        ("level:20", "level 20"),
    ],
)
def test_engines_are_found_by_name(name: str, found: str) -> None:
    assert engine.open_engine(name).name == found


@pytest.mark.native
def test_every_name_finds_an_engine() -> None:
    assert len([engine.open_engine(name) for name in engine.names()]) == 26


@pytest.mark.parametrize("name", ["", "gredy", "level", "level:x", "\N{ARABIC-INDIC DIGIT SEVEN}"])
def test_an_unknown_name_is_told_what_exists(name: str) -> None:
    with pytest.raises(UnknownName, match=r"there is no engine .*known: alphabeta, .*level:20"):
        engine.open_engine(name)


@pytest.mark.parametrize("name", ["level:0", "21", "level 999"])
def test_an_unknown_level_is_told_how_many_there_are(name: str) -> None:
    with pytest.raises(UnknownName, match=r"there is no level .*known: 1 to 20"):
        engine.open_engine(name)


def test_the_odds_of_the_variant_decide_the_expectation() -> None:
    board = Board.parse("---- -OX- -XO- ----")
    kind, harsh = (
        Position(board, variant=YesNo(answers=Odds(odds)))
        for odds in ({"yes": 0.9, "no": 0.1}, {"yes": 0.1, "no": 0.9})
    )
    greedy = GreedyEngine()
    better, worse = greedy.analyse(kind).score, greedy.analyse(harsh).score
    assert better is not None
    assert worse is not None
    assert better.discs == pytest.approx(0.9 * 3 + 0.1 * -1)
    assert worse.discs == pytest.approx(0.1 * 3 + 0.9 * -1)


def test_importing_the_engines_loads_nothing_heavy() -> None:
    heavy = ["multiprocessing", "subprocess", "outflank.engine.simple", "outflank.engine.process"]
    program = f"import outflank.engine, sys; print([m for m in {heavy} if m in sys.modules])"
    printed = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert printed.stdout.strip() == "[]"
