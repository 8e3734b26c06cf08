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
    """One request; `repeatable` says that sending it twice does what sending it once does.

    >>> ApiRequest("GET", "/me").repeatable, ApiRequest("POST", "/matches", {}).repeatable
    (True, False)
    """

    method: str
    path: str
    body: Mapping[str, Any] | None = None
    query: Mapping[str, Any] | None = None
    is_repeatable: bool = False
    wait: float = 0.0  # seconds for which the server may hold its answer

    @property
    def repeatable(self) -> bool:
        """Whether it may be sent again when nobody knows what became of it."""
        return self.is_repeatable or self.method != "POST"


class Api(ABC, Generic[Response]):
    """Every request of /api/v1; each returns the JSON object that the server's API page documents.

    A `Client` returns it, an `AsyncClient` lets it be awaited. What the server refuses is a
    `ServerError`.
    """

    @abstractmethod
    def send(self, request: ApiRequest) -> Response:
        """Send a request, and again where that is safe, until there is an answer."""

    # Players

    def register(self, name: str, *, kind: str = "bot") -> Response:
        """Make a new player; the answer has its `key`, which is shown only once."""
        return self.send(ApiRequest("POST", "/players", {"name": name, "kind": kind}))

    def me(self) -> Response:
        """Tell who the key belongs to."""
        return self.send(ApiRequest("GET", "/me"))

    def rename(self, name: str) -> Response:
        """Take another name."""
        return self.send(ApiRequest("PATCH", "/me", {"name": name}))

    def new_key(self) -> Response:
        """Replace the key; this client goes on with the old one, which is worthless now."""
        return self.send(ApiRequest("POST", "/me/key"))

    def delete_me(self) -> Response:
        """Delete the player, its name and its games."""
        return self.send(ApiRequest("DELETE", "/me"))

    def player(self, number: int) -> Response:
        """Tell about a player and how their matches ended."""
        return self.send(ApiRequest("GET", _path("players", number)))

    # Matches

    def matches(self, **chosen: Identifier | None) -> Response:
        """List matches; choose by `status`, `player`, `tournament`, `limit` and `before`."""
        return self.send(ApiRequest("GET", "/matches", query=_given(chosen)))

    def match(self, match: str) -> Response:
        """Tell how a match stands."""
        return self.send(ApiRequest("GET", _path("matches", match)))

    def play_computer(self, level: int = 5, **terms: Any) -> Response:
        """Begin a match with a computer of the server.

        Terms are variant, size, clock, color, and a start: a game or position in any notation.
        """
        body = {"opponent": f"computer:{level}"} | _given(terms)
        return self.send(ApiRequest("POST", "/matches", body))

    def move(self, match: str, turn: int, square: object) -> Response:
        """Play on a square; `turn` is the `seq` of the turn that the move answers."""
        body = {"turn": turn, "square": str(square)}
        return self.send(
            ApiRequest("POST", _path("matches", match, "moves"), body, is_repeatable=True)
        )

    def resign(self, match: str) -> Response:
        """Give a match up."""
        return self.send(ApiRequest("POST", _path("matches", match, "resign"), is_repeatable=True))

    def abort(self, match: str) -> Response:
        """Call off a match in which not both sides have moved, or whose other player has gone."""
        return self.send(ApiRequest("POST", _path("matches", match, "abort"), is_repeatable=True))

    def claim(self, match: str) -> Response:
        """Claim the win of a match without a clock whose other player has been gone for a while."""
        return self.send(ApiRequest("POST", _path("matches", match, "claim"), is_repeatable=True))

    def offer_take_back(self, match: str) -> Response:
        """Ask the other side to let the last move be taken back."""
        return self.send(
            ApiRequest("POST", _path("matches", match, "offers"), {"offer": "take back"})
        )

    def accept_offer(self, match: str) -> Response:
        """Agree to what the other side proposed."""
        return self.send(ApiRequest("POST", _path("matches", match, "offers", "accept")))

    def decline_offer(self, match: str) -> Response:
        """Refuse what the other side proposed."""
        return self.send(ApiRequest("POST", _path("matches", match, "offers", "decline")))

    def match_events(self, match: str, *, since: int = 0, wait: float = 0) -> Response:
        """Return the events from a number on, waiting at most 25 s for the first."""
        query = {"since": since, "wait": wait}
        return self.send(
            ApiRequest("GET", _path("matches", match, "events"), query=query, wait=wait)
        )

    # Challenges

    def challenge(self, opponent: Identifier | None = None, **terms: Any) -> Response:
        """Propose a match to a player, by name or number, or to whoever has the link.

        Terms are variant, size, clock, color, rated, expires_in, and a start: a game or position
        in any notation.
        """
        return self.send(ApiRequest("POST", "/challenges", {"opponent": opponent} | _given(terms)))

    def challenges(self) -> Response:
        """List the open challenges that this player made or got."""
        return self.send(ApiRequest("GET", "/challenges"))

    def challenge_status(self, challenge: str) -> Response:
        """Tell what has become of a challenge."""
        return self.send(ApiRequest("GET", _path("challenges", challenge)))

    def accept(self, challenge: str) -> Response:
        """Accept a challenge; the answer is the match."""
        return self.send(
            ApiRequest("POST", _path("challenges", challenge, "accept"), is_repeatable=True)
        )

    def decline(self, challenge: str) -> Response:
        """Decline a challenge."""
        path = _path("challenges", challenge, "decline")
        return self.send(ApiRequest("POST", path, is_repeatable=True))

    def withdraw_challenge(self, challenge: str) -> Response:
        """Take a challenge back."""
        return self.send(ApiRequest("DELETE", _path("challenges", challenge)))

    # Tournaments

    def tournaments(self) -> Response:
        """List the tournaments."""
        return self.send(ApiRequest("GET", "/tournaments"))

    def tournament(self, tournament: Identifier, part: str = "") -> Response:
        """Tell about a tournament, or only its standings, crosstable, pairings or export."""
        return self.send(ApiRequest("GET", _path("tournaments", tournament, *filter(None, [part]))))

    def new_tournament(self, definition: Mapping[str, Any]) -> Response:
        """Announce a tournament, as its organiser."""
        return self.send(ApiRequest("POST", "/tournaments", definition))

    def change_tournament(self, tournament: Identifier, settings: Mapping[str, Any]) -> Response:
        """Change settings of a tournament that has not started, as its organiser."""
        path = _path("tournaments", tournament)
        return self.send(ApiRequest("PATCH", path, settings, is_repeatable=True))

    def add_players(
        self,
        tournament: Identifier,
        names: Sequence[str] = (),
        *,
        registered: Sequence[Identifier] = (),
        computers: Sequence[str] = (),
    ) -> Response:
        """Enter new players, whose keys the answer shows once, known ones, or computers.

        Known players are named by number or name, computers such as `computer:3`.
        """
        given = {
            "names": list(names),
            "registered": list(registered),
            "computers": list(computers),
        }
        body = {field: entered for field, entered in given.items() if entered}
        return self.send(ApiRequest("POST", _path("tournaments", tournament, "players"), body))

    def order_tournament(self, tournament: Identifier, order: str) -> Response:
        """Let a tournament start, pause, resume or finish."""
        path = _path("tournaments", tournament, order)
        return self.send(ApiRequest("POST", path, is_repeatable=True))

    def withdraw(self, tournament: Identifier, number: int) -> Response:
        """Take an entrant out of a tournament."""
        path = _path("tournaments", tournament, "withdraw")
        return self.send(ApiRequest("POST", path, {"number": number}, is_repeatable=True))

    def reinstate(self, tournament: Identifier, number: int) -> Response:
        """Let an entrant who was withdrawn come back."""
        path = _path("tournaments", tournament, "reinstate")
        return self.send(ApiRequest("POST", path, {"number": number}))

    def new_entrant_key(self, tournament: Identifier, number: int) -> Response:
        """Give an entrant who has lost their key another one, which the answer shows once."""
        return self.send(
            ApiRequest("POST", _path("tournaments", tournament, "players", number, "key"))
        )

    def adjudicate(
        self, tournament: Identifier, pairing: int, winner: str, note: str = ""
    ) -> Response:
        """Decide a game: `black`, `white`, `draw` or `void`."""
        path = _path("tournaments", tournament, "pairings", pairing, "adjudicate")
        body = {"winner": winner, "note": note}
        return self.send(ApiRequest("POST", path, body, is_repeatable=True))


def _path(*parts: Identifier) -> str:
    """Join names to a path, in which none can reach beyond its place."""
    return "".join(f"/{quote(str(part), safe='')}" for part in parts)


def _given(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}
