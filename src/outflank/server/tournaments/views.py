"""Tournaments as JSON values, for the API, the pages and the exports."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from outflank.arena import BracketMeeting, CrossTable, Standing, cross_table_rows, standings_rows
from outflank.server.accounts.accounts import Accounts
from outflank.server.tournaments.state import ACTIVE, TournamentState
from outflank.store.past_tournaments import ListedTournament
from outflank.store.tournament_store import Participant, result_word

__all__ = ["TournamentViews", "damaged_summary"]

_STATUSES = ("draft", "running", "paused", "finished", "archived")


class TournamentViews:
    """Shows tournaments, with the present names of their players."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts

    def name_of(self, participant: Participant) -> str:
        """Return an entrant's present name."""
        if participant.player is None:
            return participant.name
        return self._accounts.name_of(participant.player)

    def summary(self, state: TournamentState) -> dict[str, Any]:
        """Return the summary of a tournament."""
        definition = state.definition
        return {
            "id": state.id,
            "name": definition.name,
            "kind": state.kind,
            "status": state.status,
            "format": definition.format.name,
            "variant": definition.variant,
            "size": definition.size,
            "clock": str(definition.clock),
            "players": len(state.participants),
            "created": state.created,
            "started": state.started,
            "ended": state.ended,
            "progress": _progress(state),
        }

    def view(self, state: TournamentState) -> dict[str, Any]:
        """Return a tournament with its definition, entrants and boards.

        The seed of the pairings stays secret until the end.
        """
        definition = self.definition(state)
        if state.status in ACTIVE:
            definition.pop("seed", None)
        return self.summary(state) | {
            "definition": definition,
            "entrants": self.entrants(state),
            "boards": [room.name for room in state.in_play()],
        }

    def definition(self, state: TournamentState) -> dict[str, Any]:
        """Return the definition with the present names of the entrants."""
        names = [self.name_of(each) for each in state.participants.copy().values()]
        return state.definition.to_dict() | {"players": names}

    def entrants(self, state: TournamentState) -> list[dict[str, Any]]:
        """Return the entrants."""
        left = {} if state.tournament is None else state.tournament.withdrawn
        return [
            {
                "number": each.number,
                "name": self.name_of(each),
                "player": each.player,
                "seat": each.seat,
                "withdrawn": each.number in left,
                "fate": left[each.number].value if each.number in left else None,
                # Only where it matters, so that signed exports of other tournaments stay valid.
                **({"first_round": each.first_round} if each.first_round > 1 else {}),
            }
            for each in state.participants.copy().values()
        ]

    def standings(self, state: TournamentState) -> list[dict[str, Any]]:
        """Return the standings from the top; empty before the tournament has begun."""
        if state.tournament is None:
            return []
        lines = state.tournament.standings()
        return [dict(row) for row in standings_rows(self._renamed(state, lines))]

    def cross_table(self, state: TournamentState) -> list[dict[str, Any]]:
        """Return the score of each entrant against each other one."""
        if state.tournament is None:
            return []
        table = state.tournament.cross_table()
        lines = self._renamed(state, list(table.lines))
        return [dict(row) for row in cross_table_rows(CrossTable(tuple(lines), table.cells))]

    def bracket(self, state: TournamentState) -> list[list[BracketMeeting]]:
        """Return the meetings of a knockout round by round; empty for other formats."""
        value = state.tournament
        return [] if value is None else value.format.bracket(value)

    def pairings(
        self, state: TournamentState, first: int = 0, most: int | None = None
    ) -> list[dict[str, Any]]:
        """Return the games with their matches and results, from `first` on and at most `most`."""
        value = state.tournament
        if value is None:
            return []
        games = []
        for each in value.pairings[first : None if most is None else first + most]:
            result = value.results.get(each.number)
            games.append(
                {
                    "number": each.number,
                    "round": each.round,
                    "black": each.black,
                    "white": each.white,
                    "match": state.matches.get(each.number),
                    "result": None if result is None else result_word(result),
                    "reason": None if result is None else result.reason.value,
                    "score": None if result is None else [result.black, result.white],
                    "ended": state.ends.get(each.number),
                    "struck": value.is_struck(each),
                }
            )
        return games

    def _renamed(self, state: TournamentState, lines: list[Standing]) -> list[Standing]:
        people = state.participants
        return [replace(line, name=self.name_of(people[line.entrant])) for line in lines]


def damaged_summary(outline: ListedTournament, problem: str) -> dict[str, Any]:
    """Return the summary of a tournament that cannot be read: its row, and the problem."""
    return {
        "id": outline.id,
        "name": outline.name,
        "kind": outline.kind,
        "status": outline.status if outline.status in _STATUSES else "archived",
        "format": "",
        "variant": "",
        "size": 0,
        "clock": "",
        "players": outline.players,
        "created": outline.created,
        "started": outline.started,
        "ended": outline.ended,
        "progress": {"played": outline.played, "total": outline.total},
        "problem": problem,
    }


def _progress(state: TournamentState) -> dict[str, int]:
    value = state.tournament
    if value is None:
        return {"played": 0, "total": state.definition.format.games_for(len(state.participants))}
    still_open = len(value.open_pairings)
    struck = sum(map(value.is_struck, value.pairings)) if value.withdrawn else 0
    total = len(value.pairings) - struck
    played = total - still_open
    if value.format.is_paired_by_rounds and not value.is_finished:
        total = max(total, value.format.games_of(value))  # with the rounds to come
    return {"played": played, "total": total}
