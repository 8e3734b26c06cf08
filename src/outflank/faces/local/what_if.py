"""Playing on from a past position of a game: what a player chooses first, in every face."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from outflank.engine import DEFAULT_LEVEL, levels
from outflank.errors import NoMove, UnknownName
from outflank.faces.local.options import GameOptions
from outflank.play.match import Match
from outflank.play.occupants import Occupant
from outflank.play.setup import Setup
from outflank.play.what_if import position_after
from outflank.rules import BLACK, Color, Ply
from outflank.texts import Text, say

__all__ = ["WhatIf", "level_of", "ply_of"]

_FRIEND = "human"  # as in the options of a game


@dataclass(frozen=True, slots=True)
class WhatIf:
    """The choices before a game is played on from one of its positions.

    >>> from outflank.play.setup import Setup
    >>> choice = WhatIf.of(Match.start(Setup()), 0)
    >>> choice.opponent, choice.changed("computer").opponent
    ('human', 'computer:1')
    """

    setup: Setup
    ply: int  # how many turns are kept
    number: int  # the same without passes
    color: Color  # of the player who asks
    opponent: str  # as in the options of a game

    @classmethod
    def of(cls, match: Match, ply: int) -> WhatIf:
        """Return the first choice: the same sides and computer as in the game."""
        position, number = position_after(match.game, ply)
        setup = match.setup
        people = [color for color in Color if setup.player(color).is_person]
        color = people[0] if len(people) == 1 else position.turn
        other = setup.player(color.opponent)
        return cls(setup, ply, number, color, _FRIEND if other.is_person else other.seat)

    @property
    def title(self) -> str:
        """The title of the question."""
        if not self.number:
            return say("local.what_if.title_start")
        return say("local.what_if.title", number=self.number)

    def text(self, side: str) -> str:
        """Return what has been chosen; `side` is the name of the player's colour."""
        if self.opponent == _FRIEND:
            return say("local.what_if.against_friend", side=side)
        name = self._named(self.opponent)
        return say("local.what_if.against_computer", side=side, computer=name)

    def answers(self, other_side: str) -> dict[str, str]:
        """Return the words of each answer by its name; all but `play` change the choice."""
        found = {"play": say("local.what_if.play")}
        for word, level in self._other_levels.items():
            found[word] = say(f"local.forms.{word}", level=level)
        found["side"] = say("local.what_if.side", side=other_side)
        other = "computer" if self.opponent == _FRIEND else "friend"
        return found | {other: say(f"local.what_if.{other}")}

    def changed(self, answer: str) -> WhatIf:
        """Return the choice after an answer that changes it."""
        match answer:
            case "side":
                return replace(self, color=self.color.opponent)
            case "friend":
                return replace(self, opponent=_FRIEND)
            case "computer":
                return replace(self, opponent=self._usual_computer)
            case _:
                level = self._other_levels.get(answer)
                return self if level is None else self.against(level)

    def against(self, level: int) -> WhatIf:
        """Return the choice with a computer of a level."""
        return replace(self, opponent=str(Occupant.computer(level)))

    def options(self, current: GameOptions) -> GameOptions:
        """Return the options of the new game: as those of the game, but without a clock."""
        people = {
            color: f"human:{player.name}"
            for color in Color
            if (player := self.setup.player(color)).is_person
        }
        own = self.color if self.color in people else next(iter(people), self.color)
        person = people.pop(own, _FRIEND)
        friend = next(iter(people.values()), _FRIEND)
        opponent = friend if self.opponent == _FRIEND else self.opponent
        number = self.setup.number(own)
        first, second = (person, opponent) if number == 1 else (opponent, person)
        begins = number if self.color is BLACK else 3 - number
        return replace(
            current, player1=first, player2=second, first=str(begins), clock="none", undo="auto"
        )

    @property
    def _usual_computer(self) -> str:
        """The computer of the game, or one of the usual level."""
        seats = [self.setup.player(color).seat for color in (self.color.opponent, self.color)]
        computers = [seat for seat in seats if Occupant.parse(seat).level is not None]
        return next(iter(computers), str(Occupant.computer(DEFAULT_LEVEL)))

    @property
    def _other_levels(self) -> dict[str, int]:
        """The next harder and easier level, where there is one."""
        level = Occupant.parse(self.opponent).level or ""
        if not level.isdigit():
            return {}
        known = {one.number for one in levels()}
        others = {"harder": int(level) + 1, "easier": int(level) - 1}
        return {word: number for word, number in others.items() if number in known}

    @staticmethod
    def _named(computer: str) -> str:
        which = Occupant.parse(computer).level or ""
        if which.isdigit():
            return say("play.computer_of_level", level=which)
        return say("play.computer", name=which)


def level_of(text: str) -> int:
    """Read the level of a computer, as a number or as in the options of a game.

    >>> level_of("computer:12")
    12
    """
    word = Occupant.parse(text).level or text
    known = [str(one.number) for one in levels()]
    if word not in known:
        raise UnknownName("computer", text, [say("local.forms.level_numbers", most=len(known))])
    return int(word)


def ply_of(plies: Sequence[Ply], number: int) -> int:
    """Return how many turns there are up to a move with this number; passes have no number.

    >>> ply_of((), 0)
    0
    """
    count = sum(ply.placement is not None for ply in plies)
    if not 0 <= number <= count:
        raise NoMove(Text("errors.local.no_such_move", number=number, count=count))
    found = 0
    for ply in plies:
        if not number:
            break
        found += 1
        number -= ply.placement is not None
    return found
