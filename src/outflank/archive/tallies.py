"""The results of an index of games: counts by move, player and year, and single games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from outflank.archive.openings import Opening
from outflank.errors import InvalidValue
from outflank.rules import PASS, Color, Game, Move, Position, Square
from outflank.rules.board import as_color
from outflank.texts import Text

__all__ = [
    "GameFilter",
    "IndexedGame",
    "MoveTally",
    "PlayerTally",
    "PositionReport",
    "Tally",
    "YearTally",
]


@dataclass(frozen=True, slots=True)
class GameFilter:
    """The games to count: those of a player, a colour, a tournament or years; all by default.

    >>> bool(GameFilter()), bool(GameFilter(years=(2000, 2010)))
    (False, True)
    """

    player: str | None = None
    black: str | None = None
    white: str | None = None
    tournament: str | None = None
    years: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        for name in ("player", "black", "white", "tournament"):
            if not isinstance(getattr(self, name), str | None):
                raise TypeError(f"the {name} of a filter is a text, not {getattr(self, name)!r}")
        if self.years is not None and not _are_years(self.years):
            raise TypeError(
                f"years are the first and the last, such as (2000, 2010), not {self.years!r}"
            )
        if self.years is not None and self.years[0] > self.years[1]:
            first, last = self.years
            raise InvalidValue(Text("errors.archive.years_reversed", first=first, last=last))

    def __bool__(self) -> bool:
        return self != GameFilter()


def _are_years(given: object) -> bool:
    if not isinstance(given, tuple | list) or len(given) != 2:
        return False
    return all(isinstance(year, int) for year in given)


@dataclass(frozen=True, slots=True)
class Tally:
    """The results of games, and black's average lead in discs.

    Games without a result count only as games.

    >>> Tally(games=4, black_wins=2, white_wins=1, draws=1, margins=4, margin=10).average
    2.5
    """

    games: int = 0
    black_wins: int = 0
    white_wins: int = 0
    draws: int = 0
    margins: int = 0
    margin: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.games + other.games,
            self.black_wins + other.black_wins,
            self.white_wins + other.white_wins,
            self.draws + other.draws,
            self.margins + other.margins,
            self.margin + other.margin,
        )

    @property
    def results(self) -> int:
        """The number of games with a result."""
        return self.black_wins + self.white_wins + self.draws

    @property
    def average(self) -> float | None:
        """Black's average lead in discs, with the empty squares for the winner."""
        return self.margin / self.margins if self.margins else None

    def share(self, color: Color) -> float | None:
        """Return the share of the points that a colour scored; a draw is half a point.

        >>> Tally(games=4, black_wins=2, white_wins=1, draws=1).share(Color.BLACK)
        0.625
        """
        color = as_color(color)
        if not self.results:
            return None
        wins = self.black_wins if color is Color.BLACK else self.white_wins
        return (wins + self.draws / 2) / self.results


@dataclass(frozen=True, slots=True)
class MoveTally:
    """The games in which a move, or one that is symmetric to it, was made."""

    move: Move
    alike: tuple[Move, ...]
    tally: Tally
    opening: Opening | None = None


@dataclass(frozen=True, slots=True)
class PlayerTally:
    """The games of one player."""

    name: str
    games: int
    as_black: int
    wins: int
    losses: int
    draws: int


@dataclass(frozen=True, slots=True)
class YearTally:
    """The games of one year, or of unknown years if it is None."""

    year: int | None
    tally: Tally


@dataclass(frozen=True, slots=True)
class PositionReport:
    """What was played in a position: the moves, the players, the years and the results.

    Moves are those of the board that was asked about, the most frequent first. `ended` counts the
    games that stopped here.
    """

    position: Position
    opening: Opening | None
    tally: Tally
    moves: tuple[MoveTally, ...] = ()
    ended: int = 0
    players: tuple[PlayerTally, ...] = ()
    years: tuple[YearTally, ...] = ()


@dataclass(frozen=True, slots=True)
class IndexedGame:
    """A game in the index: its players, its result and the squares played, passes left out.

    `margin` is black's discs minus white's, with the empty squares for the winner, or None if it
    is unknown.
    """

    number: int
    year: int | None
    tournament: str
    black: str
    white: str
    margin: int | None
    winner: Color | None
    is_draw: bool
    start: Position = field(repr=False)
    squares: tuple[Square, ...] = field(repr=False)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, on the board or with a result that its source states."""
        return self.winner is not None or self.is_draw or self.position.is_over

    @property
    def result(self) -> str:
        """The result: 1-0 if black won, 0-1, 1/2-1/2, or * if there is none."""
        if self.winner is None:
            return "1/2-1/2" if self.is_draw else "*"
        return "1-0" if self.winner is Color.BLACK else "0-1"

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves, passes included."""
        return tuple(self.game.moves)

    @property
    def position(self) -> Position:
        """The position at the end of the moves."""
        return self.game.position

    @property
    def transcript(self) -> str:
        """The moves without spaces and passes, after the start if it is not the usual one."""
        moves = "".join(map(str, self.squares))
        return moves if self.start == Position.start() else f"{self.start};{moves}"

    def positions(self) -> Iterator[Position]:
        """Go through the positions, from the start on."""
        position = self.start
        yield position
        for move in self.squares:
            if position.must_pass:
                position = position.play(PASS)
                yield position
            position = position.play(move)
            yield position

    @property
    def game(self) -> Game:
        """The game itself, with its headers."""
        game = Game.of_moves(self.squares, self.start)
        headers = {"black": self.black, "white": self.white, "tournament": self.tournament}
        headers["date"] = "" if self.year is None else str(self.year)
        game.headers = {name: value for name, value in headers.items() if value}
        return game
