"""Fixtures for the tests of the window, which run without a screen."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.local.window_pilot import Pilot, opened  # chooses the driver before pygame is loaded


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder where the window saves games and settings."""
    monkeypatch.setenv("OUTFLANK_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def pilot() -> Iterator[Pilot]:
    """A window with a game between two people."""
    with opened() as pilot:
        yield pilot


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collect every text that is drawn, before it is broken into lines."""
    from outflank.faces.window.painting.painter import WindowPainter

    texts: list[str] = []
    for name in ("text", "paragraph"):
        draw = getattr(WindowPainter, name)

        def record(self: WindowPainter, text: str, *rest: object, draw=draw, **named: object):  # type: ignore[no-untyped-def]
            texts.append(text)
            return draw(self, text, *rest, **named)

        monkeypatch.setattr(WindowPainter, name, record)
    return texts


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, tuple[int, int]]]:
    """Collect every line of text that is drawn, with the middle of its place."""
    from outflank.faces.window.painting.painter import WindowPainter

    lines: list[tuple[str, tuple[int, int]]] = []
    draw = WindowPainter.text

    def record(self: WindowPainter, text: str, *rest: object, **named: object):  # type: ignore[no-untyped-def]
        place = draw(self, text, *rest, **named)  # type: ignore[arg-type]
        lines.append((text, place.center))
        return place

    monkeypatch.setattr(WindowPainter, "text", record)
    return lines
