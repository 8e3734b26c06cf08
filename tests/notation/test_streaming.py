"""Streaming a file record by record gives the same records as reading it whole."""

import io
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import Game, NotationError, SizeError, UnknownName, read, stream_file
from outflank.notation import Record, ScoredPosition, streaming
from support.notation_samples import BINARY_SAMPLES, PASSES, TIGER, WIPEOUT

LINES = [
    TIGER,
    PASSES,
    WIPEOUT,
    "f5 d6 c3",
    "1. f5 d6 2. c3",
    "d3 c4",
    "e3",
    "f5f5",
    "",
    "hello",
    "f5d6 pass",
    "f5d6 2-3",
    "-----OX--XO----- X;b1",
]
GGF = "(;GM[Othello]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]"


@pytest.fixture(params=[1, 7, 64, 1 << 18])
def block(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(streaming, "_BLOCK", request.param)
    return int(request.param)


def streamed(text: str | bytes, **options: str) -> tuple[list[Record], list[str]]:
    file = io.StringIO(text) if isinstance(text, str) else io.BytesIO(text)
    problems: list[NotationError] = []
    records = list(stream_file(file, on_problem=problems.append, **options))  # type: ignore[arg-type]
    return records, list(map(str, problems))


def whole(text: str | bytes, **options: str) -> tuple[list[Record], list[str]]:
    reading = read(text, **options)  # type: ignore[arg-type]
    return list(reading), list(map(str, reading.problems))


@pytest.mark.parametrize("size_of_blocks", [1, 40, 300])
@given(text=st.lists(st.sampled_from(LINES), min_size=1, max_size=12).map("\n".join))
def test_transcripts_are_read_alike_in_parts(size_of_blocks: int, text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(streaming, "_BLOCK", size_of_blocks)
        if text.strip():
            assert streamed(text, format="transcript") == whole(text, format="transcript")


@pytest.mark.parametrize(
    "text",
    [
        f"{GGF}B[f5]W[d6];){GGF}B[f5]W[a1];) {GGF}B[d3];)\n{GGF}B[e6];)",
        f"2 {GGF}\nB[f5]\nW[d6]\n;)\n\n{GGF}B[f5",
        f"(;(;{GGF}B[f5];)(;",
        "---- -OX- -XO- ---- X; b1:+3;\n% remark\n\n---- -OX- -XO- ---- O; a1:+3;\n",
        '{"outflank": 1, "games": []}',
        "\ufefff5d6\r\nf5f4\rd3\n",
    ],
)
def test_every_notation_is_read_alike_in_parts(text: str, block: int) -> None:
    assert streamed(text) == whole(text)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
def test_bytes_are_decoded_alike_in_parts(encoding: str, block: int) -> None:
    text = "f5d6 % caf\u00e9\r\nf5f4\n"
    options = {"format": "transcript"}
    assert streamed(text.encode(encoding), **options) == whole(text.encode(encoding), **options)


def test_binary_data_is_refused_as_text(block: int) -> None:
    with pytest.raises(NotationError, match="this is not text but binary data"):
        streamed(b"f5d6\n\0\n")
    with pytest.raises(NotationError, match="this is not text but binary data"):
        streamed(b"\xff\xfef")


@pytest.mark.parametrize("name", BINARY_SAMPLES)
def test_the_content_of_a_binary_file_shows_its_notation(name: str, tmp_path: Path) -> None:
    data = BINARY_SAMPLES[name]
    path = tmp_path / "games.txt"
    path.write_bytes(data)
    records = list(read(data))
    assert list(stream_file(path)) == records
    assert list(stream_file(path, format=name)) == records
    with path.open("rb") as file:
        assert list(stream_file(file)) == records
    for streaming_as_text in (stream_file(path, format="ggf"), stream_file(io.BytesIO(data[:40]))):
        with pytest.raises(NotationError):
            list(streaming_as_text)


def test_a_damaged_book_is_streamed_as_far_as_it_goes(tmp_path: Path) -> None:
    path = tmp_path / "book.dat"
    path.write_bytes(BINARY_SAMPLES["edax-book"][:-1])
    problems: list[NotationError] = []
    assert len(list(stream_file(path, on_problem=problems.append))) == 1
    assert list(map(str, problems)) == [f"{path}: the book breaks off in position 2"]
    with pytest.raises(NotationError, match="breaks off in position 2"):
        list(stream_file(path))


def test_a_file_opened_with_the_wrong_encoding_is_refused(tmp_path: Path) -> None:
    (tmp_path / "games.txt").write_bytes(b"f5d6 \xff\n")
    with (
        (tmp_path / "games.txt").open(encoding="utf-8") as file,
        pytest.raises(NotationError, match="open it in binary mode"),
    ):
        list(stream_file(file))


def test_a_path_is_opened_and_named_in_errors(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text(f"{TIGER}\nf5f5\n")
    games = stream_file(path)
    assert next(games).transcript == TIGER  # type: ignore[union-attr]
    with pytest.raises(NotationError) as refusal:
        next(games)
    assert str(refusal.value).startswith(f"{path}:2:3: f5 is occupied")
    with pytest.raises(NotationError, match="there is no file"):
        list(stream_file(tmp_path / "missing.txt"))
    with pytest.raises(NotationError, match="is a folder"):
        list(stream_file(str(tmp_path)))


def test_wrong_arguments_are_refused_at_once() -> None:
    with pytest.raises(TypeError, match="takes a path or an open file, not int"):
        stream_file(5)  # type: ignore[arg-type]
    with pytest.raises(SizeError):
        stream_file(io.StringIO("f5"), size=7)
    with pytest.raises(UnknownName):
        stream_file(io.StringIO("f5"), variant="chess")


def test_an_empty_file_has_nothing_to_read() -> None:
    with pytest.raises(NotationError, match="there is nothing to read here"):
        list(stream_file(io.StringIO(" \n \n")))


def test_positions_are_streamed_too() -> None:
    line = "---- -OX- -XO- ---- X; b1:+3;\n"
    (record,) = stream_file(io.StringIO(line))
    assert isinstance(record, ScoredPosition)
    assert [record] == list(read(line).records)


class LongFile(io.RawIOBase):
    """A file of `count` equal lines that are made as they are read."""

    def __init__(self, line: str, count: int) -> None:
        self.lines: Iterator[bytes] = iter([f"{line}\n".encode() * 100] * (count // 100))

    def read(self, size: int = -1) -> bytes:
        assert size > 0
        return next(self.lines, b"")


@pytest.mark.no_cover
def test_memory_does_not_grow_with_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streaming, "_BLOCK", 1 << 12)

    def peak(count: int) -> int:
        tracemalloc.start()
        try:
            records = stream_file(LongFile(TIGER, count))  # type: ignore[arg-type]
            assert sum(isinstance(record, Game) for record in records) == count
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    peak(100)
    assert peak(2_000) < 1.3 * peak(500)
