"""The oracle's pictures, fetched and checked by the server, so that pages show only its own."""

from __future__ import annotations

from litestar import Response
from litestar.params import FromPath

from outflank.faces.web.api.admission import Call
from outflank.faces.web.api.problems import Code, Problem
from outflank.faces.web.api.routes import route
from outflank.faces.web.api.schemas.values import MatchId, Number
from outflank.play.oracles.gif import fetch_gif

__all__ = ["handlers"]

_KEEP = {"Cache-Control": "public, max-age=86400, immutable"}


@route(
    "GET",
    "/matches/{match:str}/answers/{turn:str}/picture",
    problems=[Code.BUSY],
    media=("image/gif",),
)
def read_picture(call: Call, match: FromPath[MatchId], turn: FromPath[Number]) -> Response[bytes]:
    """Look at the picture that came with the oracle's answer for a turn, counted from 0.

    The server has fetched it from the oracle's own site and keeps it for a while. Answers made on
    the server have none.
    """
    room = call.server.registry.room(match)
    with room.reading() as played:
        heard = played.answer_of(turn)
    gif = None
    if heard is not None and heard.image_url:
        with call.services.pictures.acquire(address=call.address):
            gif = fetch_gif(heard.image_url)
    if gif is None:
        raise Problem(Code.NOT_FOUND, "there is no picture for this turn")
    return Response(gif, media_type="image/gif", headers=_KEEP)


handlers = [read_picture]
