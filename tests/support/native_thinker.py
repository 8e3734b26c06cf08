"""A native engine for tests, and positions to ask it about."""

from __future__ import annotations

import random
from collections.abc import Iterator

from outflank import native, read
from outflank.engine import Limit
from outflank.rules import SIZES, WHITE, Anti, Board, Classic, Odds, Position, Variant, YesNo

__all__ = [
    "FOREVER",
    "OPEN",
    "SMALL",
    "START",
    "THIRDS",
    "VARIANTS",
    "endgames",
    "random_positions",
]

START = Classic().start()
# Not the start: its four moves are one by symmetry, and an only move needs no thought.
OPEN = read("f5d6c3d3c4").position
FOREVER = Limit(seconds=600)
THIRDS = Odds({"yes": 0.4, "no": 0.4, "maybe": 0.2})
VARIANTS: list[Variant] = [Classic(), Anti(), YesNo(), YesNo(answers=THIRDS)]
# Black can choose between a3, a4, b4, c4 and d4; the Python engine solves it at once.
SMALL = Position(Board.parse("-OX- XOOX XXXX OOOO"), WHITE)


def endgames(variant: Variant, size: int, empties: int, count: int) -> list[Position]:
    """Return endgames of random games in which the side to move can move, with answers heard."""
    found: list[Position] = []
    for seed in range(200):
        dice = random.Random(f"{variant.name} {size} {seed}")
        position = variant.start(size)
        while not position.is_over:
            if position.awaits_answer:
                odds = position.variant.answers
                position = position.hear(dice.choices(list(odds), list(odds.values()))[0])
            if position.board.empties <= empties and not position.must_pass:
                found.append(position)
                break
            position = position.play(dice.choice(list(position.legal_moves)))
        if len(found) == count:
            break
    return found


def random_positions(count: int) -> Iterator[Position]:
    """Yield positions of random games of every size and variant, one from each game."""
    dice = random.Random(5)
    for number in range(count):
        variant, size = VARIANTS[number % len(VARIANTS)], SIZES[number // 4 % len(SIZES)]
        start = variant.start(size)
        (game,) = native.playouts(start, 1, seed=number, record=True)
        position = start
        stop = dice.randrange(game.plies)
        for ply, move in enumerate(game.moves):
            if position.awaits_answer:
                position = position.hear(game.answers[ply])
            if ply >= stop and not position.must_pass:
                break
            position = position.play(move)
        if position.is_over or position.must_pass:
            continue
        if position.answer is not None and dice.random() < 0.1:
            position = Position(position.board, position.turn, variant=variant)  # before the answer
        yield position
