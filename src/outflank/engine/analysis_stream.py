"""The analyses of a running search, for threads and for asyncio."""

from __future__ import annotations

import contextlib
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Self

from outflank.errors import EngineError
from outflank.native.analysis import Analysis
from outflank.texts import Text

if TYPE_CHECKING:
    from concurrent.futures import Future

__all__ = ["AnalysisStream", "Search"]

# Searches until the event is set, and reports each better analysis.
Search = Callable[[threading.Event, Callable[[Analysis], None]], Analysis]


class AnalysisStream:
    """A running search: iterate over its analyses, `stop` it, or `wait` for the last one.

    Leaving the `with` block stops the search. `latest` is what is known by now. In asyncio the
    same stream is used with `async with` and `async for`, and `await stream` waits for its end.

    >>> from outflank.engine import open_engine
    >>> from outflank.rules import Classic
    >>> with open_engine("greedy") as engine, engine.analysis(Classic().start()) as stream:
    ...     print([analysis.nodes for analysis in stream])
    [4]
    """

    def __init__(self, search: Search) -> None:
        from concurrent.futures import Future  # here as below: not every program has a stream

        self._cancel = threading.Event()
        self._changed = threading.Condition()
        self._found: deque[Analysis] = deque()  # not yet iterated over
        self._wakers: list[Callable[[], object]] = []
        self._latest: Analysis | None = None
        self._end: Future[Analysis] = Future()
        thread = threading.Thread(target=self._run, args=(search,), daemon=True)
        try:
            thread.start()
        except RuntimeError:
            raise EngineError(Text("errors.engine.no_thread")) from None

    @property
    def latest(self) -> Analysis | None:
        """The best analysis so far, None at the beginning."""
        return self._latest

    def stop(self) -> None:
        """Let the search end soon with what it has found, and return at once."""
        self._cancel.set()

    def wait(self) -> Analysis:
        """Wait for the end of the search and return its last analysis, with the move to play."""
        return self._end.result()

    def __iter__(self) -> Iterator[Analysis]:
        return self

    def __next__(self) -> Analysis:
        with self._changed:
            while not self._found and not self._end.done():
                self._changed.wait()
            if self._found:
                return self._found.popleft()
        self._end.result()  # raises what the search failed with
        raise StopIteration

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        is_left_early = not self._end.done()
        self.stop()
        problem = self._end.exception()
        if problem is not None and kind is None and not is_left_early:
            raise problem

    # For asyncio

    def __await__(self) -> Generator[Any, None, Analysis]:
        import asyncio

        return asyncio.shield(asyncio.wrap_future(self._end)).__await__()

    def __aiter__(self) -> AsyncIterator[Analysis]:
        return self

    async def __anext__(self) -> Analysis:
        import asyncio

        while True:
            with self._changed:
                if self._found:
                    return self._found.popleft()
                if self._end.done():
                    break
                loop, changed = asyncio.get_running_loop(), asyncio.Event()
                self._wakers.append(partial(loop.call_soon_threadsafe, changed.set))
            await changed.wait()
        self._end.result()
        raise StopAsyncIteration

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        import asyncio

        is_left_early = not self._end.done()
        self.stop()
        ended = asyncio.wrap_future(self._end)
        await asyncio.wait([ended])
        problem = ended.exception()
        if problem is not None and kind is None and not is_left_early:
            raise problem

    # In the thread of the search

    def _run(self, search: Search) -> None:
        try:
            found = search(self._cancel, self._take)
        except BaseException as problem:  # it is raised where somebody waits
            self._end.set_exception(problem)
        else:
            if self._latest is None:  # an engine that reports nothing on the way
                self._found.append(found)
            self._latest = found
            self._end.set_result(found)
        self._tell()

    def _take(self, found: Analysis) -> None:
        self._latest = found
        self._found.append(found)
        self._tell()

    def _tell(self) -> None:
        with self._changed:
            self._changed.notify_all()
            wakers, self._wakers = self._wakers, []
        for wake in wakers:
            with contextlib.suppress(RuntimeError):  # its event loop has been closed
                wake()
