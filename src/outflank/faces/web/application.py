"""The ASGI application: the routes and the middleware of one competition server."""

from __future__ import annotations

import asyncio
import atexit
import contextlib
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

from starlette.routing import Mount, Route, Router
from starlette.types import ASGIApp, Receive, Scope, Send

from outflank.errors import OutflankError, StoreUnavailable
from outflank.faces.web.api.authentication import Authentication
from outflank.faces.web.api.endpoints import RequestChecks, routes_of
from outflank.faces.web.api.handlers.about import AboutHandlers
from outflank.faces.web.api.handlers.analysis import AnalysisHandlers
from outflank.faces.web.api.handlers.challenges import ChallengeHandlers
from outflank.faces.web.api.handlers.events import EventHandlers
from outflank.faces.web.api.handlers.hints import HintHandlers
from outflank.faces.web.api.handlers.learning import LearningHandlers
from outflank.faces.web.api.handlers.matches import MatchHandlers
from outflank.faces.web.api.handlers.moves import MoveHandlers
from outflank.faces.web.api.handlers.pictures import PictureHandlers
from outflank.faces.web.api.handlers.players import PlayerHandlers
from outflank.faces.web.api.handlers.positions import PositionHandlers
from outflank.faces.web.api.handlers.puzzles import PuzzleHandlers
from outflank.faces.web.api.handlers.repertoire import RepertoireHandlers
from outflank.faces.web.api.handlers.reviews import ReviewHandlers
from outflank.faces.web.api.handlers.session import SessionHandlers
from outflank.faces.web.api.handlers.tournaments import TournamentHandlers
from outflank.faces.web.api.handlers.watch import WatchHandlers
from outflank.faces.web.api.operations import ROOT
from outflank.faces.web.api.problem_json import problem_json, problem_response
from outflank.faces.web.api.subjects import api_docs
from outflank.faces.web.http.errors import Problem
from outflank.faces.web.http.event_loop import EventLoop
from outflank.faces.web.http.long_polls import LongPolls
from outflank.faces.web.http.middleware.error_responses import Dialect, ErrorResponses
from outflank.faces.web.http.middleware.head_size import HeadSize
from outflank.faces.web.http.middleware.proxies import TrustedProxies
from outflank.faces.web.http.middleware.request_log import RequestLog
from outflank.faces.web.http.middleware.request_metrics import RequestMetrics
from outflank.faces.web.http.middleware.security_headers import SecurityHeaders
from outflank.faces.web.http.pacing import Pacing
from outflank.faces.web.http.presence import CallerPresence
from outflank.faces.web.http.refused_requests import RefusedRequests
from outflank.faces.web.http.request_callers import RequestCallers
from outflank.faces.web.http.responses import BytesResponse
from outflank.faces.web.http.routing import Endpoint, named_route
from outflank.faces.web.http.superfluous_slashes import SuperfluousSlashes
from outflank.faces.web.monitoring.health import MetricsText, Ready, health_routes
from outflank.faces.web.monitoring.metrics import Metrics
from outflank.faces.web.monitoring.write_probe import WriteProbe
from outflank.faces.web.pages.api_docs_page import api_docs_page
from outflank.faces.web.pages.board_demo import board_demo, board_demo_state
from outflank.faces.web.pages.error_page import ErrorPage
from outflank.faces.web.pages.offline.offline_routes import manifest_file, worker_file
from outflank.faces.web.pages.page_routes import PageEndpoint, PageLimits, page_routes
from outflank.faces.web.pages.pages import Pages
from outflank.faces.web.pages.static_files import static_file
from outflank.faces.web.simple.codekata import CodekataRoutes
from outflank.faces.web.simple.errors import codekata_error, simple_error, simple_error_response
from outflank.faces.web.simple.games import SimpleGames
from outflank.faces.web.simple.routes import SimpleRoutes
from outflank.faces.web.streams.match_feed import MatchFeeds
from outflank.faces.web.streams.player_feed import PlayerFeed
from outflank.faces.web.streams.streams import StreamHub
from outflank.faces.web.streams.watch_hub import WatchHub
from outflank.faces.web.wire.views.reviews import ReviewViews
from outflank.server.accounts.callers import Callers
from outflank.server.capacity import CapacityLimit
from outflank.server.competition_server import CompetitionServer, Configuration
from outflank.server.rate_limits import Limiter, Pacer
from outflank.server.shared_counters import counters_for
from outflank.server.struct_types import prepare_structs

__all__ = ["Application"]

_CONNECTIONS = 1000  # from one address, which a room full of bots may share
_FEW_HINTS = 2
_SIMPLE = ("boards", "move", "move_needed", "set_name")


class Application:
    """The web face of one competition server, as an ASGI application.

    It is made before the event loop runs. In `metrics_folder` the workers of a host count
    together.
    """

    def __init__(
        self, given: CompetitionServer | Configuration, metrics_folder: Path | None = None
    ) -> None:
        self._owns_server = isinstance(given, Configuration)
        server = CompetitionServer(given, waits=True) if isinstance(given, Configuration) else given
        self.server: CompetitionServer = server
        if self._owns_server:
            atexit.register(self.close)
        self.failure: OutflankError | None = None  # why it could not start
        self.is_stopping: bool = False
        self.loop: EventLoop = EventLoop()
        self.metrics: Metrics = Metrics(server, metrics_folder)
        self.limiter: Limiter = Limiter(counters_for(server.configuration.wake))
        self.pacer: Pacer = Pacer()
        self.refused_requests: RefusedRequests = RefusedRequests()
        self.long_polls: LongPolls = LongPolls(self.loop)
        self.presence: CallerPresence = CallerPresence(server)
        self.streams: StreamHub = StreamHub(
            server.configuration.streams, self.loop, self.metrics, self.presence.note
        )
        self.watch_hub: WatchHub = WatchHub(server, self.loop)
        self.reviews: ReviewViews = ReviewViews(server)
        # A host that leaves computers to other workers still gives a few hints at once.
        at_once = 4 * server.configuration.searches or _FEW_HINTS
        self.hints_limit: CapacityLimit = CapacityLimit("hints", at_once, per_key=1)
        self._connections = CapacityLimit("connections", 1 << 30, per_address=_CONNECTIONS)
        self.metrics.add_gauge(
            "streams",
            "Open streams and waiting polls.",
            lambda: len(self.streams) + self.long_polls.limit.in_use,
            "livesum",
        )
        server.clock_watcher.add_gateway(self.loop.wait_for_arrivals)
        self.pacing: Pacing = Pacing(self.pacer, is_tryout=server.configuration.tryout)
        self._callers = RequestCallers(Callers(server.accounts, self.limiter), self.pacing)
        self._pages = Pages(server, self._callers, self.reviews, self.refused_requests)
        self._error_page = ErrorPage(self._pages)
        self._router = self._routed()
        self._app = self._with_middleware(self._router.app)
        prepare_structs()  # the server may have been opened before the routes were imported

    # Putting it together

    def _routed(self) -> Router:
        """Return all routes, the most frequent ones first."""
        slashes = SuperfluousSlashes()
        simple, codekata = self.simple_routes()
        moves, operations = self._api_routes()
        api, pages = _mount(ROOT, operations, slashes), self._page_routes()
        slashes.routes = [api, *pages]
        return Router(
            [*moves, *simple, api, _mount("/codekata", codekata), *pages],
            redirect_slashes=False,
            default=slashes,
            lifespan=self._lifespan,
        )

    def simple_routes(self) -> tuple[list[Route], list[Route]]:
        """Return the simple routes and those of /codekata."""
        games = SimpleGames(
            self.server,
            self._callers,
            limiter=self.limiter,
            pacing=self.pacing,
            presence=self.presence,
            long_polls=self.long_polls,
            refused=self.refused_requests,
            note_refused_move=self.metrics.note_refused_move,
        )
        codekata = CodekataRoutes(games, self.pacing, self.server)
        return SimpleRoutes(games, self.pacing).routes, codekata.routes

    def _api_routes(self) -> tuple[list[Route], list[Route]]:
        """Return the route of moves, which is tried first, and the routes of all operations."""
        server = self.server
        moves = MoveHandlers(server, self.watch_hub)
        readings = CapacityLimit("games to read or write", 4, per_key=2, per_address=3)
        feeds, player_feed = MatchFeeds(server.now, self.loop), PlayerFeed(server, self.loop)
        handlers = [
            moves,
            MatchHandlers(server, self.long_polls, self.streams, feeds),
            PlayerHandlers(server),
            SessionHandlers(server),
            EventHandlers(self.streams, player_feed),
            WatchHandlers(server, self.streams, self.watch_hub),
            ChallengeHandlers(server),
            HintHandlers(server, self.hints_limit),
            PictureHandlers(server),
            PositionHandlers(),
            ReviewHandlers(server, self.reviews, readings),
            AnalysisHandlers(server, readings),
            LearningHandlers(server, readings),
            PuzzleHandlers(server),
            RepertoireHandlers(server, readings),
            TournamentHandlers(server),
            AboutHandlers(server, api_docs(), api_docs_page),
        ]
        is_tryout = server.configuration.tryout
        checks = RequestChecks(
            Authentication(self._callers, is_tryout=is_tryout),
            self.limiter,
            self.presence,
            refused=self.refused_requests,
            require_organiser=server.tournaments.require_organiser_key,
            now=server.now,
            note_refused_move=self.metrics.note_refused_move,
        )
        return routes_of([moves], checks, is_mounted=False), routes_of(handlers, checks)

    def _page_routes(self) -> list[Route]:
        ready = Ready(WriteProbe(self.server), self.metrics, lambda: self.is_stopping)
        token = self.server.configuration.metrics_token
        return [
            named_route("/static/{path:file}", Endpoint(static_file), ["GET"]),
            named_route("/worker.js", Endpoint(worker_file), ["GET"]),
            named_route("/manifest.webmanifest", Endpoint(manifest_file), ["GET"]),
            *page_routes(self._pages.views, PageLimits(self.limiter, self.pacing)),
            *health_routes(ready, MetricsText(self.metrics, self.limiter, token)),
            named_route("/board-demo", PageEndpoint(board_demo), ["GET"]),
            named_route("/board-demo/state", PageEndpoint(board_demo_state), ["GET"]),
        ]

    def _with_middleware(self, app: ASGIApp) -> ASGIApp:
        """Wrap an application in the middleware of every request; the last one is outermost."""
        app = HeadSize(app)
        app = ErrorResponses(app, self._dialect_of, self.metrics)
        app = SecurityHeaders(app)
        app = RequestMetrics(app, self.metrics, self.loop)
        app = RequestLog(app)
        proxies = self.server.configuration.trusted_proxies
        return TrustedProxies(app, proxies) if proxies else app

    def _dialect_of(self, path: str) -> Dialect:
        """Return the dialect of errors for a path."""
        if path.startswith(ROOT):
            return problem_json
        first = path.split("/", 2)[1]
        if first in _SIMPLE:
            return simple_error
        return codekata_error if first == "codekata" else self._error_page

    # Requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or start and stop with the ASGI server."""
        scope["app"] = self  # makes the router raise errors instead of rendering them
        if scope["type"] == "http":
            scope["outflank.send"] = send  # for streams, which write often
            await self._app(scope, receive, send)
        else:
            await self._router(scope, receive, send)

    # Starting and stopping

    @contextlib.asynccontextmanager
    async def _lifespan(self, _: Any) -> AsyncIterator[dict[str, Any]]:
        self.start()
        if self._owns_server:  # connections are accepted from now on
            try:
                await asyncio.to_thread(self.server.begin)
            except OutflankError as error:
                self.failure = error
                raise
        yield {
            "clock": self._arrival_clock,
            "connections": self._connections,
            "refusal": _refusal,
        }
        await self.stop()

    def start(self) -> None:
        """Start the background work, on the running loop."""
        self.loop.start()
        self.streams.start()
        self.watch_hub.start()
        self.metrics.start()

    async def stop(self) -> None:
        """End the background work."""
        if not self.is_stopping:
            await asyncio.to_thread(self.announce_stop)
        await self.streams.stop()
        self.loop.stop()

    def announce_stop(self) -> None:
        """End all streams and waiting polls before the server stops; on any thread."""
        self.is_stopping = self.streams.is_stopping = True
        self.long_polls.stop()
        self.loop.call(self.streams.touch_all)
        with contextlib.suppress(StoreUnavailable):  # already closed, or cannot write
            self.server.stop_clocks()
        self.limiter.close()  # now, because no thread can start at the end of the program

    def close(self) -> None:
        """Close the server, if the application has opened it."""
        if self._owns_server:
            atexit.unregister(self.close)
            with contextlib.suppress(StoreUnavailable):  # already closed
                self.announce_stop()
                self.server.close()

    def _arrival_clock(self, age: int | None) -> int:
        """Return the time at which data that is read now arrived: the loop may have been late.

        `age` is the number of milliseconds since then, if the system knows it.
        """
        return self.server.now() - (self.loop.lag if age is None else age)


def _mount(path: str, routes: Sequence[Route], default: ASGIApp | None = None) -> Mount:
    return Mount(path, Router(routes, redirect_slashes=False, default=default))


def _refusal(problem: Problem, path: str) -> BytesResponse:
    """Return the response to an incomplete request that a connection refuses."""
    if path.startswith(ROOT):
        return problem_response(problem)
    return simple_error_response(problem)
