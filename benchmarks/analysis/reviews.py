"""Games per second of `outflank review`, and how busy the cores are.

Run as `python benchmarks/analysis/reviews.py games.ggf [games] [depth] [exact]`: 1,000 games to
depth 12 with the last 18 plies exact by default, with as many processes as there are
cores. Other programs may use the cores too, so our share is printed as well.
"""

import os
import sys
import tempfile
import time
from pathlib import Path

from outflank.analysis.many_games import ReviewSettings, review_games
from outflank.analysis.reviewed_game import ReviewedGame
from outflank.engine import Limit
from outflank.notation import read_file


def machine_times() -> tuple[float, float]:
    """Return the seconds that all cores together have worked for any program, and been idle."""
    ticks = os.sysconf("SC_CLK_TCK")
    first = Path("/proc/stat").read_text(encoding="ascii").splitlines()[0]
    user, nice, system, idle, wait, irq, soft, *_ = (int(one) / ticks for one in first.split()[1:])
    return user + nice + system + irq + soft, idle + wait


def main() -> None:
    """Review games, and print the figures."""
    path, *rest = sys.argv[1:]
    count, depth, exact = (int(one) for one in [*rest, *("1000", "12", "18")[len(rest) :]])
    games = list(read_file(path).games)[:count]
    cores = len(os.sched_getaffinity(0))
    settings = ReviewSettings(Limit(depth=depth, confidence=73), exact=exact)
    seen = 0
    began = time.monotonic()
    busy, idle = machine_times()
    with tempfile.TemporaryFile("w") as log:

        def keep(found: ReviewedGame) -> None:
            nonlocal seen
            seen += 1
            log.write(f"{found.to_dict()}\n")

        found = review_games(games, settings, on_game=keep)
        passed = time.monotonic() - began
    work, rest_of_time = (
        now - then for now, then in zip(machine_times(), (busy, idle), strict=True)
    )
    own = sum(os.times()[:4])  # of this process and its children
    print(f"{len(found):,} games to depth {depth} at 73 %, last {exact} plies exact, {cores} cores")
    pace = f"{len(found) / passed:.3f} games/s"
    print(f"{passed:,.0f} s, {pace}; {own / len(found):.2f} core seconds a game")
    print(f"{sum(one.review.nodes for one in found) / own / 1e6:.2f} million nodes a core second")
    print(f"{sum(len(one.review.mistakes) for one in found):,} mistakes")
    print(f"the cores were busy {100 * work / (work + rest_of_time):.1f} % of the time")
    print(f"of which this program had {100 * own / work:.1f} %")


if __name__ == "__main__":
    main()
