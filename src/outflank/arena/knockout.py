"""The knockout: a player who loses a meeting is out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from outflank.arena.formats import register_format
from outflank.arena.pairing import BracketMeeting, Pairing
from outflank.arena.progress import TournamentProgress
from outflank.arena.round_formats import (
    Meeting,
    RoundFormat,
    last_round,
    meeting_score,
    seat_order,
)
from outflank.texts import Text

__all__ = ["Knockout"]


@dataclass(frozen=True, slots=True)
class Knockout(RoundFormat):
    """A player who loses a meeting is out; the first entrants are kept apart and get the byes.

    Points decide a meeting, then discs; if both are equal, the earlier entrant goes on.

    >>> Knockout(games=2).games_for(6)
    10
    """

    name: str = "knockout"
    title: str = "Knockout"
    aliases: tuple[str, ...] = ("elimination", "single-elimination", "cup")

    def games_for(self, entrants: int) -> int:
        """Return the largest possible number of games for this number of entrants."""
        return self.games * max(entrants - 1, 0)

    def entry_problem(self, tournament: TournamentProgress) -> Text:  # noqa: ARG002
        """Return why nobody can enter after the start."""
        return Text("errors.arena.no_entry_once_drawn")

    @property
    def is_settled_by_rounds(self) -> bool:
        """True: a player who is out cannot come back into a later round."""
        return True

    def next_round(self, tournament: TournamentProgress) -> tuple[int, list[Meeting]]:
        """Pair the winners of neighbouring meetings of the round before."""
        slots = _bracket(seat_order(tournament))
        number = 0
        while len(slots) > 1:
            number += 1
            meetings = list(zip(slots[::2], slots[1::2], strict=True))
            missing = [
                (one, other)
                for one, other in meetings
                if one is not None
                and other is not None
                and _is_to_be_played(tournament, number, one, other)
            ]
            if missing:
                return number, missing
            slots = [_advancing(tournament, number, one, other) for one, other in meetings]
        return number + 1, []

    def rank_keys(self, tournament: TournamentProgress) -> dict[int, tuple[float, ...]]:
        """Rank by the last round that somebody won, and then as in any table."""
        slots = _bracket(seat_order(tournament))
        reached = dict.fromkeys([each.number for each in tournament.entrants], 0)
        number, last = 0, last_round(tournament)
        while len(slots) > 1 and number <= last:
            number += 1
            meetings = list(zip(slots[::2], slots[1::2], strict=True))
            if any(
                one is not None
                and other is not None
                and _is_undecided(tournament, number, one, other)
                for one, other in meetings
            ):
                break
            slots = [_advancing(tournament, number, one, other) for one, other in meetings]
            for winner in slots:
                if winner is not None:
                    reached[winner] = number
        return {entrant: (float(round_number),) for entrant, round_number in reached.items()}

    def bracket(self, tournament: TournamentProgress) -> list[list[BracketMeeting]]:
        """Return who meets whom in every round, as far as it is known.

        >>> from outflank.arena import Tournament
        >>> cup = Tournament.begin("Cup", ["Ann", "Bob", "Cid"], Knockout())
        >>> [len(meetings) for meetings in Knockout().bracket(cup)]
        [2, 1]
        """
        slots = [(entrant, True) for entrant in _bracket(seat_order(tournament))]
        rounds: list[list[BracketMeeting]] = []
        while len(slots) > 1:
            number = len(rounds) + 1
            meetings = [
                _bracket_meeting(tournament, number, one, other)
                for one, other in zip(slots[::2], slots[1::2], strict=True)
            ]
            rounds.append(meetings)
            slots = [(each.winner, each.is_decided) for each in meetings]
        return rounds


def _bracket_meeting(
    tournament: TournamentProgress,
    number: int,
    first: tuple[int | None, bool],
    second: tuple[int | None, bool],
) -> BracketMeeting:
    """Return the meeting of two slots; a slot is an entrant and whether that is settled."""
    (one, is_one_known), (other, is_other_known) = first, second
    is_known = is_one_known and is_other_known
    if one is None or other is None:
        winner = _advancing(tournament, number, one, other) if is_known else None
        return BracketMeeting(number, one, other, is_decided=is_known, winner=winner)
    is_decided = not _is_undecided(tournament, number, one, other)
    return BracketMeeting(
        number,
        one,
        other,
        meeting_score(tournament, number, one, other),
        tuple(each.number for each in _games_of(tournament, number, one, other)),
        is_decided,
        _advancing(tournament, number, one, other) if is_decided else None,
    )


def _bracket(seats: Sequence[int]) -> list[int | None]:
    """Return the slots of the first round; the first two seats can meet only in the final."""
    places = [0]
    while len(places) < len(seats):
        count = 2 * len(places)
        places = [place for each in places for place in (each, count - 1 - each)]
    return [seats[place] if place < len(seats) else None for place in places]


def _games_of(tournament: TournamentProgress, number: int, one: int, other: int) -> list[Pairing]:
    return [
        each
        for each in tournament.pairings
        if each.round == number and set(each.players) == {one, other}
    ]


def _plays_later(tournament: TournamentProgress, number: int, player: int) -> bool:
    return any(each.round > number and player in each.players for each in tournament.pairings)


def _is_to_be_played(tournament: TournamentProgress, number: int, one: int, other: int) -> bool:
    """Return whether a meeting is still to be paired, and not skipped because a player left."""
    if _games_of(tournament, number, one, other):
        return False
    if any(_plays_later(tournament, number, each) for each in (one, other)):
        return False
    return one not in tournament.withdrawn and other not in tournament.withdrawn


def _is_undecided(tournament: TournamentProgress, number: int, one: int, other: int) -> bool:
    games = _games_of(tournament, number, one, other)
    if any(tournament.is_open(each) for each in games):
        return True
    return not games and _is_to_be_played(tournament, number, one, other)


def _advancing(
    tournament: TournamentProgress, number: int, one: int | None, other: int | None
) -> int | None:
    """Return who goes on to the next round from a meeting, or None if both have left."""
    if one is None or other is None:
        return other if one is None else one
    if _games_of(tournament, number, one, other):
        return _winner(tournament, number, one, other)
    for each in (one, other):
        if _plays_later(tournament, number, each):
            return each
    left = [each for each in (one, other) if each not in tournament.withdrawn]
    return left[0] if left else None


def _winner(tournament: TournamentProgress, number: int, one: int, other: int) -> int:
    """Return who won a meeting: by points, then by discs, then as the earlier entrant."""
    first, second = meeting_score(tournament, number, one, other)
    if first != second:
        return one if first > second else other
    discs = sum(
        result.margin(pairing.color_of(one))
        for pairing, result in tournament.counted()
        if pairing.round == number and set(pairing.players) == {one, other}
    )
    if discs:
        return one if discs > 0 else other
    return min((one, other), key=seat_order(tournament).index)


register_format(Knockout())
