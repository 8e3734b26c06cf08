"""Decides who can reach a server that listens at an address."""

from __future__ import annotations

import os

from outflank.errors import CannotServe
from outflank.server.accounts.keys import is_loopback
from outflank.texts import Text

__all__ = ["is_public", "refuse_public_debugging"]


def is_public(host: str) -> bool:
    """Return whether other machines can reach a server that listens at a host.

    >>> is_public("127.0.0.1"), is_public("localhost"), is_public("0.0.0.0")
    (False, False, True)
    """
    return host != "localhost" and not is_loopback(host)


def refuse_public_debugging(*, is_public: bool) -> None:
    """Refuse to serve Flask's debugger to other machines."""
    is_debugging = os.environ.get("FLASK_DEBUG", "").lower() not in ("", "0", "false", "no")
    if is_public and is_debugging:
        raise CannotServe(Text("errors.web.public_flask_debug"))
