r"""Outflank as an engine of other programs, in each of `SPOKEN_PROTOCOLS`.

>>> import io
>>> answers = io.BytesIO()
>>> with AnsweringEngine("greedy") as engine:
...     speak(engine, io.BytesIO(b"ugi\nquery p1turn\nquit\n"), answers)
>>> answers.getvalue().decode().splitlines()[-2:]
['ugiok', 'response true']
"""

from __future__ import annotations

from importlib import import_module
from typing import BinaryIO, Final

from outflank.engine import protocols
from outflank.engine.protocols import SPOKEN_PROTOCOLS, Protocol
from outflank.engine.speaking.answering import AnsweringEngine
from outflank.engine.speaking.conversation import Conversation
from outflank.engine.speaking.lines import ByteStream, LineReader, LineWriter
from outflank.errors import UnknownName

__all__ = ["PROTOCOLS", "AnsweringEngine", "ByteStream", "recognise", "speak"]


def _conversation(protocol: Protocol) -> type[Conversation]:
    module = import_module(f"outflank.engine.speaking.{protocol.name}")
    found: type[Conversation] = getattr(module, f"{protocol.class_prefix}Conversation")
    return found


PROTOCOLS: Final[dict[str, type[Conversation]]] = {
    name: _conversation(protocol) for name, protocol in SPOKEN_PROTOCOLS.items()
}


def recognise(line: str) -> str:
    """Return the name of the protocol that begins with a line, `gtp` if no other does.

    >>> recognise("ENGINE-PROTOCOL init"), recognise("1 name")
    ('cassio', 'gtp')
    """
    return protocols.recognise(line).name


def speak(
    engine: AnsweringEngine, source: ByteStream, target: BinaryIO, *, protocol: str | None = None
) -> None:
    """Answer the lines of a stream until it ends or says `quit`.

    Without a protocol the first line that is not empty decides. An OSError means that nobody
    reads the answers.
    """
    if protocol is not None and protocol not in PROTOCOLS:
        raise UnknownName("protocol", protocol, PROTOCOLS)
    lines = LineReader(source)
    first = lines.next()
    while protocol is None and first.is_line and not first.text:
        first = lines.next()
    if not first.is_line:
        return
    conversation = PROTOCOLS[protocol or recognise(first.text)]
    conversation(engine, lines, LineWriter(target)).run(first)
