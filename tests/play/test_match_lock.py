"""The lock of a match: nobody can take it while a change is being stored."""

from __future__ import annotations

import signal
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from outflank.play.match_lock import MatchLock


def is_free(lock: MatchLock) -> bool:
    with lock.taking_if_free() as taken:
        return taken


def test_a_lock_is_free_before_and_after_it_is_held() -> None:
    lock = MatchLock()
    assert is_free(lock)
    with lock:
        assert not is_free(lock)
    assert is_free(lock)


def test_nobody_gets_the_lock_until_another_thread_has_stored_the_change() -> None:
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


def test_an_error_while_ending_the_storing_still_frees_the_lock() -> None:
    lock = MatchLock()
    with lock:
        lock.begin_storing()
    with pytest.raises(ZeroDivisionError), lock.end_storing():
        raise ZeroDivisionError
    assert is_free(lock)


class Interrupted(BaseException):
    """Stands in for the KeyboardInterrupt of Ctrl-C."""


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="signals reach threads on POSIX")
def test_a_thread_interrupted_while_waiting_does_not_keep_the_lock() -> None:
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
