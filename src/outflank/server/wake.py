"""Tells the other processes of a server that something has changed.

A message is only a hint, which may be late or lost. A process that receives one reads the database,
and a process that must not miss a change also reads it regularly without a message. A single
process has `LocalWake`, which does nothing.
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
from outflank.texts import Text, say

if TYPE_CHECKING:
    import redis

__all__ = ["LocalWake", "Message", "RedisWake", "Wake", "check_wake", "connect_wake"]

Message = Mapping[str, Any]

_CHANNEL = "outflank"
_MOST_WAITING = 10_000  # messages waiting to be sent; further ones are dropped
_TOGETHER = 256  # messages sent at once
_RETRY_DELAY = 1.0  # seconds
_END = "end"  # the topic of a process's last message
_TIMEOUT = 5.0  # seconds to wait for an answer of Redis

_decode = msgspec.json.Decoder(tuple[str, str, dict[str, Any]]).decode

_log = logging.getLogger(__name__)


class Wake(Protocol):
    """Sends hints to the other processes of a server, and receives theirs.

    `messages` passes on the messages of other processes by topic; `gaps` is sent whenever messages
    may have been lost. Both are sent on the listening thread.
    """

    messages: KeyedSignal[str, Message]
    gaps: Signal[()]

    @property
    def is_connected(self) -> bool:
        """Whether messages were sent and received at the last attempt."""
        ...

    def publish(self, topic: str, message: Message) -> None:
        """Send a message to the other processes; never blocks and never raises."""
        ...

    def look_every(self, seconds: float, look: Look, subject: str) -> PeriodicTask:
        """Start a task that also checks the database without messages; the caller closes it."""
        ...

    def close(self) -> None:
        """Stop sending and listening."""
        ...


class LocalWake:
    """The wake of a single process: there is no other to tell."""

    is_connected = True

    def __init__(self) -> None:
        self.messages: KeyedSignal[str, Message] = KeyedSignal()  # never sent
        self.gaps: Signal[()] = Signal()

    def publish(self, topic: str, message: Message) -> None:
        """Do nothing."""

    def look_every(self, seconds: float, look: Look, subject: str) -> PeriodicTask:
        """Return a task that is not started: nobody else changes the database."""
        return PeriodicTask(look, subject, seconds)

    def close(self) -> None:
        """Do nothing."""


class RedisWake:
    """Sends messages through Redis or Valkey; while it is away, they are lost."""

    def __init__(self, url: str, channel: str = _CHANNEL) -> None:
        self._redis = _client(url)
        self._errors = _errors()
        self._channel = channel
        self._own = secrets.token_hex(8)  # so that a process ignores its own messages
        self.messages: KeyedSignal[str, Message] = KeyedSignal()
        self.gaps: Signal[()] = Signal()
        self._outbox: queue.Queue[bytes | None] = queue.Queue(_MOST_WAITING)
        self.is_listening: bool = False
        self._is_away = False  # what the log said last
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
        """Whether it listens to Redis, and the last messages arrived there."""
        return self.is_listening and self._is_sending

    def publish(self, topic: str, message: Message) -> None:
        """Send a message to the other processes; never blocks and never raises."""
        try:
            self._outbox.put_nowait(msgspec.json.encode((self._own, topic, message)))
        except queue.Full:
            _log.warning("Dropped a wake-up of %s because too many are waiting to be sent", topic)

    def look_every(self, seconds: float, look: Look, subject: str) -> PeriodicTask:
        """Start a task that also checks the database without messages; the caller closes it."""
        task = PeriodicTask(look, subject, seconds)
        task.start()
        return task

    def close(self) -> None:
        """Send the waiting messages, and stop."""
        self._stopping.set()
        self.publish(_END, {})  # its own listener receives this too, and so stops at once
        with contextlib.suppress(queue.Full):  # if it is full, the sender notices `_stopping`
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
                    self.gaps.send()  # messages from before the subscription
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
        self._is_away = False
        self.is_listening = True

    def _note_away(self, error: Exception) -> None:
        """Log that Redis is away, once for each time."""
        if not self._is_away:
            _log.warning("Not listening to Redis, retrying every %g s: %s", _RETRY_DELAY, error)
        self._is_away = True

    def _hear(self, data: bytes) -> None:
        try:
            own, topic, message = _decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError):
            _log.warning("Ignored a message from Redis that is not a wake-up")
            return
        if own != self._own:
            self.messages.send(topic, message)


def connect_wake(url: str) -> Wake:
    """Return the wake for the URL of a Redis, or that of a single process if it is empty.

    If Redis does not answer yet, it is connected to as soon as it does.
    """
    return RedisWake(url) if url else LocalWake()


def check_wake(url: str) -> list[str]:
    """Check that a Redis can be used before a process is started, and return warnings.

    If it does not answer, that is a warning, because Redis may be away at any time. If it refuses
    this server, that is an error.
    """
    if not url:
        return []
    client = _client(url)
    import redis

    try:
        client.ping()
    except (redis.AuthenticationError, redis.ResponseError) as error:
        raise StoreUnavailable(Text("errors.server.redis_refuses", error=error)) from None
    except _errors() as error:
        return [say("server.redis_away", error=error)]
    finally:
        client.close()
    return []


def _client(url: str) -> redis.Redis:
    """Return a client of a Redis; it connects when it is first used."""
    try:
        import redis
    except ImportError:
        raise MissingExtra("postgres") from None
    try:
        return redis.Redis.from_url(url, socket_timeout=_TIMEOUT, socket_connect_timeout=_TIMEOUT)
    except ValueError:
        raise InvalidValue(Text("errors.server.not_a_redis_url")) from None


def _errors() -> tuple[type[Exception], ...]:
    """Return the errors that a client raises while Redis is away."""
    import redis

    return redis.RedisError, OSError
