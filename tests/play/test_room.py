"""Rooms: watchers see events in order, seats are asked, every event is in the journal."""

from __future__ import annotations

import json
import queue
import threading
from types import SimpleNamespace

import pytest

from outflank import BLACK, WHITE, Analysis, Answer, Classic, Color, Engine, EngineError, Reason
from outflank.engine import Task, open_engine
from outflank.errors import StaleTurn
from outflank.play import seats
from outflank.play.clock import ClockSetting
from outflank.play.events import AnswerHeard, Event, MatchEnded, MovePlayed, TurnStarted
from outflank.play.journal import MemoryJournal
from outflank.play.oracles import ScriptedOracle
from outflank.play.replay import replay_match
from outflank.play.room import Room
from outflank.play.seats import EngineSeat, OracleSeat
from outflank.play.setup import SeriesScore, Setup
from outflank.rules import Outcome, Square, YesNo
from support.matches import BrokenJournal, counter, finished, opened, play_first
from support.server.competition_server import HandClock


def test_watchers_see_every_event_once_and_in_order() -> None:
    room, seen = opened(), list[Event]()
    room.watch(seen.append, since=0)
    for _ in range(5):
        play_first(room)
    assert seen == list(room.events)


def test_a_listener_that_plays_at_once_does_not_change_the_order_for_others() -> None:
    room = opened()
    early: list[int] = []
    late: list[int] = []
    room.watch(lambda event: early.append(event.seq))

    def reply(event: Event) -> None:
        if isinstance(event, TurnStarted) and event.color is WHITE:
            play_first(room)

    room.watch(reply)
    room.watch(lambda event: late.append(event.seq))
    for _ in range(4):
        play_first(room)
    assert early == late == list(range(2, len(room.events)))


def test_watching_can_start_at_any_event_and_can_be_stopped() -> None:
    room, seen, new = opened(), list[Event](), list[Event]()
    play_first(room)
    leave = room.watch(seen.append, since=1)
    room.watch(new.append)
    assert [event.seq for event in seen] == [1, 2, 3]
    assert new == []
    leave()
    play_first(room)
    assert len(seen) == 3
    assert [event.seq for event in new] == [4, 5]


def test_a_watcher_that_fails_is_removed_and_harms_nobody(
    caplog: pytest.LogCaptureFixture,
) -> None:
    room, seen = opened(), list[Event]()

    def fail(_: Event) -> None:
        raise ZeroDivisionError

    room.watch(fail, since=0)
    room.watch(seen.append, since=0)
    play_first(room)
    assert seen == list(room.events)
    assert caplog.text.count("was removed") == 1


def test_many_threads_produce_one_history() -> None:
    room, seen = opened(), list[Event]()
    room.watch(seen.append, since=0)

    def play_on() -> None:
        for _ in range(20):
            view = room.view()
            if view.asked is None:
                return
            try:
                room.play(view.position.legal_moves[0], turn=view.asked.seq)
            except Exception:
                continue

    threads = [threading.Thread(target=play_on) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert seen == list(room.events)
    assert replay_match(room.events).events == room.events


def test_events_that_could_not_be_saved_have_not_happened() -> None:
    journal = BrokenJournal()
    room, seen = opened(journal=journal), list[Event]()
    room.watch(seen.append)
    journal.is_full = True
    with pytest.raises(OSError, match="No space"):
        play_first(room)
    assert seen == []
    assert len(room.events) == 2
    journal.is_full = False
    play_first(room)
    assert len(seen) == 2


def test_a_reopened_room_continues_from_its_journal() -> None:
    journal = MemoryJournal()
    room = opened(journal=journal)
    play_first(room)
    again = Room.reopen("one", journal, now=counter())
    assert again.events == room.events
    play_first(again)
    assert journal.load("one") == list(again.events)


# Seats


def test_two_computers_play_a_match_to_its_end() -> None:
    room = opened(Setup(start=Classic().start(6)))
    room.seat([EngineSeat(color, open_engine("greedy", seed=1)) for color in Color])
    events = finished(room)
    room.close()
    match, end = replay_match(events), events[-1]
    assert isinstance(end, MatchEnded)
    assert end.outcome == match.outcome == match.position.outcome


def test_the_oracle_is_a_seat_like_any_other() -> None:
    room = opened(Setup(start=YesNo().start(4)))
    script = [Answer.YES, Answer.NO, Answer.MAYBE] * 20
    room.seat([EngineSeat(color, open_engine("random", seed=3)) for color in Color])
    room.seat([OracleSeat(ScriptedOracle(script))])
    events = finished(room)
    room.close()
    heard = [event.answer for event in events if isinstance(event, AnswerHeard)]
    assert heard == script[: len(heard)]


def test_an_oracle_without_answers_ends_the_match_without_a_winner() -> None:
    room = opened(Setup(start=YesNo().start(4)))
    room.seat([OracleSeat(ScriptedOracle([]))])
    end = finished(room)[-1]
    assert isinstance(end, MatchEnded)
    assert (end.outcome.winner, end.outcome.reason) == (None, Reason.CRASH)
    assert end.note == "the script has 0 answers and all have been given"


class Stubborn(Engine):
    """An engine that thinks until it is cancelled, or fails."""

    name = "stubborn"

    def __init__(self, *, fails: bool = False) -> None:
        self.fails = fails
        self.began = threading.Event()
        self.was_cancelled = threading.Event()

    def think(self, task: Task) -> Analysis:
        self.began.set()
        if self.fails:
            raise EngineError("out of ideas")
        task.report(Analysis.of(task.position.legal_moves[0], depth=1))
        assert task.cancel is not None
        assert task.cancel.wait(60)
        self.was_cancelled.set()
        return Analysis.of(task.position.legal_moves[0])


def test_a_computer_that_fails_loses() -> None:
    room = opened()
    room.seat([EngineSeat(BLACK, Stubborn(fails=True))])
    end = finished(room)[-1]
    assert isinstance(end, MatchEnded)
    assert (end.outcome.winner, end.outcome.reason) == (WHITE, Reason.CRASH)


def test_a_search_stops_when_its_turn_is_over() -> None:
    room, engine = opened(), Stubborn()
    room.seat([EngineSeat(BLACK, engine)])
    assert engine.began.wait(60)
    room.resign(WHITE)
    assert engine.was_cancelled.wait(60)
    room.close()
    assert not any(isinstance(event, MovePlayed) for event in room.events)


def test_closing_closes_an_engine_before_waiting_for_its_search() -> None:
    class EndsWhenClosed(Stubborn):
        can_close_any_time = True

        def close(self) -> None:
            super().close()
            closed.append("engine")

    closed: list[str] = []
    room, engine = opened(), EndsWhenClosed()
    room.seat([seat := EngineSeat(BLACK, engine)])
    assert engine.began.wait(60)
    close_search = seat._search.close

    def record() -> None:
        closed.append("search")
        close_search()

    seat._search.close = record  # type: ignore[method-assign]
    room.close()
    assert closed[:2] == ["engine", "search"]


def test_a_computer_that_is_told_to_move_now_plays_what_it_has_found() -> None:
    room, engine = opened(), Stubborn()
    room.seat([seat := EngineSeat(BLACK, engine, delay=60)])
    assert engine.began.wait(60)
    assert [seat.is_thinking] == [True]
    played = queue.SimpleQueue[Event]()
    room.watch(lambda event: played.put(event) if isinstance(event, MovePlayed) else None)
    seat.move_now()
    move = played.get(timeout=60)
    room.close()
    assert isinstance(move, MovePlayed)
    assert (move.color, move.square) == (BLACK, Classic().start().legal_moves[0])
    assert [seat.is_thinking] == [False]


def test_a_substitute_moves_for_a_computer_that_is_not_ready_when_told_to() -> None:
    class Unready(Stubborn):
        def think(self, task: Task) -> Analysis:
            super().think(task)
            raise EngineError("it did not stop when told to and was ended")

    room, engine = opened(), Unready()
    room.seat([seat := EngineSeat(BLACK, engine)])
    assert engine.began.wait(60)
    played = queue.SimpleQueue[Event]()
    room.watch(lambda event: played.put(event) if isinstance(event, MovePlayed) else None)
    seat.move_now()
    move = played.get(timeout=60)
    room.close()
    assert isinstance(move, MovePlayed)
    assert move.color is BLACK
    assert move.square in Classic().start().legal_moves


def test_the_analysis_of_a_thinking_computer_can_be_read() -> None:
    room, engine = opened(), Stubborn()
    room.seat([EngineSeat(BLACK, engine)])
    assert engine.began.wait(60)
    while room.thinking is None:  # the report follows at once
        pass
    assert room.thinking.depth == 1
    room.close()
    assert engine.was_cancelled.is_set()


def test_a_computer_does_not_move_while_the_match_is_paused() -> None:
    room = opened()
    room.pause()
    room.seat([EngineSeat(BLACK, open_engine("greedy", seed=1))])
    moved = queue.SimpleQueue[str]()
    room.watch(lambda event: moved.put(type(event).__name__))
    room.resume()
    told = [moved.get(timeout=60) for _ in range(2)]
    room.close()
    assert told == ["Resumed", "MovePlayed"]


# Journals


def test_a_seat_whose_move_cannot_be_saved_reports_it() -> None:
    journal = BrokenJournal()
    room, troubles = opened(journal=journal), queue.SimpleQueue[str]()
    room.problems.subscribe(troubles.put)
    journal.is_full = True
    room.seat([EngineSeat(BLACK, open_engine("greedy", seed=1))])
    assert troubles.get(timeout=60) == "the next move could not be saved: No space left on device"
    room.close()


def test_a_closed_room_takes_no_commands() -> None:
    room = opened(Setup(start=YesNo().start()))
    room.close()
    with pytest.raises(StaleTurn, match="the room has been closed"):
        room.hear(Answer.YES)
    assert len(room.events) == 2


def test_seats_that_have_left_are_no_longer_asked() -> None:
    room = opened()
    asked: list[str] = []

    class Noting:
        """A seat that notes when it is asked."""

        thinking = None

        def __init__(self, name: str) -> None:
            self._name = name

        def see(self, _: Room, event: Event) -> None:
            """Note a turn."""
            if isinstance(event, TurnStarted):
                asked.append(self._name)

        def close(self) -> None:
            """Note that it leaves."""
            asked.append(f"{self._name} leaves")

    room.seat([Noting("one")])
    room.unseat()
    play_first(room)
    room.seat([Noting("two")])
    play_first(room)
    assert asked == ["one", "one leaves", "two", "two"]


def test_a_delay_does_not_make_a_computer_lose_on_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = HandClock()

    class PassingTime(threading.Event):
        """An event whose `wait` moves the clock instead of waiting."""

        def wait(self, timeout: float | None = None) -> bool:
            clock.pass_time(round(1000 * (timeout or 0)))
            return self.is_set()

    patched = SimpleNamespace(**vars(threading) | {"Event": PassingTime})
    monkeypatch.setattr(seats, "threading", patched)
    monkeypatch.setattr(seats, "time", SimpleNamespace(monotonic=lambda: clock() / 1000))
    setup = Setup(start=Classic().start(4), clock=ClockSetting.parse("0.2s/move"))
    room = Room.open("one", setup, MemoryJournal(), now=clock)
    room.seat([EngineSeat(color, open_engine("greedy", seed=1), delay=5) for color in Color])
    end = finished(room)[-1]
    room.close()
    assert isinstance(end, MatchEnded)
    assert end.outcome.reason is not Reason.TIME
    assert {event.spent > 0 for event in room.events if isinstance(event, MovePlayed)} == {True}


# Scores and snapshots


def test_a_series_score_counts_for_players_not_for_colours() -> None:
    setup, series_score = Setup(black=2), SeriesScore()
    for winner in (BLACK, WHITE, None, BLACK):
        series_score = series_score.after(Outcome(winner, 3, 2, 0, Reason.ADJUDICATION), setup)
    assert series_score == SeriesScore(player1=1, player2=2, draws=1)
    assert str(series_score) == "1 : 2, 1 draw"


def test_a_snapshot_is_plain_data() -> None:
    room = opened(Setup(start=YesNo().start()))
    room.hear(Answer.MAYBE, local=True)
    room.play(Square.parse("f5"))
    room.hear(Answer.NO)
    view = json.loads(json.dumps(room.snapshot().as_dict()))
    assert view["turn"] == "white"
    assert view["legal"] == ["f4", "d6", "f6"]
    assert view["answer"] == "no"
    assert view["last_move"]["flipped"] == ["e5"]
    assert view["black"]["discs"] == 4
    assert view["awaits"] == "move"
    assert view["moves"] == ["f5"]
    assert not room.snapshot().is_over
