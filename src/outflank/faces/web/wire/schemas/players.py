"""The wire forms of players and their keys."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from outflank.faces.web.wire.schemas.values import MAX_NUMBER, Id, Name, Number, Plain
from outflank.store.account_store import AccountKind

__all__ = [
    "Identity",
    "KeyAnswer",
    "PlayerAnswer",
    "PlayerObject",
    "PlayerRecord",
    "RecordQuery",
    "Registered",
    "Registration",
    "Rename",
]


class PlayerObject(Plain, frozen=True):
    """A player of the server."""

    id: Id
    name: str
    kind: AccountKind


class Registration(Plain, frozen=True):
    """A request to register a player."""

    name: Name
    kind: AccountKind = AccountKind.BOT


class Registered(Plain, frozen=True):
    """A new player with a key, which is shown only once."""

    player: PlayerObject
    key: str


class Identity(Plain, frozen=True):
    """The owner of a key and what the key allows."""

    player: PlayerObject | None
    role: Literal["player", "observer", "admin"]
    tournament: Annotated[int, Meta(description="the tournament the key is for")] | None
    label: Annotated[str, Meta(description="who has the key, in the organiser's words")] = ""


class Rename(Plain, frozen=True):
    """A new name."""

    name: Name


class PlayerAnswer(Plain, frozen=True):
    """A player."""

    player: PlayerObject


class KeyAnswer(Plain, frozen=True):
    """A new key, which is shown only once; the old one no longer works."""

    key: str


class PlayerRecord(Plain, frozen=True):
    """A player and the results of their public matches."""

    id: Id
    name: str
    kind: AccountKind
    played: Number
    wins: Number
    draws: Number
    losses: Number


class RecordQuery(Plain, frozen=True):
    """A filter for the matches of a record."""

    against: (
        Annotated[int, Meta(ge=1, le=MAX_NUMBER, description="only those with this player")]
        | UnsetType
    ) = UNSET
