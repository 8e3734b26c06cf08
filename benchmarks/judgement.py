"""The errors of the engine's values on held-out positions, optionally beside another build's.

    OUTFLANK_DATA=FOLDER python benchmarks/judgement.py [--beside CHECKOUT] [--exact 1000]
        [--book 1000] [--deep 40]

Exact scores are those of positions with 24 empty squares (wthor_24empties_exact.tsv.gz); held out
is the tenth of its games whose md5 of 'year:number' is 0 mod 10. The book is sensei_book_93005, of
which a tenth is held out by canonical board. From each set, evenly spaced positions are taken; 0
takes all, which are 13,745 and 9,228. Errors are root mean squares in discs.

The last part searches 15 plies with cuts at 73 % and compares with exact scores. The loss of the
chosen move is found by solving only the position after it.

CHECKOUT is another commit with its core built in place, such as the parent commit in a git
worktree. Both builds search the same positions in turn, with empty tables and one thread.
"""

from __future__ import annotations

import argparse
import math
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from builds.held_out import held_out, sample, value_after
from builds.progress_line import show_progress
from builds.two_builds import Build, Found, NotMeasured, Total, alternately, opened, ratio
from outflank.rules import Position
from outflank.training.positions.readers import read_book, read_exact

HASH_MB = 16
PORTION = 20  # positions that a build searches in one turn
NEAR = 3  # discs


@dataclass
class Judged:
    """The results of a build on positions with known scores."""

    found: list[Found] = field(default_factory=list)
    total: Total = field(default_factory=Total)

    def errors(self, scores: Sequence[float]) -> list[float]:
        """Return how far each value is off, in discs."""
        return [one.discs - score for one, score in zip(self.found, scores, strict=True)]


def main() -> None:
    """Print the errors of this build, and of another if one is named."""
    options = parse_options()
    folder = os.environ.get("OUTFLANK_DATA")
    if folder is None:
        print("OUTFLANK_DATA does not name the folder of the positions, so nothing is judged.")
        return
    show_progress("reading positions")
    exact = held_out(read_exact(Path(folder, "training")))
    book = held_out(read_book(Path(folder, "training")))
    show_progress("")
    with opened(options.beside, HASH_MB) as builds:
        for build in builds:
            print(f"{build.name}: {build.package}")
        some = sample(exact, options.exact)
        for title, plies in (("exact scores, one ply", 1), ("exact scores, eight plies", 8)):
            print_errors(title, builds, some, depth=plies)
        print_errors("book, six plies", builds, sample(book, options.book), depth=6)
        print_choices(builds, sample(exact, options.deep))


def parse_options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Measure the errors of the engine's values.")
    parser.add_argument("--beside", type=Path, metavar="CHECKOUT", help="another build")
    parser.add_argument("--exact", type=int, default=1000, help="positions with exact scores")
    parser.add_argument("--book", type=int, default=1000, help="positions of the book")
    parser.add_argument("--deep", type=int, default=40, help="positions searched 15 plies deep")
    return parser.parse_args()


def judged(
    title: str, builds: list[Build], positions: Sequence[Position], **limit: Any
) -> dict[str, Judged]:
    """Let all builds search the positions, in turn; a build that cannot is left out."""
    results = {build.name: Judged() for build in builds}
    for turn, first in enumerate(range(0, len(positions), PORTION)):
        show_progress(f"{title}: {first} of {len(positions)}")
        for build in alternately(builds, turn):
            if build.name not in results:
                continue
            try:
                found = build.search(positions[first : first + PORTION], **limit)
            except NotMeasured as problem:
                show_progress("")
                print(f"{title}, {build.name}: not measured, {problem}")
                del results[build.name]
                continue
            results[build.name].found += found
            results[build.name].total.add(found)
    show_progress("")
    return results


def print_errors(
    title: str, builds: list[Build], scored: list[tuple[Position, float]], **limit: Any
) -> None:
    """Print the root mean square of the errors, and the cost of the searches."""
    scores = [score for _, score in scored]
    results = judged(title, builds, [position for position, _ in scored], **limit)
    print(f"{title}, {len(scored):,} positions")
    for name, result in results.items():
        errors = result.errors(scores)
        mean_square = math.fsum(error**2 for error in errors) / len(errors)
        print(
            f"  {name:<10} {math.sqrt(mean_square):6.3f} discs, "
            f"{math.fsum(errors) / len(errors):+.3f} on average; {totals_in_words(result.total)}"
        )
    print_ratios(results)


def print_choices(builds: list[Build], scored: list[tuple[Position, float]]) -> None:
    """Print the errors and the chosen moves of searches of 15 plies at 73 %."""
    title = "15 plies at 73 %"
    scores = [score for _, score in scored]
    positions = [position for position, _ in scored]
    results = judged(title, builds, positions, depth=15, confidence=73)
    losses: dict[tuple[int, str], float] = {}
    print(f"{title}, {len(scored):,} positions")
    for name, result in results.items():
        lost = []
        for at, (one, score) in enumerate(zip(result.found, scores, strict=True)):
            show_progress(f"solving the moves of {name}: {at} of {len(scores)}")
            if (at, one.move) not in losses:
                losses[at, one.move] = score - value_after(builds[0], positions[at], one.move)
            lost.append(losses[at, one.move])
        show_progress("")
        errors = [abs(error) for error in result.errors(scores)]
        count = len(errors)
        print(
            f"  {name:<10} mean error {math.fsum(errors) / count:.2f} discs, "
            f"within {NEAR} discs {sum(error <= NEAR for error in errors) / count:.0%}, "
            f"a best move {sum(loss == 0 for loss in lost) / count:.0%}, "
            f"loss of the chosen move {math.fsum(lost) / count:.2f} discs, "
            f"{result.total.nodes / count:,.0f} nodes a position; {totals_in_words(result.total)}"
        )
    print_ratios(results)


def totals_in_words(total: Total) -> str:
    """Describe the cost of searches."""
    return f"{total.nodes:,} nodes, {total.processor:.2f} processor seconds"


def print_ratios(results: dict[str, Judged]) -> None:
    """Compare the costs of two builds."""
    if len(results) == 2:
        own, other = (result.total for result in results.values())
        print(
            f"  nodes {ratio(own.nodes, other.nodes)}, "
            f"processor seconds {ratio(own.processor, other.processor)}"
        )


if __name__ == "__main__":
    main()
