"""What a protocol is called, and how a conversation in it begins."""

from __future__ import annotations

from dataclasses import dataclass

from outflank.texts import Text

__all__ = ["Protocol"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Protocol:
    """The names of a protocol, from which commands, help texts and classes are found.

    The classes of GTP, whose prefix is `Gtp`, are `GtpConversation` in `speaking/gtp.py`, which
    answers in it, and `GtpSession` and `GtpEngine` in `external/gtp.py`, which ask in it.
    """

    name: str  # as people type it
    title: str  # as it stands in sentences
    summary: Text  # its version or dialect, for help texts
    class_prefix: str
    first_word: str = ""  # of a conversation; empty where any other word can come first
    is_spoken: bool = True  # by our engine
