"""Texts with a form of their own, described in words for the document and for refusals."""

from __future__ import annotations

from msgspec import Meta

from outflank.texts import catalogue

__all__ = ["PATTERN_KEY", "described_pattern"]

PATTERN_KEY = "text_key"  # of the extra facts of a type: the key of its description


def described_pattern(name: str, pattern: str) -> Meta:
    """Return a pattern with its description in English, and the key of the description.

    >>> described_pattern("move", "^([a-h][1-8]|pass)$").description
    'a square, or pass'
    """
    key = f"errors.web.patterns.{name}"
    return Meta(pattern=pattern, description=catalogue("en").text(key), extra={PATTERN_KEY: key})
