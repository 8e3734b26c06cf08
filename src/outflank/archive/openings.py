"""Names of openings, found by the position in any symmetry."""

from __future__ import annotations

import functools
import importlib.resources
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from outflank.errors import OutflankError, UnknownName
from outflank.rules import Classic, Game, Move, Position, Square, Symmetry
from outflank.texts import Text

__all__ = [
    "Opening",
    "find_opening",
    "opening_of",
    "openings",
    "openings_on_the_way",
    "search_openings",
]

_TABLE: Final = "data/openings.txt"
_LINE: Final = re.compile(r"(?P<indent> *)(?P<moves>(?:[a-h][1-8])+)(?: +(?P<names>\S.*))?")
_LETTERS: Final = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Opening:
    """A named position of the opening, with the moves that usually lead to it.

    `within` has the names of the openings that these moves pass through.

    >>> tiger = find_opening("tiger")
    >>> tiger.transcript, tiger.within
    ('f5d6c3d3c4', ('Perpendicular',))
    >>> print(tiger)
    Tiger
    """

    name: str
    aliases: tuple[str, ...]
    moves: tuple[Square, ...]
    position: Position
    within: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The name and the other names."""
        return self.name, *self.aliases

    @property
    def transcript(self) -> str:
        """The moves without spaces."""
        return "".join(map(str, self.moves))

    def moves_to(self, position: Position) -> tuple[Move, ...]:
        """Return the moves turned so that they lead to a symmetric position.

        >>> mirrored = Game()
        >>> mirrored.push_all(["c4", "c5"])
        >>> opening_of(mirrored.position).moves_to(mirrored.position)
        (c4, c5)
        """
        start = Classic().start()
        symmetries = [turn for turn in Symmetry if self.position.transform(turn) == position]
        # If several symmetries fit, one that leaves the start unchanged comes first.
        symmetries.sort(key=lambda turn: start.transform(turn) != start)
        if not symmetries:
            raise OutflankError(Text("errors.archive.not_the_opening", opening=self.name))
        return tuple(symmetries[0].square(move, position.size) for move in self.moves)

    def __str__(self) -> str:
        return self.name


def openings() -> tuple[Opening, ...]:
    """Return every opening that has a name, in the order of the table.

    >>> [opening.name for opening in openings()][:3]
    ['Parallel', 'Perpendicular', 'Ganglion']
    """
    return tuple(_named().values())


def opening_of(what: Position | Game | Iterable[Position]) -> Opening | None:
    """Return the opening of a position, of a game or of the positions of a line.

    A game has the last name that its line reaches, where its line is the current one, followed to
    its end. Only classic Othello on 8x8 has names.

    >>> game = Game()
    >>> game.push_all(["d3", "c5", "f6", "f5", "e6", "e3"])
    >>> print(opening_of(game), opening_of(game.position))
    Tiger None
    """
    if isinstance(what, Position):
        return _at(what)
    return next(reversed(openings_on_the_way(what)), None)


def openings_on_the_way(line: Game | Iterable[Position]) -> list[Opening]:
    """Return the openings that a game, or a line of positions, passes through, in order.

    >>> game = Game()
    >>> game.push_all(["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3"])
    >>> print(*openings_on_the_way(game), sep=", ")
    Perpendicular, Tiger, Stephenson, Comp'Oth
    """
    found: list[Opening] = []
    for position in _positions_of(line):
        if position.board.empties < _fewest_empties():
            break
        if opening := _at(position):
            found.append(opening)
    return found


def find_opening(name: str) -> Opening:
    """Return the opening with this name, ignoring case and punctuation.

    >>> find_opening("rose bill").transcript
    'f5d6c3d3c4f4c5b3c2'
    """
    wanted = _plain(_name(name))
    for opening in openings():
        if wanted in map(_plain, opening.names):
            return opening
    raise UnknownName("opening", name, [known for found in openings() for known in found.names])


def search_openings(text: str) -> list[Opening]:
    """Return the openings with a name that contains a text.

    >>> print(*search_openings("buffalo"), sep=", ")
    Buffalo, Hokuriku Buffalo, Tanida Buffalo, Maruoka Buffalo
    """
    wanted = _plain(_name(text))
    if not wanted:
        return []
    return [found for found in openings() if any(wanted in _plain(name) for name in found.names)]


def _positions_of(line: Game | Iterable[Position]) -> Iterator[Position]:
    if not isinstance(line, Game | Iterable):
        raise TypeError(f"an opening is that of a Position, a Game or positions, not of {line!r}")
    for position in _line_of(line) if isinstance(line, Game) else line:
        if not isinstance(position, Position):
            raise TypeError(f"a line of an opening is made of Positions, not of {position!r}")
        yield position


def _name(given: str) -> str:
    if not isinstance(given, str):
        raise TypeError(f"an opening is found by its name, such as 'tiger', not by {given!r}")
    return given


def _line_of(game: Game) -> Iterator[Position]:
    yield game.start
    for ply in game.plies:
        yield ply.position
    for ply in game.node.mainline():
        yield ply.position


def _at(position: Position) -> Opening | None:
    if position.board.empties < _fewest_empties():
        return None  # most positions of a game, and turning the board eight times is slow
    return _named().get(position.canonical())


def _plain(name: str) -> str:
    return _LETTERS.sub("", name.lower())


# The table


@dataclass(frozen=True, slots=True)
class _Branch:
    """A line of the table: the position it leads to, and the names on the way."""

    indent: int
    moves: tuple[Square, ...]
    position: Position
    names: tuple[str, ...]


@functools.cache
def _named() -> dict[Position, Opening]:
    """Return the openings by their canonical positions."""
    table = importlib.resources.files("outflank.archive").joinpath(_TABLE)
    found = _read(table.read_text(encoding="utf-8"))
    return {opening.position.canonical(): opening for opening in found}


@functools.cache
def _fewest_empties() -> int:
    return min(position.board.empties for position in _named())


def _read(table: str) -> Iterator[Opening]:
    branches = [_Branch(-1, (), Classic().start(), ())]
    for line in table.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        found = _LINE.fullmatch(line)
        assert found, line
        indent = len(found["indent"])
        while branches[-1].indent >= indent:
            branches.pop()
        before = branches[-1]
        moves = tuple(map(Square.parse, re.findall("..", found["moves"])))
        position = functools.reduce(Position.play, moves, before.position)
        moves, names = before.moves + moves, before.names
        if found["names"]:
            name, *aliases = (name.strip() for name in found["names"].split("|"))
            yield Opening(name, tuple(aliases), moves, position, names)
            names = (*names, name)
        branches.append(_Branch(indent, moves, position, names))
