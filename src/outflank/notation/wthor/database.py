"""A file of games of the WTHOR database (.wtb), kept as bytes and decoded game by game."""

from __future__ import annotations

import functools
import itertools
import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final, NamedTuple

from outflank.errors import NotationError, SizeError
from outflank.native.recorded_squares import replay_squares
from outflank.notation.loading import BinaryData
from outflank.notation.wthor.header import HEADER_SIZE, Header
from outflank.texts import Text

__all__ = ["WthorDatabase", "WthorRecord", "WthorResult", "is_database"]

_NUMBERS: Final = struct.Struct("<HHHBB")  # the fields before the moves of a game
_MOVES: Final = {8: 60, 10: 96}  # the number of moves of a game by the size of its board
_USUAL_DEPTH: Final = 22  # of the theoretical score, if a file does not say it
_NO_SQUARE: Final = 255
_BATCH: Final = 4096


class WthorRecord(NamedTuple):
    """A game as it is stored: numbers of names, black's discs, and the squares played.

    `black_discs` counts the empty squares for the winner. `theoretical` is the same with best play
    from the depth of the file on, or 0 if it is unknown. `moves` has a byte for each square,
    counted row by row from a1; passes are left out.
    """

    tournament: int
    black: int
    white: int
    black_discs: int
    theoretical: int
    moves: bytes


class WthorResult(NamedTuple):
    """The result of a replayed game; once it is over, empty squares count for the winner.

    `played` counts the legal moves, which are all moves unless the record is damaged.
    """

    black: int
    white: int
    is_over: bool
    played: int


@dataclass(frozen=True, slots=True)
class WthorDatabase:
    """The games of one file; writing it gives the same bytes that were read."""

    header: Header
    data: bytes  # of the games

    @classmethod
    def read(cls, path: str | Path) -> WthorDatabase:
        """Read a file."""
        return cls.from_bytes(Path(path).read_bytes())

    @classmethod
    def from_bytes(cls, data: BinaryData) -> WthorDatabase:
        """Take the bytes of a file, whose length must agree with its number of games."""
        header = Header.parse(data)
        if header.kind:
            raise NotationError(Text("errors.notation.wthor_solitaires"))
        if (header.board_size or 8) not in _MOVES:
            raise NotationError(Text("errors.notation.wthor_unknown_size", size=header.board_size))
        database = cls(header, data[HEADER_SIZE:])
        wanted = header.games * database.record_size
        if len(database.data) != wanted:
            raise NotationError(
                Text(
                    "errors.notation.wthor_length",
                    games=header.games,
                    wanted=wanted,
                    actual=len(database.data),
                )
            )
        return database

    @classmethod
    def of(
        cls,
        records: Iterable[WthorRecord],
        *,
        year: int = 0,
        size: int = 8,
        depth: int = 24,
        created: date | None = None,
    ) -> WthorDatabase:
        """Make a file from games."""
        parts = [_packed(record, size) for record in records]
        header = Header.made(created)._replace(
            games=len(parts), year=year, board_size=size, depth=depth
        )
        header.to_bytes()  # refuses numbers that are too large
        return cls(header, b"".join(parts))

    @property
    def year(self) -> int:
        """The year in which the games were played."""
        return self.header.year

    @property
    def size(self) -> int:
        """The size of the board."""
        return self.header.board_size or 8

    @property
    def depth(self) -> int:
        """The number of empty squares from which the theoretical scores were searched."""
        return self.header.depth or _USUAL_DEPTH

    @property
    def record_size(self) -> int:
        """The number of bytes that a game takes."""
        return _NUMBERS.size + _MOVES[self.size]

    @property
    def records(self) -> Iterator[WthorRecord]:
        """The games, one after the other."""
        squares = _squares(self.size)
        layout = struct.Struct(f"{_NUMBERS.format}{_MOVES[self.size]}s")
        for fields in layout.iter_unpack(self.data):
            tournament, black, white, discs, theoretical, moves = fields
            played = moves.rstrip(b"\0").translate(squares)
            yield WthorRecord(tournament, black, white, discs, theoretical, played)

    def results(self) -> Iterator[tuple[bytes, WthorResult]]:
        """Replay the games and yield their moves and results; the core replays many at once.

        >>> game = WthorRecord(0, 0, 0, 64, 0, bytes([37, 43]))
        >>> list(WthorDatabase.of([game]).results())
        [(b'%+', WthorResult(black=3, white=3, is_over=False, played=2))]
        """
        moves = (record.moves for record in self.records)
        while batch := list(itertools.islice(moves, _BATCH)):
            for squares, found in zip(batch, replay_squares(self.size, batch), strict=True):
                yield squares, WthorResult(*found)

    def to_bytes(self) -> bytes:
        """Return the bytes of the file."""
        return self.header.to_bytes() + self.data


def is_database(data: BinaryData) -> bool:
    """Return whether bytes have a header and the length of the games that it announces."""
    try:
        return bool(WthorDatabase.from_bytes(data).header.games)
    except NotationError:
        return False


@functools.cache
def _squares(size: int) -> bytes:
    """Return the square of each byte in a file."""
    table = bytearray([_NO_SQUARE] * 256)
    for number, byte in enumerate(_bytes_of_squares(size)):
        table[byte] = number
    return bytes(table)


@functools.cache
def _bytes_of_squares(size: int) -> bytes:
    """Return the byte of each square: row * (size + 2) + column, both counted from 1."""
    return bytes(
        (size + 2) * (row + 1) + column + 1 for row in range(size) for column in range(size)
    )


def _packed(record: WthorRecord, size: int) -> bytes:
    if size not in _MOVES:
        raise SizeError(Text("errors.notation.wthor_board_size", size=size))
    table = _bytes_of_squares(size)
    if len(record.moves) > _MOVES[size]:
        raise NotationError(Text("errors.notation.wthor_too_many_moves", most=_MOVES[size]))
    try:
        moves = bytes(table[square] for square in record.moves)
        numbers = _NUMBERS.pack(*record[:5])
    except (struct.error, IndexError):
        raise NotationError(Text("errors.notation.wthor_game_number")) from None
    return numbers + moves.ljust(_MOVES[size], b"\0")
