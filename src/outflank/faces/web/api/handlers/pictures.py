"""The oracle's pictures, which the server fetches and checks for its pages."""

from __future__ import annotations

from outflank.faces.web.api.call import ApiCall
from outflank.faces.web.api.operations import operation
from outflank.faces.web.http.errors import Code, Problem
from outflank.faces.web.http.responses import BytesResponse
from outflank.faces.web.wire.schemas.values import MatchId, Number
from outflank.play.oracles.gif import fetch_gif
from outflank.server.capacity import CapacityLimit
from outflank.server.competition_server import CompetitionServer
from outflank.texts import Text

__all__ = ["PictureHandlers"]

_KEEP = (b"cache-control", b"public, max-age=86400, immutable")
_AT_ONCE = 8


class PictureHandlers:
    """Handles the oracle's pictures."""

    def __init__(self, server: CompetitionServer) -> None:
        self._server = server
        self._limit = CapacityLimit("pictures", _AT_ONCE)

    @operation(
        "GET",
        "/matches/{match}/answers/{turn}/picture",
        problems=[Code.BUSY],
        media=("image/gif",),
    )
    def read_picture(self, call: ApiCall, match: MatchId, turn: Number) -> BytesResponse:
        """Return the picture of the oracle's answer for a turn, counted from 0.

        The server has fetched it from the oracle's site and keeps it for a while. Answers drawn on
        the server have no picture.
        """
        room = self._server.registry.room(match)
        with room.reading() as played:
            heard = played.answer_of(turn)
        gif = None
        if heard is not None and heard.image_url:
            with self._limit.acquire(address=call.address):
                gif = fetch_gif(heard.image_url)
        if gif is None:
            raise Problem(Code.NOT_FOUND, Text("errors.web.no_picture"))
        return BytesResponse.of(gif, "image/gif", _KEEP)
