"""The number of examples of a property, and how many of them must really test something.

`OUTFLANK_SOAK=1` or `OUTFLANK_HYPOTHESIS=soak` draws ten times as many.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from typing import ParamSpec

from hypothesis import settings

__all__ = ["counted", "counted_at_least", "examples"]

P = ParamSpec("P")
_IS_SOAK = "OUTFLANK_SOAK" in os.environ or os.environ.get("OUTFLANK_HYPOTHESIS") == "soak"
_counts: list[int] = [0]


def examples(count: int) -> settings:
    """Draw this many examples of something slow, such as a whole game on a large board."""
    return settings(max_examples=10 * count if _IS_SOAK else count)


def counted() -> None:
    """Count an example that really tested the property."""
    _counts[-1] += 1


def counted_at_least(times: int) -> Callable[[Callable[P, None]], Callable[P, None]]:
    """Fail if a whole run of a property called `counted` less often; put it above `given`."""

    def decorate(run: Callable[P, None]) -> Callable[P, None]:
        @functools.wraps(run)
        def run_and_count(*arguments: P.args, **options: P.kwargs) -> None:
            _counts.append(0)
            run(*arguments, **options)
            count = _counts.pop()
            assert count >= times, f"tested {count} times, which is less than {times}"

        return run_and_count

    return decorate
