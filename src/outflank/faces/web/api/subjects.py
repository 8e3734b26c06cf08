"""Everything that /api/v1 handles, by subject, and its description."""

from __future__ import annotations

import functools
from typing import Any

from outflank.faces.web.api.description import Description
from outflank.faces.web.api.document import describe
from outflank.faces.web.api.handlers.about import AboutHandlers
from outflank.faces.web.api.handlers.analysis import AnalysisHandlers
from outflank.faces.web.api.handlers.challenges import ChallengeHandlers
from outflank.faces.web.api.handlers.events import EventHandlers
from outflank.faces.web.api.handlers.hints import HintHandlers
from outflank.faces.web.api.handlers.matches import MatchHandlers
from outflank.faces.web.api.handlers.moves import MoveHandlers
from outflank.faces.web.api.handlers.pictures import PictureHandlers
from outflank.faces.web.api.handlers.players import PlayerHandlers
from outflank.faces.web.api.handlers.positions import PositionHandlers
from outflank.faces.web.api.handlers.reviews import ReviewHandlers
from outflank.faces.web.api.handlers.session import SessionHandlers
from outflank.faces.web.api.handlers.tournaments import TournamentHandlers
from outflank.faces.web.api.handlers.watch import WatchHandlers

__all__ = ["SUBJECTS", "description", "document"]

SUBJECTS: dict[str, tuple[type, ...]] = {
    "Players": (PlayerHandlers, SessionHandlers, EventHandlers),
    "Matches": (
        MoveHandlers,
        MatchHandlers,
        HintHandlers,
        PictureHandlers,
        PositionHandlers,
        ReviewHandlers,
    ),
    "Watching": (WatchHandlers,),
    "Analysis": (AnalysisHandlers,),
    "Challenges": (ChallengeHandlers,),
    "Tournaments": (TournamentHandlers,),
    "About": (AboutHandlers,),
}


def document() -> dict[str, Any]:
    """Return the OpenAPI document of /api/v1; no server is needed for it."""
    return describe(SUBJECTS)


@functools.cache
def description() -> Description:
    """Return the document as programs and people read it, the same for all servers."""
    return Description(document)
