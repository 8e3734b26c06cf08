"""Plural rules as Unicode's CLDR writes them: which form of a text goes with a number."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from decimal import Decimal

__all__ = ["OTHER", "PluralRules"]

OTHER = "other"  # the form for every number that no rule names

_CATEGORIES = ("zero", "one", "two", "few", "many")
_RELATION = re.compile(
    r"(?P<operand>[nivwft])(?: % (?P<modulus>\d+))? (?P<sign>!?=) (?P<values>\d+(?:(?:\.\.|,)\d+)*)"
)


class PluralRules:
    """The rules of one language, by category; a number that fits none is `other`.

    A number is given as it is shown, because "1.0" can need another form than "1".

    >>> polish = PluralRules(
    ...     {
    ...         "one": "i = 1 and v = 0",
    ...         "few": "v = 0 and i % 10 = 2..4 and i % 100 != 12..14",
    ...     }
    ... )
    >>> [polish.category(shown) for shown in ("1", "2", "12", "22", "1.0")]
    ['one', 'few', 'other', 'few', 'other']
    """

    def __init__(self, rules: Mapping[str, str]) -> None:
        for category in rules:
            if category not in _CATEGORIES:
                raise ValueError(
                    f"{category!r} is not a plural category with a rule; "
                    f"use {', '.join(_CATEGORIES)}"
                )
        self._rules = [(category, _parse(rules[category])) for category in rules]

    @property
    def categories(self) -> tuple[str, ...]:
        """The categories of the language, `other` last."""
        return (*(category for category, _ in self._rules), OTHER)

    def category(self, shown: str) -> str:
        """Return the category of a number."""
        operands = _operands(shown)
        for category, condition in self._rules:
            if any(all(relation.holds(operands) for relation in every) for every in condition):
                return category
        return OTHER


class _Relation:
    """One comparison: `i % 10 = 2..4`."""

    def __init__(self, text: str) -> None:
        found = _RELATION.fullmatch(text.strip())
        if found is None:
            raise ValueError(f"{text!r} is not a plural rule; a rule reads 'i % 10 = 2..4'")
        self._operand = found["operand"]
        self._modulus = int(found["modulus"] or 0)
        self._is_equal = found["sign"] == "="
        ends = (part.split("..") for part in found["values"].split(","))
        self._ranges = [(int(low), int(high[0] if high else low)) for low, *high in ends]

    def holds(self, operands: Mapping[str, Decimal]) -> bool:
        value = operands[self._operand]
        if self._modulus:
            value %= self._modulus
        is_whole = value == int(value)
        is_in = is_whole and any(low <= value <= high for low, high in self._ranges)
        return is_in is self._is_equal


def _parse(rule: str) -> list[list[_Relation]]:
    """Read a rule: alternatives, of each of which all relations must hold."""
    return [[_Relation(one) for one in every.split(" and ")] for every in rule.split(" or ")]


def _operands(shown: str) -> dict[str, Decimal]:
    """Return what CLDR calls n, i, v, w, f and t of a number as it is shown.

    Separators of thousands and the sign are no part of the number.
    """
    from decimal import Decimal  # imported late: `import outflank` counts nothing

    number = shown.lstrip("+-\u2212").replace(",", "").replace("\u202f", "")
    whole, _, decimals = number.partition(".")
    kept = decimals.rstrip("0")
    return {
        "n": Decimal(number),
        "i": Decimal(whole),
        "v": Decimal(len(decimals)),
        "w": Decimal(len(kept)),
        "f": Decimal(decimals or 0),
        "t": Decimal(kept or 0),
    }
