"""The oracles of the server's matches: drawn from a seed, or asked from the web service.

A drawn answer depends only on the seed and the number of its turn, so nothing can be re-rolled.
"""

from __future__ import annotations

import contextlib
import functools
import logging
import random
import secrets
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from outflank.engine import Analysis
from outflank.errors import MatchOver, OracleError, OutflankError
from outflank.play.events import AnswerAwaited, Event
from outflank.play.oracles import LocalOracle, Oracle, Reply
from outflank.play.room import Room, Seat
from outflank.play.setup import Setup
from outflank.rules import Reason
from outflank.server.matches.live_room import LiveRoom
from outflank.store.store import Store

__all__ = ["OracleService", "drawn_reply", "is_drawn", "secrets_in"]

_DRAWN = "drawn:"

_log = logging.getLogger(__name__)


def is_drawn(setup: Setup) -> bool:
    """Tell whether the answers of a match are drawn from a seed."""
    return setup.oracle.startswith(_DRAWN)


def drawn_reply(setup: Setup, turn: int, secret: str = "") -> Reply:
    """Return the answer of a turn.

    The setup of a match is public from its first event on. Where nobody may know the coming
    answers there is a secret as well, which is published when all games are over.
    """
    words = [secret, setup.oracle, str(turn)]
    seed = random.Random(" ".join(filter(None, words))).getrandbits(64)
    return LocalOracle(setup.variant.answers, seed=seed).ask()


def secrets_in(store: Store) -> Callable[[LiveRoom], str]:
    """Return a function that returns the secret from which a match's answers are drawn.

    The seed of a tournament is published when it is over, the server's own secret never.
    """
    secret = store.settings.get_or_set("secret", secrets.token_hex(16))
    seed_of = functools.lru_cache(maxsize=256)(store.tournaments.seed_of)

    def secret_of(room: LiveRoom) -> str:
        number = room.entry.tournament
        return secret if number is None else str(seed_of(number))

    return secret_of


class OracleService:
    """Answers for the oracle in all matches, on threads of its own."""

    def __init__(self, ask_web: Callable[[], Oracle], secret_of: Callable[[LiveRoom], str]) -> None:
        self.ask_web = ask_web  # opens the oracle of the web service
        self.secret_of = secret_of  # from which the answers of a match are drawn
        self._web: Oracle | None = None
        self._web_lock = threading.Lock()
        self._threads = ThreadPoolExecutor(4, thread_name_prefix="oracle")

    def seats_for(self, room: LiveRoom) -> list[Seat]:
        """Return the seat of chance, if the match has one."""
        return [OracleServiceSeat(self)] if room.setup.variant.answers else []

    def answer(self, room: LiveRoom, event: AnswerAwaited) -> None:
        """Give the awaited answer soon."""
        with contextlib.suppress(RuntimeError):  # the server is stopping
            self._threads.submit(self._answer, room, event)

    def _answer(self, room: LiveRoom, event: AnswerAwaited) -> None:
        try:
            reply = self.ask(room.setup, event.turn, self.secret_of(room))
            room.hear(reply.answer, local=reply.local, image_url=reply.image_url, turn=event.seq)
        except OracleError as error:
            with contextlib.suppress(MatchOver):
                room.adjudicate(None, Reason.CRASH, str(error))
        except OutflankError as error:
            _log.info("Dropped an answer of the oracle: %s", error, extra={"match": room.name})

    def ask(self, setup: Setup, turn: int, secret: str = "") -> Reply:
        """Return the answer of a turn from the oracle of its match."""
        if is_drawn(setup):
            return drawn_reply(setup, turn, secret)
        with self._web_lock:
            if self._web is None:
                self._web = self.ask_web()
        return self._web.ask()

    def close(self) -> None:
        """Stop answering."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        if self._web is not None:
            self._web.close()


class OracleServiceSeat:
    """The seat of chance in a match."""

    thinking: Analysis | None = None

    def __init__(self, oracle: OracleService) -> None:
        self._oracle = oracle

    def see(self, room: Room, event: Event) -> None:
        """Request an answer when one is awaited."""
        if isinstance(event, AnswerAwaited):
            assert isinstance(room, LiveRoom)
            self._oracle.answer(room, event)

    def close(self) -> None:
        """Do nothing."""
