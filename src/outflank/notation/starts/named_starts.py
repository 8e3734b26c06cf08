"""Start positions by the names that servers and tournaments use."""

from __future__ import annotations

import os
import random
import re
from typing import Final

from outflank.errors import NotationError, SizeError, UnknownName
from outflank.notation.starts.opening_lists import even_openings, read_openings
from outflank.rules import PASS, Board, Classic, Position, Variant, find_variant
from outflank.texts import Text

__all__ = ["START_NAMES", "start_position"]

START_NAMES: Final = ("usual", "reversed", "xot", "rN")  # N is a number of discs, as in r18
_RANDOM: Final = re.compile(r"r-?([0-9]{1,3})", re.ASCII)
_HOLES: Final = ("holes", "hole", "octagon", "88")
_FEWEST: Final = 4  # discs: those of the usual start
_USUAL_SIZE: Final = 8


def start_position(
    name: str,
    *,
    variant: str | Variant = "classic",
    size: int = _USUAL_SIZE,
    seed: int | None = None,
    openings: str | os.PathLike[str] | None = None,
) -> Position:
    """Return a start position by its name; `seed` makes a random one repeatable.

        usual      the four discs in the centre
        reversed   those four with the colours exchanged
        r18        18 discs: the usual start after random moves
        xot        an 8x8 opening after which neither side is ahead, drawn from our own list or
                   from a file of openings, such as a list of XOT

    >>> print(start_position("reversed", size=4))
    -----XO--OX----- X
    >>> start_position("r18", seed=1).board.empties
    46
    """
    rules = find_variant(variant) if isinstance(variant, str) else variant
    plain, rng = name.strip().lower(), random.Random(seed)
    if openings is not None and plain != "xot":
        raise NotationError(Text("errors.notation.openings_need_xot", start=repr(plain)))
    if plain == "usual":
        return rules.start(size)
    if plain == "reversed":
        start = rules.start(size)
        board = Board(size, start.board.white, start.board.black)
        return Position(board, start.turn, variant=rules)
    if plain == "xot":
        return _opening(rules, size, rng, openings)
    if found := _RANDOM.fullmatch(plain):
        return _random(rules, size, int(found[1]), rng)
    if plain in _HOLES:
        raise NotationError(Text("errors.notation.board_with_holes"))
    raise UnknownName("start", name, START_NAMES)


def _opening(
    variant: Variant, size: int, rng: random.Random, path: str | os.PathLike[str] | None
) -> Position:
    games = even_openings() if path is None else read_openings(path)
    last = rng.choice(games).root.last().position
    if last.size != size:
        raise SizeError(
            Text("errors.notation.openings_of_another_size", size=last.size, wanted=size)
        )
    return Position(last.board, last.turn, variant=variant)


def _random(variant: Variant, size: int, discs: int, rng: random.Random) -> Position:
    """Play random moves of classic Othello up to a number of discs, without ending the game."""
    most = size * size - 1
    if not _FEWEST <= discs <= most:
        raise SizeError(
            Text(
                "errors.notation.random_start_discs",
                size=size,
                fewest=_FEWEST,
                most=most,
                discs=discs,
            )
        )
    while True:
        position = Classic().start(size)
        while size * size - position.board.empties < discs and not position.is_over:
            position = position.play(rng.choice(position.legal_moves))
        if size * size - position.board.empties == discs and not position.is_over:
            break
    if position.must_pass:
        position = position.play(PASS)
    return Position(position.board, position.turn, variant=variant)
