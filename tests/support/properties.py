"""Properties that may return early say when they really tested, and how often they must have."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import ParamSpec

__all__ = ["counted", "counted_at_least"]

P = ParamSpec("P")
_counts: list[int] = [0]


def counted() -> None:
    """Count an example that came as far as what the property is about."""
    _counts[-1] += 1


def counted_at_least(times: int) -> Callable[[Callable[P, None]], Callable[P, None]]:
    """Fail when a whole run of a property called `counted` less often; stands above `given`."""

    def decorate(run: Callable[P, None]) -> Callable[P, None]:
        @functools.wraps(run)
        def run_and_count(*arguments: P.args, **options: P.kwargs) -> None:
            _counts.append(0)
            run(*arguments, **options)
            count = _counts.pop()
            assert count >= times, f"tested {count} times, which is less than {times}"

        return run_and_count

    return decorate
