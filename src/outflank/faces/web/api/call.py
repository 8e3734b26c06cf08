"""A request to /api/v1 after the check of its key, for its handler."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outflank.faces.web.http.errors import Code, Problem
from outflank.faces.web.http.requests import arrival_of
from outflank.server.accounts.keys import Role
from outflank.texts import Text

if TYPE_CHECKING:
    from starlette.types import Scope

    from outflank.server.accounts.accounts import Caller

__all__ = ["ApiCall"]


class ApiCall:
    """The caller of a request, its address and its time of arrival."""

    __slots__ = ("address", "caller", "scope")

    def __init__(self, scope: Scope, address: str) -> None:
        self.scope: Scope = scope
        self.address: str = address
        self.caller: Caller | None = None

    @property
    def arrived(self) -> int | None:
        """When the request arrived, if the connection recorded it."""
        return arrival_of(self.scope)

    @property
    def key(self) -> Caller:
        """The caller; raises without a key."""
        if self.caller is None:
            raise Problem(Code.UNAUTHORIZED, Text("errors.web.key_missing"))
        return self.caller

    @property
    def key_name(self) -> str:
        """The key's number as a text for the limits, or an empty text."""
        return "" if self.caller is None else str(self.caller.key)

    @property
    def key_number(self) -> int | None:
        """The key's number, if there is one."""
        return None if self.caller is None else self.caller.key

    @property
    def player(self) -> int:
        """The calling player; raises if the key is not a player's."""
        player = self.key.player
        if player is None or self.key.role is not Role.PLAYER:
            raise Problem(Code.FORBIDDEN, Text("errors.web.not_a_players_key"))
        return player

    @property
    def viewer(self) -> int | None:
        """The calling player, if there is one."""
        return self.caller.player if self.caller is not None else None

    @property
    def viewer_name(self) -> str:
        """The calling player's number as a text, or an empty text."""
        return str(self.viewer or "")
