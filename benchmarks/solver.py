"""The exact solver on public test suites: nodes, speed relative to perft, and the gain of threads.

    OUTFLANK_DATA=FOLDER python benchmarks/solver.py [SUITE...] [--quick] [--renew] [--threads 2]
        [--beside CHECKOUT]

Suites are 1-19, 20-39, 40-49 (the default), 50-59 and hard-20 from FOLDER/endgame, and own-25, 16
positions with 25 empty squares from games of the engine. Every position begins with an empty
table. With one thread the nodes are the same everywhere, so they are compared exactly with those
in solver_nodes.txt, which --renew rewrites after a wanted change of the search. Speed says more
about a machine than about an engine, so it is given as nodes per leaf of perft, counted by the
same kernel in turn with the positions, both in processor time.

With --beside CHECKOUT this build and that of another commit, with its core built in place (such as
the parent commit in a git worktree), solve each position of the suites in turn, with one thread.
Only the nodes and processor seconds of both and their ratios are printed.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from builds.progress_line import show_progress
from builds.two_builds import Total, alternately, opened, ratio
from outflank import native
from outflank.engine import Analysis, Limit
from outflank.engine.native import NativeEngine
from outflank.notation import read_file
from outflank.rules import Classic, Game, Move, Position

STORED = Path(__file__).with_name("solver_nodes.txt")
HASH_MB = 256
PERFT_DEPTH, PERFT_LEAVES = 10, 24_571_284
QUICK = 5  # positions
BUSY = 0.85  # share of the processors that the threads could use

# The nodes of others for #40 to #49 with one thread and evaluations trained with WTHOR games.
REFERENCE = "Edax-AVX 4.5.6 828 M, Edax 4.6 840 M, Egaroucid 7.8 679 M"


@dataclass(frozen=True)
class Suite:
    """Rows of a file of endgames; those of the FFO have well-known numbers."""

    name: str
    file: str
    first: int = 1
    rows: slice = field(default_factory=lambda: slice(None))
    is_own: bool = False  # beside this file; the others are outside data


SUITES = {
    suite.name: suite
    for suite in (
        Suite("1-19", "fforum-1-19.obf"),
        Suite("20-39", "fforum-20-39.obf", 20),
        Suite("40-49", "fforum-40-59.obf", 40, slice(10)),
        Suite("50-59", "fforum-40-59.obf", 50, slice(10, 20)),
        Suite("hard-20", "hard-20.obf"),
        Suite("own-25", "own-25.obf", is_own=True),
    )
}
# Long enough that threads must share work well, and used by others for measurements.
SHARED = range(45, 50)


@dataclass(frozen=True)
class Exercise:
    """A position and the scores of moves in its file."""

    suite: str
    number: int
    position: Position
    labels: dict[Move, float]

    @property
    def name(self) -> str:
        """The key of its stored nodes."""
        return f"{self.suite} #{self.number}"


@dataclass
class Spent:
    """Work and its time, by the process's clock and by the wall clock."""

    work: int = 0
    processor: float = 0.0
    wall: float = 0.0

    def add(self, other: Spent) -> None:
        """Add other work."""
        self.work += other.work
        self.processor += other.processor
        self.wall += other.wall

    @property
    def speed(self) -> float:
        """Work per processor second."""
        return self.work / self.processor if self.processor else 0.0


def main() -> None:
    """Solve the suites with one thread, and then the long positions with several."""
    options = parse_options()
    folder = os.environ.get("OUTFLANK_DATA")
    if folder is None:
        print("OUTFLANK_DATA does not name the folder of the test suites, so nothing is solved.")
        return
    if not native.available():
        print("The native core is not built, so nothing is solved.")
        return
    stored = stored_nodes()
    counted: dict[str, int] = {}
    times: dict[str, Spent] = {}
    exercises: list[Exercise] = []
    for name in options.suites or ["40-49"]:
        chosen = list(exercises_of(SUITES[name], Path(folder)))
        chosen = chosen[:QUICK] if options.quick else chosen
        exercises += chosen
        if options.beside is not None:
            continue
        solve_suite(name, chosen, stored, counted, times)
    if options.beside is not None:
        compare_builds(exercises, options.beside)
        return
    if options.renew:
        STORED.write_text(
            "".join(
                f"{name}: {nodes:,}\n"
                for name, nodes in sorted((stored | counted).items(), key=order)
            ),
            encoding="ascii",
        )
    shared = [one for one in exercises if one.number in SHARED and one.suite == "40-49"]
    if options.threads > 1 and (shared or options.quick):
        measure_threads(shared or exercises, options.threads, times)
    is_new = any(stored.get(name, nodes) != nodes for name, nodes in counted.items())
    if is_new and not options.renew:
        sys.exit("The nodes differ from the stored ones; --renew stores the new ones.")


def parse_options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="The exact solver on public test suites.")
    parser.add_argument("suites", nargs="*", metavar="SUITE", help=", ".join(SUITES))
    parser.add_argument("--quick", action="store_true", help=f"only {QUICK} positions a suite")
    parser.add_argument("--renew", action="store_true", help="store the nodes counted now")
    parser.add_argument("--beside", type=Path, metavar="CHECKOUT", help="compare with a build")
    parser.add_argument("--threads", type=int, default=2, help="for the second part; 1 skips it")
    options = parser.parse_args()
    for name in options.suites:
        if name not in SUITES:
            parser.error(f"there is no suite {name}, only {', '.join(SUITES)}")
    return options


def exercises_of(suite: Suite, folder: Path) -> Iterator[Exercise]:
    """Read the positions of a suite."""
    place = Path(__file__).parent if suite.is_own else folder / "endgame"
    records = read_file(place / suite.file).records
    for number, record in enumerate(records[suite.rows], suite.first):
        assert not isinstance(record, Game)
        labels = {move: score.discs for move, score in record.scores if score is not None}
        yield Exercise(suite.name, number, record.position, labels)


def solve_suite(
    name: str,
    exercises: Sequence[Exercise],
    stored: dict[str, int],
    counted: dict[str, int],
    times: dict[str, Spent],
) -> None:
    """Print a line for each position, and the totals of the suite."""
    is_long = len(exercises) <= 20  # of many short positions, only the interesting lines
    search, perft = Spent(), Spent()
    wrong = changed = 0
    print(f"{name}, one thread")
    print(f"{'#':>5} {'empties':>7} {'move':<4} {'score':>5} {'nodes':>15} {'seconds':>9}  stored")
    with NativeEngine(hash_mb=HASH_MB) as engine:
        make_ready(engine)
        for at, one in enumerate(exercises, 1):
            show_progress(f"{name}: {at} of {len(exercises)}, {search.wall:.0f} s")
            if is_long or at % 20 == 1:
                perft.add(counted_leaves())
            found, spent = solved(engine, one.position)
            search.add(spent)
            counted[one.name] = found.nodes
            times[one.name] = spent
            assert found.score is not None
            assert found.move is not None
            best = max(one.labels.values())  # a move that is not listed may be as good
            right = found.score.discs == best == one.labels.get(found.move, best)
            is_same = stored.get(one.name) == found.nodes
            wrong += not right
            changed += not is_same
            if not right or is_long:
                show_progress("")
                before = stored.get(one.name)
                note = "same" if is_same else "new" if before is None else f"{before:,}"
                print(
                    f"{one.number:>5} {one.position.board.empties:>7} {found.move!s:<4} "
                    f"{found.score.discs:>+5g} {found.nodes:>15,} {spent.processor:>9.3f}  {note}"
                    f"{'' if right else '  WRONG'}",
                    flush=True,
                )
    show_progress("")
    print(f"  {search.work:,} nodes, {len(exercises) - wrong} of {len(exercises)} right,", end=" ")
    print(f"{changed} not as stored" if changed else "all as stored")
    print(
        f"  {search.processor:.2f} processor seconds, {search.speed / 1e6:.1f} million nodes a "
        f"second; perft {perft.speed / 1e6:.0f} million leaves: {search.speed / perft.speed:.3f} "
        "nodes a leaf"
    )
    if name == "40-49" and len(exercises) == 10:
        print(f"  others: {REFERENCE}")


def compare_builds(exercises: Sequence[Exercise], beside: Path) -> None:
    """Solve each position with this build and another, in turn, and print the costs of both."""
    totals = Total(), Total()
    with opened(beside, HASH_MB) as builds:
        for build in builds:
            print(f"{build.name}: {build.package}")
        print(f"{'position':>12} {'nodes':>15} {'other':>15} {'seconds':>9} {'other':>9}")
        for turn, one in enumerate(exercises):
            show_progress(f"{one.name}, {turn + 1} of {len(exercises)}")
            found = {
                build.name: build.search([one.position])[0] for build in alternately(builds, turn)
            }
            own, other = (found[build.name] for build in builds)
            for total, spent in zip(totals, (own, other), strict=True):
                total.add([spent])
            best = max(one.labels.values())
            wrong = [name for name, solution in found.items() if solution.discs != best]
            show_progress("")
            print(
                f"{one.name:>12} {own.nodes:>15,} {other.nodes:>15,} {own.processor:>9.3f} "
                f"{other.processor:>9.3f}{''.join(f'  WRONG: {name}' for name in wrong)}",
                flush=True,
            )
    own_total, other_total = totals
    print(
        f"  nodes {own_total.nodes:,} and {other_total.nodes:,}: "
        f"{ratio(own_total.nodes, other_total.nodes)}"
    )
    print(
        f"  processor seconds {own_total.processor:.2f} and {other_total.processor:.2f}: "
        f"{ratio(own_total.processor, other_total.processor)}"
    )


def make_ready(engine: NativeEngine) -> None:
    """Let the engine make its table and unpack its weights, so that no position pays for it."""
    engine.analyse(Classic().start(), Limit(depth=1))


def solved(engine: NativeEngine, position: Position) -> tuple[Analysis, Spent]:
    """Solve a position with an empty table; emptying it takes no time."""
    engine.forget()
    begin, clock = time.perf_counter(), time.process_time()
    found = engine.solve(position)
    return found, Spent(found.nodes, time.process_time() - clock, time.perf_counter() - begin)


def counted_leaves() -> Spent:
    """Run perft once."""
    begin, clock = time.perf_counter(), time.process_time()
    leaves = native.perft(Classic().start(), PERFT_DEPTH, kernel=native.kernels()[-1])
    if leaves != PERFT_LEAVES:
        raise SystemExit(f"perft counted {leaves} leaves instead of {PERFT_LEAVES}")
    return Spent(leaves, time.process_time() - clock, time.perf_counter() - begin)


def measure_threads(exercises: Sequence[Exercise], threads: int, times: dict[str, Spent]) -> None:
    """Print how much faster several threads are than one."""
    alone, together = Spent(), Spent()
    print(f"\n{threads} threads")
    print(f"{'#':>5} {'nodes':>15} {'seconds':>9} {'alone':>9} {'speed-up':>8}")
    with NativeEngine(threads=threads, hash_mb=HASH_MB) as engine:
        make_ready(engine)
        for one in exercises:
            show_progress(f"#{one.number} with {threads} threads")
            found, spent = solved(engine, one.position)
            together.add(spent)
            alone.add(times[one.name])
            show_progress("")
            wall = times[one.name].wall
            print(
                f"{one.number:>5} {found.nodes:>15,} {spent.wall:>9.3f} {wall:>9.3f} "
                f"{wall / spent.wall:>8.2f}",
                flush=True,
            )
    print(
        f"  {alone.wall / together.wall:.2f} times as fast by the wall clock, with "
        f"{together.work / alone.work:.2f} times the nodes and "
        f"{together.processor / alone.processor:.2f} times the processor seconds"
    )
    share = together.processor / together.wall / threads
    print(f"  the threads had {share:.0%} of {threads} processors; others: Edax-AVX 1.94 times")
    if share < BUSY:
        print("  The machine is busy with other programs, so the first figure means nothing.")


def stored_nodes() -> dict[str, int]:
    """Read the stored nodes."""
    if not STORED.exists():
        return {}
    pairs = (line.rsplit(":", 1) for line in STORED.read_text(encoding="ascii").splitlines())
    return {name: int(nodes.replace(",", "")) for name, nodes in pairs}


def order(pair: tuple[str, int]) -> tuple[int, int]:
    """Sort stored nodes in the order of the suites."""
    suite, number = pair[0].split(" #")
    return list(SUITES).index(suite), int(number)


if __name__ == "__main__":
    main()
