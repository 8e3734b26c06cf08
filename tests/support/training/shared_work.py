"""Work for processes, some of which cannot be done."""

from __future__ import annotations

import os
import signal

__all__ = ["die", "fail", "keep", "multiply", "process_id"]

_kept: list[int] = []


def keep(number: int) -> None:
    _kept.append(number)


def fail() -> None:
    raise ValueError("there is nothing to begin with")


def multiply(portion: int) -> int:
    return _kept[-1] * portion


def process_id(_: int) -> int:
    return os.getpid()


def die(portion: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return portion
