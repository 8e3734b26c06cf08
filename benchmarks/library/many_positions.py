"""How much quicker a list of positions is evaluated or solved than one after the other.

Run as `python benchmarks/library/many_positions.py [rounds]`. Single calls ask one engine with one
thread, which is opened for each round. Every score is compared; the best round is printed.
"""

import functools
import sys
import time
from collections.abc import Callable, Sequence

import outflank
from outflank import Position, Score, native
from outflank.engine.native import NativeEngine
from outflank.rules import Classic

GAMES = 400
MOST = 200  # ends to solve


def positions_with(empties: Sequence[int]) -> list[Position]:
    """Return positions of random games with these numbers of empty squares."""
    start = Classic().start()
    games = native.playouts(start, GAMES, seed=1, record=True)
    lines = native.replay([native.RecordedGame(start, game.moves) for game in games], trace=True)
    return [
        position for line in lines for position in line.trace if position.board.empties in empties
    ]


def shortest(rounds: int, work: Callable[[], object]) -> float:
    """Return the seconds of the fastest round."""
    seconds = []
    for _ in range(rounds):
        began = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - began)
    return min(seconds)


def report(title: str, count: int, rounds: int, calls: dict[str, Callable[[], object]]) -> None:
    """Print positions a second for each way, and the ratio to the first."""
    base = 0.0
    for name, call in calls.items():
        speed = count / shortest(rounds, call)
        base = base or speed
        print(f"{title:>20} {name:>12} {speed:>13,.0f} {speed / base:>7.1f}")


def main() -> None:
    """Print one line for each task and way."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    if not native.available():
        raise SystemExit("The native core is not built.")
    threads = NativeEngine.all_threads()
    lists = {"a list, 1": 1, f"a list, {threads}": threads}
    print(f"{'task':>20} {'threads':>12} {'positions/s':>13} {'ratio':>7}")
    middle = positions_with(range(61))
    calls: dict[str, Callable[[], object]] = {
        "single": lambda: [outflank.evaluate(one) for one in middle]
    }
    for name, count in lists.items():
        calls[name] = functools.partial(outflank.evaluate, middle, threads=count)
    report("evaluate", len(middle), rounds, calls)
    for empties in (8, 12, 16):
        ends = [one for one in positions_with([empties]) if not one.is_over][:MOST]
        alone: list[Score | None] = []

        def solve_each(ends: list[Position] = ends, alone: list[Score | None] = alone) -> None:
            with NativeEngine(threads=1) as engine:
                alone[:] = [engine.solve(one).score for one in ends]

        calls = {"single": solve_each}
        for name, count in lists.items():
            calls[name] = functools.partial(outflank.solve, ends, threads=count)
        report(f"solve, {empties} empty", len(ends), rounds, calls)
        if [found.score for found in outflank.solve(ends)] != alone:
            raise SystemExit(f"a list and single calls differ with {empties} empty squares")


if __name__ == "__main__":
    main()
