"""The file of a network, as core/evaluation/network_file.hpp describes it.

The magic, a checksum of what follows, then the parts of the network in their order: of the rows
only those that are kept, whole numbers little end first.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from outflank.errors import OutflankError
from outflank.texts import Text
from outflank.training.network.pattern_network import (
    EMPTIES,
    MOBILITIES,
    PHASES,
    STAGES,
    SUMS,
    UNITS,
    PatternNetwork,
)
from outflank.training.network.patterns import patterns

__all__ = ["checksum", "read_network", "written_network"]

_MAGIC = b"OFLNET1\n"
_HEADER = len(_MAGIC) + 8
_TOGETHER = 4  # inputs of the layer whose weights lie side by side
_WORD = (1 << 64) - 1


def written_network(network: PatternNetwork) -> bytes:
    """Return the bytes of a network's file."""
    groups = network.layer.reshape(STAGES, SUMS // _TOGETHER, _TOGETHER, UNITS)
    parts = (
        network.rows,
        network.mobility,
        network.bias,
        groups.transpose(0, 1, 3, 2),
        network.layer_bias,
        network.output,
        network.direct,
        network.constant,
    )
    content = b"".join(part.astype(part.dtype.newbyteorder("<")).tobytes() for part in parts)
    return _MAGIC + checksum(content).to_bytes(8, "little") + content


def read_network(data: bytes) -> PatternNetwork:
    """Read a network from the bytes of its file; other bytes raise OutflankError."""
    if not data.startswith(_MAGIC):
        raise OutflankError(Text("errors.training.not_a_network"))
    content = data[_HEADER:]
    shapes: tuple[tuple[str, tuple[int, ...]], ...] = (
        ("i1", (PHASES, patterns().column_count, SUMS)),
        ("i1", (PHASES, 2, MOBILITIES, SUMS)),
        ("<i2", (EMPTIES, SUMS)),
        ("i1", (STAGES, SUMS // _TOGETHER, UNITS, _TOGETHER)),
        ("<i4", (STAGES, UNITS)),
        ("<i2", (STAGES, UNITS)),
        ("<i2", (STAGES, SUMS)),
        ("<i4", (EMPTIES,)),
    )
    sizes = [int(np.prod(shape)) * np.dtype(kind).itemsize for kind, shape in shapes]
    expected = int.from_bytes(data[len(_MAGIC) : _HEADER], "little")
    if len(content) != sum(sizes) or checksum(content) != expected:
        raise OutflankError(Text("errors.training.damaged_network"))
    parts: list[NDArray[np.int64]] = []
    first = 0
    for (kind, shape), size in zip(shapes, sizes, strict=True):
        part = np.frombuffer(content[first : first + size], kind).reshape(shape)
        parts.append(part.astype(part.dtype.newbyteorder("=")))
        first += size
    rows, mobility, bias, groups, *rest = parts
    layer = groups.transpose(0, 1, 3, 2).reshape(STAGES, SUMS, UNITS)
    return PatternNetwork(rows, mobility, bias, layer, *rest)  # type: ignore[arg-type]


def checksum(content: bytes) -> int:
    """Return FNV-1a over words of eight bytes, the last one filled up with zeros."""
    padded = content + bytes(-len(content) % 8)
    total = 14695981039346656037
    for word in np.frombuffer(padded, "<u8").tolist():
        total = ((total ^ word) * 1099511628211) & _WORD
    return total ^ total >> 32
