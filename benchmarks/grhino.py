"""How our engine does against gtp-rhino, at equal or less time.

    python benchmarks/grhino.py [ENGINE] [--pairs 50] [--level 3] [--time SECONDS] [--out FILE]

gtp-rhino comes with the Debian package grhino and is needed for nothing else here. It takes the
time that it likes, so that is measured first, against a quick opponent; our engine then gets
less than that for each move, unless --time says how much. Every opening is played twice with the
colours swapped. --openings takes a file of transcripts instead of openings drawn by lot, and
--out keeps the games, so that an interrupted run goes on.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import sys
from pathlib import Path

from outflank.arena.duel import (
    Contestant,
    Duel,
    GameRecord,
    Ledger,
    ListedOpenings,
    Openings,
    RandomOpenings,
    Tally,
    run,
)
from outflank.engine import Limit
from outflank.errors import OutflankError
from outflank.notation import read
from outflank.rules import Classic
from showing import show_progress

PROGRAM = "gtp-rhino"
QUICK = "positional"  # who plays while rhino's time is measured
WARM_UP = 3  # pairs
SHARE = 0.8  # of rhino's mean time a move
GOAL = 0.9  # of the points: nine to one


def main() -> None:
    """Play the match and print what came of it."""
    options = parse_options()
    program = find_program()
    if program is None:
        sys.exit(f"{PROGRAM} is not installed; the Debian package grhino has it.")
    try:
        measure(options, f"gtp:{program} -l {options.level}")
    except OutflankError as problem:
        sys.exit(f"{problem}.")
    except KeyboardInterrupt:
        sys.exit("\nInterrupted.")


def parse_options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="How our engine does against gtp-rhino.")
    parser.add_argument("engine", nargs="?", default="outflank", help="ours, by name")
    parser.add_argument("--pairs", type=int, default=50, help="openings, each played twice")
    parser.add_argument("--level", type=int, default=3, choices=range(1, 6), help="rhino's level")
    parser.add_argument("--time", type=float, help="seconds a move of ours")
    parser.add_argument("--openings", type=Path, help="a file of transcripts")
    parser.add_argument("--seed", type=int, default=1, help="draws the openings")
    parser.add_argument("--out", type=Path, help="keep the games here and go on with them")
    options = parser.parse_args()
    if options.out is not None and options.time is None:
        parser.error("--out needs --time: a time that is measured is another one each time")
    return options


def find_program() -> str | None:
    """Return where gtp-rhino is; Debian puts games where not everybody looks."""
    folders = [os.environ.get("PATH", os.defpath), "/usr/games"]
    return shutil.which(PROGRAM, path=os.pathsep.join(folders))


def measure(options: argparse.Namespace, rhino: str) -> None:
    """Find a fair time, play, and print the result."""
    openings: Openings = RandomOpenings(Classic())
    if options.openings is not None:
        openings = ListedOpenings(read(options.openings, errors="raise").games)
    seconds = options.time or SHARE * mean_time(rhino, options.seed)
    players = Contestant(options.engine, Limit(seconds=seconds)), Contestant(rhino)
    print(f"{options.engine} at {1000 * seconds:.0f} ms a move against {rhino}", flush=True)
    tally = play(Duel(players, openings, options.seed), options.pairs, options.out)
    print_result(tally, [options.engine, rhino])


def mean_time(rhino: str, seed: int) -> float:
    """Return the mean seconds that rhino takes for a move."""
    show_progress("measuring rhino's time")
    duel = Duel((Contestant(QUICK), Contestant(rhino)), RandomOpenings(Classic()), seed)
    pace = Tally.of(run(duel, WARM_UP)).shares[1].pace
    show_progress("")
    return pace


def play(duel: Duel, pairs: int, out: Path | None) -> Tally:
    """Play the games one after the other, so that neither side waits for a processor."""
    with contextlib.ExitStack() as stack:
        ledger = stack.enter_context(Ledger(out, duel)) if out else None
        games = list(ledger.games) if ledger else []

        def note(game: GameRecord) -> None:
            if ledger is not None:
                ledger.add(game)
            games.append(game)
            show_progress(f"{len(games)} of {2 * pairs} games, {Tally.of(games).score()}")

        run(duel, pairs, done=list(games), on_game=note)
    show_progress("")
    return Tally.of(games)


def print_result(tally: Tally, names: list[str]) -> None:
    """Print the score, the strength, the times, and whether that is what we want."""
    first, second = tally.shares
    points = first.points / max(tally.games, 1)
    print(f"games      {tally.games}, {tally.score()}, {points:.1%} of the points")
    print(f"pairs      {' '.join(map(str, tally.pairs))} of 0, 1/2, 1, 3/2 and 2 points")
    print(f"Elo        {tally.strength}")
    if tally.margin is not None:
        print(f"discs      {tally.margin:+.1f} a game")
    for name, share in zip(names, tally.shares, strict=True):
        times = f"{share.seconds:.1f} s, {1000 * share.pace:.0f} ms a move"
        print(f"time       {times}, at most {1000 * share.slowest:.0f} ms; {name}")
        if share.faults:
            print(f"faults     {share.faults} games lost otherwise than on the board; {name}")
    is_fair = first.seconds <= second.seconds
    print(f"time used  {first.seconds / max(second.seconds, 1e-9):.2f} of rhino's")
    verdict = "reached" if points >= GOAL and is_fair else "missed"
    print(f"goal       {GOAL:.0%} of the points in no more time: {verdict}")


if __name__ == "__main__":
    main()
