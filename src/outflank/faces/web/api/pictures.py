"""The oracle's pictures, fetched and checked by the server, so that pages show only its own."""

from __future__ import annotations

from outflank.faces.web.api.calls import ApiCall
from outflank.faces.web.api.endpoints import RawResponse, Routes
from outflank.faces.web.api.problems import Code, Problem
from outflank.faces.web.api.schemas import MatchId, Number
from outflank.play.oracles.gif import fetch_gif

__all__ = ["routes"]

routes = Routes("Matches")

_KEEP = {"Cache-Control": "public, max-age=86400, immutable"}


@routes.route(
    "GET", "/matches/{match}/answers/{turn}/picture", problems=[Code.BUSY], media=("image/gif",)
)
def read_picture(call: ApiCall, match: MatchId, turn: Number) -> RawResponse:
    """Look at the picture that came with the oracle's answer for a turn, counted from 0.

    The server has fetched it from the oracle's own site and keeps it for a while. Answers made on
    the server have none.
    """
    room = call.server.registry.room(match)
    with room.reading() as played:
        heard = played.answer_of(turn)
    gif = None
    if heard is not None and heard.image_url:
        with call.front.services.pictures.acquire(address=call.address):
            gif = fetch_gif(heard.image_url)
    if gif is None:
        raise Problem(Code.NOT_FOUND, "there is no picture for this turn")
    return RawResponse(gif, "image/gif", _KEEP)
