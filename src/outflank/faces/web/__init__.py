"""The web face: the competition server over HTTP, with Flask."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outflank.extras import require_extra

if TYPE_CHECKING:
    from flask import Flask

    from outflank.server.competition_server import CompetitionServer, Configuration

__all__ = ["create_app"]

require_extra("server", "flask", "markdown_it", "msgspec", "prometheus_client", "werkzeug")


def create_app(given: CompetitionServer | Configuration | None = None) -> Flask:
    """Make the application for a server, or open a server as configured.

    Without either it is the application that `flask run` asks for.
    """
    if given is None:
        from outflank.faces.web.flask_run import app_of_flask_run

        return app_of_flask_run()
    from outflank.faces.web.application import open_app

    return open_app(given)
