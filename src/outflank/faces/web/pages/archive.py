"""The pages of what was played, by games and by players; they link to each other."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Template

from outflank.errors import OutflankError, StoreUnavailable, UnknownPlayer
from outflank.faces.web.api.schemas.matches import MatchQuery, MatchSummary, Seat
from outflank.faces.web.api.views.match_list import listed, record_of
from outflank.faces.web.api.views.matches import seat_named
from outflank.faces.web.pages.dates import day_of, moment_of
from outflank.faces.web.pages.game_filters import GameFilters
from outflank.faces.web.pages.page_rendering import AnyRequest, PageRendering
from outflank.faces.web.pages.tournament_pages import TournamentPages
from outflank.rules import SIZES
from outflank.rules.variants import variants
from outflank.store.past_games import PastGame, ResultCount, Seated

if TYPE_CHECKING:
    from outflank.faces.web.services import Services

__all__ = ["ArchivePages"]

_GAMES: Final = 30  # on a page
_COUNTED: Final = 1_000  # newest games of a player whose results are counted
_LINES: Final = 12  # of a table of results
# Reasons that count as a fault of the losing player.
_FAULTS: Final = (
    "time", "illegal move", "crash", "no-show", "disconnection", "withdrawal", "abandonment",
)  # fmt: skip


class ArchivePages:
    """The pages that need no script: lists and tables from the database."""

    def __init__(
        self, pages: PageRendering, services: Services, tournaments: TournamentPages
    ) -> None:
        self._pages = pages
        self._server = services.server
        self._refusals = services.refusals
        self._tournaments = tournaments

    # Games

    def games(self, request: AnyRequest) -> Template:
        """Games that are over, one's own or everybody's, with filters."""
        accounts, me = self._server.accounts, self._pages.visitor(request)
        filters = GameFilters.read(request.query_params)
        shown: dict[str, Any] = {"player": None, "games": [], "older": None, "problem": ""}
        status = 200
        try:
            whose = filters.whose(me)
            shown["player"] = None if whose is None else accounts.player(whose)
            chosen = filters.selection(accounts, whose, me, _GAMES)
            found = self._server.store.past_games.page(chosen)
        except StoreUnavailable:
            raise
        except UnknownPlayer as error:
            # To ask for somebody who is not there is no mistake, but finds nothing.
            shown["problem"] = _sentence(error)
        except OutflankError as error:
            shown["problem"], status = _sentence(error), 400
        else:
            shown["games"] = self._rows(found.games, whose)
            if found.older is not None:
                shown["older"] = filters.address(before=found.older)
        return self._pages.page(
            "archive/games.html",
            request,
            status,
            filters=filters,
            is_own=shown["player"] is not None and shown["player"].id == me,
            variants=[one.name for one in variants()],
            sizes=SIZES,
            **shown,
        )

    def _rows(self, games: Iterable[PastGame], player: int | None) -> list[dict[str, Any]]:
        games = list(games)
        numbers = {one.tournament for one in games if one.tournament is not None}
        names = self._server.store.past_tournaments.names_of(numbers)
        return [
            {
                "game": one,
                "date": day_of(one.created),
                "black": self._seat(one, "black"),
                "white": self._seat(one, "white"),
                "color": None if player is None else _color_of(player, one),
                "result": _result(one, player),
                "score": _score(one, player),
                "tournament": names.get(one.tournament or 0),
            }
            for one in games
        ]

    def _seat(self, game: PastGame, color: str) -> Seat:
        """Return who had a side; only a friend at the same screen is named in the record alone."""
        seat = game.black_seat if color == "black" else game.white_seat
        name = seat
        if seat.startswith("beside:"):
            start = self._server.store.past_games.start_of(game.id)
            name = _name_in(start, seat) if start else seat
        return seat_named(self._server.accounts, name, seat)

    # Players

    def player(self, request: AnyRequest, player: FromPath[int]) -> Template:
        """A player, their results, their games and their refused requests."""
        try:
            found = self._server.accounts.player(player)
        except UnknownPlayer:
            raise NotFoundException from None
        store = self._server.store
        games = [
            _seen_by(player, match)
            for match in listed(self._server, MatchQuery(player=player, limit=_GAMES)).matches
        ]
        counts = store.past_games.results(player, most=_COUNTED, with_private=False)
        kind = "person" if found.kind == "person" else "bot"
        refused = self._refusals.of(player) if kind == "bot" else []
        counted = sum(one.games for one in counts)
        return self._pages.page(
            "archive/player.html",
            request,
            player={"id": found.id, "name": found.name, "kind": kind},
            record=record_of(self._server, player),
            colors=_tables(counts, lambda one: one.color),
            opponents=self._named(_tables(counts, lambda one: one.opponent)),
            openings=_tables((one for one in counts if one.opening), lambda one: one.opening),
            counted=counted if counted >= _COUNTED else 0,
            tournaments=self._tournaments.rows(store.past_tournaments.of_player(player, _LINES)),
            games=games,
            faults=[game for game in games if game["is_fault"]],
            refused=[(moment_of(one.at), one) for one in refused],
        )

    def _named(self, lines: list[_Results]) -> list[_Results]:
        for line in lines:
            seated: Seated = line.subject
            player, seat = seated.player, seated.seat or ""
            if player is not None:
                line.subject = Seat(self._server.accounts.name_of(player), player, "")
            else:
                name = "" if seat.startswith("beside:") else seat
                line.subject = seat_named(self._server.accounts, name, seat)
        return lines


@dataclass
class _Results:
    """How the games of a player with one colour, opponent or opening ended."""

    subject: Any
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def percent(self) -> int:
        """What was scored of what could be, a draw being half."""
        return round(100 * (self.won + self.drawn / 2) / self.games)


def _tables(counts: Iterable[ResultCount], subject: Any) -> list[_Results]:
    """Add up results by something, the most frequent first."""
    found: dict[Any, _Results] = {}
    for one in counts:
        line = found.setdefault(subject(one), _Results(subject(one)))
        setattr(line, one.result, getattr(line, one.result) + one.games)
    return sorted(found.values(), key=lambda line: -line.games)[:_LINES]


def _color_of(player: int, game: PastGame) -> str:
    return "black" if game.black == player else "white"


def _result(game: PastGame, player: int | None) -> str:
    """Return in one word how a game ended, for a player or for a reader."""
    if game.status == "void":
        return "void"
    if game.winner is None:
        return "drawn"
    if player is None:
        return f"{game.winner}_won"
    return "won" if game.winner == _color_of(player, game) else "lost"


def _score(game: PastGame, player: int | None) -> str:
    black, white = game.black_score, game.white_score
    if black is None or white is None:
        return ""
    is_turned = player is not None and _color_of(player, game) == "white"
    return f"{white}:{black}" if is_turned else f"{black}:{white}"


def _name_in(start: str, seat: str) -> str:
    """Return the name of whoever had a seat, from the first event of a match."""
    players: Iterable[Mapping[str, str]] = json.loads(start)["setup"]["players"]
    return next((one["name"] for one in players if one["seat"] == seat), seat)


def _seen_by(player: int, match: MatchSummary) -> dict[str, Any]:
    """Return a match from the point of view of one of its players."""
    color = "black" if match.black.player == player else "white"
    opponent = match.white if color == "black" else match.black
    score = match.score and (match.score if color == "black" else match.score[::-1])
    result = "running" if match.status == "running" else "void"
    if match.status == "finished":
        result = "drawn" if match.winner is None else "won" if match.winner == color else "lost"
    return {
        "id": match.id,
        "date": day_of(match.created),
        "color": color,
        "opponent": opponent,
        "moves": match.moves,
        "result": result,
        "score": score and f"{score[0]}:{score[1]}",
        "reason": match.reason,
        "is_fault": result == "lost" and match.reason in _FAULTS,
    }


def _sentence(error: OutflankError) -> str:
    text = str(error)
    return f"{text[:1].upper()}{text[1:]}."
