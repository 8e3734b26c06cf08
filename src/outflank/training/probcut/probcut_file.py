"""The file probcut.txt: six numbers for each kind of evaluation, below a line that names it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from outflank.errors import OutflankError
from outflank.texts import Text
from outflank.training.probcut.error_model import COEFFICIENTS

__all__ = ["FEATURES", "OWN", "PATTERNS", "Section", "read_sections", "with_section"]

# Sections in the core's order.
OWN: Final = "8x8 with the learned evaluation"
FEATURES: Final = "Boards that are evaluated by features"
PATTERNS: Final = "Other games with a learned evaluation"
_ORDER: Final = (OWN, FEATURES, PATTERNS)
_LARGEST: Final = 100
_HEAD: Final = "# Errors of shallow searches: see core/search/probcut.hpp."


class Section(NamedTuple):
    """The numbers of a kind of evaluation, and the lines above them."""

    title: str
    numbers: tuple[str, ...]


def read_sections(text: str) -> dict[str, Section]:
    """Return the sections of a file by name.

    >>> numbers = "1 2 3 4 5 6".replace(" ", chr(10))
    >>> text = "".join(f"# {name}, guessed.{chr(10)}{numbers}{chr(10)}" for name in _ORDER)
    >>> read_sections(text)[FEATURES].title
    'Boards that are evaluated by features, guessed.'
    """
    sections: list[Section] = []
    title = ""
    numbers: list[str] = []
    for line in text.splitlines():
        if line.startswith("#"):
            title = line.lstrip("# ")
            continue
        numbers += line.split()
        if len(numbers) >= COEFFICIENTS:
            sections.append(Section(title, tuple(numbers)))
            numbers = []
    if (
        numbers
        or len(sections) != len(_ORDER)
        or not all(len(section.numbers) == COEFFICIENTS for section in sections)
    ):
        raise OutflankError(
            Text(
                "errors.training.not_a_probcut_file",
                rows=len(_ORDER),
                columns=COEFFICIENTS,
            )
        )
    return dict(zip(_ORDER, sections, strict=True))


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
