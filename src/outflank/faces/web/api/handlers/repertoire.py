"""Openings to learn: a player's repertoire, what is played, lines to drill, survival runs."""

from __future__ import annotations

from outflank.errors import ChallengeRefused, MatchRunning, NotationError
from outflank.faces.web.api.call import ApiCall
from outflank.faces.web.api.operations import Access, operation
from outflank.faces.web.http.errors import Code
from outflank.faces.web.wire.schemas.repertoire import (
    DrillLines,
    DrillQuery,
    LeftBookAnswer,
    LineDecisions,
    LineQuery,
    OpeningPosition,
    OpeningPositionQuery,
    RepertoireObject,
    RepertoireQuery,
    SurvivalQuery,
    SurvivalState,
)
from outflank.faces.web.wire.schemas.values import MatchId
from outflank.faces.web.wire.views.repertoire import (
    drill_line,
    left_book_object,
    line_decisions,
    opening_position,
    repertoire_decisions,
    survival_state,
    to_memorise_object,
)
from outflank.faces.web.wire.views.reviews import side_namer
from outflank.learning import SurvivalRun, drill_lines, left_book, opening_subject, to_memorise
from outflank.play.record import record
from outflank.rules import BLACK, WHITE, Color, Game
from outflank.server.capacity import CapacityLimit
from outflank.server.closures import Offering
from outflank.server.competition_server import CompetitionServer
from outflank.server.learning.repertoires import Repertoires
from outflank.server.rate_limits import RateLimit
from outflank.texts import Text

__all__ = ["RepertoireHandlers"]

_MOST_GAPS = 20


class RepertoireHandlers:
    """Handles openings to learn; decisions are entries of the log, and added as such."""

    def __init__(self, server: CompetitionServer, readings: CapacityLimit) -> None:
        self._server = server
        self._repertoires = Repertoires(server.learning, server.own_games, server.now)
        self._readings = readings

    @operation(
        "GET",
        "/learning/repertoire",
        access=Access.PLAYER,
        limit=RateLimit.PAGES,
        problems=[Code.BUSY],
    )
    def read_repertoire(self, call: ApiCall, query: RepertoireQuery) -> RepertoireObject:
        """Read your repertoire, and how much of it there is to memorise.

        That is the number of decisions that you meet if the opponent plays every reply with at
        least the given share. Add and drop decisions with POST /learning/entries.
        """
        repertoire = self._repertoires.of(call.player)
        with (
            self._readings.acquire(call.viewer_name, call.address),
            self._repertoires.replies(call.player) as replies,
        ):
            memorise = [
                to_memorise_object(
                    color, to_memorise(repertoire, color, replies, share=query.share), _MOST_GAPS
                )
                for color in (BLACK, WHITE)
            ]
            due = self._repertoires.due(call.player)
            return RepertoireObject(repertoire_decisions(repertoire, due), memorise, replies.name)

    @operation(
        "GET",
        "/learning/repertoire/replies",
        limit=RateLimit.PAGES,
        problems=[Code.BUSY, Code.CLOSED, Code.REFUSED],
    )
    def read_replies(self, call: ApiCall, query: OpeningPositionQuery) -> OpeningPosition:
        """Read what is played in a position of the opening, and your own answers there.

        The position of a match that you are playing is refused.
        """
        self._require_open(call)
        game = _game(query.moves)
        subject = opening_subject(game.root.last().position)
        if self._repertoires.is_on_board(call.viewer, subject):
            raise ChallengeRefused(Text("errors.server.learning.on_your_board"))
        with (
            self._readings.acquire(call.viewer_name, call.address),
            self._repertoires.replies(call.viewer) as replies,
        ):
            return opening_position(game, self._repertoires.of(call.viewer), replies)

    @operation(
        "GET",
        "/learning/repertoire/line",
        limit=RateLimit.PAGES,
        problems=[Code.CLOSED],
    )
    def read_line(self, call: ApiCall, query: LineQuery) -> LineDecisions:
        """Read which decisions a line, or an opening given by its name, would add for one side.

        Nothing is stored: send the decisions as entries to /learning/entries.
        """
        self._require_open(call)
        repertoire = self._repertoires.of(call.viewer)
        return line_decisions(query.line, Color(query.color), repertoire)

    @operation(
        "GET",
        "/learning/repertoire/lines",
        access=Access.PLAYER,
        limit=RateLimit.PAGES,
        problems=[Code.BUSY, Code.CLOSED],
    )
    def read_lines(self, call: ApiCall, query: DrillQuery) -> DrillLines:
        """Read lines to drill, those that lead to due decisions first.

        The opponent's moves are drawn as people play them. Each decision is asked for once.
        """
        self._require_open(call)
        colors = [BLACK, WHITE] if query.color == "both" else [Color(query.color)]
        with (
            self._readings.acquire(call.viewer_name, call.address),
            self._repertoires.replies(call.player) as replies,
        ):
            lines = drill_lines(
                self._repertoires.of(call.player),
                colors,
                replies,
                due=self._repertoires.due(call.player),
                seed=query.seed,
                most=query.most,
            )
            return DrillLines([drill_line(line) for line in lines], replies.name)

    @operation(
        "GET",
        "/learning/repertoire/run",
        limit=RateLimit.PAGES,
        problems=[Code.BUSY, Code.CLOSED, Code.ILLEGAL_MOVE],
    )
    def read_run(self, call: ApiCall, query: SurvivalQuery) -> SurvivalState:
        """Read where a survival run is after your own moves; the replies depend on the seed.

        Where you have a decision, only its answers are right; elsewhere a move is right if it
        gives away at most two discs by our book.
        """
        self._require_open(call)
        moves = [query.moves[at : at + 2] for at in range(0, len(query.moves), 2)]
        with (
            self._readings.acquire(call.viewer_name, call.address),
            self._repertoires.replies() as replies,
        ):
            repertoire = self._repertoires.of(call.viewer)
            run = SurvivalRun(Color(query.color), replies, repertoire, seed=query.seed)
            last = run.replay(moves)
            return survival_state(run, None if last is None else last.loss)

    @operation(
        "GET",
        "/learning/repertoire/left/{match}",
        access=Access.PLAYER,
        problems=[Code.MATCH_RUNNING],
    )
    def read_left_book(self, call: ApiCall, match: MatchId) -> LeftBookAnswer:
        """Read where you left your own book in a finished match.

        That is your first move in a position with a decision of yours that is none of its answers.
        """
        room = self._server.registry.room(match)
        color = room.entry.color_of(call.player)
        repertoire = self._repertoires.of(call.player)
        if not room.is_over:
            raise MatchRunning(Text("errors.server.not_over_yet"))
        if color is None or not len(repertoire):
            return LeftBookAnswer(None)
        with room.reading() as played:
            game = record(played)
        found = left_book(repertoire, game, color)
        side = side_namer(game.start.variant)
        return LeftBookAnswer(None if found is None else left_book_object(found, game, side))

    def _require_open(self, call: ApiCall) -> None:
        """Refuse help with openings to those who play where it is closed."""
        self._server.closures.require_open(Offering.ANALYSIS, call.viewer, caller=call.caller)


def _game(moves: str) -> Game:
    try:
        return Game.of_moves(moves)
    except ValueError as error:
        raise NotationError(str(error)) from None
