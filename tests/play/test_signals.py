"""Signals: listeners are called in order, a failing one harms nobody, and each can unsubscribe."""

import threading

import pytest

from outflank.play.signals import KeptSignal, KeyedSignal, Signal


def fail(*_: object) -> None:
    raise ZeroDivisionError


def test_listeners_are_called_in_the_order_in_which_they_subscribed() -> None:
    moved: Signal[str, int] = Signal()
    received: list[tuple[str, str, int]] = []
    moved.subscribe(lambda move, at: received.append(("first", move, at)))
    moved.subscribe(lambda move, at: received.append(("second", move, at)))
    moved.send("f5", 3)
    assert received == [("first", "f5", 3), ("second", "f5", 3)]


def test_a_failing_listener_is_logged_and_all_listeners_are_called_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    plain: Signal[str] = Signal()
    kept: KeptSignal[str] = KeptSignal()
    keyed: KeyedSignal[int, str] = KeyedSignal()
    received: list[str] = []
    for listener in (fail, received.append):
        plain.subscribe(listener)
        kept.subscribe(listener)
        keyed.subscribe(1, listener)
    for word in ("once", "twice"):
        plain.send(word)
        kept.send(word)
        keyed.send(1, word)
    assert received == ["once"] * 3 + ["twice"] * 3
    assert caplog.text.count("A listener failed") == 6
    assert "function fail" in caplog.text
    kept.subscribe(fail)  # called at once, with both words
    assert caplog.text.count("A listener failed") == 8


def test_a_keyboard_interrupt_is_not_caught() -> None:
    signal: Signal[()] = Signal()

    def interrupt() -> None:
        raise KeyboardInterrupt

    signal.subscribe(interrupt)
    with pytest.raises(KeyboardInterrupt):
        signal.send()


def test_a_subscription_can_be_ended_twice_and_ends_no_other() -> None:
    signal: Signal[int] = Signal()
    received: list[int] = []
    append = received.append
    first = signal.subscribe(append)
    signal.subscribe(append)  # the same listener a second time
    first()
    signal.send(1)
    assert received == [1]
    other = signal.subscribe(lambda _: None)
    other()
    other()
    signal.send(2)
    assert received == [1, 2]


def test_a_listener_may_unsubscribe_while_it_is_called() -> None:
    signal: Signal[()] = Signal()
    received: list[str] = []

    def unsubscribe_at_once() -> None:
        received.append("first")
        end()

    end = signal.subscribe(unsubscribe_at_once)
    signal.subscribe(lambda: received.append("second"))
    signal.send()
    signal.send()
    assert received == ["first", "second", "second"]
    assert signal.has_listeners


def test_a_kept_signal_sends_late_listeners_everything_once() -> None:
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


def test_only_the_listeners_of_a_key_are_called_and_unused_keys_are_forgotten() -> None:
    news: KeyedSignal[int, str] = KeyedSignal()
    received: list[str] = []
    ends = [
        news.subscribe(7, received.append),
        news.subscribe(7, lambda text: received.append(text)),
    ]
    news.send(7, "to both")
    news.send(8, "to nobody")
    assert received == ["to both"] * 2
    ends[0]()
    assert 7 in news
    news.send(7, "to one")
    assert received[2:] == ["to one"]
    ends[1]()
    ends[1]()
    assert (7 in news, news.keys()) == (False, [])


def test_no_subscription_is_lost_when_many_threads_subscribe() -> None:
    signal: Signal[()] = Signal()
    keyed: KeyedSignal[str] = KeyedSignal()
    received: list[int] = []

    def subscribe(number: int) -> None:
        for _ in range(20):
            signal.subscribe(lambda: received.append(number))
            keyed.subscribe("all", lambda: received.append(number))
            keyed.subscribe("all", lambda: None)()

    threads = [threading.Thread(target=subscribe, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    signal.send()
    keyed.send("all")
    assert len(received) == 160
