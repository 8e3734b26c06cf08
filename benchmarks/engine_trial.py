"""Which of two builds of the engine plays better: a sequential test, and the loss of their moves.

    OUTFLANK_DATA=FOLDER python benchmarks/engine_trial.py --beside CHECKOUT --out FOLDER
        [--nodes 4000] [--seconds 0.03] [--pairs 1000] [--elo0 0] [--elo1 8] [--positions 300]

CHECKOUT is another commit with its core built in place, such as the parent commit in a git
worktree, or a folder that holds the package `outflank`. Three parts are measured one after the
other; 0 leaves one out.

`--nodes` and `--seconds` are limits of a move. With each a match is played by pairs of games from
balanced and XOT openings, alternately, until a sequential test over pairs says whether this build
is `elo1` rather than `elo0` points stronger, or `--pairs` are played. Without OUTFLANK_DATA there
are balanced openings only. Games are solved at 16 empty squares (`--adjudicate`).

`--positions` is a number of held-out positions with 24 empty squares and known scores: both builds
choose a move with `--loss-nodes`, and solving shows what it loses.

Everything is kept in the folder `--out`, and the same command goes on where it was interrupted.
"""

from __future__ import annotations

import argparse
import contextlib
import math
import os
import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import NormalDist
from typing import Any, TypedDict

from builds.held_out import held_out, sample, value_after
from builds.paired_games import play_pairs
from builds.progress_line import bar, show_progress
from builds.two_builds import Build, NotMeasured, alternately, opened
from outflank.arena.engine_match import GameRecord, MatchScore, Sprt, SprtProgress
from outflank.arena.engine_match.games_file import RecordsFile
from outflank.errors import OutflankError
from outflank.notation.starts.opening_lists import even_openings, read_openings
from outflank.rules import Game, Position
from outflank.training.positions.readers import read_exact

HASH_MB = 4
AT_ONCE = 20  # pairs that are played side by side if time does not count
XOT = Path("openings", "xot_openingslarge.txt")
BAR = NormalDist().inv_cdf(0.975)


class Choice(TypedDict):
    """The moves that both builds chose in a position, and what each loses in discs."""

    position: int
    moves: list[str]
    losses: list[float]


def main() -> None:
    """Print what each part of the trial has shown."""
    options = parse_options()
    if options.beside is None:
        print("--beside names no other build, so nothing is compared.")
        return
    try:
        test = Sprt(options.elo0, options.elo1, options.alpha, options.beta)
        with kept_in(options.out) as options.out, opened(options.beside, HASH_MB) as builds:
            for build in builds:
                print(f"{build.name}: {build.package}")
            if options.nodes:
                play("nodes", builds, {"nodes": options.nodes}, test, options)
            if options.seconds:
                play("seconds", builds, {"seconds": options.seconds}, test, options)
            if options.positions:
                judge(builds, options)
    except (OutflankError, NotMeasured, OSError) as problem:
        sys.exit(str(problem))
    except KeyboardInterrupt:
        sys.exit("\nInterrupted. With --out, the same command goes on.")


@contextlib.contextmanager
def kept_in(folder: Path | None) -> Iterator[Path]:
    """Yield the folder of the results, a temporary one if none is named."""
    if folder is None:
        with tempfile.TemporaryDirectory() as temporary:
            yield Path(temporary)
    else:
        folder.mkdir(parents=True, exist_ok=True)
        yield folder


def parse_options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Compare two builds of the engine.")
    parser.add_argument("--beside", type=Path, metavar="CHECKOUT", help="the other build")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="keep results, and go on there")
    parser.add_argument("--nodes", type=int, default=4000, help="nodes a move, 0 for no such match")
    parser.add_argument("--seconds", type=float, default=0.03, help="seconds a move, 0 for none")
    parser.add_argument("--pairs", type=int, default=1000, help="the most pairs of a match")
    parser.add_argument("--adjudicate", type=int, default=16, help="solve at so many empty squares")
    parser.add_argument("--elo0", type=float, default=0, help="the difference of no gain")
    parser.add_argument("--elo1", type=float, default=8, help="the difference of a gain")
    parser.add_argument("--alpha", type=float, default=0.05, help="the error rate at elo0")
    parser.add_argument("--beta", type=float, default=0.05, help="the error rate at elo1")
    parser.add_argument("--positions", type=int, default=300, help="positions, 0 for none")
    parser.add_argument("--loss-nodes", type=int, default=100_000, help="nodes for their moves")
    parser.add_argument("--seed", type=int, default=1, help="draws the openings")
    return parser.parse_args()


def openings_of(options: argparse.Namespace) -> list[Game]:
    """Return an opening for each pair: balanced ones and those of XOT, alternately."""
    lists = [list(even_openings())]
    folder = os.environ.get("OUTFLANK_DATA")
    if folder:
        lists.append(list(read_openings(Path(folder) / XOT)))
    dice = random.Random(options.seed)
    for each in lists:
        dice.shuffle(each)
    drawn: list[Game] = []
    while len(drawn) < options.pairs and any(lists):
        drawn += [each.pop() for each in lists if each]
    for game in drawn:
        game.to_end()
    return drawn[: options.pairs]


def records(
    name: str, builds: Sequence[Build], settings: dict[str, Any], options: argparse.Namespace
) -> RecordsFile[Any]:
    """Open the file of a part, which belongs to these builds and settings only."""
    games = name != "losses"
    return RecordsFile(
        options.out / f"{name}.jsonl",
        {"builds": [build.digest for build in builds], **settings},
        kind="trial",
        read=GameRecord.from_dict if games else dict,
        write=GameRecord.to_dict if games else dict,
        key=(lambda one: (one.pair, one.black)) if games else (lambda one: one["position"]),
    )


def play(
    name: str,
    builds: Sequence[Build],
    limit: dict[str, Any],
    test: Sprt,
    options: argparse.Namespace,
) -> None:
    """Play a match until the test has its verdict, and print the result."""
    settings = {**limit, "seed": options.seed, "adjudicate": options.adjudicate}
    openings = openings_of(options)
    with records(name, builds, settings, options) as file:
        progress = SprtProgress.of(test, file.games)
        both = {(game.pair, game.black) for game in file.games}
        missing = [
            (pair, opening)
            for pair, opening in enumerate(openings)
            if not {(pair, 0), (pair, 1)} <= both
        ]
        portion = 1 if "seconds" in limit else AT_ONCE
        for first in range(0, len(missing), portion):
            if progress.verdict is not None:
                break
            show_match(limit, progress, len(openings))
            for game in play_pairs(
                builds, missing[first : first + portion], limit, adjudicate=options.adjudicate
            ):
                if (game.pair, game.black) not in both:
                    file.add(game)
                    progress.add(game)
        show_progress("")
        print_match(limit, progress, file.games)


def show_match(limit: dict[str, Any], progress: SprtProgress, pairs: int) -> None:
    """Show how far a match is."""
    show_progress(
        f"{in_words(limit)} {bar(progress.counted, pairs)} pairs {progress.pairs}, "
        f"ratio {progress.ratio:+.2f}"
    )


def print_match(limit: dict[str, Any], progress: SprtProgress, games: Sequence[GameRecord]) -> None:
    """Print the result of a match and of its test."""
    counted = [game for game in games if progress.counts(game)]
    score = MatchScore.of(counted)
    own = score.players[0]
    percent = own.points / score.games if score.games else 0.5
    print(
        f"{in_words(limit)} a move: {score.games:,} games, {score.summary()}, {percent:.1%}, "
        f"Elo {score.elo}, {score.margin or 0:+.2f} discs a game"
    )
    print(f"  {progress}; pairs of 0, 1/2, 1, 3/2 and 2 points: {list(score.pairs)}")
    if "seconds" in limit:
        pace = ", ".join(f"{1000 * player.pace:.1f} ms" for player in score.players)
        late = ", ".join(str(player.late) for player in score.players)
        print(f"  {pace} a move; late moves {late}")


def judge(builds: Sequence[Build], options: argparse.Namespace) -> None:
    """Let both builds choose moves, and print what these lose."""
    folder = os.environ.get("OUTFLANK_DATA")
    if not folder:
        print("OUTFLANK_DATA does not name the folder of the positions, so no losses are measured.")
        return
    show_progress("reading positions")
    scored = sample(held_out(read_exact(Path(folder, "training"))), options.positions)
    settings = {"nodes": options.loss_nodes, "positions": len(scored)}
    with records("losses", builds, settings, options) as file:
        known = {choice["position"] for choice in file.games}
        for at, (position, score) in enumerate(scored):
            if at not in known:
                show_progress(f"loss of the chosen move {bar(at, len(scored))}")
                file.add(choose(at, builds, position, score, options.loss_nodes))
        show_progress("")
        print_losses(file.games, options.loss_nodes)


def choose(
    at: int, builds: Sequence[Build], position: Position, score: float, nodes: int
) -> Choice:
    """Let both builds choose a move, and solve what follows."""
    moves = {}
    for build in alternately(list(builds), at):
        (found,) = build.search([position], nodes=nodes)
        moves[build.name] = found.move
    losses = {move: score - value_after(builds[1], position, move) for move in {*moves.values()}}
    chosen = [moves[build.name] for build in builds]
    return {"position": at, "moves": chosen, "losses": [losses[move] for move in chosen]}


def print_losses(choices: Sequence[Choice], nodes: int) -> None:
    """Print the mean losses, and their difference with its interval."""
    count = len(choices)
    own, other = (math.fsum(one["losses"][who] for one in choices) / count for who in (0, 1))
    differences = [one["losses"][0] - one["losses"][1] for one in choices]
    mean = math.fsum(differences) / count
    spread = math.sqrt(math.fsum((one - mean) ** 2 for one in differences)) / count
    part = f"{own / other:.3f} of the other's" if other else "the other loses nothing"
    best = [sum(one["losses"][who] == 0 for one in choices) / count for who in (0, 1)]
    print(
        f"loss of the chosen move at {nodes:,} nodes, {count:,} positions: {own:.3f} and "
        f"{other:.3f} discs ({part}), difference {mean:+.3f} ± {BAR * spread:.3f}; "
        f"a best move {best[0]:.1%} and {best[1]:.1%}"
    )


def in_words(limit: dict[str, Any]) -> str:
    """Return the limit of a move in words."""
    if "nodes" in limit:
        return f"{limit['nodes']:,} nodes"
    return f"{1000 * limit['seconds']:g} ms"


if __name__ == "__main__":
    main()
