"""The pages of finished games and of players, which link to each other."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from starlette.requests import Request
from starlette.responses import Response

from outflank.errors import OutflankError, StoreUnavailable, UnknownPlayer
from outflank.faces.web.http.errors import nothing_here
from outflank.faces.web.pages.dates import day_of, moment_of
from outflank.faces.web.pages.game_filters import GameFilters
from outflank.faces.web.pages.page_rendering import PageRendering
from outflank.faces.web.pages.tournament_pages import TournamentPages
from outflank.faces.web.wire.schemas.matches import MatchQuery, MatchSummary, Seat
from outflank.faces.web.wire.views.match_list import listed, record_of
from outflank.faces.web.wire.views.matches import seat_named
from outflank.play.occupants import Occupant
from outflank.rules import BLACK, SIZES, WHITE, Color
from outflank.server.matches.past_games import ResultLine, is_fault
from outflank.store.account_store import AccountKind
from outflank.store.past_games import PastGame, Seated
from outflank.texts.phrases import capitalised

if TYPE_CHECKING:
    from outflank.faces.web.http.refused_requests import RefusedRequests
    from outflank.server.competition_server import CompetitionServer

__all__ = ["ArchivePages"]

_GAMES: Final = 30  # on a page
_TOURNAMENTS: Final = 12  # of a player


class ArchivePages:
    """Pages without scripts: lists and tables from the database."""

    def __init__(
        self,
        pages: PageRendering,
        server: CompetitionServer,
        refused: RefusedRequests,
        tournaments: TournamentPages,
    ) -> None:
        self._pages = pages
        self._server = server
        self._refused = refused
        self._tournaments = tournaments

    # Games

    def games(self, request: Request) -> Response:
        """Show finished games, the visitor's own or everybody's, with filters."""
        accounts, me = self._server.accounts, self._pages.visitor(request)
        filters = GameFilters.read(request.query_params)
        shown: dict[str, Any] = {"player": None, "games": [], "older": None, "problem": ""}
        status = 200
        try:
            whose = filters.whose(me)
            shown["player"] = None if whose is None else accounts.player(whose)
            chosen = filters.selection(accounts, whose, _GAMES)
            found = self._server.past_games.page(chosen, viewer=me)
        except StoreUnavailable:
            raise
        except UnknownPlayer as error:
            # A filter for an unknown player is no mistake, but finds nothing.
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
            sizes=SIZES,
            **shown,
        )

    def _rows(self, games: Iterable[PastGame], player: int | None) -> list[dict[str, Any]]:
        games = list(games)
        numbers = {one.tournament for one in games if one.tournament is not None}
        names = self._server.past_tournaments.names_of(numbers)
        return [
            {
                "game": one,
                "date": day_of(one.created),
                "black": self._seat(one, BLACK),
                "white": self._seat(one, WHITE),
                "color": None if player is None else _color_of(player, one),
                "result": _result(one, player),
                "score": _score(one, player),
                "tournament": names.get(one.tournament or 0),
            }
            for one in games
        ]

    def _seat(self, game: PastGame, color: Color) -> Seat:
        """Return the player of a side."""
        seat = game.black_seat if color is BLACK else game.white_seat
        name = self._server.past_games.recorded_name(game, color)
        return seat_named(self._server.accounts, name, seat)

    # Players

    def player(self, request: Request, player: int) -> Response:
        """Show a player with their results, games and refused requests."""
        server = self._server
        try:
            found = server.accounts.player(player)
        except UnknownPlayer:
            raise nothing_here() from None
        games = [
            _seen_by(player, match)
            for match in listed(server, MatchQuery(player=player, limit=_GAMES)).matches
        ]
        results, entered = server.past_games.results_of(player), server.past_tournaments.of_player
        refused = self._refused.of(player) if found.kind is AccountKind.BOT else []
        return self._pages.page(
            "archive/player.html",
            request,
            player={"id": found.id, "name": found.name, "kind": found.kind},
            record=record_of(server, player),
            colors=results.by_color,
            opponents=[self._named(line) for line in results.by_opponent],
            openings=results.by_opening,
            counted=results.counted,
            tournaments=self._tournaments.rows(entered(player, _TOURNAMENTS)),
            games=games,
            faults=[game for game in games if game["is_fault"]],
            refused=[(moment_of(one.at), one) for one in refused],
        )

    def _named(self, line: ResultLine[Seated]) -> ResultLine[Seat]:
        """Return a line about an opponent, with the present name."""
        player, seat = line.subject.player, line.subject.seat or ""
        if player is not None:
            named = Seat(self._server.accounts.name_of(player), player, "")
        else:
            name = "" if Occupant.parse(seat).host is not None else seat
            named = seat_named(self._server.accounts, name, seat)
        return ResultLine(named, line.won, line.drawn, line.lost)


def _color_of(player: int, game: PastGame) -> str:
    return "black" if game.black == player else "white"


def _result(game: PastGame, player: int | None) -> str:
    """Return the result of a game in one word, for a player or for a reader."""
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
        "is_fault": result == "lost" and is_fault(match.reason),
    }


def _sentence(error: OutflankError) -> str:
    return f"{capitalised(str(error))}."
