"""Other people's programs, for asyncio: started when needed, asked one question at a time."""

from __future__ import annotations

import asyncio
import os
import shlex
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from importlib import import_module
from types import TracebackType
from typing import Any, Self

from outflank.engine.external.quirks import Quirks, find_quirks, quirks_of
from outflank.engine.external.session import ProgramSession, SearchRequest
from outflank.engine.limits import UNLIMITED, Limit
from outflank.engine.protocol import Analysis
from outflank.engine.protocols import Protocol, find_protocol
from outflank.errors import EngineError, ProgramFault
from outflank.rules import Position
from outflank.texts import Text

__all__ = ["PATIENCE", "AnalysisStream", "ExternalProgram"]

PATIENCE = 60.0  # seconds that a program may take beyond its limit
# Seconds that a program may take to stop.
_STOP_SECONDS = 3.0
_BOUNDS = ("seconds", "depth", "nodes")


class ExternalProgram:
    """A program behind a protocol, which is named as in `outflank.engine.protocols`.

    It is started for the first question, and again if it has died. A fault raises a
    `ProgramFault` and ends it. Everything is awaited in one event loop.

    >>> async def play():
    ...     async with ExternalProgram("gtp", "gtp-rhino -l 1") as program:
    ...         return program.name
    >>> asyncio.run(play())
    'gtp-rhino -l 1'
    """

    def __init__(
        self,
        protocol: str,
        command: str | Sequence[str],
        *,
        name: str = "",
        patience: float = PATIENCE,
        quirks: Quirks | str | None = None,
        options: Mapping[str, object] | None = None,
    ) -> None:
        self._kind = _session_class(find_protocol(protocol))
        self._words = _words(command, self._kind.protocol.title)
        self.name: str = name or (
            command.strip() if isinstance(command, str) else shlex.join(command)
        )
        self.patience = patience
        if isinstance(quirks, str):
            quirks = find_quirks(quirks, protocol)
        self.quirks: Quirks = quirks_of(self._words, protocol) if quirks is None else quirks
        self._options = dict(options or {})
        self.session: ProgramSession | None = None
        self._started_with: tuple[str, ...] = ()
        self._supported: dict[tuple[str, int], bool] = {}
        self._asking = asyncio.Lock()
        self._asked = 0  # counts the beginnings and ends of questions
        self._reason: EngineError | None = None  # why a question was given up
        self._is_closed = False

    def refuse_limit(self, limit: Limit) -> None:
        """Raise an EngineError if neither the protocol nor an option can tell a bound."""
        known = {*self._kind.bounds, *self.quirks.command}
        if any(getattr(limit, bound) is not None and bound not in known for bound in _BOUNDS):
            refused = ", ".join(bound for bound in _BOUNDS if bound not in known)
            held = ", ".join(bound for bound in _BOUNDS if bound in known)
            raise EngineError(
                Text(
                    "errors.engine.unsupported_limits",
                    engine=self.name,
                    limits=refused,
                    supported=held,
                )
            )

    async def supports(self, position: Position) -> bool:
        """Ask the program whether it plays such positions, once for each variant and size."""
        key = position.variant.name, position.size
        if position.variant.name not in self._kind.variants:
            return False
        if self.quirks.command:
            # It is not started for this question, because each limit starts it again.
            return position.size in self.quirks.sizes
        if key not in self._supported:
            self._supported[key] = await self._ask(lambda one: one.supports(position))
        return self._supported[key]

    async def analyse(
        self,
        position: Position,
        limit: Limit = UNLIMITED,
        *,
        candidates: int = 1,
        report: Callable[[Analysis], None] | None = None,
    ) -> Analysis:
        """Let the program analyse a position; `report` is called with each analysis on the way."""
        self.refuse_limit(limit)
        request = SearchRequest(position, limit, candidates, report)
        found: Analysis = await self._ask(lambda session: session.think(request), limit)
        return found

    def analysis(
        self, position: Position, limit: Limit = UNLIMITED, *, candidates: int = 1
    ) -> AnalysisStream:
        """Return the analyses of a search as they are found; it can be left at any time."""
        return AnalysisStream(self, position, limit, candidates)

    async def stop(self) -> None:
        """End the current search with its best move so far.

        If the protocol cannot say that, or the program does not obey in time, it is ended.
        """
        session = self.session
        if session is None:
            return
        try:
            await session.stop()
        except EngineError as problem:
            self.abort(problem)
        else:
            loop = asyncio.get_running_loop()
            loop.call_later(_STOP_SECONDS, self._give_up, self._asked)

    def abort(self, problem: EngineError) -> None:
        """End the program at once if it has a question, which then raises `problem`."""
        if self.session is not None and self._asking.locked():
            self._reason = problem
            self.session.kill()

    def _give_up(self, asked: int) -> None:
        """End a program that still works on a question that it was told to stop."""
        if self._asked == asked:
            self.abort(EngineError(Text("errors.engine.did_not_stop", engine=self.name)))

    async def configure(self, options: Mapping[str, object]) -> None:
        """Set options of the program, now and whenever it is started again."""
        await self._ask(lambda session: session.configure(options))
        self._options.update(options)

    async def ping(self) -> None:
        """Wait until the program answers."""
        await self._ask(lambda session: session.ping())

    async def new_game(self) -> None:
        """Tell the program, if it runs, that another game begins."""
        if self.session is not None and self.session.is_alive():
            await self._ask(lambda session: session.new_game(), None)

    async def close(self) -> None:
        """End the program; the current question fails."""
        self._is_closed = True
        await self._end()

    def kill(self) -> None:
        """End the program without waiting for it."""
        self._is_closed = True
        if self.session is not None:
            self.session.kill()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _ask(
        self, question: Callable[[ProgramSession], Any], limit: Limit | None = UNLIMITED
    ) -> Any:
        async with self._asking:
            self._asked += 1
            self._reason = None
            try:
                return await question(await self._running(limit))
            except BaseException as problem:
                is_closed, reason = self._is_closed, self._why_given_up()
                # What it says later would be taken for the answer to another question.
                await asyncio.shield(self._end(at_once=True))
                if reason is not None and isinstance(problem, EngineError):
                    raise reason from None
                if is_closed and isinstance(problem, ProgramFault):
                    raise EngineError(
                        Text("errors.engine.closed_while_thinking", engine=self.name)
                    ) from None
                raise
            finally:
                self._asked += 1

    async def _running(self, limit: Limit | None) -> ProgramSession:
        """Return the session; start the program, with options for the limit, unless it runs."""
        self._refuse_closed()
        words = self._started_with if limit is None else self._words_for(limit)
        is_other = words != self._started_with and limit is not UNLIMITED
        if self.session is None or not self.session.is_alive() or is_other:
            await self._end()
            self._started_with = words
            self.session = await self._kind.start(words, self.name, self.quirks, self.patience)
            self._refuse_closed()  # it may have been closed in the meantime
            await self.session.greet()
            await self.session.configure(self._options)
        # The patience may have been changed in the meantime.
        self.session.patience = self.patience
        return self.session

    def _why_given_up(self) -> EngineError | None:
        return self._reason

    def _refuse_closed(self) -> None:
        if self._is_closed:
            raise EngineError(Text("errors.engine.closed", engine=self.name))

    def _words_for(self, limit: Limit) -> tuple[str, ...]:
        if any("{" in word for word in self._words):
            return self._words  # placeholders tell the limit already
        return (*self._words, *self.quirks.words_for(limit))

    async def _end(self, *, at_once: bool = False) -> None:
        session, self.session = self.session, None
        if session is not None:
            await session.end(at_once=at_once)


class AnalysisStream:
    """The analyses of a running search; leaving the `async with` block stops it.

    Used as `async with program.analysis(position) as found: async for analysis in found: ...`.
    """

    def __init__(
        self, program: ExternalProgram, position: Position, limit: Limit, candidates: int
    ) -> None:
        self._program = program
        self._question = position, limit, candidates
        self._found: asyncio.Queue[Analysis | None] = asyncio.Queue()
        self._task: asyncio.Task[Analysis] | None = None

    async def __aenter__(self) -> Self:
        position, limit, candidates = self._question
        search = self._program.analyse(
            position, limit, candidates=candidates, report=self._found.put_nowait
        )
        self._task = asyncio.create_task(search)
        self._task.add_done_callback(lambda _: self._found.put_nowait(None))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None
    ) -> None:
        assert self._task is not None
        is_left_early = not self._task.done()
        if is_left_early:
            await self._program.stop()
        try:
            await self._task
        except EngineError:
            if kind is None and not is_left_early:
                raise

    def __aiter__(self) -> AsyncIterator[Analysis]:
        return self

    async def __anext__(self) -> Analysis:
        found = await self._found.get()
        if found is None:
            self._found.put_nowait(None)  # for another iteration
            raise StopAsyncIteration
        return found

    async def wait(self) -> Analysis:
        """Wait for the end of the search and return its last analysis, with the move to play."""
        assert self._task is not None
        return await asyncio.shield(self._task)


def _session_class(protocol: Protocol) -> type[ProgramSession]:
    module = import_module(f"outflank.engine.external.{protocol.name}")
    found: type[ProgramSession] = getattr(module, f"{protocol.class_prefix}Session")
    return found


def _words(command: str | Sequence[str], protocol: str) -> tuple[str, ...]:
    try:
        words = _split(command) if isinstance(command, str) else list(command)
    except ValueError as problem:
        raise EngineError(
            Text("errors.engine.unreadable_command", command=repr(command), problem=problem)
        ) from None
    if not words:
        raise EngineError(Text("errors.engine.no_program_command", protocol=protocol))
    return tuple(words)


def _split(command: str) -> list[str]:
    # On Windows paths have backslashes, and splitting leaves the quotes in place.
    words = shlex.split(command, posix=os.name != "nt")
    return [word.strip('"') for word in words] if os.name == "nt" else words
