r"""Outflank as an engine of other programs: NBoard, GTP, UCI, UGI and Cassio.

>>> import io
>>> answers = io.BytesIO()
>>> with AnsweringEngine("greedy") as engine:
...     speak(engine, io.BytesIO(b"ugi\nquery p1turn\nquit\n"), answers)
>>> answers.getvalue().decode().splitlines()[-2:]
['ugiok', 'response true']
"""

from __future__ import annotations

from typing import BinaryIO, Final

from outflank.engine.speaking.answering import AnsweringEngine
from outflank.engine.speaking.cassio import PREFIX, CassioConversation
from outflank.engine.speaking.conversation import Conversation
from outflank.engine.speaking.gtp import GtpConversation
from outflank.engine.speaking.lines import ByteStream, LineReader, LineWriter
from outflank.engine.speaking.nboard import NBoardConversation
from outflank.engine.speaking.uci import UciConversation
from outflank.engine.speaking.ugi import UgiConversation
from outflank.errors import UnknownName

__all__ = ["PROTOCOLS", "AnsweringEngine", "recognise", "speak"]

PROTOCOLS: Final[dict[str, type[Conversation]]] = {
    "cassio": CassioConversation,
    "gtp": GtpConversation,
    "nboard": NBoardConversation,
    "uci": UciConversation,
    "ugi": UgiConversation,
}


def recognise(line: str) -> str:
    """Return the protocol that begins with a line; what no other begins with is taken for GTP.

    >>> recognise("nboard 2"), recognise("ENGINE-PROTOCOL init"), recognise("1 name")
    ('nboard', 'cassio', 'gtp')
    """
    word = line.partition(" ")[0]
    if word == PREFIX:
        return "cassio"
    return word if word in ("nboard", "uci", "ugi") else "gtp"


def speak(
    engine: AnsweringEngine, source: ByteStream, target: BinaryIO, *, protocol: str | None = None
) -> None:
    """Answer the lines of a stream until it ends or says `quit`.

    Without a protocol the first line that is not empty decides. An OSError says that nobody reads
    the answers.
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
