"""Replay many games that are given as the numbers of their squares, without passes."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from outflank.errors import OutflankError
from outflank.native.encoding import available, encoded
from outflank.rules.board import BLACK, WHITE, Board
from outflank.rules.game import Game
from outflank.rules.square import squares_of
from outflank.rules.variants import Classic

if available():
    from outflank import _core

__all__ = ["ReplayedSquares", "replay_squares"]


class ReplayedSquares(NamedTuple):
    """The discs of both sides; once the game is over the winner gets the empty squares."""

    black: int
    white: int
    is_over: bool
    played: int  # how many of the given moves were legal


def replay_squares(size: int, games: Sequence[bytes]) -> Iterator[ReplayedSquares]:
    """Replay games of classic Othello from the usual start, each a byte for every square.

    >>> list(replay_squares(8, [bytes([37, 43]), bytes([0])]))[1]
    ReplayedSquares(black=2, white=2, is_over=False, played=0)
    """
    if not available():
        return (_replayed(size, squares) for squares in games)
    return _replay_in_core(size, games)


def _replay_in_core(size: int, games: Sequence[bytes]) -> Iterator[ReplayedSquares]:
    joined = b"".join(games)
    moves = bytearray(2 * len(joined))
    moves[::2] = joined  # the core takes two bytes for a move, the lower one first
    lengths = array("I", map(len, games)).tobytes()
    boards, turns, played, *_ = _core.replay(
        size,
        encoded(Board.start(size)) * len(games),
        b"\1" * len(games),
        lengths,
        bytes(moves),
        insert_passes=True,
    )
    own = _core.legal_moves(size, boards, turns)
    others = _core.legal_moves(size, boards, turns.translate(_OTHER_TURN))
    width = len(boards) // (2 * len(games)) if games else 1
    starts = range(0, len(own), width)
    for start, count in zip(starts, array("H", played), strict=True):
        black = int.from_bytes(boards[2 * start : 2 * start + width], "little").bit_count()
        white = int.from_bytes(
            boards[2 * start + width : 2 * (start + width)], "little"
        ).bit_count()
        is_over = not any(own[start : start + width]) and not any(others[start : start + width])
        yield _counted(size, black, white, count, is_over=is_over)


_OTHER_TURN = bytes([1, 0, *range(2, 256)])


def _replayed(size: int, squares: bytes) -> ReplayedSquares:
    """Replay one game in Python."""
    game, known = Game(Classic().start(size)), squares_of(size)
    played = 0
    for number in squares:
        try:
            game.push(known[number], insert_pass=True)
        except (OutflankError, IndexError):
            break
        played += 1
    board = game.position.board
    counts = board.count(BLACK), board.count(WHITE)
    return _counted(size, *counts, played, is_over=game.position.is_over)


def _counted(size: int, black: int, white: int, played: int, *, is_over: bool) -> ReplayedSquares:
    if is_over:
        empties = size * size - black - white
        if black == white:
            black, white = black + empties // 2, white + empties // 2
        elif black > white:
            black += empties
        else:
            white += empties
    return ReplayedSquares(black, white, is_over, played)
