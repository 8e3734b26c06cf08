"""The index of games: how long it takes to build, and to answer a question.

Run as `python benchmarks/archive/game_index.py [SOURCE...]`; by default it uses the table of
all WTHOR games in the folder that OUTFLANK_DATA names. Questions are measured in processor time,
which is all they take once the file is in memory, so that other programs do not disturb it.
"""

import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from outflank.archive import GameFilter, GameIndex, build_index
from outflank.rules import Classic, Position, Symmetry

GAMES = 60  # games, all of whose positions are asked for
ROUNDS = 3  # runs of a question, of which the fastest counts


def sources() -> list[Path]:
    """Return the sources of the index."""
    if sys.argv[1:]:
        return [Path(name) for name in sys.argv[1:]]
    return [Path(os.environ["OUTFLANK_DATA"], "training", "wthor_1977_2025.tsv.gz")]


def build(target: Path) -> None:
    """Build the index, and print the time of each stage."""
    begin, processor = time.perf_counter(), time.process_time()
    stages: dict[str, float] = {}

    def note(stage: str, _share: float) -> None:
        stages.setdefault(stage, time.perf_counter() - begin)

    report = build_index(sources(), target, progress=note)
    wall, spent = time.perf_counter() - begin, time.process_time() - processor
    print(
        f"{report.games:,} games, {report.positions:,} positions, {report.skipped} skipped: "
        f"{wall:.1f} s ({spent:.1f} s of one processor), {target.stat().st_size / 1e6:.0f} MB"
    )
    print("  " + ", ".join(f"{stage} from {at:.1f} s" for stage, at in stages.items()))


def milliseconds(ask: Callable[[], object]) -> float:
    """Return the time of a question."""
    best = float("inf")
    for _ in range(ROUNDS):
        begin = time.process_time()
        ask()
        best = min(best, time.process_time() - begin)
    return best * 1000


def first_positions() -> dict[str, Position]:
    """Return the most frequent positions."""
    start = Classic().start()
    found = {"start": start}
    for line in ("f5", "f5d6", "f5f6", "f5f4", "f5d6c3", "f5d6c3d3c4", "f5f6e6d6c5e3"):
        position = start
        for at in range(0, len(line), 2):
            position = position.play(line[at : at + 2])
        found[line] = position
    return found


def ask(index: GameIndex) -> None:
    """Ask for first positions, also with filters, and for every position of some games."""
    (player, *_) = index.ask(Classic().start()).players
    filters = {
        "all": GameFilter(),
        "player": GameFilter(player=player.name),
        "a year": GameFilter(years=(2015, 2015)),
        "ten years": GameFilter(years=(2006, 2015)),
    }
    print(f"ms for  {'games':>8}  " + "  ".join(f"{name:>9}" for name in [*filters, "games()"]))
    for name, position in first_positions().items():
        games = index.ask(position).tally.games
        times = [milliseconds(partial(index.ask, position, only)) for only in filters.values()]
        times.append(milliseconds(partial(index.games, position, most=20)))
        print(f"{name[-7:]:7} {games:8,}  " + "  ".join(f"{one:9.2f}" for one in times))
    chance = random.Random(1)
    found = []
    for number in chance.sample(range(index.contents().games), GAMES):
        for position in index.game(number).positions():
            turned = position.transform(chance.choice(list(Symmetry)))
            found.append(milliseconds(partial(index.ask, turned)))
    found.sort()
    middle, most = found[len(found) // 2], found[len(found) * 99 // 100]
    print(
        f"every position of {GAMES} games, {len(found):,} questions: median {middle:.2f} ms, "
        f"99 % under {most:.2f} ms, all under {found[-1]:.2f} ms"
    )


with tempfile.TemporaryDirectory() as folder:
    file = Path(folder) / "games.sqlite"
    build(file)
    with GameIndex(file) as opened:
        ask(opened)
