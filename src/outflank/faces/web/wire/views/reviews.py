"""The wire forms of reviews, with the sentences of the analysis."""

from __future__ import annotations

import contextlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec

from outflank.analysis import (
    GivenMoveValue,
    PlayerAccuracy,
    ReviewedGame,
    ReviewedMove,
    describe_mistake,
    describe_review,
    describe_story,
    losing_side,
)
from outflank.analysis.story import story_of
from outflank.drawing.skins import skin_of
from outflank.errors import MissingExtra
from outflank.faces.web.wire.schemas.reviews import (
    GivenValue,
    MatchReview,
    MoveReview,
    ReviewAnswer,
    ReviewOfGame,
    ReviewScore,
    SideReview,
)
from outflank.faces.web.wire.views.matches import word
from outflank.faces.web.wire.views.watch import seats_of
from outflank.rules import (
    BLACK,
    WHITE,
    Color,
    Position,
    Score,
    ScoreKind,
    Variant,
    parse_move,
)
from outflank.server.matches.reviews import is_provisional
from outflank.texts.phrases import capitalised

if TYPE_CHECKING:
    from outflank.server.competition_server import CompetitionServer
    from outflank.server.matches.live_room import LiveRoom
    from outflank.server.matches.reviews import ReviewState
    from outflank.store.review_store import StoredReview

__all__ = ["ReviewViews", "game_review", "given_value", "match_review", "side_namer"]

_REMEMBERED: Final = 64  # reviews, of about 50 kB each


class ReviewViews:
    """Reviews with their sentences; the latest are kept, because every visitor reads the same."""

    def __init__(self, server: CompetitionServer) -> None:
        self._server = server
        self._latest: OrderedDict[object, MatchReview] = OrderedDict()
        self._lock = threading.Lock()

    def answer(self, room: LiveRoom, state: ReviewState, viewer: int | None) -> ReviewAnswer:
        """Return the progress of a match's review, with the review if it is done."""
        if state.review is None:
            return _answer(state, None)
        return _answer(state, self.of(room, state.review), self._cards(room, viewer))

    def _cards(self, room: LiveRoom, viewer: int | None) -> int:
        """Return how many positions of a match its player has as cards."""
        if viewer is None or room.entry.color_of(viewer) is None:
            return 0
        with contextlib.suppress(MissingExtra):  # a review is read without it, too
            return self._server.learning.cards_from(viewer, room.name)
        return 0

    def answer_once(self, room: LiveRoom, state: ReviewState) -> ReviewAnswer:
        """Return the same for a review that may differ from the stored one."""
        stored = state.review
        return _answer(state, None if stored is None else match_review(self._server, room, stored))

    def of(self, room: LiveRoom, stored: StoredReview) -> MatchReview:
        """Return a stored review with its sentences."""
        names = [seat.name for seat in seats_of(self._server.accounts, room)]
        key = (stored.match, stored.source, stored.made, *names)
        with self._lock:
            if (known := self._latest.get(key)) is not None:
                self._latest.move_to_end(key)
                return known
        made = match_review(self._server, room, stored)
        with self._lock:
            self._latest[key] = made
            while len(self._latest) > _REMEMBERED:
                self._latest.popitem(last=False)
        return made


def _answer(state: ReviewState, found: MatchReview | None, cards: int = 0) -> ReviewAnswer:
    known = (state.status, state.done, state.total, state.ahead, state.problem)
    return ReviewAnswer(*known, found, cards)


def match_review(server: CompetitionServer, room: LiveRoom, stored: StoredReview) -> MatchReview:
    """Return a stored review with its sentences."""
    game = ReviewedGame.from_dict(stored.data)
    black, white = (seat.name for seat in seats_of(server.accounts, room))
    return MatchReview(
        match=room.name,
        made=stored.made,
        provisional=is_provisional(stored),
        **_told(game, {BLACK: black, WHITE: white}, stored.source),
    )


def game_review(game: ReviewedGame) -> ReviewOfGame:
    """Return the review of a game from a browser's values, with its sentences."""
    return ReviewOfGame(**_told(game, {color: game.name(color) for color in Color}, "browser"))


def _told(game: ReviewedGame, names: Mapping[Color, str], source: str) -> dict[str, Any]:
    """Return the parts of a review that do not depend on its game."""
    side = side_namer(game.start.variant)
    return {
        "source": "browser" if source == "browser" else "server",
        "opening": game.opening,
        "black": _side(game, BLACK, names[BLACK], side),
        "white": _side(game, WHITE, names[WHITE], side),
        "moves": [_move(position, one, side) for position, one in game.positions()],
        "summary": describe_review(game.review, side),
        "losing": word(losing_side(game.review)),
        "engine": game.review.engine,
        "solved": game.review.solved,
    }


def side_namer(variant: Variant) -> Callable[[Color], str]:
    """Return what sentences call the sides of a variant."""
    skin = skin_of(variant)

    def side(color: Color) -> str:
        disc = skin.disc(color)
        return disc.label or capitalised(disc.text)

    return side


def given_value(given: GivenValue) -> GivenMoveValue:
    """Convert a value that a browser sent for the analysis."""
    now, at_best = given.win_chance, given.best_win_chance
    return GivenMoveValue(
        _given_score(given.score),
        _given_score(given.best),
        tuple(map(parse_move, given.played_line)),
        tuple(map(parse_move, given.line)),
        None if now is None or at_best is None else (now, at_best),
    )


def _given_score(given: ReviewScore) -> Score:
    return Score(given.discs, ScoreKind(given.kind), given.depth, given.confidence)


def _side(game: ReviewedGame, color: Color, name: str, side: Callable[[Color], str]) -> SideReview:
    player, review = PlayerAccuracy(name), game.review
    for one in review.moves:
        if one.color is color:
            player.add(one, game.start.size)
    figures = player.whole.to_dict()
    turn = story_of(review, color).move
    opening, middle, endgame = (one.to_dict()["accuracy"] for one in player.phases.values())
    return SideReview(
        name=player.name,
        moves=figures["moves"],
        lost=figures["lost"],
        accuracy=figures["accuracy"],
        mistakes=figures["mistakes"],
        opening=opening,
        middle=middle,
        endgame=endgame,
        average_loss=round(review.average_loss(color), 2),
        turning_point=None if turn is None else turn.number,
        story=describe_story(review, color, side),
        story_to_player=describe_story(review, color, side, to_player=True),
    )


def _move(position: Position, one: ReviewedMove, side: Callable[[Color], str]) -> MoveReview:
    return MoveReview(
        number=one.number,
        color=word(one.color),
        move=str(one.move),
        answer=None if one.answer is None else one.answer.value,
        cells=str(position.board),
        value=round(float(one.value.discs), 2),
        score=_score(one.score),
        best=_score(one.best_score),
        loss=round(one.loss, 2),
        better=str(one.better),
        line=[str(move) for move in one.line],
        played_line=[str(move) for move in one.played_line],
        mistake=one.is_mistake,
        findings=[finding.code for finding in one.findings],
        sentences=describe_mistake(one, side) if one.is_mistake else [],
        disc=one.disc or None,
    )


def _score(score: Score) -> ReviewScore:
    plain = {
        "discs": round(float(score.discs), 2),
        "kind": score.kind.value,
        "depth": score.depth,
        "confidence": score.confidence,
    }
    return msgspec.convert(plain, ReviewScore)
