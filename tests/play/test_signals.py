"""Signals: listeners are told in order, one that fails harms nobody, and each can leave."""

import threading

import pytest

from outflank.play.signals import KeptSignal, KeyedSignal, Signal


def fail(*_: object) -> None:
    raise ZeroDivisionError


def test_listeners_are_told_in_the_order_in_which_they_subscribed() -> None:
    moved: Signal[str, int] = Signal()
    told: list[tuple[str, str, int]] = []
    moved.subscribe(lambda move, at: told.append(("first", move, at)))
    moved.subscribe(lambda move, at: told.append(("second", move, at)))
    moved.send("f5", 3)
    assert told == [("first", "f5", 3), ("second", "f5", 3)]


def test_a_listener_that_fails_is_logged_and_told_again_as_are_the_others(
    caplog: pytest.LogCaptureFixture,
) -> None:
    plain: Signal[str] = Signal()
    kept: KeptSignal[str] = KeptSignal()
    keyed: KeyedSignal[int, str] = KeyedSignal()
    told: list[str] = []
    for listener in (fail, told.append):
        plain.subscribe(listener)
        kept.subscribe(listener)
        keyed.subscribe(1, listener)
    for word in ("once", "twice"):
        plain.send(word)
        kept.send(word)
        keyed.send(1, word)
    assert told == ["once"] * 3 + ["twice"] * 3
    assert caplog.text.count("A listener failed") == 6
    assert "function fail" in caplog.text
    kept.subscribe(fail)  # told at once, of both
    assert caplog.text.count("A listener failed") == 8


def test_what_is_not_an_error_goes_through() -> None:
    signal: Signal[()] = Signal()

    def interrupt() -> None:
        raise KeyboardInterrupt

    signal.subscribe(interrupt)
    with pytest.raises(KeyboardInterrupt):
        signal.send()


def test_a_subscription_ends_alone_and_may_end_twice() -> None:
    signal: Signal[int] = Signal()
    told: list[int] = []
    append = told.append
    first = signal.subscribe(append)
    signal.subscribe(append)  # the same listener a second time
    first()
    signal.send(1)
    assert told == [1]
    other = signal.subscribe(lambda _: None)
    other()
    other()
    signal.send(2)
    assert told == [1, 2]


def test_a_listener_may_leave_while_it_is_told() -> None:
    signal: Signal[()] = Signal()
    told: list[str] = []

    def leave_at_once() -> None:
        told.append("first")
        end()

    end = signal.subscribe(leave_at_once)
    signal.subscribe(lambda: told.append("second"))
    signal.send()
    signal.send()
    assert told == ["first", "second", "second"]
    assert signal.has_listeners


def test_a_kept_signal_tells_late_listeners_everything_once() -> None:
    problems: KeptSignal[str] = KeptSignal()
    early: list[str] = []
    late: list[str] = []
    problems.subscribe(early.append)
    problems.send("no disk")
    end = problems.subscribe(late.append)
    problems.send("no network")
    end()
    problems.send("no patience")
    assert early == ["no disk", "no network", "no patience"]
    assert late == ["no disk", "no network"]


def test_only_the_listeners_of_a_key_are_told_and_unused_keys_are_forgotten() -> None:
    news: KeyedSignal[int, str] = KeyedSignal()
    told: list[str] = []
    ends = [news.subscribe(7, told.append), news.subscribe(7, lambda text: told.append(text))]
    news.send(7, "to both")
    news.send(8, "to nobody")
    assert told == ["to both"] * 2
    ends[0]()
    assert 7 in news
    news.send(7, "to one")
    assert told[2:] == ["to one"]
    ends[1]()
    ends[1]()
    assert (7 in news, news.keys()) == (False, [])


def test_subscriptions_of_many_threads_are_all_kept() -> None:
    signal: Signal[()] = Signal()
    keyed: KeyedSignal[str] = KeyedSignal()
    told: list[int] = []

    def subscribe(number: int) -> None:
        for _ in range(20):
            signal.subscribe(lambda: told.append(number))
            keyed.subscribe("all", lambda: told.append(number))
            keyed.subscribe("all", lambda: None)()

    threads = [threading.Thread(target=subscribe, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    signal.send()
    keyed.send("all")
    assert len(told) == 160
