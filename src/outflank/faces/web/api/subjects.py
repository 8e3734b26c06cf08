"""The handlers of /api/v1 by subject, and its documentation."""

from __future__ import annotations

import functools
from typing import Any

from outflank.faces.web.api.api_docs import ApiDocs
from outflank.faces.web.api.handlers.about import AboutHandlers
from outflank.faces.web.api.handlers.analysis import AnalysisHandlers
from outflank.faces.web.api.handlers.challenges import ChallengeHandlers
from outflank.faces.web.api.handlers.events import EventHandlers
from outflank.faces.web.api.handlers.hints import HintHandlers
from outflank.faces.web.api.handlers.learning import LearningHandlers
from outflank.faces.web.api.handlers.matches import MatchHandlers
from outflank.faces.web.api.handlers.moves import MoveHandlers
from outflank.faces.web.api.handlers.pictures import PictureHandlers
from outflank.faces.web.api.handlers.players import PlayerHandlers
from outflank.faces.web.api.handlers.positions import PositionHandlers
from outflank.faces.web.api.handlers.puzzles import PuzzleHandlers
from outflank.faces.web.api.handlers.repertoire import RepertoireHandlers
from outflank.faces.web.api.handlers.reviews import ReviewHandlers
from outflank.faces.web.api.handlers.session import SessionHandlers
from outflank.faces.web.api.handlers.tournaments import TournamentHandlers
from outflank.faces.web.api.handlers.watch import WatchHandlers
from outflank.faces.web.api.openapi import document_of

__all__ = ["SUBJECTS", "api_docs", "openapi_document"]

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
    "Learning": (LearningHandlers, PuzzleHandlers, RepertoireHandlers),
    "Challenges": (ChallengeHandlers,),
    "Tournaments": (TournamentHandlers,),
    "About": (AboutHandlers,),
}


def openapi_document() -> dict[str, Any]:
    """Return the OpenAPI document of /api/v1, which needs no server."""
    return document_of(SUBJECTS)


@functools.cache
def api_docs() -> ApiDocs:
    """Return the documentation of /api/v1, the same for all servers."""
    return ApiDocs(openapi_document)
