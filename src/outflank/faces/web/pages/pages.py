"""The HTML pages; scripts fill in the changing parts."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from outflank import __version__
from outflank.errors import UnknownMatch
from outflank.faces.web.http.errors import nothing_here
from outflank.faces.web.http.refused_requests import RefusedRequests
from outflank.faces.web.http.request_callers import RequestCallers
from outflank.faces.web.http.requests import prefers_page
from outflank.faces.web.pages.analysis_page import analysis_values
from outflank.faces.web.pages.archive import ArchivePages
from outflank.faces.web.pages.board_states import board_state
from outflank.faces.web.pages.dates import moment_of
from outflank.faces.web.pages.learn_pages import LearnPages
from outflank.faces.web.pages.lessons.lesson_pages import LessonPages, lesson_section
from outflank.faces.web.pages.offline.offline_pages import device_values, offline_values
from outflank.faces.web.pages.openings_page import OpeningsPage
from outflank.faces.web.pages.page_rendering import PageRendering
from outflank.faces.web.pages.page_texts import say_on_page
from outflank.faces.web.pages.rules_figures import Figure, figure_pictures, rules_figures
from outflank.faces.web.pages.static_files import static_files
from outflank.faces.web.pages.still_game import picture_of, still_game
from outflank.faces.web.pages.tournament_pages import TournamentPages
from outflank.faces.web.wire.views.reviews import ReviewViews
from outflank.faces.web.wire.views.watch import seats_of
from outflank.rules import BLACK, Classic, Color
from outflank.rules.handbook import handbook_chapters
from outflank.server.closures import CompetitionClosed, Offering
from outflank.server.competition_server import CompetitionServer
from outflank.server.matches.live_room import LiveRoom
from outflank.texts import catalogue
from outflank.texts.catalogue import ENGLISH

__all__ = ["Pages"]

_MOST_BOARDS = 50
_MATCH = re.compile(r"[0-9a-z]{1,32}")


class Pages(PageRendering):
    """Every page, over one competition server."""

    def __init__(
        self,
        server: CompetitionServer,
        callers: RequestCallers,
        reviews: ReviewViews,
        refused: RefusedRequests,
    ) -> None:
        super().__init__(server, callers)
        self._reviews = reviews
        self._tournaments = TournamentPages(self, server)
        self._openings = OpeningsPage(self, server)
        self._learn = LearnPages(self, server, [lesson_section, self._openings.section])
        self._lessons = LessonPages(self, server)
        self._archive = ArchivePages(self, server, refused, self._tournaments)

    @property
    def views(self) -> dict[str, Callable[..., Response]]:
        """The views by path; a view gets the request and the parts of the path."""
        return {
            "/": self.home,
            "/watch": self.watch,
            "/play": self.play,
            "/game/{match}": self.game,
            "/game/{match}/board.svg": self.game_picture,
            "/challenge/{challenge}": self.challenge,
            "/rules": self.rules,
            "/rules/{figure}": self.rules_picture,
            "/bots": self.bots,
            "/admin": self.admin,
            "/device": self.device,
            "/offline": self.offline,
            "/analysis": self.analysis,
            "/games": self._archive.games,
            "/player/{player:int}": self._archive.player,
            "/tournaments": self._tournaments.tournaments,
            "/tournament/{tournament:int}": self._tournaments.tournament,
            **self._learn.views,
            "/learn/openings": self._openings.show,
            **self._lessons.views,
        }

    def home(self, request: Request) -> Response:
        """Show a board to play on; programs get a description of the server."""
        registry = self._server.registry
        if prefers_page(request.scope):
            running = registry.count_public(since=registry.watched_since)
            own = self._running_games_of(request)
            return self.page(
                "home.html",
                request,
                starts=_starts(),
                yours=own,
                running=running,
                closed=self.closed_to(request),
            )
        boards = [self.board(room) for room in registry.public_rooms(_MOST_BOARDS)]
        return JSONResponse(
            {
                "name": "outflank",
                "version": __version__,
                "running": registry.count_public(),
                "boards": boards,
                "documentation": "/api/v1/docs",
            }
        )

    def watch(self, request: Request) -> Response:
        """Show the running games."""
        registry = self._server.registry
        rooms = registry.public_rooms(_MOST_BOARDS, since=registry.watched_since)
        boards = [self.board(room) for room in rooms]
        return self.page("watch.html", request, boards=boards)

    def _running_games_of(self, request: Request) -> list[dict[str, Any]]:
        """Return the visitor's running games, with those that wait for their move first."""
        player = self.visitor(request)
        if player is None:
            return []
        found = []
        for room in self._server.registry.rooms_of(player):
            seats = seats_of(self._server.accounts, room)
            color = room.entry.color_of(player)
            opponent = seats[1] if color is BLACK else seats[0]
            is_turn = room.state.position.turn is color
            words = self._words_of(room, color)
            found.append(
                {"id": room.name, "name": opponent.name, "is_turn": is_turn, "words": words}
            )
        return sorted(found, key=lambda one: not one["is_turn"])

    @staticmethod
    def _words_of(room: LiveRoom, color: Color | None) -> str:
        """Return a sentence that distinguishes a game from others against the same opponent."""
        own, board = color or BLACK, room.state.position.board
        return say_on_page(
            f"play.own_game_{own}",
            own=board.count(own),
            other=board.count(own.opponent),
            variant=static_files().variant_titles[room.setup.variant.name],
            size=room.setup.size,
            time=moment_of(room.entry.created),
        )

    def play(self, request: Request) -> Response:
        """Show the form for a new game."""
        return self.page("play.html", request, closed=self.closed_to(request))

    def game(self, request: Request, match: str) -> Response:
        """Show a match."""
        room = self._room(match)
        black, white = seats_of(self._server.accounts, room)
        number = room.entry.tournament
        names = self._server.past_tournaments.names_of([] if number is None else [number])
        kept = self._server.reviews.kept(room) if room.is_over else None
        return self.page(
            "game.html",
            request,
            match=room.name,
            black=black.name,
            white=white.name,
            people=[("black", black), ("white", white)],
            tournament=(number, names[number]) if number in names else None,
            origin=self._origin_of(room),
            is_over=room.is_over,
            review=None if kept is None else self._reviews.of(room, kept),
            still=still_game(room.state, black.name, white.name),
        )

    def _origin_of(self, room: LiveRoom) -> dict[str, Any] | None:
        """Return where a what-if match comes from, if that match still exists."""
        origin = room.setup.origin
        if origin is None:
            return None
        try:
            left = self._server.registry.room(origin.match)
        except UnknownMatch:
            return None
        black, white = seats_of(self._server.accounts, left)
        facts = {"match": left.name, "ply": origin.ply, "number": origin.number}
        return {**facts, "black": black.name, "white": white.name}

    def game_picture(self, request: Request, match: str) -> Response:  # noqa: ARG002
        """Send the present board of a match as a picture, for browsers without scripts."""
        return Response(picture_of(self._room(match).state), media_type="image/svg+xml")

    def _room(self, match: str) -> LiveRoom:
        if not _MATCH.fullmatch(match):
            raise nothing_here()
        try:
            return self._server.registry.room(match)
        except UnknownMatch:
            raise nothing_here() from None

    def challenge(self, request: Request, challenge: str) -> Response:
        """Show a challenge, to its maker or to a player who can accept it."""
        if not _MATCH.fullmatch(challenge):
            raise nothing_here()
        try:
            self._server.challenges.get(challenge)
        except UnknownMatch:
            raise nothing_here() from None
        closed = self.closed_to(request)
        return self.page("challenge.html", request, challenge=challenge, closed=closed)

    def rules(self, request: Request) -> Response:
        """Show the rules."""
        words = catalogue()
        written_in = words.language if words.document("handbook.md") else ENGLISH
        return self.page("rules.html", request, chapters=_chapters(), written_in=written_in)

    def rules_picture(self, request: Request, figure: str) -> Response:  # noqa: ARG002
        """Send a figure of the rules as a picture, for browsers without scripts."""
        picture = figure_pictures().get(figure.removesuffix(".svg"))
        if picture is None or not figure.endswith(".svg"):
            raise nothing_here()
        return Response(picture, media_type="image/svg+xml")

    def bots(self, request: Request) -> Response:
        """Show how programs can play here."""
        address, is_tryout = str(request.base_url).rstrip("/"), self._server.configuration.tryout
        return self.page("bots.html", request, address=address, tryout=is_tryout)

    def analysis(self, request: Request) -> Response:
        """Show the analysis board, unless a competition closes it to the visitor."""
        player = self.visitor(request)
        known = [] if player is None else [player]  # strangers may use their browser's engine
        try:
            self._server.closures.require_open(Offering.ANALYSIS, *known)
        except CompetitionClosed as error:
            return self.page("closed.html", request, 403, reason=str(error))
        return self.page("analysis.html", request, **analysis_values())

    def device(self, request: Request) -> Response:
        """Show a board on which the browser plays alone, with or without network."""
        return self.page("offline/device.html", request, **device_values())

    def offline(self, request: Request) -> Response:
        """Show what works without network, in place of a page that needs it."""
        return self.page("offline/offline.html", request, **offline_values())

    def admin(self, request: Request) -> Response:
        """Show the page for organisers."""
        return self.page("admin.html", request)


@functools.cache
def _starts() -> dict[int, dict[str, Any]]:
    """Return the start position of every size on the front page, as states of boards.

    >>> sorted(_starts())
    [6, 8, 10, 12]
    """
    return {size: board_state(Classic().start(size)) for size in (6, 8, 10, 12)}


def _chapters() -> list[tuple[str, tuple[Figure, ...]]]:
    """Return the chapters of the rules as HTML, each with its figures.

    >>> [len(figures) for _, figures in _chapters()]
    [0, 1, 2, 0, 3, 0]
    """
    known = rules_figures()
    return [(_as_html(text), known.get(name, ())) for name, text in handbook_chapters().items()]


@functools.cache
def _as_html(markdown: str) -> str:
    from markdown_it import MarkdownIt

    return str(MarkdownIt().render(markdown))
