"""The log of terminal and window, sent to a server as it is, gives the same schedule there."""

from __future__ import annotations

from pathlib import Path

from outflank.analysis import own_puzzles
from outflank.engine import open_engine
from outflank.faces.local.exercises.card_session import CardSession
from outflank.faces.local.exercises.daily_puzzle import PuzzleOfTheDay
from outflank.faces.local.exercises.due_cards import due_cards
from outflank.faces.local.exercises.learner import LocalLearner
from outflank.faces.local.exercises.puzzle_session import PuzzleSession
from outflank.learning import LearningLog
from outflank.server.competition_server import CompetitionServer
from outflank.store.account_store import AccountKind
from support.local.learning import DAY, HandClock, best_of, mistake, worst_of


def test_the_entries_of_a_file_are_the_same_on_a_server(
    server: CompetitionServer, tmp_path: Path
) -> None:
    folder = tmp_path / "home"
    clock = HandClock()
    clock.turn(-1000 * DAY)  # a server takes nothing from the future
    learner = LocalLearner(folder, clock=clock)
    learner.record(mistake(learner.now))
    daily = PuzzleOfTheDay(learner)
    daily.play(best_of(daily.puzzle))
    session = PuzzleSession(own_puzzles("easy")[:2], learner=learner)
    session.play(worst_of(session.puzzle))
    session.go_to(2)
    session.show_solution()
    clock.turn(3 * DAY)
    cards = CardSession(due_cards(learner), learner)
    with open_engine("alphabeta") as engine:
        while not cards.is_over:
            cards.prepare(engine)
            clock.turn(5)
            cards.show_solution()
            cards.go_on()

    entries = LearningLog(folder).entries
    player = server.accounts.register("Ann", AccountKind.PERSON)[0].id
    first = server.learning.add(player, entries)
    assert (len(first.refused), first.added) == (0, len(entries))
    server.learning.add(player, entries)  # once more
    here, there = learner.progress, server.learning.progress(player)
    assert dict(there.cards) == dict(here.cards)
    assert (there.days, there.solved, there.failed) == (here.days, here.solved, here.failed)
