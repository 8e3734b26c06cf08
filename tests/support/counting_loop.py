"""An event loop that counts what it leaves to other threads."""

from __future__ import annotations

import asyncio
from typing import Any

__all__ = ["CountingLoop"]


class CountingLoop(asyncio.SelectorEventLoop):
    """Counts each time that something is left to another thread."""

    def __init__(self) -> None:
        super().__init__()
        self.left_to_threads = 0

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> Any:  # type: ignore[override]
        """Count one, and leave it to a thread."""
        self.left_to_threads += 1
        return super().run_in_executor(executor, func, *args)
