"""Every request of /api/v1, written once for the blocking and the asyncio client."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from urllib.parse import quote

__all__ = ["Api", "ApiRequest", "Json"]

Json = dict[str, Any]
Response = TypeVar("Response")
Identifier = str | int


@dataclass(frozen=True, slots=True)
class ApiRequest:
    """One request; it is `repeatable` if sending it twice has the same effect as once.

    >>> ApiRequest("GET", "/me").repeatable, ApiRequest("POST", "/matches", {}).repeatable
    (True, False)
    """

    method: str
    path: str
    body: Mapping[str, Any] | None = None
    query: Mapping[str, Any] | None = None
    is_repeatable: bool = False
    wait: float = 0.0  # seconds for which the server may hold its response

    @property
    def repeatable(self) -> bool:
        """Whether it may be sent again if it is unknown whether the server got it."""
        return self.is_repeatable or self.method != "POST"


class Api(ABC, Generic[Response]):
    """Every request of /api/v1; each returns the JSON object that the server's API page documents.

    A `Client` returns it, and with an `AsyncClient` it is awaited. A refusal by the server raises
    `ServerError`.
    """

    @abstractmethod
    def _send(self, request: ApiRequest) -> Response:
        """Send a request and return its response; retry it if that is safe."""

    # Players

    def register(self, name: str, *, kind: str = "bot") -> Response:
        """Register a new player; the response has its `key`, which is shown only once."""
        return self._send(ApiRequest("POST", "/players", {"name": name, "kind": kind}))

    def me(self) -> Response:
        """Return the owner of the key."""
        return self._send(ApiRequest("GET", "/me"))

    def rename(self, name: str) -> Response:
        """Change the player's name."""
        return self._send(ApiRequest("PATCH", "/me", {"name": name}))

    def new_key(self) -> Response:
        """Replace the key; this client keeps the old one, which is no longer valid."""
        return self._send(ApiRequest("POST", "/me/key"))

    def delete_me(self) -> Response:
        """Delete the player, its name and its games."""
        return self._send(ApiRequest("DELETE", "/me"))

    def player(self, number: int) -> Response:
        """Return a player with the results of their matches."""
        return self._send(ApiRequest("GET", _path("players", number)))

    # Matches

    def matches(self, **chosen: Identifier | None) -> Response:
        """List matches, filtered by `status`, `player`, `tournament`, `limit` and `before`."""
        return self._send(ApiRequest("GET", "/matches", query=_given(chosen)))

    def match(self, match: str) -> Response:
        """Return a match as it stands."""
        return self._send(ApiRequest("GET", _path("matches", match)))

    def play_computer(self, level: int = 5, **terms: Any) -> Response:
        """Start a match against a computer of the server.

        The terms are variant, size, clock, color, and start: a game or position in any notation.
        """
        body = {"opponent": f"computer:{level}"} | _given(terms)
        return self._send(ApiRequest("POST", "/matches", body))

    def move(self, match: str, turn: int, square: object) -> Response:
        """Play a square; `turn` is the `seq` of the turn that the move answers."""
        body = {"turn": turn, "square": str(square)}
        return self._send(
            ApiRequest("POST", _path("matches", match, "moves"), body, is_repeatable=True)
        )

    def resign(self, match: str) -> Response:
        """Resign a match."""
        return self._send(ApiRequest("POST", _path("matches", match, "resign"), is_repeatable=True))

    def abort(self, match: str) -> Response:
        """Call off a match in which a side has not moved yet, or whose other player has gone."""
        return self._send(ApiRequest("POST", _path("matches", match, "abort"), is_repeatable=True))

    def claim(self, match: str) -> Response:
        """Claim the win in a match without a clock after the other player has left for a while."""
        return self._send(ApiRequest("POST", _path("matches", match, "claim"), is_repeatable=True))

    def offer_take_back(self, match: str) -> Response:
        """Ask the other side for permission to take back the last move."""
        return self._send(
            ApiRequest("POST", _path("matches", match, "offers"), {"offer": "take back"})
        )

    def accept_offer(self, match: str) -> Response:
        """Accept the other side's offer."""
        return self._send(ApiRequest("POST", _path("matches", match, "offers", "accept")))

    def decline_offer(self, match: str) -> Response:
        """Decline the other side's offer."""
        return self._send(ApiRequest("POST", _path("matches", match, "offers", "decline")))

    def match_events(self, match: str, *, since: int = 0, wait: float = 0) -> Response:
        """Return the events from number `since` on, waiting up to `wait` seconds (at most 25)."""
        query = {"since": since, "wait": wait}
        return self._send(
            ApiRequest("GET", _path("matches", match, "events"), query=query, wait=wait)
        )

    # Challenges

    def challenge(self, opponent: Identifier | None = None, **terms: Any) -> Response:
        """Propose a match to a player, by name or number, or to anybody who has the link.

        The terms are variant, size, clock, color, rated, expires_in, and start: a game or position
        in any notation.
        """
        return self._send(ApiRequest("POST", "/challenges", {"opponent": opponent} | _given(terms)))

    def challenges(self) -> Response:
        """List the open challenges that this player has made or received."""
        return self._send(ApiRequest("GET", "/challenges"))

    def challenge_status(self, challenge: str) -> Response:
        """Return a challenge with its status."""
        return self._send(ApiRequest("GET", _path("challenges", challenge)))

    def accept(self, challenge: str) -> Response:
        """Accept a challenge; the response is the match."""
        return self._send(
            ApiRequest("POST", _path("challenges", challenge, "accept"), is_repeatable=True)
        )

    def decline(self, challenge: str) -> Response:
        """Decline a challenge."""
        path = _path("challenges", challenge, "decline")
        return self._send(ApiRequest("POST", path, is_repeatable=True))

    def withdraw_challenge(self, challenge: str) -> Response:
        """Withdraw a challenge."""
        return self._send(ApiRequest("DELETE", _path("challenges", challenge)))

    # Tournaments

    def tournaments(self) -> Response:
        """List the tournaments."""
        return self._send(ApiRequest("GET", "/tournaments"))

    def tournament(self, tournament: Identifier, part: str = "") -> Response:
        """Return a tournament, or one part: standings, crosstable, pairings or export."""
        return self._send(
            ApiRequest("GET", _path("tournaments", tournament, *filter(None, [part])))
        )

    def new_tournament(self, definition: Mapping[str, Any]) -> Response:
        """Announce a tournament; this player is its organiser."""
        return self._send(ApiRequest("POST", "/tournaments", definition))

    def change_tournament(self, tournament: Identifier, settings: Mapping[str, Any]) -> Response:
        """Change settings of a tournament that has not started; only its organiser may."""
        path = _path("tournaments", tournament)
        return self._send(ApiRequest("PATCH", path, settings, is_repeatable=True))

    def add_players(
        self,
        tournament: Identifier,
        names: Sequence[str] = (),
        *,
        registered: Sequence[Identifier] = (),
        computers: Sequence[str] = (),
    ) -> Response:
        """Enter new players by name, registered players, or computers into a tournament.

        The response shows the keys of new players once. Registered players are given by number or
        name, computers as `computer:3`.
        """
        given = {
            "names": list(names),
            "registered": list(registered),
            "computers": list(computers),
        }
        body = {field: entered for field, entered in given.items() if entered}
        return self._send(ApiRequest("POST", _path("tournaments", tournament, "players"), body))

    def order_tournament(self, tournament: Identifier, order: str) -> Response:
        """Give a tournament an order: start, pause, resume or finish."""
        path = _path("tournaments", tournament, order)
        return self._send(ApiRequest("POST", path, is_repeatable=True))

    def withdraw(self, tournament: Identifier, number: int) -> Response:
        """Withdraw an entrant from a tournament."""
        path = _path("tournaments", tournament, "withdraw")
        return self._send(ApiRequest("POST", path, {"number": number}, is_repeatable=True))

    def reinstate(self, tournament: Identifier, number: int) -> Response:
        """Bring back an entrant who was withdrawn."""
        path = _path("tournaments", tournament, "reinstate")
        return self._send(ApiRequest("POST", path, {"number": number}))

    def new_entrant_key(self, tournament: Identifier, number: int) -> Response:
        """Give an entrant who has lost their key a new one, which the response shows once."""
        return self._send(
            ApiRequest("POST", _path("tournaments", tournament, "players", number, "key"))
        )

    def adjudicate(
        self, tournament: Identifier, pairing: int, winner: str, note: str = ""
    ) -> Response:
        """Decide a game: `winner` is `black`, `white`, `draw` or `void`."""
        path = _path("tournaments", tournament, "pairings", pairing, "adjudicate")
        body = {"winner": winner, "note": note}
        return self._send(ApiRequest("POST", path, body, is_repeatable=True))


def _path(*parts: Identifier) -> str:
    """Join names to a path; quoting keeps each name within its part."""
    return "".join(f"/{quote(str(part), safe='')}" for part in parts)


def _given(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}
