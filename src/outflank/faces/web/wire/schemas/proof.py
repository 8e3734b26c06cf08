"""The wire forms of signed records, and of the keys with which they are checked."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from outflank.faces.web.wire.schemas.values import Milliseconds

__all__ = ["MatchRecord", "ServerKey", "ServerKeys"]

KeyId = Annotated[
    str, Meta(pattern="^[0-9a-f]{16}$", description="the name by which signatures refer to the key")
]


class MatchRecord(msgspec.Struct, frozen=True):
    """A match that others can verify: its events, its seal and, once it is over, a signature."""


class ServerKey(msgspec.Struct, frozen=True):
    """A public key of the server (Ed25519), and the period in which it signed."""

    id: KeyId
    public_key: Annotated[str, Meta(description="ed25519: followed by the key in base64")]
    since: Milliseconds
    until: Milliseconds | None


class ServerKeys(msgspec.Struct, frozen=True):
    """The key that signs now, and earlier ones; empty if the server does not sign."""

    current: ServerKey | None
    earlier: list[ServerKey]
