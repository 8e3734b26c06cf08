"""The entrants of a tournament, their pairings, and Berger's tables."""

from __future__ import annotations

from dataclasses import dataclass, field

from outflank.errors import TournamentError
from outflank.rules import BLACK, WHITE, Color
from outflank.texts import Text

__all__ = ["BracketMeeting", "Entrant", "Pairing", "Rounds", "berger_table", "gauntlet_table"]


@dataclass(frozen=True, slots=True)
class Entrant:
    """A participant; the number stays the same when the name changes.

    >>> Entrant(1, "Ann")
    Entrant(number=1, name='Ann')
    """

    number: int
    name: str
    first_round: int = field(default=1, repr=False)  # above 1 for a late entrant

    @property
    def is_late(self) -> bool:
        """Whether they entered after the start of the tournament."""
        return self.first_round > 1


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game of a tournament; the sides are the entrants' numbers.

    >>> game = Pairing(number=1, round=1, black=4, white=2)
    >>> game.opponent_of(4), str(game.color_of(2))
    (2, 'white')
    """

    number: int  # from 1, in the order of play
    round: int  # from 1
    black: int
    white: int

    @property
    def players(self) -> tuple[int, int]:
        """Both entrants, black first."""
        return self.black, self.white

    def entrant(self, color: Color) -> int:
        """Return the number of the entrant with this colour."""
        return self.black if color is BLACK else self.white

    def color_of(self, entrant: int) -> Color:
        """Return the colour that an entrant has in this game."""
        if entrant not in self.players:
            raise TournamentError(
                Text("errors.arena.entrant_not_in_game", entrant=entrant, game=self.number)
            )
        return BLACK if entrant == self.black else WHITE

    def opponent_of(self, entrant: int) -> int:
        """Return the number of an entrant's opponent in this game."""
        return self.entrant(self.color_of(entrant).opponent)


@dataclass(frozen=True, slots=True)
class BracketMeeting:
    """Two entrants who meet in a round of a knockout, by their numbers.

    An entrant who is not known yet is None, and so is an empty slot, which gives the other a bye.

    >>> BracketMeeting(1, 4, None, is_decided=True, winner=4).is_free
    True
    """

    round: int
    one: int | None
    other: int | None
    points: tuple[float, float] = (0.0, 0.0)
    games: tuple[int, ...] = ()
    is_decided: bool = False
    winner: int | None = None

    @property
    def is_free(self) -> bool:
        """Whether an entrant goes on without a game because there is no opponent."""
        return self.is_decided and (self.one is None or self.other is None)


Rounds = list[list[tuple[int, int]]]
"""The games of each round, as black's seat and white's seat, counted from 0."""


def berger_table(seats: int) -> Rounds:
    """Return the rounds of a single round robin; with an odd number one seat rests in each round.

    All seats but the last form a circle. Around it, the sum of two opponents' numbers is the same
    in every game of a round. If the sum is odd the lower number has black, if it is even the
    higher one, so that each seat has black about half of the time.

    >>> berger_table(4)
    [[(0, 3), (1, 2)], [(3, 2), (0, 1)], [(1, 3), (2, 0)]]
    >>> berger_table(3)
    [[(1, 2)], [(0, 1)], [(2, 0)]]
    """
    last = seats - 1 if seats % 2 == 0 else seats  # with an odd number the last seat is the bye
    rounds: Rounds = []
    for number in range(last):
        # The seat whose double is the round's sum would meet itself; it meets the last instead.
        lone = number * (last + 1) // 2 % last
        games = []
        if last < seats:
            games.append((lone, last) if 2 * lone < last else (last, lone))
        for distance in range(1, (last + 1) // 2):
            low, high = sorted(((lone + distance) % last, (lone - distance) % last))
            games.append((low, high) if (low + high) % 2 else (high, low))
        rounds.append(games)
    return rounds


def gauntlet_table(challengers: int, others: int) -> Rounds:
    """Return the rounds in which each challenger, seated first, meets each of the others once.

    >>> gauntlet_table(1, 3)
    [[(0, 1)], [(2, 0)], [(0, 3)]]
    """
    rounds: Rounds = []
    for number in range(max(challengers, others)):
        games = []
        for place in range(min(challengers, others)):
            shifted = (place + number) % max(challengers, others)
            challenger, other = (place, shifted) if challengers <= others else (shifted, place)
            seat = challengers + other
            # Colours alternate along the rows and the columns of the table.
            games.append(
                (challenger, seat) if (challenger + other) % 2 == 0 else (seat, challenger)
            )
        rounds.append(games)
    return rounds
