"""The stream of analyses of a running search, in threads and in asyncio."""

import asyncio
import contextlib

import pytest

import outflank
from outflank.engine import UNLIMITED, Analysis, AnalysisStream, Engine, Limit, Task
from outflank.engine.external import AsyncAnalysisStream
from outflank.engine.simple import AlphaBetaEngine, GreedyEngine
from outflank.errors import EngineError
from outflank.rules import Classic, Game
from support.speaking import PatientEngine

START = Classic().start()
SMALL = Classic().start(4)


class Failing(Engine):
    """Reports one move and then fails."""

    name = "failing"

    def think(self, task: Task) -> Analysis:
        task.report(Analysis.of(task.position.legal_moves[0]))
        raise EngineError("no memory")


@pytest.mark.native
def test_our_engine_and_any_other_give_ever_better_analyses() -> None:
    for name in ("outflank", "alphabeta", "level:15"):
        with (
            outflank.open_engine(name, seed=1) as engine,
            engine.analysis(SMALL, Limit(depth=12), candidates=2) as stream,
        ):
            depths = [found.depth for found in stream]
            last = stream.wait()
            assert depths == sorted(depths)
            assert len(depths) > 1 or name == "level:15"
            assert last == stream.latest
            assert len(last.scores) == 2
            assert list(stream) == []


def test_an_engine_that_reports_nothing_gives_its_answer() -> None:
    with GreedyEngine(seed=1) as engine, engine.analysis(Game()) as stream:
        assert list(stream) == [stream.wait()]


def test_a_search_goes_on_until_it_is_stopped_or_left() -> None:
    with PatientEngine() as engine:
        with engine.analysis(START) as stream:
            first = next(stream)
            assert stream.latest == first
            stream.stop()
            assert stream.wait() == first
            assert list(stream) == []
        with engine.analysis(START) as left:
            next(left)
        assert left.wait() == first


def test_what_the_search_failed_with_is_raised_where_somebody_looks() -> None:
    engine = Failing()
    stream = engine.analysis(START)
    assert next(stream).move in START.legal_moves
    with pytest.raises(EngineError, match="no memory"):
        next(stream)
    with pytest.raises(EngineError, match="no memory"):
        stream.wait()
    with (
        pytest.raises(EngineError, match="no memory"),
        engine.analysis(START) as unread,
        contextlib.suppress(EngineError),
    ):
        unread.wait()


def test_a_wrong_question_is_refused_before_the_search_begins() -> None:
    engine = GreedyEngine()
    with pytest.raises(TypeError, match="a limit is a Limit"):
        engine.analysis(START, 5).wait()  # type: ignore[arg-type]
    engine.close()
    with pytest.raises(EngineError, match="has been closed"):
        engine.analysis(START).wait()


def test_searches_are_followed_side_by_side_in_one_event_loop() -> None:
    async def depths(engine: Engine) -> list[int]:
        async with engine.analysis(START, Limit(depth=3)) as stream:
            found = [each.depth async for each in stream]
            assert [each async for each in stream] == []
            assert await stream == stream.latest
        return found

    async def follow() -> list[list[int]]:
        return list(await asyncio.gather(depths(AlphaBetaEngine()), depths(AlphaBetaEngine())))

    assert asyncio.run(follow()) == [[1, 2, 3]] * 2


def test_a_search_in_an_event_loop_is_stopped_or_left_or_fails() -> None:
    async def follow() -> None:
        with PatientEngine() as engine:
            async with engine.analysis(START, UNLIMITED) as stream:
                first = await anext(stream)
                stream.stop()
                assert await stream == first
            async with engine.analysis(START) as left:
                await anext(left)
            assert await left == first
        async with Failing().analysis(START) as failing:
            await anext(failing)
            with pytest.raises(EngineError, match="no memory"):
                await anext(failing)
            with pytest.raises(EngineError, match="no memory"):
                await failing
            raise KeyError("another error comes first")

    with pytest.raises(KeyError):
        asyncio.run(follow())


def test_a_program_of_an_event_loop_has_a_stream_of_the_same_shape() -> None:
    def methods(kind: type) -> set[str]:
        return {name for name in vars(kind) if not name.startswith("_") or name.endswith("__")}

    ways_to_wait = {"__enter__", "__exit__", "__iter__", "__next__", "wait"}
    assert methods(AnalysisStream) - ways_to_wait == methods(AsyncAnalysisStream)
