"""Formats times for pages, in UTC."""

from __future__ import annotations

from datetime import UTC, datetime

from outflank.faces.web.pages.page_texts import say_on_page

__all__ = ["day_of", "moment_of", "span_of"]


def day_of(at: int) -> str:
    """Return the day of a time.

    >>> day_of(0)
    '1970-01-01'
    """
    return f"{datetime.fromtimestamp(at // 1000, UTC):%Y-%m-%d}"


def span_of(started: int | None, ended: int | None) -> str:
    """Return the first and the last day of a period.

    >>> span_of(0, None), span_of(0, 86_400_000), span_of(0, 1)
    ('1970-01-01', '1970-01-01 to 1970-01-02', '1970-01-01')
    """
    if started is None:
        return ""
    first, last = day_of(started), day_of(ended if ended is not None else started)
    return first if first == last else say_on_page("archive.days", first=first, last=last)


def moment_of(at: int) -> str:
    """Return a time to the second.

    >>> moment_of(0)
    '1970-01-01 00:00:00 UTC'
    """
    return f"{datetime.fromtimestamp(at // 1000, UTC):%Y-%m-%d %H:%M:%S} UTC"
