"""When something comes, in words: today, tomorrow or a date, with the time of the clock here."""

from __future__ import annotations

from datetime import UTC, datetime

from outflank.texts import say

__all__ = ["when_in_words"]


def when_in_words(at: int, now: int) -> str:
    """Return a time in milliseconds since 1970 in words, in the time zone of this machine.

    >>> when_in_words(9 * 3600_000, now=8 * 3600_000).startswith("today at ")
    True
    """
    then, here = (datetime.fromtimestamp(each / 1000, UTC).astimezone() for each in (at, now))
    time = f"{then:%H:%M}"
    days = (then.date() - here.date()).days
    if days in (0, 1):
        return say(f"local.learning.when.{'tomorrow' if days else 'today'}", time=time)
    return say("local.learning.when.date", date=then.date().isoformat(), time=time)
