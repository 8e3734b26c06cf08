"""One request to /api/v1: its caller, its address, and the server."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from outflank.faces.web.api.problems import Code, Problem
from outflank.faces.web.people import is_from_our_page, person_behind
from outflank.faces.web.security import address_of, arrival_of, is_from_here, is_own_call
from outflank.server.accounts.keys import Role
from outflank.server.rate_limits import Quota

if TYPE_CHECKING:
    from outflank.faces.web.api.docs import Description
    from outflank.faces.web.api.news import Newsroom
    from outflank.faces.web.api.streams import Streams
    from outflank.faces.web.api.watchtower import Watchtower
    from outflank.faces.web.services import Services
    from outflank.rules import Color
    from outflank.server.accounts.accounts import Caller
    from outflank.server.competition_server import CompetitionServer
    from outflank.server.matches.live_room import LiveRoom

__all__ = ["ApiCall", "Front"]


@dataclass(frozen=True, slots=True)
class Front:
    """What every request shares."""

    services: Services
    streams: Streams
    newsroom: Newsroom
    watchtower: Watchtower
    description: Description

    @property
    def server(self) -> CompetitionServer:
        """The competition server."""
        return self.services.server


class ApiCall:
    """A request whose key has been checked."""

    __slots__ = ("address", "caller", "environ", "front", "headers", "server")

    def __init__(self, front: Front, environ: dict[str, Any]) -> None:
        self.front = front
        self.server = front.services.server
        self.environ = environ
        self.headers: dict[str, str] = {}  # further headers of the response
        is_own = is_from_here(environ)
        # Trying out on one's own machine is free of the limits for addresses.
        self.address = "" if is_own and self.server.configuration.tryout else address_of(environ)
        self.caller = self._authenticate(environ.get("HTTP_AUTHORIZATION"))

    def _authenticate(self, header: str | None) -> Caller | None:
        if header is None:
            return self._caller_of_cookie()
        scheme, _, key = header.partition(" ")
        if scheme.lower() == "bearer":
            caller = self.server.accounts.caller(key.strip())
            if caller is not None and (not caller.loopback_only or is_own_call(self.environ)):
                self.environ["outflank.key"] = caller.key  # for the log
                if caller.player is not None:
                    self.server.tournaments.mark_present(caller.player)
                return caller
        self.front.services.limiter.check(Quota.FAILED_AUTHENTICATION, address=self.address)
        raise Problem(
            Code.UNAUTHORIZED, "the key is not valid; send the header Authorization: Bearer KEY"
        )

    def _caller_of_cookie(self) -> Caller | None:
        """Return the person whose cookie was sent; only our own pages may use it to act."""
        if "HTTP_COOKIE" not in self.environ:
            return None
        caller = person_behind(self.server.accounts, self.environ)
        if caller is None:
            return None
        is_look = self.environ.get("REQUEST_METHOD") in ("GET", "HEAD")
        if not is_look and not is_from_our_page(self.environ):
            raise Problem(
                Code.CROSS_SITE,
                "this did not come from a page of this server; programs send their key in the "
                "header Authorization: Bearer KEY",
            )
        self.environ["outflank.key"] = caller.key  # for the log
        return caller

    def count(self, budget: Quota) -> None:
        """Count this request against a budget of the key and the address."""
        key = "" if self.caller is None else str(self.caller.key)
        self.front.services.limiter.check(budget, key, self.address)

    @property
    def arrived(self) -> int | None:
        """When the request arrived, if the worker recorded it."""
        return arrival_of(self.environ)

    @property
    def key(self) -> Caller:
        """The caller, or an error without a key."""
        if self.caller is None:
            raise Problem(Code.UNAUTHORIZED, "send your key: Authorization: Bearer KEY")
        return self.caller

    @property
    def player(self) -> int:
        """The calling player, or an error if the key is not a player's."""
        player = self.key.player
        if player is None or self.key.role is not Role.PLAYER:
            raise Problem(Code.FORBIDDEN, "this needs the key of a player")
        return player

    @property
    def viewer(self) -> int | None:
        """The calling player, if there is one."""
        return self.caller.player if self.caller is not None else None

    def seat_in(self, room: LiveRoom) -> Color:
        """Return the colour that the calling player has in a match."""
        return self.seats_in(room)[0]

    def seats_in(self, room: LiveRoom) -> tuple[Color, ...]:
        """Return the sides that the calling player moves for, their own first."""
        colors = room.colors_of(self.player)
        if not colors:
            raise Problem(Code.FORBIDDEN, "you do not play in this match")
        return colors

    def require_admin(self, tournament: int | None = None) -> None:
        """Refuse keys that may not organise this tournament."""
        if self.key.role is not Role.ADMIN or self.key.tournament not in (None, tournament):
            raise Problem(Code.FORBIDDEN, "this needs the key of an organiser")
