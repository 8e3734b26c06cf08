"""Tournaments as plain values, for the API, the pages and the exports."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from outflank.arena import CrossTable, Standing, cross_table_rows, standings_rows
from outflank.server.accounts import Accounts
from outflank.server.tournaments import Course, Participant, result_word

__all__ = ["TournamentViews"]


class TournamentViews:
    """Shows tournaments, with everybody's present name."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts

    def name_of(self, participant: Participant) -> str:
        """Return what an entrant is called now."""
        if participant.player is None:
            return participant.name
        return self._accounts.name_of(participant.player)

    def summary(self, course: Course) -> dict[str, Any]:
        """Return a tournament in short."""
        definition = course.definition
        return {
            "id": course.id,
            "name": definition.name,
            "kind": course.kind,
            "status": course.status,
            "format": definition.format.name,
            "variant": definition.variant,
            "size": definition.size,
            "clock": str(definition.clock),
            "players": len(course.participants),
            "created": course.created,
            "started": course.started,
            "ended": course.ended,
            "progress": _progress(course),
        }

    def view(self, course: Course) -> dict[str, Any]:
        """Return a tournament with its definition, entrants and boards."""
        return self.summary(course) | {
            "definition": self.definition(course),
            "entrants": self.entrants(course),
            "boards": [room.name for room in course.in_play()],
        }

    def definition(self, course: Course) -> dict[str, Any]:
        """Return the definition with the names of those who have entered."""
        names = [self.name_of(each) for each in course.participants.copy().values()]
        return course.definition.to_dict() | {"players": names}

    def entrants(self, course: Course) -> list[dict[str, Any]]:
        """Return who takes part."""
        left = {} if course.tournament is None else course.tournament.withdrawn
        return [
            {
                "number": each.number,
                "name": self.name_of(each),
                "player": each.player,
                "seat": each.seat,
                "withdrawn": each.number in left,
                "fate": left[each.number].value if each.number in left else None,
            }
            for each in course.participants.copy().values()
        ]

    def standings(self, course: Course) -> list[dict[str, Any]]:
        """Return the table from the top; before the first game there is none."""
        if course.tournament is None:
            return []
        lines = course.tournament.standings()
        return [dict(row) for row in standings_rows(self._renamed(course, lines))]

    def cross_table(self, course: Course) -> list[dict[str, Any]]:
        """Return who scored what against whom."""
        if course.tournament is None:
            return []
        table = course.tournament.cross_table()
        lines = self._renamed(course, list(table.lines))
        return [dict(row) for row in cross_table_rows(CrossTable(tuple(lines), table.cells))]

    def pairings(self, course: Course) -> list[dict[str, Any]]:
        """Return every game with its match and result."""
        value = course.tournament
        if value is None:
            return []
        games = []
        for each in value.pairings:
            result = value.results.get(each.number)
            games.append(
                {
                    "number": each.number,
                    "round": each.round,
                    "black": each.black,
                    "white": each.white,
                    "match": course.matches.get(each.number),
                    "result": None if result is None else result_word(result),
                    "reason": None if result is None else result.reason.value,
                    "score": None if result is None else [result.black, result.white],
                    "ended": course.ends.get(each.number),
                    "struck": value.is_struck(each),
                }
            )
        return games

    def _renamed(self, course: Course, lines: list[Standing]) -> list[Standing]:
        people = course.participants
        return [replace(line, name=self.name_of(people[line.entrant])) for line in lines]


def _progress(course: Course) -> dict[str, int]:
    value = course.tournament
    if value is None:
        return {"played": 0, "total": course.definition.format.games_for(len(course.participants))}
    still_open = len(value.open_pairings)
    struck = sum(map(value.is_struck, value.pairings)) if value.withdrawn else 0
    total = len(value.pairings) - struck
    return {"played": total - still_open, "total": total}
