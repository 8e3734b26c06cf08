"""Games between two tables of weights, to see whether a round plays better than the last."""

from __future__ import annotations

import random

from outflank.native.limits import Limit
from outflank.native.search import Search
from outflank.rules import BLACK, PASS, WHITE, Color, Position
from outflank.rules.square import Move

__all__ = ["points_of"]

_HASH_BYTES = 1 << 20
_DEPTH = 2
_OPENING = 10  # random moves


def points_of(weights: bytes, opponent: bytes, start: Position, *, pairs: int, seed: int) -> float:
    """Return the share of the points that weights win against others in a game of some kind.

    Both games of a pair begin alike and hear the same answers, with the colours swapped.
    """
    own, other = (_player(table, start) for table in (weights, opponent))
    points = 0.0
    for pair in range(pairs):
        for color in (BLACK, WHITE):
            players = {color: own, color.opponent: other}
            winner = _winner(start, players, random.Random(f"{seed} match {pair}"))
            points += 0.5 if winner is None else float(winner is color)
    return points / (2 * pairs)


def _player(table: bytes, start: Position) -> Search:
    if start.variant.answers:
        return Search(threads=1, hash_bytes=_HASH_BYTES, chance_weights=table)
    return Search(threads=1, hash_bytes=_HASH_BYTES, feature_weights=table)


def _winner(
    position: Position, players: dict[Color, Search], chance: random.Random
) -> Color | None:
    """Play a game and return the winner."""
    for search in players.values():
        search.forget()
    answers = position.variant.answers
    ply = 0
    while (outcome := position.outcome) is None:
        if position.awaits_answer:
            position = position.hear(*chance.choices(list(answers), list(answers.values())))
        if position.must_pass:
            position = position.play(PASS)
        elif ply < _OPENING:
            position = position.play(chance.choice(tuple(position.legal_moves)))
        else:
            position = position.play(_best(position, players[position.turn]))
        ply += 1
    return outcome.winner


def _best(position: Position, search: Search) -> Move:
    search.start(position, Limit(depth=_DEPTH))
    move = search.finished()[-1].move
    assert move is not None
    return move
