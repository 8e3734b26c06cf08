"""The file probcut.txt: the numbers of each kind of evaluation, below a line that names it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from outflank.errors import OutflankError
from outflank.texts import Text
from outflank.training.probcut.error_model import COEFFICIENTS, OWN_COEFFICIENTS

__all__ = ["FEATURES", "OWN", "PATTERNS", "Section", "read_sections", "with_section"]

# The sections in the core's order, and how many numbers each has.
OWN: Final = "8x8 with the learned evaluation"
FEATURES: Final = "Boards that are evaluated by features"
PATTERNS: Final = "Other games with a learned evaluation"
_COUNTS: Final = {OWN: OWN_COEFFICIENTS, FEATURES: COEFFICIENTS, PATTERNS: COEFFICIENTS}
_LARGEST: Final = 100
_HEAD: Final = "# Errors of shallow searches: see core/search/probcut.hpp."


class Section(NamedTuple):
    """The numbers of a kind of evaluation, and the lines above them."""

    title: str
    numbers: tuple[str, ...]


def read_sections(text: str) -> dict[str, Section]:
    """Return the sections of a file by name.

    >>> counts = _COUNTS.items()
    >>> text = "".join(f"# {name}, guessed.{chr(10)}" + "1.5 " * count for name, count in counts)
    >>> read_sections(text.replace("#", chr(10) + "#"))[FEATURES].title
    'Boards that are evaluated by features, guessed.'
    """
    sections: dict[str, Section] = {}
    left = list(_COUNTS.items())
    title = ""
    numbers: list[str] = []
    for line in text.splitlines():
        if line.startswith("#"):
            title = line.lstrip("# ") if not numbers else title
            continue
        numbers += line.split()
        if left and len(numbers) >= left[0][1]:
            name, count = left.pop(0)
            sections[name] = Section(title, tuple(numbers[:count]))
            numbers = numbers[count:]
    if numbers or left:
        raise OutflankError(
            Text("errors.training.not_a_probcut_file", numbers=sum(_COUNTS.values()))
        )
    return sections


def with_section(text: str, name: str, coefficients: Sequence[float], pairs: int) -> str:
    """Return a file with new numbers for one kind of evaluation and the others unchanged."""
    if not all(abs(coefficient) <= _LARGEST for coefficient in coefficients):
        raise OutflankError(Text("errors.training.too_few_pairs", pairs=pairs, largest=_LARGEST))
    sections = read_sections(text)
    sections[name] = Section(
        f"{name}, fitted over {pairs} pairs.",
        tuple(f"{coefficient:.6f}" for coefficient in coefficients),
    )
    lines = [_HEAD]
    for section in sections.values():
        lines += [f"# {section.title}", *section.numbers]
    return "\n".join(lines) + "\n"
