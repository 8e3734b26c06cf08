"""A finding: what was wrong with a move, as a code and parameters that suit any language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

__all__ = ["Finding", "Parameter"]

Parameter: TypeAlias = str | int | float | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was wrong with a move; squares and sides are given by their names.

    >>> Finding("gave_corner", {"corners": ("a1",)}).to_dict()
    {'code': 'gave_corner', 'corners': ['a1']}
    """

    code: str
    parameters: Mapping[str, Parameter] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.code, tuple(self.parameters.items())))

    def to_dict(self) -> dict[str, Any]:
        """Return the finding as plain values for JSON."""
        return {
            "code": self.code,
            **{
                name: list(value) if isinstance(value, tuple) else value
                for name, value in self.parameters.items()
            },
        }

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> Finding:
        """Return the finding from the result of `to_dict`.

        >>> Finding.from_dict({"code": "gave_corner", "corners": ["a1"]})
        Finding(code='gave_corner', parameters={'corners': ('a1',)})
        """
        return cls(
            str(plain["code"]),
            {
                name: tuple(map(str, value)) if isinstance(value, list) else value
                for name, value in plain.items()
                if name != "code"
            },
        )
