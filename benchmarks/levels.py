"""What each level costs and how strong it is: nodes and time a move, and a small ladder.

    python benchmarks/levels.py [--top 12] [--positions 4] [--pairs 4] [--size 6] [--seed 1]

Times are given as ratios to level 1 on the same board and variant, with level 1 in
milliseconds, so that runs on different machines can be compared. The ladder plays each level
against the one below it, every opening with both colours.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from statistics import median

from outflank.engine import Analysis, Engine, level, levels
from outflank.rules import Color, Position, Variant, find_variant

BOARDS = (("classic", 8), ("classic", 12), ("yesno", 8), ("yesno", 12))


def main() -> None:
    """Print both tables."""
    options = parse_options()
    print_costs(options.top, options.positions, options.seed)
    print()
    print_ladder(options.top, options.pairs, options.size, options.seed)


def parse_options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="What each level costs and how strong it is.")
    parser.add_argument("--top", type=int, default=12, help="the highest level measured, up to 20")
    parser.add_argument("--positions", type=int, default=4, help="positions a board and variant")
    parser.add_argument("--pairs", type=int, default=4, help="pairs of games a step of the ladder")
    parser.add_argument("--size", type=int, default=6, help="the board of the ladder")
    parser.add_argument("--seed", type=int, default=1, help="repeats positions and choices")
    return parser.parse_args()


def print_costs(top: int, positions: int, seed: int) -> None:
    """Print the nodes and the median time a move of each level."""
    samples = [
        list(middle_games(find_variant(name), size, positions, seed)) for name, size in BOARDS
    ]
    heads = [f"{name} {size}x{size}" for name, size in BOARDS]
    print("median nodes a move, and time as a ratio to level 1 (its milliseconds in brackets)")
    print(f"{'level':<22}" + "".join(f"{head:>22}" for head in heads))
    firsts: list[float] = []
    for one in levels()[:top]:
        cells = []
        for column, sample in enumerate(samples):
            show_progress(f"level {one.number}, {heads[column]}")
            nodes, seconds = cost(level(one.number, seed=seed), sample)
            if one.number == 1:
                firsts.append(seconds)
                time = f"({1000 * seconds:.1f})"
            else:
                time = f"{seconds / firsts[column]:.1f}x"
            cells.append(f"{f'{nodes:.0f} {time}':>22}")
        show_progress("")
        print(f"{f'{one.number} {one.name}':<22}" + "".join(cells), flush=True)


def cost(engine: Engine, positions: list[Position]) -> tuple[float, float]:
    """Return the median nodes and seconds that an engine spends on positions."""
    found: list[Analysis] = [engine.analyse(position) for position in positions]
    return median(one.nodes for one in found), median(one.seconds for one in found)


def print_ladder(top: int, pairs: int, size: int, seed: int) -> None:
    """Let each level play the one below it, and print its share of the points."""
    print(f"points of each level against the one below it, {2 * pairs} games on {size}x{size}")
    names = ("classic", "anti", "yesno")
    print(f"{'levels':<10}" + "".join(f"{name:>10}" for name in names))
    totals = dict.fromkeys(names, 0.0)
    for number in range(2, top + 1):
        cells = []
        for name in names:
            players = level(number, seed=seed), level(number - 1, seed=seed + 1)
            share = match(find_variant(name), size, players, pairs, seed)
            totals[name] += share
            cells.append(f"{share:>10.0%}")
        show_progress("")
        print(f"{f'{number} - {number - 1}':<10}" + "".join(cells), flush=True)
    if top > 1:
        print(f"{'mean':<10}" + "".join(f"{totals[name] / (top - 1):>10.0%}" for name in names))


def match(
    variant: Variant, size: int, players: tuple[Engine, Engine], pairs: int, seed: int
) -> float:
    """Return the first player's share of the points, each opening played with both colours."""
    points = 0.0
    for pair in range(pairs):
        for color in Color:
            names = f"{players[0].name} against {players[1].name}, {variant.name}"
            show_progress(f"{names}: game {2 * pair + (color is Color.WHITE) + 1} of {2 * pairs}")
            seats = {color: players[0], color.opponent: players[1]}
            winner = play(variant, size, seats, seed + pair)
            points += 0.5 if winner is None else winner is color
    return points / (2 * pairs)


def play(variant: Variant, size: int, seats: dict[Color, Engine], seed: int) -> Color | None:
    """Play a game whose first moves and answers are drawn by lot, and return the winner."""
    dice = random.Random(seed)
    position, plies = variant.start(size), 0
    while not position.is_over():
        position = hear(position, dice)
        if plies < 4:
            move = dice.choice(list(position.legal_moves))
        else:
            move = seats[position.turn].choose(position, seed=dice.getrandbits(32))
        position, plies = position.play(move), plies + 1
    outcome = position.outcome()
    assert outcome is not None
    return outcome.winner


def middle_games(variant: Variant, size: int, count: int, seed: int) -> Iterator[Position]:
    """Go through positions from the middle of random games, in which there is a choice."""
    while count:
        dice = random.Random(seed)
        seed += 1
        position = variant.start(size)
        for _ in range(size * size * 2 // 5):
            if position.is_over():
                break
            position = hear(position, dice)
            position = position.play(dice.choice(list(position.legal_moves)))
        if not position.is_over() and len(position.legal_moves) > 1:
            count -= 1
            yield hear(position, dice)


def hear(position: Position, dice: random.Random) -> Position:
    """Let an oracle with the variant's own odds speak, if one is awaited."""
    if not position.awaits_answer():
        return position
    odds = position.variant.answers
    return position.hear(dice.choices(list(odds), list(odds.values()))[0])


def show_progress(text: str) -> None:
    """Say on the terminal, and nowhere else, what is being measured."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
