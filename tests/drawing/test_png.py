"""Boards as PNG pictures: in the size asked for, with every disc on its square."""

import struct
import zlib
from typing import Any

import pytest

from outflank import Board, Game, SquareSet, png
from outflank.drawing import png_board
from outflank.errors import InvalidValue, MissingExtra

Pixel = tuple[int, int, int]


def pixels(data: bytes) -> list[list[Pixel]]:
    """Decode the rows of a PNG with eight bits for each colour."""
    width, height, depth, kind = struct.unpack(">IIBB", data[16:26])
    assert (depth, kind) in ((8, 2), (8, 6))
    channels = 3 if kind == 2 else 4
    offset, packed = 8, b""
    while offset < len(data):
        (length,) = struct.unpack(">I", data[offset : offset + 4])
        if data[offset + 4 : offset + 8] == b"IDAT":
            packed += data[offset + 8 : offset + 8 + length]
        offset += length + 12
    raw = zlib.decompress(packed)
    before = bytearray(width * channels)
    rows = []
    for row in range(height):
        start = row * (width * channels + 1)
        line = bytearray(raw[start + 1 : start + 1 + width * channels])
        _unfilter(raw[start], line, before, channels)
        rows.append(
            [(line[at], line[at + 1], line[at + 2]) for at in range(0, len(line), channels)]
        )
        before = line
    return rows


def _unfilter(kind: int, line: bytearray, before: bytearray, channels: int) -> None:
    for at in range(len(line)):
        left = line[at - channels] if at >= channels else 0
        up = before[at]
        corner = before[at - channels] if at >= channels else 0
        guess = left + up - corner
        nearest = min((left, up, corner), key=lambda value: abs(guess - value))
        line[at] = (line[at] + (0, left, up, (left + up) // 2, nearest)[kind]) % 256


def test_a_picture_has_the_size_and_the_discs_of_the_board() -> None:
    rows = pixels(png(Board.start(4), size=200, coordinates=False, background=False))
    assert len(rows[0]) == 200
    brightness = [
        [sum(rows[round(len(rows) * y / 8)][round(200 * x / 8)]) for x in (1, 3, 5, 7)]
        for y in (1, 3, 5, 7)
    ]
    white, black = brightness[1][1], brightness[1][2]
    assert white > 600 > 450 > 200 > black, brightness
    assert brightness[2][1] < 200 < 600 < brightness[2][2]
    assert all(200 < brightness[0][x] < 600 for x in (0, 3)), brightness


def test_a_notebook_gets_png_if_it_can_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    value: Any = SquareSet.corners(8)
    assert value._repr_png_() == png(value)
    monkeypatch.setattr(png_board, "_RENDERER", "no_such_module")
    assert value._repr_png_() is None
    with pytest.raises(MissingExtra, match=r"PNG pictures is not installed; .*\[png\]"):
        png(Game())


def test_a_picture_too_large_for_the_renderer_is_refused() -> None:
    said = r"^a PNG picture is at most 10,000 pixels wide, not 1,000,000; draw an SVG$"
    with pytest.raises(InvalidValue, match=said):
        png(Board.start(8), size=1_000_000)
