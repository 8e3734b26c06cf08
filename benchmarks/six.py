"""Solve the small boards, 4x4 and 6x6, from the start with `outflank solve`.

    python benchmarks/six.py [--threads 2] [--hash 256] [--sizes 4 6] [--beside CHECKOUT]

Black loses 4x4 by ten (3-11, and the two empty squares go to the winner) and 6x6 by four
(16-20). The line that the command shows is replayed with the rules and must lead there. 6x6 must
take less than 20 minutes on two cores; the goal is 3.

With --beside CHECKOUT the build of another commit, with its core built in place, solves each
board after this one, and the ratios of nodes and processor seconds are printed. With more than one
thread, nodes differ from run to run.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import outflank
from builds.two_builds import Total, package_folder, ratio
from outflank import native
from outflank.engine.native import NativeEngine
from outflank.rules import BLACK, WHITE, Classic, parse_move


class Known(NamedTuple):
    """The known result of a board."""

    score: int
    black: int
    white: int


RESULTS = {4: Known(-10, 3, 11), 6: Known(-4, 16, 20)}


def main() -> None:
    """Solve each board, and check the result."""
    options = parse_options()
    if not native.available():
        print("The native core is not built, so nothing can be solved.")
        return
    own = Path(outflank.__file__).parents[1]
    folder = None if options.beside is None else package_folder(options.beside)
    for size in options.sizes:
        spent = solve(size, options.threads, options.hash, own)
        if folder is not None:
            print(f"     the other build: {folder}")
            other = solve(size, options.threads, options.hash, folder)
            print(
                f"     nodes {ratio(spent.nodes, other.nodes)}, "
                f"processor seconds {ratio(spent.processor, other.processor)}"
            )


def parse_options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Solve 4x4 and 6x6 from the start.")
    parser.add_argument("--threads", type=int, default=NativeEngine.all_threads())
    parser.add_argument("--hash", type=int, default=256, help="size of the table in megabytes")
    parser.add_argument("--sizes", type=int, nargs="+", choices=(4, 6), default=[4, 6])
    parser.add_argument("--beside", type=Path, metavar="CHECKOUT", help="compare with a build")
    return parser.parse_args()


def solve(size: int, threads: int, hash_mb: int, folder: Path) -> Total:
    """Run the command of a build, which shows its progress itself, and print its result."""
    words = f"solve --size {size} --threads {threads} --hash {hash_mb} --json".split()
    before = os.times()
    done = subprocess.run(
        [sys.executable, "-m", "outflank", *words],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        env=os.environ | {"PYTHONPATH": str(folder)},
    )
    after = os.times()
    processor = after.children_user + after.children_system
    processor -= before.children_user + before.children_system
    found = json.loads(done.stdout)
    expected = RESULTS[size]
    black, white = replayed(size, found["line"])
    if (found["score"], black, white) != expected:
        raise SystemExit(f"{size}x{size}: {found['score']:+d} ({black}-{white}), not {expected}")
    speed = found["nodes"] / found["seconds"] / 1e6
    print(f"{size}x{size}: {found['score']:+d} ({black}-{white}): {' '.join(found['line'])}")
    print(
        f"     {found['nodes']:,} nodes in {found['seconds']:.2f} s on {threads} "
        f"{'thread' if threads == 1 else 'threads'}, {speed:.1f} million a second, "
        f"{processor:.2f} processor seconds",
        flush=True,
    )
    return Total(found["nodes"], processor)


def replayed(size: int, line: Sequence[str]) -> tuple[int, int]:
    """Play a line to the end of the game, and count the discs."""
    position = Classic().start(size)
    for move in line:
        position = position.play(parse_move(move))
    if not position.is_over:
        raise SystemExit(f"the line of {size}x{size} stops before the end")
    return position.board.count(BLACK), position.board.count(WHITE)


if __name__ == "__main__":
    main()
