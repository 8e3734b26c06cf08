"""Programs that speak UGI: as over UCI, with the moves from the start."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from outflank.engine.external.paths import find_path
from outflank.engine.external.program_engine import ProgramEngine
from outflank.engine.external.uci import UciSession
from outflank.engine.protocols.protocol import Protocol
from outflank.engine.protocols.uci import UciDialect
from outflank.engine.protocols.ugi import UGI, UGI_DIALECT
from outflank.rules import Move, Position

__all__ = ["UgiEngine", "UgiSession"]

# Positions to search for a path: from the previous position, and from the start.
_NEAR: Final = 500
_FAR: Final = 5_000


class UgiSession(UciSession):
    """Asks over UGI: as UCI, with the game's own squares and `pass`."""

    protocol: ClassVar[Protocol] = UGI
    dialect: ClassVar[UciDialect] = UGI_DIALECT
    variants: ClassVar[frozenset[str]] = UGI_DIALECT.variants

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self._sent: tuple[Position, tuple[Move, ...]] | None = None  # the last, and the moves to it

    def moves_to(self, position: Position) -> tuple[Move, ...] | None:
        """Return moves from the start, which every program understands, None if none are found."""
        path = None
        if self._sent is not None:
            last, before = self._sent
            further = find_path(last, position, patience=_NEAR)
            path = None if further is None else before + further
        if path is None:
            path = find_path(position.variant.start(position.size), position, patience=_FAR)
        self._sent = None if path is None else (position, path)
        return path


class UgiEngine(ProgramEngine):
    """Asks a program over UGI, the Universal Game Interface.

    >>> UgiEngine("outflank engine --protocol ugi").program.quirks.title
    'Outflank'
    """

    protocol: ClassVar[str] = UGI.name
