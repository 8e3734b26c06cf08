"""The application that `flask run` finds: the same server as `outflank serve`, for trying out."""

from __future__ import annotations

import logging
import os
from typing import Any

import click
from flask import Flask

from outflank.errors import CannotServe, OutflankError
from outflank.faces.web.application import open_app
from outflank.faces.web.greeting import greeting
from outflank.faces.web.security import is_public
from outflank.server.accounts.keys import redact
from outflank.server.competition_server import Configuration

__all__ = ["app_of_flask_run", "refuse_public_debugging"]


def app_of_flask_run() -> Flask:
    """Make the application for the address that the command line names."""
    context = click.get_current_context(silent=True)
    asked = context.params if context is not None else {}
    host = str(asked.get("host") or os.environ.get("FLASK_RUN_HOST") or "127.0.0.1")
    port = asked.get("port") or os.environ.get("FLASK_RUN_PORT") or 5000
    public = is_public(host)
    try:
        refuse_public_debugging(is_public=public)
        if _only_watches_files(asked):
            return Flask(__name__)  # only the serving process may open the database
        configuration = Configuration(os.environ.get("OUTFLANK_DATABASE", ""), tryout=not public)
        app = open_app(configuration)
    except OutflankError as error:
        raise click.UsageError(str(error)) from error
    logging.getLogger("werkzeug").addFilter(_without_keys)
    click.echo(greeting(configuration, f"http://{host}:{port}"), err=True)
    return app


def refuse_public_debugging(*, is_public: bool) -> None:
    """Refuse to serve Flask's debugger to other machines."""
    is_debugging = os.environ.get("FLASK_DEBUG", "").lower() not in ("", "0", "false", "no")
    if is_public and is_debugging:
        raise CannotServe(
            "FLASK_DEBUG would let anybody run programs on this machine; unset it, or serve on "
            "127.0.0.1"
        )


def _only_watches_files(asked: dict[str, Any]) -> bool:
    """Tell whether this process only restarts another one when a file changes."""
    reloads = asked.get("reload")
    if reloads is None:
        reloads = os.environ.get("FLASK_DEBUG", "").lower() not in ("", "0", "false", "no")
    return bool(reloads) and os.environ.get("WERKZEUG_RUN_MAIN") != "true"


def _without_keys(record: logging.LogRecord) -> bool:
    record.msg, record.args = redact(record.getMessage()), ()
    return True
