"""Reviews of finished matches: made once in the background, limited, kept, and never too early."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from outflank import native
from outflank.analysis import ReviewedGame
from outflank.engine import Analysis, Engine, open_engine
from outflank.engine.protocol import Task
from outflank.errors import Busy, EngineError, MatchRunning
from outflank.play.events import TurnStarted
from outflank.rules import BLACK, WHITE
from outflank.server.competition_server import CompetitionServer
from outflank.server.matches.live_room import LiveRoom
from outflank.server.matches.reviews import GameReviews, ReviewState, is_provisional
from support.server.competition_server import begin, first_move
from support.server.server_process import wait_until


def played(server: CompetitionServer, moves: int = 4, **settings: int | str) -> LiveRoom:
    """Return a match that ended by resignation after some first legal moves."""
    room = begin(server, **{"size": 4, **settings})  # type: ignore[arg-type]
    while len(room.state.moves) < moves and not room.is_over:
        wait_until(lambda: room.is_over or awaits_a_move(room), "an answer")
        turn, square = first_move(room)
        room.play(square, turn=turn)
    if not room.is_over:
        room.resign(BLACK)
    return room


def awaits_a_move(room: LiveRoom) -> bool:
    with room.reading() as match:
        return isinstance(match.asked, TurnStarted)


def ended(reviews: GameReviews, room: LiveRoom) -> ReviewState:
    """Wait until a review is done or has failed."""
    wait_until(lambda: reviews.state(room).status in ("done", "failed"), "the review")
    return reviews.state(room)


class GatedEngine(Engine):
    """An engine that thinks only while its gate is open, and fails without a gate."""

    name = "gated"

    def __init__(self, gate: threading.Event | None) -> None:
        self._gate = gate
        self._engine = open_engine("alphabeta")

    def supports(self, _: object) -> bool:
        return True

    def think(self, task: Task) -> Analysis:
        if self._gate is None:
            raise EngineError("the engine is broken")
        while not self._gate.wait(0.01):
            if task.is_cancelled():
                break
        return self._engine.think(task)


@contextmanager
def reviews_with(
    server: CompetitionServer, gate: threading.Event | None, **settings: Any
) -> Iterator[GameReviews]:
    made = GameReviews(
        server.store.reviews,
        server.now,
        engines=1,
        open_engine=lambda: GatedEngine(gate),
        **settings,
    )
    yield made
    made.close()


def test_a_finished_match_is_reviewed_once_and_kept(server: CompetitionServer) -> None:
    room, reviews = played(server, 12), server.reviews
    assert reviews.state(room).status == "none"
    assert reviews.request(room).status in ("waiting", "running")
    state = ended(reviews, room)
    assert state.review
    assert state.review.source == "server"
    assert [one["move"] for one in state.review.data["moves"]] == [
        str(move) for move in room.state.moves
    ]
    made = state.review.made
    assert reviews.request(room).review == state.review
    assert reviews.state(room).review.made == made  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("variant", "size", "moves"), [("anti", 4, 6), ("yesno", 4, 6), ("classic", 6, 3)]
)
def test_every_variant_and_size_is_reviewed(
    server: CompetitionServer, variant: str, size: int, moves: int
) -> None:
    room = played(server, moves, variant=variant, size=size)
    server.reviews.request(room)
    kept = ended(server.reviews, room).review
    assert kept
    assert kept.data["variant"] == variant
    # The oracle may cause one side to lose all its discs early.
    assert len(kept.data["moves"]) == len(room.state.moves) >= (1 if variant == "yesno" else moves)
    if variant == "yesno":
        assert all(one["answer"] for one in kept.data["moves"] if one["move"] != "pass")
        assert {one["score"]["kind"] for one in kept.data["moves"]} <= {"expected", "exact"}


def test_a_review_of_an_earlier_version_opens_and_is_replaced_when_asked_for(
    server: CompetitionServer,
) -> None:
    room, reviews = played(server, 6), server.reviews
    reviews.request(room)
    kept = ended(reviews, room).review
    assert kept
    assert not is_provisional(kept)
    earlier = {name: value for name, value in kept.data.items() if name != "engine"}
    server.store.reviews.keep(replace(kept, data=earlier, made=1))
    stored = reviews.state(room).review
    assert stored
    assert is_provisional(stored)
    assert ReviewedGame.from_dict(stored.data).review.total == 6
    assert reviews.request(room).status in ("waiting", "running")
    wait_until(lambda: has_been_made_again(reviews, room), "another review")


def has_been_made_again(reviews: GameReviews, room: LiveRoom) -> bool:
    stored = reviews.state(room).review
    return stored is not None and stored.made != 1


def test_the_end_of_a_match_is_solved_exactly(server: CompetitionServer) -> None:
    room = played(server, 100, size=6)
    server.reviews.request(room)
    kept = ended(server.reviews, room).review
    assert kept
    assert kept.data["engine"] == "outflank" or not native.available()
    if native.available():
        late = [one for one in kept.data["moves"] if one["empties"] <= 20]
        assert {one["score"]["kind"] for one in late} == {"exact"}


def test_a_running_match_is_not_reviewed(server: CompetitionServer) -> None:
    room = begin(server, size=4)
    for ask in (server.reviews.state, server.reviews.request):
        with pytest.raises(MatchRunning, match="only when it is over"):
            ask(room)
    assert server.store.reviews.get(room.name) is None


def test_a_match_without_moves_has_an_empty_review(server: CompetitionServer) -> None:
    room = played(server, 0)
    server.reviews.request(room)
    kept = ended(server.reviews, room).review
    assert kept
    assert kept.data["moves"] == []


def test_values_are_kept_if_a_player_of_the_match_sent_them(server: CompetitionServer) -> None:
    room = played(server, 0)
    stranger = server.accounts.register("Cid")[0].id
    for sender in (None, stranger):
        assert server.reviews.take_values(room, [], sender=sender).status == "done"
        assert server.reviews.kept(room) is None
    server.reviews.take_values(room, [], sender=room.entry.white)
    assert server.reviews.kept(room) is not None


def test_a_move_that_was_taken_back_is_not_reviewed(server: CompetitionServer) -> None:
    room = begin(server, size=4)
    turn, square = first_move(room)
    room.play(square, turn=turn)
    from outflank.play.events import Offer

    room.make_offer(BLACK, Offer.TAKE_BACK)
    room.accept(WHITE)
    with room.reading() as match:
        other = match.position.legal_moves[-1]
        assert other != square
    room.play(other, color=BLACK)
    room.resign(WHITE)
    server.reviews.request(room)
    kept = ended(server.reviews, room).review
    assert kept
    assert [one["move"] for one in kept.data["moves"]] == [str(other)]


def test_a_limited_number_of_reviews_wait_and_each_is_queued_once(
    server: CompetitionServer,
) -> None:
    gate = threading.Event()
    rooms = [played(server, 2) for _ in range(5)]
    with reviews_with(server, gate) as reviews:
        first, second, third, fourth, fifth = rooms
        reviews.request(first, "key")
        wait_until(lambda: reviews.state(first).status == "running", "the first review")
        reviews.request(second, "key")
        reviews.request(third, "key")
        assert reviews.state(second).ahead == 0
        assert (reviews.state(third).status, reviews.state(third).ahead) == ("waiting", 1)
        with pytest.raises(Busy, match="too many reviews"):
            reviews.request(fourth, "key")  # for one key
        reviews.request(third, "another key")  # which is waiting already
        assert reviews.request(fifth, "another key").status == "waiting"
        gate.set()
        for room in (first, second, third, fifth):
            assert ended(reviews, room).status == "done"
        reviews.request(fourth, "key")
        assert ended(reviews, fourth).status == "done"


def test_a_review_that_takes_too_long_searches_the_rest_briefly(server: CompetitionServer) -> None:
    room, gate = played(server, 8), threading.Event()
    with reviews_with(server, gate, seconds=0.05) as reviews:
        reviews.request(room)
        wait_until(lambda: reviews.state(room).status == "running", "the review to begin")
        threading.Timer(0.2, gate.set).start()
        kept = ended(reviews, room).review
    assert kept
    assert len(kept.data["moves"]) == kept.data["plies"] == len(room.state.moves)


def test_a_failed_review_says_why_and_can_be_requested_again(
    server: CompetitionServer,
) -> None:
    room = played(server)
    with reviews_with(server, None) as broken:
        broken.request(room)
        state = ended(broken, room)
        assert (state.status, state.problem) == ("failed", "the engine is broken")
        assert broken.request(room).status in ("waiting", "running")
        assert ended(broken, room).status == "failed"
    assert server.reviews.request(room).status in ("waiting", "running")
    assert ended(server.reviews, room).status == "done"


def test_closing_does_not_wait_for_a_review(server: CompetitionServer) -> None:
    room = played(server, 8)
    with reviews_with(server, threading.Event()) as reviews:
        reviews.request(room)
        wait_until(lambda: reviews.state(room).status == "running", "the review to begin")
    assert server.store.reviews.get(room.name) is None


def test_the_reviews_of_a_deleted_player_are_deleted_too(server: CompetitionServer) -> None:
    room = played(server)
    server.reviews.request(room)
    assert ended(server.reviews, room).review
    assert room.entry.black
    server.forget(room.entry.black)
    assert server.store.reviews.get(room.name) is None
    assert server.store.matches.get(room.name) is None
