"""The web face: the competition server over HTTP, as one ASGI application."""

from __future__ import annotations

from typing import TYPE_CHECKING, overload

from outflank.extras import require_extra

if TYPE_CHECKING:
    from flask import Flask

    from outflank.faces.web.application import Application
    from outflank.server.competition_server import CompetitionServer, Configuration

__all__ = ["create_app"]

require_extra(
    "server",
    "a2wsgi",
    "flask",
    "markdown_it",
    "msgspec",
    "prometheus_client",
    "starlette",
    "uvicorn",
    "werkzeug",
)


@overload
def create_app(given: CompetitionServer | Configuration) -> Application: ...


@overload
def create_app(given: None = None) -> Flask: ...


def create_app(given: CompetitionServer | Configuration | None = None) -> Application | Flask:
    """Make the ASGI application for a server, or open a server with a configuration.

    Without either, it is the Flask application for `flask run`.
    """
    if given is None:
        from outflank.faces.web.operation.flask_run import app_of_flask_run

        return app_of_flask_run()
    from outflank.faces.web.application import Application

    return Application(given)
