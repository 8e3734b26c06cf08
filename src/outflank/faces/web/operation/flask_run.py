"""The application for `flask run`: the same server as `outflank serve`, for trying out."""

from __future__ import annotations

import asyncio
import atexit
import io
import json
import logging
import os
import signal
import threading
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import click
from a2wsgi import ASGIMiddleware
from flask import Flask
from starlette.types import Receive, Scope, Send
from werkzeug.serving import WSGIRequestHandler

from outflank.errors import OutflankError
from outflank.faces.web.application import Application
from outflank.faces.web.http.middleware.security_headers import security_headers
from outflank.faces.web.http.requests import BODY_WITH_FILE
from outflank.faces.web.operation.listening import is_public, refuse_public_debugging
from outflank.faces.web.operation.startup_message import startup_message
from outflank.server.accounts.keys import redact
from outflank.server.competition_server import Configuration
from outflank.texts import say

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

__all__ = ["WsgiApplication", "app_of_flask_run"]


def app_of_flask_run() -> Flask:
    """Make the application for the address on the command line."""
    context = click.get_current_context(silent=True)
    asked = context.params if context is not None else {}
    host = str(asked.get("host") or os.environ.get("FLASK_RUN_HOST") or "127.0.0.1")
    port = asked.get("port") or os.environ.get("FLASK_RUN_PORT") or 5000
    public = is_public(host)
    flask = Flask(__name__, static_folder=None)
    try:
        refuse_public_debugging(is_public=public)
        if _only_watches_files(asked):
            return flask  # only the serving process may open the database
        configuration = Configuration(
            os.environ.get("OUTFLANK_DATABASE", ""),
            tryout=not public,
            signing_key=os.environ.get("OUTFLANK_SIGNING_KEY", ""),
            metrics_token=os.environ.get("OUTFLANK_METRICS_TOKEN", ""),
        )
        application = Application(configuration)
        application.server.server_lock.taken.subscribe(lambda: signal.raise_signal(signal.SIGTERM))
        wsgi = WsgiApplication(application)
    except OutflankError as error:
        raise click.UsageError(_for_flask(str(error))) from error
    flask.wsgi_app = wsgi  # type: ignore[method-assign]
    _let_flasks_server_refuse_in_json()
    logging.getLogger("werkzeug").addFilter(_without_keys)
    click.echo(_for_flask(startup_message(configuration, host, port)), err=True)
    return flask


def _let_flasks_server_refuse_in_json() -> None:
    """Let Flask's server send our JSON for requests that it refuses itself.

    These are the attributes of http.server for that. Its explanation of a status is a fixed
    sentence; its message quotes the request, which would have to be escaped for JSON.
    """
    WSGIRequestHandler.error_message_format = '{"error": "%(explain)s"}\n'
    WSGIRequestHandler.error_content_type = "application/json"
    # Otherwise the answer to a request without a version would have no status and no headers.
    WSGIRequestHandler.default_request_version = "HTTP/1.0"


def _for_flask(text: str) -> str:
    """Return a text with the settings that replace options under `flask run`."""
    return text.replace("--database", say("errors.web.database_variable"))


def _only_watches_files(asked: dict[str, Any]) -> bool:
    """Return whether this process only restarts another one when a file changes."""
    reloads = asked.get("reload")
    if reloads is None:
        reloads = os.environ.get("FLASK_DEBUG", "").lower() not in ("", "0", "false", "no")
    return bool(reloads) and os.environ.get("WERKZEUG_RUN_MAIN") != "true"


def _without_keys(record: logging.LogRecord) -> bool:
    record.msg, record.args = redact(record.getMessage()), ()
    return True


class WsgiApplication:
    """The ASGI application behind WSGI: a2wsgi passes requests to a loop on its own thread.

    What a2wsgi does not do is done here: it starts and stops the background work, ends a stream
    whose reader has left, and handles requests that a2wsgi cannot convert to ASGI.
    """

    def __init__(self, app: Application) -> None:
        self._app = app
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="asgi", daemon=True)
        self._thread.start()
        self._inner: Any = ASGIMiddleware(self._noted, loop=self._loop)  # type: ignore[arg-type]
        self._run(self._start())
        atexit.register(self.close)

    def _run(self, work: Any) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(30)

    async def _start(self) -> None:
        self._app.start()
        await asyncio.to_thread(self._app.server.begin)

    def close(self) -> None:
        """End the background work and close the server; a second call does nothing."""
        atexit.unregister(self.close)
        if self._thread.is_alive():
            self._app.announce_stop()
            self._run(self._app.stop())
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(10)
            self._loop.close()
            self._app.close()

    async def _noted(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, and keep its task, so that it can be cancelled."""
        scope["wsgi_environ"]["outflank.task"] = asyncio.current_task()
        if not scope.get("client"):
            scope["client"] = (scope["wsgi_environ"].get("REMOTE_ADDR") or "", 0)
        await self._app(scope, receive, send)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request of the WSGI server."""
        problem = _put_right(environ)
        if problem:
            body = f"{json.dumps({'error': problem})}\n".encode()
            length = b"%d" % len(body)
            headers = security_headers(
                [(b"content-type", b"application/json"), (b"content-length", length)]
            )
            start_response(
                "400 Bad Request", [(name.decode(), value.decode()) for name, value in headers]
            )
            return [body]
        return _Body(self._inner(environ, start_response), environ, self._loop)


class _Body:
    """The body of a response, whose task is cancelled when the reader leaves."""

    def __init__(
        self, pieces: Iterator[bytes], environ: WSGIEnvironment, loop: asyncio.AbstractEventLoop
    ) -> None:
        self._pieces = pieces
        self._environ = environ
        self._loop = loop

    def __iter__(self) -> Iterator[bytes]:
        # Werkzeug would send the body of a response to HEAD.
        is_wanted = self._environ["REQUEST_METHOD"] != "HEAD"
        return (piece for piece in self._pieces if piece and is_wanted)

    def close(self) -> None:
        """End the request."""
        task = self._environ.get("outflank.task")
        if task is not None and not task.done():
            self._loop.call_soon_threadsafe(task.cancel)


def _put_right(environ: WSGIEnvironment) -> str:
    """Convert a request to a form that a2wsgi can read, or return what is wrong with it."""
    path = environ.get("PATH_INFO", "").encode("latin-1", "replace")
    environ["PATH_INFO"] = path.decode("utf-8", "replace").encode().decode("latin-1")
    environ["QUERY_STRING"] = quote(
        environ.get("QUERY_STRING", "").encode("latin-1", "replace"), safe="/?&=+%;:,@!$'()*~"
    )
    length = environ.get("CONTENT_LENGTH") or "0"
    if not length.isascii() or not length.isdecimal():
        return say("errors.web.length_not_a_number")
    if "HTTP_TRANSFER_ENCODING" in environ:  # Werkzeug ends the input at the end of the body
        try:
            body = environ["wsgi.input"].read(BODY_WITH_FILE + 1)
        except (ConnectionError, TimeoutError):
            raise  # the sender has gone; Werkzeug handles that
        except OSError:
            return say("errors.web.malformed_chunks")
        environ["wsgi.input"], environ["CONTENT_LENGTH"] = io.BytesIO(body), str(len(body))
        del environ["HTTP_TRANSFER_ENCODING"]
    return ""
