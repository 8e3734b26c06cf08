"""The strength of the levels: a ladder with error bars, their cost, and their likeness to people.

    python benchmarks/levels.py [ladder] [beginners] [cost] [likeness] [endgames] [--pairs 4] ...

Without a name all are measured, with small samples; options make them larger. `ladder` lets each
level to 12 play the one below and each above 12 the one two below, every opening with both colours,
by the code of `outflank match`; it says which steps are beyond doubt, and draws them with --chart.
`beginners` lets the easiest levels play random moves, greed, and scripted people who have just
learned the rules. Both keep their games in the folder --out, and the same command plays those that
are missing. `cost` counts nodes and processor milliseconds per move. `likeness` is how often a
level plays the move that was played in games of people, and `endgames` how often the levels above
15 find the best move with 20 empty squares. These two take their positions from the folder that
OUTFLANK_DATA names, and without it they are left out.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import NormalDist, fmean

from builds.level_matches import LevelMatches, on_paper, points, steps_of
from builds.progress_line import show_progress
from outflank.arena.engine_match import (
    Openings,
    RandomOpenings,
)
from outflank.arena.engine_match.balanced import balanced_openings
from outflank.drawing.svg_plot import interval_plot
from outflank.engine import Engine, Level, levels, open_engine
from outflank.engine.source import EngineLike
from outflank.errors import OutflankError
from outflank.notation import ScoredPosition, read, read_file
from outflank.rules import Game, Move, Position, Variant, find_variant

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))
from support.engines.scripted_beginner import ADULT, CHILD, ScriptedBeginner

LADDER = range(1, 16)
TOP = range(16, 21)
EASIEST = range(1, 5)
SLOWEST_OF_LADDER = 0.1  # seconds a move
GAMES_OF_PEOPLE = Path("training", "wthor_1977_2025.tsv.gz")
ENDGAMES = Path("endgame", "hard-20.obf")
_BAR = NormalDist().inv_cdf(0.975)  # standard deviations on each side that hold 95 %


@dataclass(frozen=True, slots=True)
class Kind:
    """A game to measure: a variant and a size."""

    variant: Variant
    size: int

    @classmethod
    def parse(cls, text: str) -> Kind:
        """Read a value of --games, such as yesno:8."""
        name, _, size = text.partition(":")
        return cls(find_variant(name), int(size or 8))

    def openings(self) -> Openings:
        """Return balanced openings where there are any, otherwise random ones."""
        if (self.variant.name, self.size) == ("classic", 8):
            return balanced_openings()
        return RandomOpenings(self.variant, self.size)

    def __str__(self) -> str:
        return f"{self.variant.name} {self.size}x{self.size}"


def main() -> None:
    """Measure the chosen parts."""
    options = parse_options()
    try:
        for part in options.parts or PARTS:
            PARTS[part](options)
    except OutflankError as problem:
        sys.exit(f"{problem}.")
    except KeyboardInterrupt:
        sys.exit("\nInterrupted.")


def parse_options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Measure the strength of the levels.")
    add = parser.add_argument
    add("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}; without any, all")
    add("--games", nargs="+", default=["classic:8", "classic:10", "yesno:8"], metavar="NAME:SIZE")
    add("--levels", nargs="+", type=int, default=list(LADDER), metavar="N", help="of the ladder")
    add("--pairs", type=int, default=4, help="openings for each step of the ladder, played twice")
    add(
        "--out", type=Path, metavar="FOLDER", help="keep the games, and play those that are missing"
    )
    add("--chart", type=Path, metavar="FILE", help="draw the steps of the ladder as SVG")
    add("--positions", type=int, default=20, help="positions for each level and game, for the cost")
    add("--moves", type=int, default=200, help="moves of people to compare a level with")
    add("--endgames", type=int, default=20, help="positions for the levels above 15; 0 is all")
    add("--seed", type=int, default=1, help="the seed for openings and samples")
    options = parser.parse_args()
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"there is no part {min(unknown)}; there are {', '.join(PARTS)}")
    if min(options.pairs, options.positions, options.moves) < 1 or options.endgames < 0:
        parser.error("a sample cannot be so small")
    if not set(options.levels) <= {one.number for one in levels()}:
        parser.error(f"levels are 1 to {len(levels())}")
    try:
        options.games = [Kind.parse(text) for text in options.games]
    except (OutflankError, ValueError) as problem:
        parser.error(str(problem))
    return options


def print_ladder(options: argparse.Namespace) -> None:
    """Let each level of the ladder play one below."""
    print(f"Ladder: {2 * options.pairs} games a step; points and Elo with the intervals of 95 %")
    print(f"{'game':<15}{'step':<7}{'score':<13}{'points':<20}{'Elo':<26}{'ms a move':<13}sure")
    steps: list[tuple[str, float, float, float]] = []
    matches = LevelMatches(options.pairs, options.seed, options.out)
    for kind in options.games:
        for above, below in steps_of(options.levels):
            score = matches.play(str(kind), kind.openings(), (str(above), str(below)))
            elo, paces = score.elo, " ".join(f"{1000 * one.pace:.1f}" for one in score.players)
            row = f"{kind!s:<15}{f'{above}-{below}':<7}{score.summary():<13}{points(elo):<20}"
            print(f"{row}{elo!s:<26}{paces:<13}{'yes' if elo.low > 0 else 'no'}", flush=True)
            steps.append((f"{above} against {below}, {kind}", elo.low, elo.elo, elo.high))
    if options.chart is not None:
        options.chart.write_text(on_paper(interval_plot(steps, "Elo, 95 %")), encoding="utf-8")
    print()


def print_beginners(options: argparse.Namespace) -> None:
    """Let the easiest levels play simple programs."""
    adult, child = (ScriptedBeginner.maker(one) for one in (ADULT, CHILD))
    opponents: dict[str, EngineLike] = {
        "random moves": "random", "greedy": "greedy", "child": child, "adult": adult
    }  # fmt: skip
    print(f"Beginners: points of the level in {2 * options.pairs} games on 8x8, with 95 %")
    print(f"{'level':<8}" + "".join(f"{one:>20}" for one in opponents))
    openings = RandomOpenings("classic", 8, plies=4)
    matches = LevelMatches(options.pairs, options.seed, options.out)
    rows: dict[str, EngineLike] = {
        **{str(one): str(one) for one in EASIEST}, "child": child, "adult": adult
    }  # fmt: skip
    for name, player in rows.items():
        cells = [
            points(matches.play("beginners", openings, (player, other)).elo)
            if player is not other
            else ""
            for other in opponents.values()
        ]
        print(f"{name:<8}{''.join(f'{cell:>20}' for cell in cells)}", flush=True)
    print()


def print_costs(options: argparse.Namespace) -> None:
    """Print the mean nodes and processor milliseconds per move of each level."""
    known = [one for one in levels() if one.number <= max(LADDER)]
    samples = [list(middle_games(one, options.positions, options.seed)) for one in options.games]
    print(f"Cost: mean nodes and processor's ms a move, {options.positions} positions each")
    print(f"{'level':<20}" + "".join(f"{kind!s:>22}" for kind in options.games))
    costs: list[tuple[float, float]] = []
    for one in known:
        costs.clear()
        for kind, sample in zip(options.games, samples, strict=True):
            show_progress(f"level {one.number}, {kind}")
            costs.append(cost(one, sample, options.seed))
        show_progress("")
        cells = (f"{nodes:,.0f} {1000 * seconds:7.1f}" for nodes, seconds in costs)
        print(f"{name(one)}{''.join(f'{cell:>22}' for cell in cells)}", flush=True)
    slowest = max(seconds for _, seconds in costs)
    verdict = "kept" if slowest <= SLOWEST_OF_LADDER else "not kept"
    print(f"At most {1000 * SLOWEST_OF_LADDER:.0f} ms a move to level {max(LADDER)}: {verdict}\n")


def cost(measured: Level, positions: Sequence[Position], seed: int) -> tuple[float, float]:
    """Return the mean nodes and processor seconds that a level spends on a position."""
    with open_engine(measured.number, seed=seed) as engine:
        engine.analyse(positions[0])  # its data is read from files only once
        began = time.process_time()
        nodes = fmean(engine.analyse(position).nodes for position in positions)
        return nodes, (time.process_time() - began) / len(positions)


def middle_games(kind: Kind, count: int, seed: int) -> Iterator[Position]:
    """Yield positions with a choice of moves, from all stages of random games."""
    dice = Random(seed)
    while count:
        position = kind.variant.start(kind.size)
        for _ in range(dice.randrange(4, kind.size**2 - 12)):
            if position.is_over:
                break
            position = hear(position, dice)
            position = position.play(dice.choice(list(position.legal_moves)))
        if not position.is_over and len(position.legal_moves) > 1:
            count -= 1
            yield hear(position, dice)


def hear(position: Position, dice: Random) -> Position:
    """Hear an answer with the variant's odds, if one is awaited."""
    if not position.awaits_answer:
        return position
    odds = position.variant.answers
    return position.hear(dice.choices(list(odds), list(odds.values()))[0])


def print_likeness(options: argparse.Namespace) -> None:
    """Print how often each level plays the move that people played in the WTHOR games."""
    path = data_file(GAMES_OF_PEOPLE)
    if path is None:
        print("Likeness: left out, because OUTFLANK_DATA does not name the games of people\n")
        return
    show_progress("reading games of people")
    played = list(moves_of_people(path, options.moves, options.seed))
    show_progress("")
    print(f"Likeness: how often a level plays what people played, {len(played)} moves")
    by_chance = fmean(1 / len(position.legal_moves) for position, _ in played)
    print(f"{'any legal move':<20}{by_chance:>6.1%}")
    for one in levels():
        if one.number > max(LADDER):
            break
        with open_engine(one.number) as engine:
            hits = agreement(engine, name(one), played, options.seed)
        print(f"{name(one)}{rate(hits, len(played))}", flush=True)
    print()


def moves_of_people(path: Path, count: int, seed: int) -> Iterator[tuple[Position, Move]]:
    """Draw positions with a choice of moves from complete games, with the move played."""
    dice = Random(seed)
    with gzip.open(path, "rt", encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        texts = [row["moves"] for row in rows if row["complete"] == "1"]
    for text in dice.sample(texts, min(count, len(texts))):
        (game,) = read(text, errors="raise").games
        choices = [pair for pair in steps(game) if len(pair[0].legal_moves) > 1]
        yield dice.choice(choices)


def steps(game: Game) -> Iterator[tuple[Position, Move]]:
    """Yield a game's positions, each with the next move."""
    position = game.start
    for ply in game.mainline():
        yield position, ply.move
        position = position.play(ply.move)


def print_endgames(options: argparse.Namespace) -> None:
    """Print how often the levels above 15 find the best move with 20 empty squares."""
    path = data_file(ENDGAMES)
    if path is None:
        print("Endgames: left out, because OUTFLANK_DATA does not name a folder with hard-20.obf\n")
        return
    records = [
        one for one in read_file(path, errors="raise").records if isinstance(one, ScoredPosition)
    ]
    if 0 < options.endgames < len(records):
        records = Random(options.seed).sample(records, options.endgames)
    solved = [(record.position, best_move(record)) for record in records]
    print(f"Endgames: how often the best move is found, {len(solved)} positions of 20 empties")
    for one in levels():
        if one.number not in (max(LADDER), *TOP):
            continue
        began = time.process_time()
        with open_engine(one.number) as engine:
            hits = agreement(engine, name(one), solved, options.seed)
        seconds = (time.process_time() - began) / len(solved)
        print(f"{name(one)}{rate(hits, len(solved))}{seconds:>10.2f} s a move", flush=True)
    print()


def best_move(record: ScoredPosition) -> Move:
    """Return the single best move of a labelled position."""
    scores = {move: score.discs for move, score in record.scores if score is not None}
    return max(scores, key=lambda move: scores[move])


def agreement(
    engine: Engine, title: str, solved: Sequence[tuple[Position, Move]], seed: int
) -> int:
    """Count how often an engine chooses the expected move of a position."""
    hits = 0
    for number, (position, move) in enumerate(solved):
        show_progress(f"{title.strip()}: {hits} of {number}, {len(solved)} in all")
        hits += engine.choose(position, seed=seed + number) == move
    show_progress("")
    return hits


def rate(hits: int, count: int) -> str:
    """Return a share with its 95 % interval, by Wilson's formula."""
    share, spread = hits / count, _BAR**2 / count
    centre = (share + spread / 2) / (1 + spread)
    reach = (spread * share * (1 - share) + spread**2 / 4) ** 0.5 / (1 + spread)
    return f"{share:>6.1%} (95 %: {centre - reach:.1%} to {centre + reach:.1%})"


def name(row: Level) -> str:
    """Return the beginning of a level's row."""
    return f"{f'{row.number} {row.name}':<20}"


def data_file(path: Path) -> Path | None:
    """Return the path of a file of the outside data, None if it is missing."""
    folder = os.environ.get("OUTFLANK_DATA")
    found = Path(folder, path) if folder else None
    return found if found is not None and found.is_file() else None


PARTS = {
    "ladder": print_ladder,
    "beginners": print_beginners,
    "cost": print_costs,
    "likeness": print_likeness,
    "endgames": print_endgames,
}


if __name__ == "__main__":
    main()
