"""The levels: budgets and softness that rise to strength, and errors like people's."""

import itertools
import threading
from collections import Counter
from dataclasses import dataclass, replace

import pytest

from outflank.engine import (
    DEFAULT_LEVEL,
    Analysis,
    Engine,
    Limit,
    Task,
    Variation,
    levels,
    open_engine,
)
from outflank.engine.human_like import HumanLikeEngine
from outflank.engine.simple import RandomEngine
from outflank.errors import UnknownName
from outflank.rules import (
    Anti,
    Board,
    Classic,
    Placement,
    Position,
    Score,
    Square,
    Variant,
    YesNo,
    variants,
)
from support.engines.engine_games import middle_games, points
from support.engines.scripted_beginner import ADULT, CHILD, Beginner, ScriptedBeginner

# A search ends at a position, not in the middle of one: what was begun there is still counted.
SLACK = 64


class Opinion(Engine):
    """Knows what every move is worth."""

    name = "opinion"

    def __init__(self, worth: dict[str, float]) -> None:
        self.worth = worth
        self.tasks: list[Task] = []

    def think(self, task: Task) -> Analysis:
        self.tasks.append(task)
        ranked = sorted(self.worth.items(), key=lambda pair: -pair[1])
        moves = [(Square.parse(name), Score(worth)) for name, worth in ranked[: task.candidates]]
        return Analysis(tuple(Variation(move, score, (move,)) for move, score in moves))


def test_there_are_twenty_levels_in_order() -> None:
    assert [one.number for one in levels()] == list(range(1, 21))
    assert len({one.name for one in levels()}) == 20
    for weaker, stronger in itertools.pairwise(levels()):
        assert weaker.nodes < stronger.nodes
        assert weaker.slow_nodes < stronger.slow_nodes
        assert weaker.hash_mb <= stronger.hash_mb
        assert weaker.softness >= stronger.softness >= 0
        assert weaker.oversight >= stronger.oversight >= 0
        assert weaker.greed >= stronger.greed >= 0
        assert weaker.seconds <= stronger.seconds <= 5
    assert all(later.nodes < 4 * one.nodes for one, later in itertools.pairwise(levels()))


@pytest.mark.parametrize("number", [0, 21, -1])
def test_an_unknown_level_is_told_what_exists(number: int) -> None:
    with pytest.raises(UnknownName, match=rf"there is no level '{number}' \(known: 1 to 20\)"):
        open_engine(number)


@pytest.mark.parametrize("number", [1, 5, 9])
@pytest.mark.parametrize("variant", variants(), ids=str)
def test_a_level_keeps_its_budget_and_repeats_itself(variant: Variant, number: int) -> None:
    for position in middle_games(variant, 12, 1):
        found = open_engine(number, seed=3).analyse(position)
        assert found.nodes <= levels()[number - 1].nodes + SLACK
        again = open_engine(number, seed=3).analyse(position)
        assert (again.move, again.score, again.nodes) == (found.move, found.score, found.nodes)


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_the_default_level_thinks_little_even_on_a_large_board(variant: Variant) -> None:
    # 0.5 s on 12x12 is promised; the slowest search enters more than 5,000 nodes in that time.
    for position in middle_games(variant, 12, 2):
        assert open_engine(DEFAULT_LEVEL).analyse(position).nodes <= 1000 + SLACK


@pytest.mark.parametrize("number", [1, 20])
def test_every_level_has_a_limit_of_seconds(number: int) -> None:
    inner = Opinion({"d3": 1.0, "c4": 0.5})
    engine = HumanLikeEngine(inner, levels()[number - 1].limit)
    engine.analyse(Classic().start(), Limit(seconds=60))
    assert inner.tasks[0].limit.seconds == levels()[number - 1].seconds


def test_a_limit_can_tighten_a_level_but_not_widen_it() -> None:
    position = Classic().start()
    assert open_engine(8).analyse(position, Limit(nodes=50)).nodes <= 50 + SLACK
    assert open_engine(2).analyse(position, Limit(nodes=5000)).nodes <= levels()[1].nodes + SLACK


def test_a_level_plays_variants_that_only_python_knows() -> None:
    @dataclass(frozen=True)
    class Homely(Classic):
        def place(self, position: Position, square: Square) -> Placement:
            return Classic().place(position, square)

    position = Homely().start()
    found = open_engine(9, seed=1).analyse(position)
    assert found.move in position.legal_moves
    assert found.nodes <= levels()[8].slow_nodes


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_a_much_stronger_level_wins_the_match(variant: Variant) -> None:
    assert points(open_engine(9), open_engine(1), variant, 6, 4) > 0.6


# Points of few games; longer matches are on the page of measurements.


def test_the_first_level_beats_random_moves() -> None:
    assert points(open_engine(1), RandomEngine(), Classic(), 8, 12) > 0.55


@pytest.mark.parametrize(
    ("beginner", "least"), [(ADULT, 0.5), (CHILD, 0.4)], ids=["adult", "child"]
)
def test_beginners_win_their_share_of_first_games(beginner: Beginner, least: float) -> None:
    first = open_engine(DEFAULT_LEVEL)
    assert points(ScriptedBeginner(beginner), first, Classic(), 8, 12) > least


@pytest.mark.parametrize("number", [4, 6, 8])
def test_a_level_beats_the_one_two_below(number: int) -> None:
    assert points(open_engine(number), open_engine(number - 2), Classic(), 8, 8) > 0.5


def test_greed_prefers_what_turns_more_now() -> None:
    # d1 turns two discs, c3 one; d1 is worth a little less.
    position = Position(Board.parse("XOO--- -O---- ------ ------ ------ ------"))
    opinion = Opinion({"c3": 2.0, "d1": 0.0})
    assert _most_chosen(HumanLikeEngine(opinion, Limit(nodes=1), softness=1), position) == "c3"
    greedy = HumanLikeEngine(opinion, Limit(nodes=1), softness=1, greed=5)
    assert _most_chosen(greedy, position) == "d1"
    fewest = replace(position, variant=Anti())
    opinion.worth = {"d1": 2.0, "c3": 0.0}
    assert _most_chosen(greedy, fewest) == "c3"


def _most_chosen(engine: Engine, position: Position) -> str:
    chosen = Counter(str(engine.choose(position, seed=seed)) for seed in range(60))
    return chosen.most_common(1)[0][0]


def test_softness_prefers_better_moves_but_not_always_the_best() -> None:
    worth = {"d3": 3.0, "c4": 2.0, "f5": 0.0, "e6": -30.0}
    soft = HumanLikeEngine(Opinion(worth), Limit(nodes=1), softness=2)
    start = Classic().start()
    chosen = Counter(str(soft.choose(start, seed=seed)) for seed in range(400))
    assert chosen["d3"] > chosen["c4"] > chosen["f5"] > chosen["e6"] == 0


def test_quiet_moves_are_overlooked_more_often_than_loud_ones() -> None:
    # d1 turns two discs, c3 one; both are worth the same.
    board = Board.parse("XOO--- -O---- ------ ------ ------ ------")
    position = Position(board)
    opinion = Opinion({"d1": 0.0, "c3": 0.0})
    soft = HumanLikeEngine(opinion, Limit(nodes=1), softness=1, oversight=0.9)
    chosen = Counter(str(soft.choose(position, seed=seed)) for seed in range(400))
    assert chosen["d1"] > 1.3 * chosen["c3"] > 0


def test_a_corner_is_never_overlooked() -> None:
    # a1 and b4 turn one disc each; b4, which is worth a little more, is always overlooked.
    board = Board.parse("-OX--- ------ ------ --OX-- ------ ------")
    soft = HumanLikeEngine(
        Opinion({"a1": 0.0, "b4": 0.1}), Limit(nodes=1), softness=0.01, oversight=1.0
    )
    chosen = {soft.choose(Position(board), seed=seed) for seed in range(20)}
    assert chosen == {Square.parse("a1")}


def test_when_everything_is_overlooked_everything_is_looked_at_again() -> None:
    soft = HumanLikeEngine(
        Opinion({"d3": 1.0, "c4": 0.0}), Limit(nodes=1), softness=0.01, oversight=1.0
    )
    assert soft.choose(Classic().start(), seed=1) == Square.parse("d3")


def test_a_soft_choice_reports_the_score_of_what_it_chose() -> None:
    worth = {"d3": 3.0, "c4": 2.0}
    soft = HumanLikeEngine(Opinion(worth), Limit(nodes=1), softness=5)
    for seed in range(20):
        found = soft.analyse(Classic().start(), seed=seed)
        assert found.score == Score(worth[str(found.move)])
        assert found.line == (found.move,)
        assert found.scores == {Square.parse("d3"): Score(3.0)}


def test_a_soft_choice_keeps_the_line_and_the_chance_of_what_it_chose() -> None:
    class Detailed(Opinion):
        def think(self, task: Task) -> Analysis:
            found = super().think(task)
            c4, f5 = Square.parse("c4"), Square.parse("f5")
            first, second = found.variations
            own = replace(first, win_chance=0.6), replace(second, line=(c4, f5), win_chance=0.4)
            return replace(found, variations=own)

    soft = HumanLikeEngine(Detailed({"d3": 1.0, "c4": 0.9}), Limit(nodes=1), softness=5)
    chosen = {
        str(one.move): one for one in (soft.analyse(Classic().start(), seed=n) for n in range(20))
    }
    assert [len(one.line) for one in (chosen["d3"], chosen["c4"])] == [1, 2]
    assert (chosen["d3"].win_chance, chosen["c4"].win_chance) == (0.6, 0.4)
    assert len(chosen["c4"].variations) == 1


def test_a_level_without_softness_asks_for_one_move_only() -> None:
    opinion = Opinion({"d3": 1.0, "c4": 0.0})
    hard = HumanLikeEngine(opinion, Limit(nodes=7))
    assert hard.choose(Classic().start()) == Square.parse("d3")
    assert [(task.candidates, task.limit) for task in opinion.tasks] == [(1, Limit(nodes=7))]


def test_closing_a_soft_engine_closes_the_one_inside() -> None:
    opinion = Opinion({"d3": 1.0})
    with HumanLikeEngine(opinion, Limit(nodes=1)) as soft:
        assert soft.supports(YesNo().start())
        assert soft.name == "soft opinion"
    assert opinion._is_closed


def test_the_unlimited_computer_thinks_until_it_is_told_to_move() -> None:
    stop = threading.Event()
    depths: list[int] = []

    def show(found: Analysis) -> None:
        depths.append(found.depth)
        if len(depths) == 6:
            stop.set()

    position = Classic().start()
    with open_engine("unlimited") as engine:
        assert engine.analyse(position, Limit(depth=2)).depth <= 2
        found = engine.analyse(position, cancel=stop, on_progress=show)
    assert stop.is_set()
    assert found.move in position.legal_moves


def test_the_unlimited_computer_does_not_think_about_its_only_move() -> None:
    board = Board.parse("-" * 24 + "XOOOOOO-" + "-" * 32)
    position = replace(Classic().start(), board=board)
    assert len(position.legal_moves) == 1
    with open_engine("level:unlimited") as engine:
        assert engine.analyse(position).depth <= 1
