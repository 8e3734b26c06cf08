"""What the server makes of learning: cards from reviews, habits, and ratings of puzzles."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from outflank.analysis import Puzzle, ReviewedGame, own_puzzles
from outflank.analysis.mistakes import CODES, UNNAMED
from outflank.errors import MissingExtra, UnknownPlayer
from outflank.extras import require_extra
from outflank.learning import Attempt, Card, Entry, GlickoRating, mistake_subject, repetition
from outflank.play.occupants import Occupant
from outflank.play.setup import Player, Setup
from outflank.rules import BLACK, WHITE, Square, find_variant
from outflank.server.competition_server import CompetitionServer
from outflank.server.learning import learning as service
from outflank.server.learning.puzzle_ratings import moved, opening_rating
from outflank.server.learning.puzzles import Puzzles
from outflank.server.learning.weaknesses import describe_weakness
from outflank.server.matches.live_room import LiveRoom
from outflank.server.matches.match_registry import Terms
from outflank.store.account_store import AccountKind
from outflank.store.learning.puzzle_rating_store import StoredPuzzleRating
from outflank.store.review_store import StoredReview
from outflank.store.schema import learning_entries
from outflank.texts import catalogue
from support.server.competition_server import HandClock, first_move
from support.server.server_process import wait_until

DAY = 24 * 3600 * 1000
# Both sides make mistakes; those on 4x4 are solved, those on 8x8 are estimated.
BLUNDERS = {4: "a2a1d3d2c1b4", 8: "d3c5f6f3e3c3c2f5b6a7"}
numbers = itertools.count(1)


def person(server: CompetitionServer) -> int:
    return server.accounts.register(f"Person {next(numbers)}", AccountKind.PERSON)[0].id


def game(
    server: CompetitionServer, people: Sequence[str], moves: str = BLUNDERS[4], size: int = 4
) -> LiveRoom:
    """Return a match that ended by White's resignation after some moves."""
    players = (Player("Black", people[0]), Player("White", people[1]))
    black, white = (Occupant.parse(one).account for one in people)
    setup = Setup(players=players, start=find_variant("classic").start(size))
    room = server.registry.open(setup, Terms(black, white))
    for place in range(0, len(moves), 2):
        turn, _ = first_move(room)
        room.play(Square.parse(moves[place : place + 2]), turn=turn)
    room.resign(WHITE)
    return room


def game_of_people(server: CompetitionServer, size: int = 4) -> tuple[LiveRoom, int, int]:
    black, white = person(server), person(server)
    room = game(server, (f"person:{black}", f"person:{white}"), BLUNDERS[size], size)
    return room, black, white


def review(server: CompetitionServer, room: LiveRoom) -> ReviewedGame:
    """Have a match reviewed, and return the review that is stored."""
    server.reviews.request(room)
    wait_until(lambda: server.reviews.state(room).status in ("done", "failed"), "the review")
    state = server.reviews.state(room)
    assert state.review is not None, state.problem
    return ReviewedGame.from_dict(state.review.data)


def cards_of(server: CompetitionServer, player: int) -> list[Card]:
    entries = [one.entry for one in server.learning.entries(player, 0, 1000)]
    assert all(isinstance(entry, Card) for entry in entries)
    return [entry for entry in entries if isinstance(entry, Card)]


def attempt(puzzle: Puzzle, *, is_right: bool, at: int = DAY) -> Attempt:
    losses = {move: puzzle.known[move].discs for move in puzzle.known}
    move = (max if is_right else min)(losses, key=lambda one: losses[one])
    name = f"attempt-{next(numbers):05}"
    return Attempt(id=name, at=at, subject=f"puzzle/{puzzle.id}", move=str(move))


@pytest.mark.parametrize("size", BLUNDERS)
def test_a_review_makes_a_card_of_each_position_in_which_a_person_lost_much(
    server: CompetitionServer, size: int
) -> None:
    room, black, white = game_of_people(server, size)
    found = review(server, room)
    for player, color in ((black, BLACK), (white, WHITE)):
        lost = {
            mistake_subject(position): move
            for position, move in found.positions()
            if move.color is color and move.loss >= (4 if move.empties > 20 else 2)
        }
        cards = {card.subject: card for card in cards_of(server, player)}
        assert cards.keys() == lost.keys()
        for subject, card in cards.items():
            assert card.played == str(lost[subject].move)
            assert str(lost[subject].better) in card.best
            assert card.findings == tuple(
                each for each in lost[subject].findings if each.code != UNNAMED
            )
            assert card.line[0] == str(lost[subject].better)
            # There is no time for all values of a large board on a slow machine.
            assert card.values or size == 8
            assert not card.values or set(card.values) == set(map(str, card.board.legal_moves))
            assert card.played not in card.best
            assert card.is_exact == (size == 4)
    assert cards_of(server, white)
    due = server.learning.due(white, 50)
    assert set(due.matches.values()) == {room.name}
    assert len(due.cards) == len(cards_of(server, white))


def test_the_same_review_again_adds_no_card(server: CompetitionServer) -> None:
    room, _, white = game_of_people(server)
    review(server, room)
    cards, stored = cards_of(server, white), server.store.reviews.get(room.name)
    assert stored is not None
    # As an earlier version stored it: it is made again when somebody asks.
    server.store.reviews.keep(replace(stored, data={**stored.data, "engine": ""}))
    review(server, room)
    again = server.store.reviews.get(room.name)
    assert again is not None
    assert again.data["engine"]
    assert cards_of(server, white) == cards


def test_bots_and_computers_and_friends_at_the_screen_get_no_cards(
    server: CompetitionServer,
) -> None:
    bot, host = server.accounts.register("Bot")[0].id, person(server)
    for white in (f"bot:{bot}", "computer:1", f"beside:{host}"):
        review(server, game(server, (f"person:{host}", white)))
    assert cards_of(server, bot) == []
    # Three equal games make the same cards of the host's own mistakes, and none of the friend's.
    assert {card.board.turn for card in cards_of(server, host)} <= {BLACK}


def test_games_with_an_oracle_make_no_cards(server: CompetitionServer) -> None:
    black, white = person(server), person(server)
    setup = Setup(
        players=(Player("Black", f"person:{black}"), Player("White", f"person:{white}")),
        start=find_variant("yesno").start(4),
        oracle="drawn:1",
    )
    room = server.registry.open(setup, Terms(black, white))
    room.resign(WHITE)
    server.reviews.request(room)
    wait_until(lambda: server.reviews.state(room).status == "done", "the review")
    assert cards_of(server, black) == cards_of(server, white) == []


def test_a_player_who_left_gets_no_cards_and_keeps_none(server: CompetitionServer) -> None:
    room, black, white = game_of_people(server)
    review(server, room)
    assert cards_of(server, white)
    server.forget(white)
    with server.database.reading() as connection:
        left = set(connection.execute(sa.select(learning_entries.c.player)).scalars())
    assert white not in left
    with pytest.raises(UnknownPlayer):
        server.learning.add(white, [attempt(own_puzzles()[0], is_right=True)])
    # The match went with the player, and so did the way from the other's cards to it.
    assert server.learning.due(black, 50).matches == {}


def test_a_card_waits_while_its_position_is_on_the_board(server: CompetitionServer) -> None:
    room, _, white = game_of_people(server)
    review(server, room)
    card = cards_of(server, white)[0]
    setup = Setup(players=(Player("A", "computer:1"), Player("B", f"person:{white}")))
    running = server.registry.open(replace(setup, start=card.board), Terms(None, white))
    shown = {one.subject for one in server.learning.due(white, 50).cards}
    assert card.subject not in shown
    assert len(shown) == len(cards_of(server, white)) - 1
    running.resign(WHITE)
    assert card.subject in {one.subject for one in server.learning.due(white, 50).cards}


def reviewed_with(
    server: CompetitionServer, player: int, codes: Sequence[str], data: Mapping[str, Any]
) -> None:
    """Store the review of a new match in which a player made a mistake with these codes."""
    room = game(server, (f"person:{player}", "computer:1"), "d3")
    move = {
        **data["moves"][0],
        "score": {"discs": -16.0, "kind": "exact", "depth": None, "confidence": None},
        "findings": [{"code": code} for code in codes],
    }
    made = {**data, "moves": [move]}
    server.store.reviews.keep(StoredReview(room.name, "server", server.now(), made))


@pytest.mark.server("hand clock")
def test_a_mistake_in_three_of_the_last_ten_games_is_a_weakness(
    server: CompetitionServer, clock: HandClock
) -> None:
    player, other = person(server), person(server)
    data = review(server, game(server, (f"person:{other}", "computer:1"), "d3")).to_dict()

    def play(*codes: str) -> None:
        reviewed_with(server, player, codes, data)
        clock.pass_time(1000)

    for codes in (["gave_corner", "greedy_move"], ["gave_corner", UNNAMED], [UNNAMED]):
        play(*codes)
    assert server.learning.weaknesses.of(player) == []
    play("gave_corner", "a code of another version")
    assert server.learning.weaknesses.of(player) == [
        "You gave away a corner in 3 of your last 4 games."
    ]
    for _ in range(8):
        play()
    assert server.learning.weaknesses.of(player) == []


def test_every_mistake_has_a_sentence_as_a_weakness() -> None:
    for code in CODES:
        if code != UNNAMED:
            assert describe_weakness(code, 4, 10).endswith(" in 4 of your last 10 games.")
    spoken = {key for key in catalogue("en").keys if key.startswith("learning.weaknesses.")}
    assert len(spoken) == 2 * (len(CODES) - 1)


def test_a_first_try_moves_a_puzzle_and_a_second_one_does_not(server: CompetitionServer) -> None:
    puzzle, *others = own_puzzles()[:20]
    player, learning = person(server), server.learning
    # Of a newcomer nothing is known, so the first puzzles move only their solver.
    learning.add(
        player, [attempt(one, is_right=place % 2 == 0) for place, one in enumerate(others)]
    )
    assert not learning.progress(player).rating.is_clueless
    before = opening_rating(puzzle).value
    assert learning.puzzles.ratings([puzzle])[puzzle.id].value == before
    learning.add(player, [attempt(puzzle, is_right=False)])
    after = learning.puzzles.ratings([puzzle])[puzzle.id]
    assert after.value > before
    learning.add(player, [attempt(puzzle, is_right=True, at=2 * DAY)])
    assert learning.puzzles.ratings([puzzle])[puzzle.id] == after
    stored = server.store.puzzle_ratings.of([f"puzzle/{puzzle.id}"])
    assert [one.attempts for one in stored.values()] == [1]


def test_who_says_little_about_a_puzzle_moves_it_little() -> None:
    puzzle = StoredPuzzleRating("puzzle/aaaaaaaaaa", GlickoRating(1500, 200))
    failed = Attempt(id="attempt-1", at=0, subject=puzzle.subject)

    def change(deviation: float, tried: Attempt = failed) -> float:
        after = moved(puzzle, tried, GlickoRating(1500, deviation))
        return 0.0 if after is None else after.rating.value - puzzle.rating.value

    assert change(60) > change(150) > 0
    assert change(60) < 120
    assert change(230) == 0
    assert change(60, replace(failed, hints=1)) == 0
    assert change(60, replace(failed, occasion="storm")) == 0
    assert change(60, replace(failed, is_right=True)) < 0


def test_no_player_has_more_entries_than_the_server_keeps(
    server: CompetitionServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "MOST_ENTRIES", 3)
    player = person(server)
    tries: list[Entry] = [attempt(one, is_right=True) for one in own_puzzles()[:5]]
    made = server.learning.add(player, tries)
    assert (made.added, [one.id for one in made.refused]) == (3, [one.id for one in tries[3:]])
    assert made.refused[0].problem == (
        "the server keeps 3 entries of a player, and has as many of yours"
    )
    assert server.learning.add(player, tries[:3]).added == 0


def test_puzzles_far_from_every_rating_are_found_too(server: CompetitionServer) -> None:
    puzzles = Puzzles(server.store.puzzle_ratings, Random(1))
    hardest = puzzles.choose(5, near=4000)
    easiest = puzzles.choose(5, near=400)
    assert len(hardest) == len(easiest) == 5
    assert min(one.rating for one in hardest) > max(one.rating for one in easiest)
    theme = hardest[0].themes[0]
    of_theme = {f"puzzle/{one.id}" for one in own_puzzles().chosen(theme=theme)}
    assert puzzles.choose(5, near=1500, theme=theme, without=of_theme) == []


def test_a_damaged_entry_hides_no_other(server: CompetitionServer) -> None:
    player = person(server)
    server.learning.add(player, [attempt(one, is_right=True) for one in own_puzzles()[:3]])

    def spoil(connection: sa.Connection) -> None:
        chosen = learning_entries.c.number == 2
        connection.execute(sa.update(learning_entries).where(chosen).values(data="{"))

    server.database.write(spoil)
    server.learning.forget(player)
    assert len(server.learning.progress(player).solved) == 2


def test_a_question_is_one_statement_and_a_repeated_batch_writes_nothing(
    server: CompetitionServer,
) -> None:
    player, learning = person(server), server.learning
    tries = [attempt(one, is_right=True) for one in own_puzzles()[:5]]
    learning.add(player, tries)
    said: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if "learning_entries" in statement or "puzzle_ratings" in statement:
            said.append(statement.partition(" ")[0])

    sa.event.listen(server.database.engine, "before_cursor_execute", note)
    learning.progress(player)
    assert said == ["SELECT"]
    said.clear()
    assert learning.add(player, tries).added == 0
    assert said == ["SELECT"]
    said.clear()
    learning.add(player, [attempt(one, is_right=True) for one in own_puzzles()[5:10]])
    # Known entries, entries since the last question; in the transaction known and tried ones, the
    # last number, both tables' rows; the solver's rating is that of a newcomer and moves nothing.
    assert said == [*5 * ["SELECT"], "INSERT", "SELECT", "INSERT"], said


def test_without_the_extra_only_learning_is_refused_in_a_sentence(
    server: CompetitionServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = person(server)
    monkeypatch.setitem(sys.modules, "fsrs", None)
    monkeypatch.setattr(repetition, "require_extra", lambda extra, *_: require_extra(extra, "none"))
    with pytest.raises(MissingExtra, match="pip install"):
        server.learning.progress(player)
    assert server.learning.puzzles.of_day(date(2026, 11, 19)).id
    monkeypatch.undo()
    assert server.learning.progress(player).cards == {}
