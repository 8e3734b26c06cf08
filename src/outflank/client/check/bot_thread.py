"""Running a bot in a thread beside the checker."""

from __future__ import annotations

import asyncio
import threading
from typing import Self

from outflank.client.async_client import AsyncClient
from outflank.client.bot import Bot
from outflank.client.check.faults import BotFault
from outflank.client.move_choosers import MoveChooser
from outflank.client.turn import Turn
from outflank.errors import ProgramFault
from outflank.rules import Move

__all__ = ["BotThread"]


class BotThread:
    """A bot in a thread; it records the faults of the program that chooses its moves."""

    def __init__(self, url: str, key: str, chooser: MoveChooser) -> None:
        self.faults: list[BotFault] = []
        self._chooser = chooser
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, args=(url, key), daemon=True)
        self._task: asyncio.Task[None] | None = None
        self._thread.start()

    def _run(self, url: str, key: str) -> None:
        async def play() -> None:
            async with AsyncClient(url, key, patience=None, on_waiting=lambda _: None) as client:
                await Bot(client, self._choose).run()

        try:
            self._task = self._loop.create_task(play())
            self._loop.run_until_complete(self._task)
        except asyncio.CancelledError:
            pass
        finally:
            self._loop.run_until_complete(self._loop.shutdown_asyncgens())
            self._loop.close()

    def _choose(self, turn: Turn) -> Move:
        try:
            return self._chooser.choose(turn)
        except ProgramFault as fault:
            self.faults.append(BotFault(fault.kind, str(fault)))
            raise

    def _cancel(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def close(self) -> None:
        """Stop the bot."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._cancel)
        self._thread.join(5)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
