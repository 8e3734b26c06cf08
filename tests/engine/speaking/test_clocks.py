"""What every protocol tells about time, depth and nodes reaches the engine as a limit."""

import pytest

from outflank.engine import Analysis, Engine, Limit, Task
from outflank.engine.speaking.gtp_clock import GtpClocks
from outflank.rules import BLACK, WHITE
from support.speaking import piped

GGF = (
    "(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[{}]TY[8]"
    "BO[8 ---------------------------O*------*O--------------------------- *]{};)"
)


class LimitNoting(Engine):
    """Plays the first move and notes how long it might have thought."""

    name = "noting"

    def __init__(self) -> None:
        self.tasks: list[Task] = []

    def think(self, task: Task) -> Analysis:
        self.tasks.append(task)
        return Analysis.of(task.position.legal_moves[0])


def limits(*lines: str) -> list[Limit]:
    """Return the limits of the searches that some lines make."""
    engine = LimitNoting()
    piped("\n".join(lines), engine)
    return [task.limit for task in engine.tasks]


def test_without_a_clock_the_engine_decides() -> None:
    assert limits("genmove b") == [Limit()]
    assert limits("nboard 2", "go") == [Limit()]
    assert limits("uci", "go") == [Limit()]


# GTP


def test_gtp_shares_out_the_main_time() -> None:
    (limit,) = limits("time_settings 300 0 0", "genmove b")
    assert limit == Limit.for_clock(300, empties=60)


def test_gtp_shares_out_a_period_over_its_moves() -> None:
    assert limits("time_settings 0 10 5", "genmove b") == [Limit.for_clock(per_move=2)]
    assert limits("time_settings 0 1 1", "genmove b") == [Limit.for_clock(per_move=1)]


def test_gtp_believes_what_is_left() -> None:
    assert limits("time_settings 300 0 0", "time_left b 12 0", "genmove b") == [
        Limit.for_clock(12, empties=60)
    ]
    told = ("time_settings 300 30 5", "time_left b 6 3", "time_left w 1 1", "genmove b")
    assert limits(*told) == [Limit.for_clock(per_move=2)]


def test_gtp_counts_main_time_and_periods_itself() -> None:
    clocks = GtpClocks()
    clocks.set(10, 6, 3)
    assert clocks.limit(WHITE, 60) == Limit.for_clock(10, increment=2, empties=60)
    clocks.spend(WHITE, 4)
    assert clocks.limit(WHITE, 60) == Limit.for_clock(6, increment=2, empties=60)
    clocks.spend(WHITE, 6)
    assert clocks.limit(WHITE, 60) == Limit.for_clock(per_move=2)
    clocks.spend(WHITE, 1)
    assert clocks.limit(WHITE, 60) == Limit.for_clock(per_move=2.5)
    clocks.spend(WHITE, 1)
    clocks.spend(WHITE, 1)
    assert clocks.limit(WHITE, 60) == Limit.for_clock(per_move=2)  # a new period
    assert clocks.limit(BLACK, 60) == Limit.for_clock(10, increment=2, empties=60)
    clocks.restart()
    assert clocks.limit(WHITE, 60) == Limit.for_clock(10, increment=2, empties=60)


def test_gtp_has_a_moment_even_when_the_time_is_up() -> None:
    (limit,) = limits("time_settings 300 0 0", "time_left b -3 0", "genmove b")
    assert limit.seconds is not None
    assert 0 < limit.seconds < 0.02


@pytest.mark.parametrize("told", ["0 0 0", "0 1 0", "300 1 0"])
def test_gtp_knows_how_to_say_that_there_is_no_limit(told: str) -> None:
    assert limits("time_settings 1 0 0", f"time_settings {told}", "genmove b") == [Limit()]


def test_gtp_understands_increments_as_match_runners_tell_them() -> None:
    told = ("time_settings 60 2 0", "time_left b 41 0", "genmove b")
    assert limits(*told) == [Limit.for_clock(41, increment=2, empties=60)]
    assert limits("time_settings 0 5 0", "time_left b 5 0", "genmove b") == [
        Limit.for_clock(per_move=5)
    ]


def test_another_game_of_gtp_has_full_clocks_again() -> None:
    told = ("time_settings 300 0 0", "time_left b 2 0", "clear_board", "genmove b")
    assert limits(*told) == [Limit.for_clock(300, empties=60)]


# UCI and UGI


def test_uci_and_ugi_know_whose_clock_is_whose() -> None:
    clocks = "go wtime 60000 btime 30000 winc 1000 binc 500"
    first, second = (
        Limit.for_clock(60, increment=1, empties=60),
        Limit.for_clock(30, increment=0.5, empties=59),
    )
    assert limits("uci", clocks, "position startpos moves P@e3", clocks) == [first, second]
    clocks = "go p1time 60000 p2time 30000 p1inc 1000 p2inc 500"
    assert limits("ugi", clocks, "position startpos moves f5", clocks) == [first, second]


def test_uci_obeys_every_other_limit() -> None:
    assert limits("uci", "go depth 7") == [Limit(depth=7)]
    assert limits("uci", "go nodes 5000 depth 3") == [Limit(nodes=5000, depth=3)]
    assert limits("uci", "go movetime 250") == [Limit.for_clock(per_move=0.25)]
    assert limits("uci", "go depth 0") == [Limit(depth=1)]
    (limit,) = limits("uci", "go wtime 9000 btime 9000 movestogo 3")
    assert limit.seconds is not None
    assert limit.seconds < 3
    (limit,) = limits("uci", "go wtime -50 btime 9000")
    assert limit.seconds is not None
    assert limit.seconds < 0.02


# NBoard


def test_nboard_searches_to_its_depth_and_the_end_of_the_game_to_its_end() -> None:
    assert limits("nboard 2", "set depth 7", "go") == [Limit(depth=7)]
    assert limits("nboard 2", "set depth 54", "go") == [Limit(depth=60)]


def test_nboard_moves_by_the_clock_of_the_game_and_hints_without_it() -> None:
    game = f"set game {GGF.format('01:00/00:02', 'B[F5//10]W[D6//3.5]')}"
    clock = Limit.for_clock(52, increment=2, empties=58)
    assert limits("nboard 2", game, "go") == [clock]
    assert limits("nboard 2", game, "set depth 5", "go") == [clock.tightened(Limit(depth=5))]
    assert limits("nboard 2", game, "set depth 5", "hint 2") == [Limit(depth=5)]
    later = Limit.for_clock(52 - 20 + 2, increment=2, empties=56)
    assert limits("nboard 2", game, "move C3//20", "move D3", "go") == [later]


def test_a_clock_of_nboard_that_makes_no_sense_is_no_clock() -> None:
    assert limits("nboard 2", f"set game {GGF.format('soon', '')}", "go") == [Limit()]


# Cassio


def test_cassio_says_how_deep_and_how_sure() -> None:
    start = "---------------------------OX------XO---------------------------X"
    asked = f"ENGINE-PROTOCOL midgame-search {start} -64 64 12 87"
    assert limits(asked) == [Limit(depth=12, confidence=87)]
    asked = f"ENGINE-PROTOCOL endgame-search {start} -64 64 60"
    assert limits(asked) == [Limit(depth=60, confidence=73)]
