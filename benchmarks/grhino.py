"""Our engine against gtp-rhino, with equal or less time.

    python benchmarks/grhino.py [ENGINE] [--pairs 50] [--level 3] [--time SECONDS] [--out FILE]

gtp-rhino comes with the Debian package grhino and is needed for nothing else here. It uses as much
time as it likes, so its time is measured first, against a quick opponent; our engine then gets
less than that for each move, unless --time sets a limit. Every opening is played twice with the
colours swapped. The openings are the balanced ones of the package, or those of a file of
transcripts (--openings): GTP only plays moves, so random positions could not always be
set up. --out keeps the games, so that an interrupted match can go on.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import sys
from pathlib import Path

from builds.progress_line import show_progress
from outflank.arena.engine_match import (
    EngineMatch,
    GameRecord,
    GamesFile,
    MatchPlayer,
    MatchScore,
    OpeningBook,
    Openings,
    run_match,
)
from outflank.arena.engine_match.balanced import balanced_openings
from outflank.engine import Limit
from outflank.errors import OutflankError
from outflank.notation import read_file

PROGRAM = "gtp-rhino"
QUICK = "positional"  # the opponent while rhino's time is measured
WARM_UP = 3  # pairs
SHARE = 0.8  # of rhino's mean time a move
GOAL = 0.9  # share of the points: nine to one


def main() -> None:
    """Play the match, and print the result."""
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
    parser = argparse.ArgumentParser(description="Play our engine against gtp-rhino.")
    parser.add_argument("engine", nargs="?", default="outflank", help="the name of our engine")
    parser.add_argument("--pairs", type=int, default=50, help="openings, each played twice")
    parser.add_argument("--level", type=int, default=3, choices=range(1, 6), help="rhino's level")
    parser.add_argument("--time", type=float, help="seconds per move for our engine")
    parser.add_argument("--openings", type=Path, help="a file of transcripts")
    parser.add_argument("--seed", type=int, default=1, help="the seed for the openings")
    parser.add_argument("--out", type=Path, help="keep the games here, and continue from them")
    options = parser.parse_args()
    if options.out is not None and options.time is None:
        parser.error("--out needs --time, because a measured time differs in each run")
    return options


def find_program() -> str | None:
    """Return the path of gtp-rhino, also from Debian's folder of games."""
    folders = [os.environ.get("PATH", os.defpath), "/usr/games"]
    return shutil.which(PROGRAM, path=os.pathsep.join(folders))


def measure(options: argparse.Namespace, rhino: str) -> None:
    """Find a fair time, play, and print the result."""
    openings: Openings = balanced_openings()
    if options.openings is not None:
        openings = OpeningBook(read_file(options.openings, errors="raise").games)
    seconds = options.time or SHARE * mean_time(rhino, options.seed)
    players = MatchPlayer(options.engine, Limit(seconds=seconds)), MatchPlayer(rhino)
    print(f"{options.engine} at {1000 * seconds:.0f} ms a move against {rhino}", flush=True)
    score = play(EngineMatch(players, openings, options.seed), options.pairs, options.out)
    print_result(score, [options.engine, rhino])


def mean_time(rhino: str, seed: int) -> float:
    """Return rhino's mean seconds per move."""
    show_progress("measuring rhino's time")
    match = EngineMatch((MatchPlayer(QUICK), MatchPlayer(rhino)), balanced_openings(), seed)
    pace = MatchScore.of(run_match(match, WARM_UP)).players[1].pace
    show_progress("")
    return pace


def play(match: EngineMatch, pairs: int, out: Path | None) -> MatchScore:
    """Play the games one after the other, so that neither side waits for a processor."""
    with contextlib.ExitStack() as stack:
        games_file = stack.enter_context(GamesFile(out, match)) if out else None
        games = list(games_file.games) if games_file else []

        def note(game: GameRecord) -> None:
            if games_file is not None:
                games_file.add(game)
            games.append(game)
            show_progress(f"{len(games)} of {2 * pairs} games, {MatchScore.of(games).summary()}")

        run_match(match, pairs, done=list(games), on_game=note)
    show_progress("")
    return MatchScore.of(games)


def print_result(score: MatchScore, names: list[str]) -> None:
    """Print the score, the Elo difference and the times, and whether the goal was reached."""
    first, second = score.players
    points = first.points / max(score.games, 1)
    print(f"games      {score.games}, {score.summary()}, {points:.1%} of the points")
    print(f"pairs      {' '.join(map(str, score.pairs))} of 0, 1/2, 1, 3/2 and 2 points")
    print(f"Elo        {score.elo}")
    if score.margin is not None:
        print(f"discs      {score.margin:+.1f} a game")
    for name, player in zip(names, score.players, strict=True):
        times = f"{player.seconds:.1f} s, {1000 * player.pace:.0f} ms a move"
        print(f"time       {times}, at most {1000 * player.slowest:.0f} ms; {name}")
        if player.faults:
            print(f"faults     {player.faults} games lost otherwise than on the board; {name}")
    is_fair = first.seconds <= second.seconds
    print(f"time used  {first.seconds / max(second.seconds, 1e-9):.2f} of rhino's")
    verdict = "reached" if points >= GOAL and is_fair else "missed"
    print(f"goal       {GOAL:.0%} of the points in no more time: {verdict}")


if __name__ == "__main__":
    main()
