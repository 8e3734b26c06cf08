"""Games between engines: openings, whole games, and the share of points."""

import random
from collections.abc import Iterator

from outflank.engine import Engine
from outflank.rules import Color, Outcome, Position, Variant

__all__ = ["middle_games", "opening", "play_out", "points", "with_answer"]


def with_answer(position: Position, dice: random.Random) -> Position:
    if not position.awaits_answer:
        return position
    odds = position.variant.answers
    return position.hear(dice.choices(list(odds), list(odds.values()))[0])


def play_out(position: Position, players: dict[Color, Engine], seed: int) -> Outcome:
    """Play a game to the end; the rules refuse illegal moves."""
    dice = random.Random(seed)
    while not position.is_over:
        position = with_answer(position, dice)
        position = position.play(players[position.turn].choose(position, seed=seed))
    outcome = position.outcome
    assert outcome is not None
    return outcome


def opening(variant: Variant, size: int, seed: int) -> Position:
    """Return a position a few moves into a random game."""
    dice = random.Random(seed)
    position = before = variant.start(size)
    for _ in range(4):
        before, position = position, with_answer(position, dice)
        position = position.play(dice.choice(list(position.legal_moves)))
        if position.is_over:
            return before  # a wipe-out, which Yes/No Othello allows early
    return position


def points(one: Engine, other: Engine, variant: Variant, size: int, pairs: int) -> float:
    """Return the first engine's share of points; each opening is played with both colours."""
    total = 0.0
    for seed in range(pairs):
        start = opening(variant, size, seed)
        for color in Color:
            players = {color: one, color.opponent: other}
            winner = play_out(start, players, seed).winner
            total += 0.5 if winner is None else winner is color
    return total / (2 * pairs)


def middle_games(variant: Variant, size: int, count: int) -> Iterator[Position]:
    """Yield positions from the middle of random games, with their answers heard."""
    for seed in range(count):
        dice = random.Random(seed)
        position = variant.start(size)
        for _ in range(size * size // 3):
            if position.is_over:
                break
            position = with_answer(position, dice)
            position = position.play(dice.choice(list(position.legal_moves)))
        position = with_answer(position, dice)
        if not position.is_over and not position.must_pass:
            yield position
