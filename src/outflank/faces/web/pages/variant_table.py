"""The table of variants for the page's scripts, made from the registry."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from outflank.drawing.skins import skin_of
from outflank.engine.advice import solved_start
from outflank.engine.learned import pattern_file
from outflank.native.encoding import has_placements_of
from outflank.rules import SIZES, Answer, Classic, Variant, variants

__all__ = ["VARIANT_TABLE", "variant_module", "variant_titles"]

VARIANT_TABLE = "variants/table.js"  # the script's path among the static files
_HEAD = "/* Made from the registry of variants by `python tools/variant_table.py`. */"


def variant_titles(texts: Mapping[str, Any]) -> dict[str, str]:
    """Return the name of each variant on pages: from the texts, or its own title.

    >>> variant_titles({"anti": "Reversed"})["anti"], variant_titles({})["anti"]
    ('Reversed', 'Anti-Othello')
    """
    return {one.name: str(texts.get(one.name, one.title)) for one in variants()}


def variant_module(titles: Mapping[str, str]) -> str:
    """Return the table as a script: JSON behind `export default`.

    >>> print(variant_module({}).splitlines()[1])
    export default {
    """
    table = {one.name: _facts(one, titles.get(one.name, one.title)) for one in variants()}
    return f"{_HEAD}\nexport default {json.dumps(table, indent=2, ensure_ascii=False)};\n"


def _facts(variant: Variant, title: str) -> dict[str, Any]:
    """Return the facts of a variant for scripts, which variants/variants.js describes."""
    starts = {size: variant.start(size) for size in SIZES}
    weights = {size: pattern_file(start) for size, start in starts.items()}
    solved = {size: solved_start(start) for size, start in starts.items()}
    odds = {str(answer): variant.answers.get(answer, 0) for answer in Answer}
    return {
        "title": title,
        "skin": skin_of(variant).name,
        "odds": odds if variant.answers else None,
        "fewestWins": variant.fewest_wins,
        "isInEngine": has_placements_of(variant),
        "weights": {size: name for size, name in weights.items() if name is not None},
        "solvedStarts": {size: discs for size, discs in solved.items() if discs is not None},
        "namedOpenings": [size for size, start in starts.items() if start == Classic().start()],
    }
