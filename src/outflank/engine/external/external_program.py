"""Other people's programs, for asyncio: started when needed, asked one question at a time."""

from __future__ import annotations

import asyncio
import os
import shlex
from collections.abc import AsyncIterator, Callable, Coroutine, Generator, Mapping, Sequence
from importlib import import_module
from typing import Any, Self, TypeAlias

from outflank.engine.external.directories import find_directory, words_in
from outflank.engine.external.quirks import Quirks, find_quirks, quirks_of
from outflank.engine.external.session import ProgramSession
from outflank.engine.protocol import Analysis, Task
from outflank.engine.protocols import Protocol, find_protocol
from outflank.errors import EngineError, ProgramFault
from outflank.native.limits import UNLIMITED, Limit
from outflank.rules import Position
from outflank.texts import Text

__all__ = ["PATIENCE", "AsyncAnalysisStream", "ExternalProgram"]

PATIENCE = 60.0  # seconds that a program may take beyond its limit
# Seconds that a program may take to stop.
_STOP_SECONDS = 3.0
_BOUNDS = ("seconds", "depth", "nodes")

_Report: TypeAlias = Callable[[Analysis], None]
_Search: TypeAlias = Coroutine[Any, Any, Analysis]


class ExternalProgram:
    """A program behind a protocol, which is named as in `outflank.engine.protocols`.

    It is started for the first question, and again if it has died. A fault raises a
    `ProgramFault` and ends it. Everything is awaited in one event loop. It runs in `directory`.

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
        directory: str | os.PathLike[str] | None = None,
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
        named = directory or self.quirks.directory
        self.directory = find_directory(self._words, named, self.quirks.reads)
        self._options = dict(options or {})
        self._session: ProgramSession | None = None
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
        task = Task(position, limit, candidates, on_progress=report)
        found: Analysis = await self._ask(lambda session: session.think(task), limit)
        return found

    def analysis(
        self, position: Position, limit: Limit = UNLIMITED, *, candidates: int = 1
    ) -> AsyncAnalysisStream:
        """Begin to analyse, and return at once with a stream of ever better analyses."""

        def search(report: _Report) -> _Search:
            return self.analyse(position, limit, candidates=candidates, report=report)

        return AsyncAnalysisStream(self, search)

    async def stop(self) -> None:
        """End the current search with its best move so far.

        If the protocol cannot say that, or the program does not obey in time, it is ended.
        """
        session = self._session
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
        if self._session is not None and self._asking.locked():
            self._reason = problem
            self._session.kill()

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
        if self._session is not None and self._session.is_alive():
            await self._ask(lambda session: session.new_game(), None)

    async def close(self) -> None:
        """End the program; the current question fails."""
        self._is_closed = True
        await self._end()

    def kill(self) -> None:
        """End the program without waiting for it."""
        self._is_closed = True
        if self._session is not None:
            self._session.kill()

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
        if self._session is None or not self._session.is_alive() or is_other:
            await self._end()
            self._started_with = words
            self._session = await self._kind.start(
                words_in(words, self.directory),
                self.name,
                self.quirks,
                self.patience,
                self.directory or None,
            )
            self._refuse_closed()  # it may have been closed in the meantime
            await self._session.greet()
            await self._session.configure(self._options)
        # The patience may have been changed in the meantime.
        self._session.patience = self.patience
        return self._session

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
        session, self._session = self._session, None
        if session is not None:
            await session.end(at_once=at_once)


class AsyncAnalysisStream:
    """The analyses of a running search: an `AnalysisStream` for asyncio only.

    Used as `async with program.analysis(position) as stream: async for analysis in stream: ...`;
    leaving the block stops the search, and `await stream` waits for its end.
    """

    def __init__(self, program: ExternalProgram, search: Callable[[_Report], _Search]) -> None:
        self._program = program
        self._found: asyncio.Queue[Analysis | None] = asyncio.Queue()
        self._latest: Analysis | None = None
        self._stopping: asyncio.Task[None] | None = None
        self._task = asyncio.ensure_future(search(self._take))
        self._task.add_done_callback(lambda _: self._found.put_nowait(None))

    @property
    def latest(self) -> Analysis | None:
        """The best analysis so far, None at the beginning."""
        return self._latest

    def stop(self) -> None:
        """Let the search end soon with what it has found, and return at once."""
        if not self._task.done() and self._stopping is None:
            self._stopping = asyncio.ensure_future(self._program.stop())

    def __await__(self) -> Generator[Any, None, Analysis]:
        return asyncio.shield(self._task).__await__()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        is_left_early = not self._task.done()
        self.stop()
        if self._stopping is not None:
            await self._stopping
        await asyncio.wait([self._task])
        problem = self._task.exception()
        if problem is not None and kind is None and not is_left_early:
            raise problem

    def __aiter__(self) -> AsyncIterator[Analysis]:
        return self

    async def __anext__(self) -> Analysis:
        found = await self._found.get()
        if found is None:
            self._found.put_nowait(None)  # for another iteration
            self._task.result()  # raises what the search failed with
            raise StopAsyncIteration
        return found

    def _take(self, found: Analysis) -> None:
        self._latest = found
        self._found.put_nowait(found)


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
