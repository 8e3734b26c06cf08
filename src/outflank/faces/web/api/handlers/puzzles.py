"""Puzzles: by id, of the day, and chosen for the caller."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from outflank.analysis import Puzzle
from outflank.errors import ChallengeRefused
from outflank.faces.web.api.call import ApiCall
from outflank.faces.web.api.operations import operation
from outflank.faces.web.http.errors import Code, Problem
from outflank.faces.web.wire.schemas.puzzles import (
    DailyPuzzle,
    PuzzleId,
    PuzzleList,
    PuzzleObject,
    PuzzleQuery,
)
from outflank.faces.web.wire.views.puzzles import puzzle_object
from outflank.learning import NEW_SOLVER
from outflank.server.competition_server import CompetitionServer
from outflank.server.learning.checking import utc_day
from outflank.server.learning.puzzles import Difficulty
from outflank.server.rate_limits import RateLimit
from outflank.texts import Text

__all__ = ["PuzzleHandlers"]


class PuzzleHandlers:
    """Handles puzzles."""

    def __init__(self, server: CompetitionServer) -> None:
        self._server = server

    @operation("GET", "/puzzles/daily", limit=RateLimit.PAGES)
    def read_daily_puzzle(self) -> DailyPuzzle:
        """Read the puzzle of today in UTC, which is the same for everybody."""
        day = utc_day(self._server.now())
        puzzle = self._server.learning.puzzles.of_day(day)
        return DailyPuzzle(day.isoformat(), self._objects([puzzle])[0])

    @operation(
        "GET", "/puzzles/{puzzle}", limit=RateLimit.PAGES, problems=[Code.NOT_FOUND, Code.REFUSED]
    )
    def read_puzzle(self, call: ApiCall, puzzle: PuzzleId) -> PuzzleObject:
        """Read a puzzle with the exact score of every move.

        A puzzle about the position of a match that you are playing is refused.
        """
        found = self._server.learning.puzzles.find(puzzle)
        if found is None:
            raise Problem(Code.NOT_FOUND, Text("errors.server.learning.no_puzzle", puzzle=puzzle))
        if f"puzzle/{puzzle}" in self._hidden(call):
            raise ChallengeRefused(Text("errors.server.learning.on_your_board"))
        return self._objects([found])[0]

    @operation("GET", "/puzzles", limit=RateLimit.PAGES)
    def choose_puzzles(self, call: ApiCall, query: PuzzleQuery) -> PuzzleList:
        """Return puzzles that the caller has not tried, near the caller's rating.

        Difficulties are steps of 300 points. Without a key the puzzles suit a newcomer.
        """
        learning, player = self._server.learning, call.viewer
        rating, tried = NEW_SOLVER, set[str]()
        if player is not None:
            progress = learning.progress(player)
            rating = progress.rating
            tried = {*progress.solved, *progress.failed}
        chosen = learning.puzzles.choose(
            query.most,
            near=rating.value + Difficulty[query.difficulty.upper()].value,
            theme=None if query.theme is UNSET else query.theme,
            without=tried | self._hidden(call),
        )
        own = None if player is None else round(rating.value, 1)
        return PuzzleList(self._objects(chosen), own)

    def _hidden(self, call: ApiCall) -> set[str]:
        return set() if call.viewer is None else self._server.learning.played_now(call.viewer)

    def _objects(self, puzzles: Sequence[Puzzle]) -> list[PuzzleObject]:
        ratings = self._server.learning.puzzles.ratings(puzzles)
        return [puzzle_object(puzzle, ratings[puzzle.id]) for puzzle in puzzles]
