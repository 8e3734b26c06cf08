"""The lock of a match: nobody gets it while a change is being stored, and nobody holds it then."""

from __future__ import annotations

import signal
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from outflank.play.match_lock import MatchLock


def is_free(lock: MatchLock) -> bool:
    with lock.taking_if_free() as taken:
        return taken


def test_a_lock_is_free_until_it_is_taken_and_afterwards() -> None:
    lock = MatchLock()
    assert is_free(lock)
    with lock:
        assert not is_free(lock)
    assert is_free(lock)


def test_what_is_being_stored_keeps_everybody_out_until_another_thread_has_stored_it() -> None:
    lock, order = MatchLock(), list[str]()

    def read() -> None:
        with lock:
            order.append("read")

    with ThreadPoolExecutor(3) as threads:
        with lock:
            lock.begin_storing()
        readers = [threads.submit(read) for _ in range(2)]
        assert not is_free(lock)

        def store() -> None:
            with lock.end_storing():
                order.append("stored")

        threads.submit(store).result()
        for reader in readers:
            reader.result()
    assert order == ["stored", "read", "read"]
    assert is_free(lock)


def test_others_get_in_although_noting_a_failure_fails() -> None:
    lock = MatchLock()
    with lock:
        lock.begin_storing()
    with pytest.raises(ZeroDivisionError), lock.end_storing():
        raise ZeroDivisionError
    assert is_free(lock)


class Interrupted(BaseException):
    """What Ctrl-C does, from another key."""


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="signals reach threads on POSIX")
def test_whoever_is_interrupted_while_waiting_does_not_keep_the_lock() -> None:
    lock, entering, over = MatchLock(), threading.Event(), threading.Event()
    with lock:
        lock.begin_storing()

    def interrupt(main: int) -> None:
        entering.wait()
        while not over.wait(0.01):
            signal.pthread_kill(main, signal.SIGUSR1)

    def on_signal(*_: object) -> None:
        if not over.is_set():
            over.set()
            raise Interrupted

    before = signal.signal(signal.SIGUSR1, on_signal)
    interrupter = threading.Thread(target=interrupt, args=(threading.get_ident(),))
    interrupter.start()
    try:
        entering.set()
        with pytest.raises(Interrupted), lock:
            pass
    finally:
        over.set()
        interrupter.join()
        signal.signal(signal.SIGUSR1, before)
    with lock.end_storing():
        pass
    assert is_free(lock)
