"""Telling the other processes of a server that something has changed.

A message is a hint: it may be lost or come late, so whoever hears it looks at the database, and
whoever must not miss anything looks there now and then without a message. One process alone needs
none of this and has `LocalWake`.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import secrets
import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from outflank.errors import InvalidValue, MissingExtra, StoreUnavailable
from outflank.play.signals import KeyedSignal, Signal
from outflank.server.periodic_task import Look, PeriodicTask
from outflank.texts import Text

if TYPE_CHECKING:
    import redis

__all__ = ["LocalWake", "Message", "RedisWake", "Wake", "check_wake", "connect_wake"]

Message = Mapping[str, Any]

_CHANNEL = "outflank"
_MOST_WAITING = 10_000  # messages that were not sent yet, after which new ones are dropped
_TOGETHER = 256  # messages sent at once
_RETRY_DELAY = 1.0  # seconds
_END = "end"  # the topic of what a process says last
_TIMEOUT = 5.0  # seconds without an answer, after which a connection is given up

_decode = msgspec.json.Decoder(tuple[str, str, dict[str, Any]]).decode

_log = logging.getLogger(__name__)


class Wake(Protocol):
    """Sends hints to the other processes of a server, and hears theirs.

    `messages` tells, by topic, what another process has published; `gaps` is sent whenever messages
    may have been lost. Both come on the thread that listens.
    """

    messages: KeyedSignal[str, Message]
    gaps: Signal[()]

    @property
    def is_connected(self) -> bool:
        """Whether messages are sent and heard, as far as is known."""
        ...

    def publish(self, topic: str, message: Message) -> None:
        """Tell the other processes; never blocks and never raises."""
        ...

    def look_every(self, seconds: float, look: Look, subject: str) -> PeriodicTask:
        """Look at the database regularly for what no message has told; the caller closes it."""
        ...

    def close(self) -> None:
        """Stop sending and listening."""
        ...


class LocalWake:
    """The wake of a single process, which has nobody to tell."""

    is_connected = True

    def __init__(self) -> None:
        self.messages: KeyedSignal[str, Message] = KeyedSignal()  # none will come
        self.gaps: Signal[()] = Signal()

    def publish(self, topic: str, message: Message) -> None:
        """Do nothing."""

    def look_every(self, seconds: float, look: Look, subject: str) -> PeriodicTask:
        """Return a look that never comes: nobody else changes anything."""
        return PeriodicTask(look, subject, seconds)

    def close(self) -> None:
        """Do nothing."""


class RedisWake:
    """Messages through Redis or Valkey; when it is gone they are lost until it is back."""

    def __init__(self, url: str, channel: str = _CHANNEL) -> None:
        self._redis = _client(url)
        self._errors = _errors()
        self._channel = channel
        self._own = secrets.token_hex(8)  # so that a process does not hear itself
        self.messages: KeyedSignal[str, Message] = KeyedSignal()
        self.gaps: Signal[()] = Signal()
        self._outbox: queue.Queue[bytes | None] = queue.Queue(_MOST_WAITING)
        self.is_listening = False
        self._is_away = False  # as far as the log has said
        self._is_sending = True
        self._stopping = threading.Event()
        self._threads = [
            threading.Thread(target=self._send, name="wake sender", daemon=True),
            threading.Thread(target=self._listen, name="wake listener", daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    @property
    def is_connected(self) -> bool:
        """Whether it listens to Redis, and what was last sent arrived there."""
        return self.is_listening and self._is_sending

    def publish(self, topic: str, message: Message) -> None:
        """Tell the other processes; never blocks and never raises."""
        try:
            self._outbox.put_nowait(msgspec.json.encode((self._own, topic, message)))
        except queue.Full:
            _log.warning("Dropped a wake-up of %s because too many wait to be sent", topic)

    def look_every(self, seconds: float, look: Look, subject: str) -> PeriodicTask:
        """Look at the database regularly for what no message has told; the caller closes it."""
        task = PeriodicTask(look, subject, seconds)
        task.start()
        return task

    def close(self) -> None:
        """Send what is waiting, and stop."""
        self._stopping.set()
        self.publish(_END, {})  # which its own listener hears, too, and so looks up at once
        with contextlib.suppress(queue.Full):  # then the sender sees that it must stop
            self._outbox.put_nowait(None)
        for thread in self._threads:
            thread.join(_TIMEOUT)
        self._redis.close()

    def _send(self) -> None:
        while (first := self._outbox.get()) is not None:
            batch: list[bytes | None] = [first]
            with contextlib.suppress(queue.Empty):
                while len(batch) < _TOGETHER:
                    batch.append(self._outbox.get_nowait())
            self._publish_all([message for message in batch if message is not None])
            if self._stopping.is_set():
                return

    def _publish_all(self, batch: list[bytes]) -> None:
        try:
            with self._redis.pipeline(transaction=False) as pipeline:
                for message in batch:
                    pipeline.publish(self._channel, message)
                pipeline.execute()
            self._is_sending = True
        except self._errors as error:
            self._is_sending = False
            _log.warning("Lost %d wake-ups because Redis does not answer: %s", len(batch), error)

    def _listen(self) -> None:
        while not self._stopping.is_set():
            try:
                with self._redis.pubsub(  # type: ignore[no-untyped-call]
                    ignore_subscribe_messages=True
                ) as pubsub:
                    pubsub.subscribe(self._channel)
                    self._note_listening()
                    self.gaps.send()  # whatever came before it was subscribed
                    while not self._stopping.is_set():
                        found = pubsub.get_message(timeout=0.5)
                        if found is not None:
                            self._hear(found["data"])
            except self._errors as error:
                if not self._stopping.is_set():
                    self._note_away(error)
                self.is_listening = False
                self._stopping.wait(_RETRY_DELAY)

    def _note_listening(self) -> None:
        if self._is_away:
            _log.warning("Listening to Redis again")
        self._is_away, self.is_listening = False, True

    def _note_away(self, error: Exception) -> None:
        """Say once that Redis is away, however long it is."""
        if not self._is_away:
            _log.warning("Not listening to Redis, retrying each %g s: %s", _RETRY_DELAY, error)
        self._is_away = True

    def _hear(self, data: bytes) -> None:
        try:
            own, topic, message = _decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError):
            _log.warning("Ignored a message on Redis that is not a wake-up")
            return
        if own != self._own:
            self.messages.send(topic, message)


def connect_wake(url: str) -> Wake:
    """Return the wake for a URL; without one the process is alone.

    A Redis that is away is connected to as soon as it comes.
    """
    return RedisWake(url) if url else LocalWake()


def check_wake(url: str) -> list[str]:
    """Check, before a process is started, that a Redis can be used; return warnings.

    One that does not answer is only a warning, because it may be away at any time; one that
    refuses this server is an error.
    """
    if not url:
        return []
    client = _client(url)
    import redis

    try:
        client.ping()
    except (redis.AuthenticationError, redis.ResponseError) as error:
        raise StoreUnavailable(Text("errors.server.redis_refuses_server", error=error)) from None
    except _errors() as error:
        then = "the server starts without it, and connects as soon as it does."
        return [f"Redis does not answer ({error}); {then}"]
    finally:
        client.close()
    return []


def _client(url: str) -> redis.Redis:
    """Return a client of a Redis, which connects when it is first used."""
    try:
        import redis
    except ImportError:
        raise MissingExtra("postgres") from None
    try:
        return redis.Redis.from_url(url, socket_timeout=_TIMEOUT, socket_connect_timeout=_TIMEOUT)
    except ValueError:
        raise InvalidValue(Text("errors.server.not_url_redis_give")) from None


def _errors() -> tuple[type[Exception], ...]:
    """Return the errors of a Redis that is away."""
    import redis

    return redis.RedisError, OSError
