"""Making a game of the names of all its moves at once."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from outflank.errors import OutflankError
from outflank.notation.format import Assumptions
from outflank.rules import BLACK, SIZES, Game, Position, accelerator
from outflank.rules.game_tree import given_plies, of_line
from outflank.rules.square import squares_of
from outflank.rules.steps import INSERTED_PASS, PASS_NUMBER, line_of, numbers_in
from outflank.rules.tree import Line

__all__ = ["MoveTags", "at_once", "game_of_names", "sides_of"]

T = TypeVar("T")

_PASSES: Final = ("pass", "PASS", "pa", "PA", "ps", "PS", "--", "@@", "@@@@")


def at_once(
    read: Callable[[T, Assumptions], Game | None], given: T, assumed: Assumptions
) -> Game | None:
    """Call a reader of usual texts; return None if it cannot read this one, or finds it wrong."""
    try:
        return read(given, assumed)
    except OutflankError:
        return None


def game_of_names(names: Iterable[Any], start: Position) -> Game | None:
    """Return the game of moves such as f5, F5 and PA.

    Return None for a name that is written in another way, and for an illegal move: the reader that
    goes from move to move understands more and says what is wrong, and where.

    >>> game_of_names(["f5", "D6"], Game().start).transcript
    'f5d6'
    """
    try:
        numbers = line_of(map(_numbers(start.size).__getitem__, names))
        return Game.of_moves(numbers, start)
    except (KeyError, TypeError, OutflankError):
        return None


@functools.lru_cache(maxsize=len(SIZES))
def _numbers(size: int) -> dict[str, int]:
    numbers = dict.fromkeys(_PASSES, PASS_NUMBER)
    for number, square in enumerate(squares_of(size)):
        name = str(square)
        numbers[name] = numbers[name.upper()] = number
    return numbers


@dataclass(frozen=True, slots=True)
class MoveTags:
    """How a notation usually writes moves one after another: B[f5]W[d6] and so on.

    >>> MoveTags(before=";", passing="", upper=False).game(";B[f5];W[d6]", Game().start).moves
    [f5, d6]
    """

    before: str
    passing: str
    upper: bool

    def game(self, text: str, start: Position) -> Game | None:
        """Return the game, or None if a move is illegal or written in another way."""
        black, white = f"{self.before}B[", f"{self.before}W["
        squares = text
        for tag in (black, white):
            squares = squares.replace(f"{tag}{self.passing}]", "")
        for tag in (black, white):
            squares = squares.replace(f"]{tag}", ",")
        numbers = accelerator.moves_in(squares[len(black) : -1], start.size)
        line = None if numbers is None else Line.played(start, numbers)
        if line is None:
            return None
        # What was written is compared with the moves, because all else was skipped.
        names = _tags(self, start.size)
        first, second = "BW" if start.turn is BLACK else "WB"
        numbers_of_plies = numbers_in(line.numbers)
        written = [""] * line.ply_count
        written[::2] = map(names[first].__getitem__, numbers_of_plies[::2])
        written[1::2] = map(names[second].__getitem__, numbers_of_plies[1::2])
        return of_line(Game, line.with_given_passes()) if "".join(written) == text else None


@functools.lru_cache(maxsize=2 * len(SIZES))
def _tags(tags: MoveTags, size: int) -> dict[str, dict[int, str]]:
    names: dict[int, str] = {number: str(square) for number, square in enumerate(squares_of(size))}
    if tags.upper:
        names = {number: name.upper() for number, name in names.items()}
    names[INSERTED_PASS] = tags.passing
    return {
        side: {number: f"{tags.before}{side}[{name}]" for number, name in names.items()}
        for side in "BW"
    }


def sides_of(game: Game) -> str:
    """Return B or W for each move of a line, without the passes that were left out.

    >>> sides_of(Game.of_moves("f5d6c3"))
    'BWB'
    """
    first, second = "BW" if game.start.turn is BLACK else "WB"
    plies = given_plies(game)
    if isinstance(plies, range):
        return (f"{first}{second}" * (len(plies) // 2 + 1))[: len(plies)]
    return "".join(first if ply % 2 else second for ply in plies)
