"""What SGF says about a move besides its score: marks such as good or doubtful, and the clock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from outflank.errors import NotationError
from outflank.notation.numbers import require_seconds
from outflank.notation.sgf.game_trees import Property
from outflank.notation.sgf.sgf_values import parse_decimal
from outflank.notation.source_text import Passage
from outflank.rules import BLACK, WHITE, Color, Node, Ply
from outflank.rules.tree import as_nags
from outflank.texts import Text

__all__ = [
    "MARKS",
    "NAGS",
    "clock_in",
    "nags_in",
    "read_clock",
    "read_marks",
    "written_clock",
    "written_marks",
]

NAGS: Final = "NG"  # ours: the numbers of the marks for which SGF has no property
# A property, whether it is said with emphasis, and the number of the same mark in PGN.
_MARKS: Final = {
    ("TE", False): 1,
    ("BM", False): 2,
    ("TE", True): 3,
    ("BM", True): 4,
    ("IT", False): 5,
    ("DO", False): 6,
}
_WRITTEN: Final = {number: mark for mark, number in _MARKS.items()}
_HAS_EMPHASIS: Final = ("TE", "BM")
MARKS: Final = ("TE", "BM", "IT", "DO")
_CLOCKS: Final = {BLACK: "BL", WHITE: "WL"}


def read_marks(passage: Passage, node: Node, said: Mapping[str, Property]) -> None:
    """Add the marks that are said at a node to those it has."""
    with passage.blamed(said[NAGS].offset if NAGS in said else 0):
        if nags := nags_in(said):
            node.nags = (*node.nags, *nags)


def read_clock(passage: Passage, ply: Ply, said: Mapping[str, Property]) -> None:
    """Give a ply the time that its mover had left."""
    left = _CLOCKS[ply.color]
    with passage.blamed(said[left].offset if left in said else 0):
        ply.clock = clock_in(said, ply.color)


def nags_in(said: Mapping[str, Property]) -> tuple[int, ...]:
    """Return the marks of a node by their numbers in PGN."""
    nags = [_MARKS[name, _is_strong(said[name])] for name in MARKS if name in said]
    if NAGS in said:
        nags += map(_whole, said[NAGS].value.split())
    return as_nags(nags)


def clock_in(said: Mapping[str, Property], color: Color) -> float | None:
    """Return the time that the mover of a node had left, if it says so."""
    left = _CLOCKS[color]
    return require_seconds(parse_decimal(said[left].value)) if left in said else None


def _is_strong(said: Property) -> bool:
    return said.name in _HAS_EMPHASIS and said.value.strip() == "2"


def _whole(word: str) -> int:
    number = parse_decimal(word)
    if not isinstance(number, int):
        raise NotationError(Text("errors.notation.not_a_number", text=repr(word[:20])))
    return number


def written_marks(node: Node) -> list[tuple[str, str]]:
    """Return the properties of a node's marks; SGF allows one of its own marks a node."""
    said = []
    own = [nag for nag in node.nags if nag in _WRITTEN][:1]
    for nag in own:
        name, is_strong = _WRITTEN[nag]
        value = ("2" if is_strong else "1") if name in _HAS_EMPHASIS else ""
        said.append((name, value))
    if others := [str(nag) for nag in node.nags if nag not in own]:
        said.append((NAGS, " ".join(others)))
    return said


def written_clock(ply: Ply) -> list[tuple[str, str]]:
    """Return the property of the time that the mover of a ply had left."""
    return [] if ply.clock is None else [(_CLOCKS[ply.color], f"{ply.clock:.2f}")]
