"""The application: routes, errors, headers and the log, over one competition server."""

from __future__ import annotations

import atexit
import contextlib
import functools
import logging
import time
from typing import Any

from flask import Flask, Response, request

from outflank.errors import StoreUnavailable
from outflank.faces.web.api import blueprint as api
from outflank.faces.web.board_demo import board_demo_routes
from outflank.faces.web.codekata import codekata_routes
from outflank.faces.web.errors import register_errors
from outflank.faces.web.fast_lane import FastLane
from outflank.faces.web.health import health_routes
from outflank.faces.web.metrics import Metrics
from outflank.faces.web.pages import page_routes
from outflank.faces.web.plain_games import PlainGames
from outflank.faces.web.security import MOST_BODY, address_of, with_security_headers
from outflank.faces.web.services import Services
from outflank.faces.web.simple import simple_routes
from outflank.faces.web.static_files import static_routes
from outflank.server.competition_server import CompetitionServer, Configuration
from outflank.server.logs import LOGGER, LoggedRequest, log_request

__all__ = ["close_app", "open_app"]


def open_app(given: CompetitionServer | Configuration) -> Flask:
    """Make the application for a server, or open a server that is closed when Python exits."""
    if isinstance(given, CompetitionServer):
        return _application(given)
    app = _application(CompetitionServer(given))
    app.extensions["closing"] = closing = functools.partial(close_app, app)
    atexit.register(closing)
    return app


def close_app(app: Flask) -> None:
    """Answer everybody who waits, and close the server of an application."""
    atexit.unregister(app.extensions.pop("closing", None))
    services = app.extensions["services"]
    assert isinstance(services, Services)
    services.announce_stop()
    with contextlib.suppress(StoreUnavailable):  # has been closed before
        services.server.close()


def _application(server: CompetitionServer) -> Flask:
    app = Flask("outflank.faces.web", static_folder=None)
    app.config.update(
        MAX_CONTENT_LENGTH=MOST_BODY,
        MAX_FORM_PARTS=16,
        PROVIDE_AUTOMATIC_OPTIONS=False,  # they would be answered with an empty page
    )
    # A path that is not quite right is unknown: redirections would be pages, and lose a POST.
    app.url_map.merge_slashes = False
    app.url_map.strict_slashes = True
    services = Services(server, Metrics(server))
    games = PlainGames(services)
    app.extensions["server"] = server
    app.extensions["services"] = services
    app.register_blueprint(simple_routes(games))
    app.register_blueprint(codekata_routes(games, server))
    app.register_blueprint(health_routes(services))
    app.register_blueprint(page_routes(services, games))
    app.register_blueprint(static_routes())
    app.register_blueprint(board_demo_routes())
    app.register_blueprint(api)
    register_errors(app)
    _note_requests(app, services)
    app.wsgi_app = with_security_headers(app.wsgi_app)  # type: ignore[assignment, method-assign]
    if proxies := server.configuration.trusted_proxies:
        from werkzeug.middleware.proxy_fix import ProxyFix

        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=0)  # type: ignore[method-assign]
    return app


def _note_requests(app: Flask, services: Services) -> None:
    """Count every request, and write it to the log if there is one."""
    count, clock = services.metrics.note_request, time.perf_counter

    def note(environ: dict[str, Any], route: str, status: int, seconds: float) -> None:
        count(route, status, seconds)
        if status >= 500 or LOGGER.isEnabledFor(logging.INFO):
            log_request(
                LoggedRequest(
                    environ["REQUEST_METHOD"],
                    environ["PATH_INFO"],
                    route,
                    status,
                    seconds * 1000,
                    environ.get("outflank.key"),
                    address_of(environ),
                )
            )

    @app.before_request
    def began() -> None:
        request.environ["outflank.began"] = clock()

    @app.after_request
    def ended(answer: Response) -> Response:
        environ, rule = request.environ, request.url_rule
        seconds = clock() - environ.get("outflank.began", clock())
        note(environ, rule.rule if rule is not None else "unknown", answer.status_code, seconds)
        return answer

    lane = FastLane(app.extensions["play_move"], note, clock)
    app.extensions["fast_lane"] = lane  # for a server that reads requests by itself
    app.wsgi_app = lane.beside(app.wsgi_app)  # type: ignore[assignment, method-assign]
