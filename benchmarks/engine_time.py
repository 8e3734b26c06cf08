"""Whether the engine respects time: limits per move, cancelling, and whole games on a clock.

    python benchmarks/engine_time.py [--moves 200] [--clock 60] [--increment 0] [--seed 1]

A busy machine makes every program late. So each measurement alternates with a control:
a thread that only watches the clock, and then wakes the thread that waits for it.
The difference is the engine's. On an idle machine no limit may be exceeded by more than
20 ms, and a cancelled search must return within 20 ms.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import threading
import time
from collections.abc import Iterator, Sequence

from builds.progress_line import show_progress
from outflank import native
from outflank.engine import Limit
from outflank.engine.native import NativeEngine
from outflank.rules import BLACK, WHITE, Anti, Classic, Color, Position, Variant, YesNo

LIMIT = 0.1  # seconds a move
ALLOWED = 0.02
LONG = Limit(seconds=600)
HASH_MB = 64
FEW = 10  # questions of rare kinds
# Half of the questions are about the most usual board.
BOARDS: Sequence[tuple[Variant, int]] = (
    (Classic(), 8),
    (Classic(), 10),
    (Classic(), 8),
    (YesNo(), 8),
    (Classic(), 8),
    (Classic(), 16),
    (Classic(), 8),
    (Anti(), 8),
    (Classic(), 8),
    (YesNo(), 12),
)


def main() -> None:
    """Measure limits, cancelling and clocks."""
    options = parse_options()
    if not native.available():
        print("The native core is not built, so its engine cannot be timed.")
        return
    mixed = list(varied_positions(options.moves, options.seed))
    by_game = sorted(mixed, key=lambda one: (one.variant.name, one.size))
    print(f"{1000 * LIMIT:.0f} ms a move, {options.moves} moves")
    with NativeEngine(hash_mb=HASH_MB, threads=options.threads) as engine:
        measure_limits("game by game", [(engine, one) for one in by_game])
        measure_limits("another game each time", [(engine, one) for one in mixed[: FEW * 4]])
    with contextlib.ExitStack() as engines:
        new = [
            engines.enter_context(NativeEngine(hash_mb=HASH_MB, threads=options.threads))
            for _ in range(FEW)
        ]
        measure_limits("a new engine's first move", list(zip(new, mixed, strict=False)))
    with NativeEngine(hash_mb=HASH_MB, threads=options.threads) as engine:
        measure_cancelling(engine, by_game, options.seed)
    if options.clock > 0:
        play_on_clocks(options.clock, options.increment, options.threads)


def parse_options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Measure whether the engine respects its time.")
    parser.add_argument("--moves", type=int, default=200, help="questions of each kind")
    parser.add_argument("--threads", type=int, default=1, help="threads that think")
    parser.add_argument("--clock", type=float, default=60, help="seconds a side; 0 plays no game")
    parser.add_argument("--increment", type=float, default=0, help="increment in seconds")
    parser.add_argument("--seed", type=int, default=1, help="repeat the same positions and times")
    return parser.parse_args()


def varied_positions(count: int, seed: int) -> Iterator[Position]:
    """Yield positions of random games with enough empty squares to think about."""
    dice = random.Random(seed)
    number = 0
    while count > 0:
        variant, size = BOARDS[number % len(BOARDS)]
        number += 1
        start = variant.start(size)
        (game,) = native.playouts(start, 1, seed=seed * 1_000_000 + number, record=True)
        position = start
        stop = dice.randrange(round(size * size * 0.6))
        for ply, move in enumerate(game.moves):
            if position.awaits_answer:
                position = position.hear(game.answers[ply])
            if ply >= stop and len(position.legal_moves) > 1:
                break
            position = position.play(move)
        if not position.is_over and len(position.legal_moves) > 1:
            count -= 1
            yield position


def measure_limits(what: str, questions: Sequence[tuple[NativeEngine, Position]]) -> None:
    """Print by how much time limits are exceeded."""
    late: list[float] = []
    control: list[float] = []
    for number, (engine, position) in enumerate(questions, 1):
        show_progress(f"{what}: {number} of {len(questions)}")
        control.append(lateness_of_control(LIMIT))
        begin = time.perf_counter()
        engine.analyse(position, Limit(seconds=LIMIT))
        spent = time.perf_counter() - begin
        if spent > LIMIT / 2:  # otherwise it was solved, and nothing was left to think about
            late.append(spent - LIMIT)
    show_progress("")
    print_lateness(f"over the limit, {what}", late, control)


def measure_cancelling(engine: NativeEngine, positions: Sequence[Position], seed: int) -> None:
    """Print how long a cancelled search takes to return."""
    dice = random.Random(seed)
    late: list[float] = []
    control: list[float] = []
    for number, position in enumerate(positions, 1):
        show_progress(f"{number} of {len(positions)} cancelled searches")
        control.append(lateness_of_control(0.03))
        cancel = threading.Event()
        moments: list[float] = []

        def end(cancel: threading.Event = cancel, moments: list[float] = moments) -> None:
            moments.append(time.perf_counter())
            cancel.set()

        timer = threading.Timer(dice.uniform(0.005, 0.08), end)
        timer.start()
        found = engine.analyse(position, LONG, cancel=cancel)
        back = time.perf_counter()
        timer.join()
        assert found.move in position.legal_moves
        if back > moments[0]:
            late.append(back - moments[0])
    show_progress("")
    print(f"\ncancelled from another thread, {len(positions)} searches")
    print_lateness("until it returned", late, control)


def lateness_of_control(seconds: float) -> float:
    """Return the delay of the signal from a thread that has watched the clock for `seconds`."""
    done = threading.Event()
    begin = time.perf_counter()

    def watch() -> None:
        while time.perf_counter() - begin < seconds:
            pass
        done.set()

    watcher = threading.Thread(target=watch)
    watcher.start()
    done.wait()
    late = time.perf_counter() - begin - seconds
    watcher.join()
    return late


def print_lateness(what: str, late: Sequence[float], control: Sequence[float]) -> None:
    """Print a row for the engine and one for the control."""
    print(f"{'ms ' + what:<44} {'median':>8} {'p99':>8} {'most':>8} {'> 20 ms':>8}")
    for name, values in (("engine", late), ("control", control)):
        if not values:
            continue
        ordered = sorted(values)
        figures = [ordered[round(share * (len(ordered) - 1))] for share in (0.5, 0.99, 1)]
        beyond = sum(value > ALLOWED for value in ordered)
        cells = "".join(f" {1000 * figure:>8.1f}" for figure in figures)
        print(f"  {name:<42}{cells} {beyond:>8}")


def play_on_clocks(seconds: float, increment: float, threads: int) -> None:
    """Play a game with a clock for each side, and print when the time was used."""
    left: dict[Color, float] = {BLACK: seconds, WHITE: seconds}
    spent: dict[int, dict[Color, float]] = {}
    position = Classic().start()
    longest = 0.0
    with (
        NativeEngine(hash_mb=HASH_MB, threads=threads) as black,
        NativeEngine(hash_mb=HASH_MB, threads=threads) as white,
    ):
        engines = {BLACK: black, WHITE: white}
        while not position.is_over:
            turn, empties = position.turn, position.board.empties
            limit = Limit.for_clock(left[turn], increment=increment, empties=empties)
            begin = time.perf_counter()
            move = engines[turn].choose(position, limit)
            used = time.perf_counter() - begin
            longest = max(longest, used)
            left[turn] -= used
            if left[turn] < 0:
                print(f"{str(turn).capitalize()} overstepped with {empties} squares empty.")
                return
            left[turn] += increment
            by_side = spent.setdefault((60 - empties) // 10, {BLACK: 0.0, WHITE: 0.0})
            by_side[turn] += used
            position = position.play(move)
            show_progress(
                f"{empties} squares empty, {left[BLACK]:.1f} and {left[WHITE]:.1f} s left"
            )
    show_progress("")
    print(f"\na game on clocks of {seconds:g} s and {increment:g} s a move: seconds used")
    print(f"  {'moves':<10} {'black':>8} {'white':>8}")
    for decade in sorted(spent):
        used_by = spent[decade]
        moves = f"{10 * decade + 1} to {10 * decade + 10}"
        print(f"  {moves:<10} {used_by[BLACK]:>8.2f} {used_by[WHITE]:>8.2f}")
    print(f"  {'left':<10} {left[BLACK]:>8.2f} {left[WHITE]:>8.2f}")
    print(f"  longest move {longest:.2f} s")


if __name__ == "__main__":
    main()
