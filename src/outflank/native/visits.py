"""Which game passes through which position: millions of records, divided and sorted.

A record has 16 bytes: the key of a position, the number of a game and that of a move.
"""

from __future__ import annotations

import itertools
import struct
from array import array
from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import Final

from outflank.native.encoding import available

if available():
    from outflank import _core

__all__ = ["VISIT", "divide_visits", "pack_visits", "sort_visits"]

VISIT: Final = struct.Struct("<QII")
_KEYS_PER_VISIT: Final = 2  # words of the width of a key
_NUMBERS_PER_VISIT: Final = 4  # words of the width of a number


def pack_visits(keys: array[int], games: array[int], moves: array[int]) -> bytes:
    """Return records of keys (Q), games and moves (I).

    >>> packed = pack_visits(array("Q", [7]), array("I", [3]), array("I", [37]))
    >>> VISIT.unpack(packed)
    (7, 3, 37)
    """
    records = bytearray(VISIT.size * len(keys))
    with memoryview(records) as view:
        view.cast("Q")[::_KEYS_PER_VISIT] = memoryview(keys)
        numbers = view.cast("I")
        numbers[2::_NUMBERS_PER_VISIT] = memoryview(games)
        numbers[3::_NUMBERS_PER_VISIT] = memoryview(moves)
        numbers.release()
    return bytes(records)


def divide_visits(records: bytes, bits: int) -> Iterator[bytes]:
    """Divide the records into parts by the highest bits of the key.

    >>> low, high = (VISIT.pack(key, 0, 0) for key in (1, 1 << 63))
    >>> list(divide_visits(high + low, 1)) == [low, high]
    True
    """
    if available():
        divided, counts = _core.divide_visits(records, bits)
        ends = itertools.accumulate(array("I", counts))
        edges = [0, *(end * VISIT.size for end in ends)]
        return (divided[begin:end] for begin, end in itertools.pairwise(edges))
    parts: list[list[tuple[int, ...]]] = [[] for _ in range(1 << bits)]
    for visit in VISIT.iter_unpack(records):
        parts[visit[0] >> (64 - bits)].append(visit)
    return map(_packed, parts)


def sort_visits(records: bytes, numbers: array[int]) -> tuple[bytes, bytes]:
    """Renumber the games and sort: positions of several games, and positions of one.

    >>> first, second, other = (VISIT.pack(*one) for one in ((5, 0, 9), (5, 1, 9), (4, 1, 8)))
    >>> shared, single = sort_visits(first + second + other, array("I", [3, 2]))
    >>> list(VISIT.iter_unpack(shared)), list(VISIT.iter_unpack(single))
    ([(5, 2, 9), (5, 3, 9)], [(4, 2, 8)])
    """
    if available():
        return _core.sort_visits(records, numbers.tobytes())
    visits = sorted((key, numbers[game], move) for key, game, move in VISIT.iter_unpack(records))
    shared: list[tuple[int, ...]] = []
    single: list[tuple[int, ...]] = []
    for _, group in itertools.groupby(visits, itemgetter(0)):
        games = list(group)
        (shared if len(games) > 1 else single).extend(games)
    return _packed(shared), _packed(single)


def _packed(visits: Iterable[tuple[int, ...]]) -> bytes:
    return b"".join(itertools.starmap(VISIT.pack, visits))
