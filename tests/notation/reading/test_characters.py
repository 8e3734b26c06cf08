"""How many characters the readers' patterns go through: in proportion to the text, no more."""

import contextlib
import re
import sys
from typing import Any

import pytest

from outflank import OutflankError
from outflank.notation import formats, read
from support.notation_samples import SAMPLES

REPEATED = 100
PIECES = (
    '[A "b"]\n', "{x} ", "{[%clk 0:01]} ", "$3 ", "(1. d3) ", "C[x]", ";C[x]", "(;B[f5])", "CO[x]",
    "B[PA]", "A1:+1; ", "% x\n", "x\n", "\n", "pa ", "1. ", "--", "8/", "{", "[", "(", '"', "\\",
)  # fmt: skip


class CountingPattern:
    """A compiled pattern that adds up the characters that its matches and searches span."""

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self.pattern = pattern
        self.characters = 0

    def __getattr__(self, name: str) -> Any:
        """Return a method of the pattern that counts: a search that finds nothing sees it all."""
        method = getattr(self.pattern, name)
        if name not in ("match", "fullmatch", "search", "findall", "finditer", "sub"):
            return method

        def counted(*given: Any) -> Any:
            text = given[1 if name == "sub" else 0]
            span = () if name == "sub" else given[1:]
            begin = span[0] if span else 0
            end = span[1] if len(span) > 1 else len(text)
            found = method(*given)
            if isinstance(found, re.Match):
                self.characters += found.end() - begin
            elif name not in ("match", "fullmatch"):
                self.characters += end - begin
            return found

        return counted


@pytest.fixture
def patterns(monkeypatch: pytest.MonkeyPatch) -> list[CountingPattern]:
    """The patterns of all notations, which count while the test runs."""
    for name, text in SAMPLES.items():
        read(text, format=name)  # loads what it needs
    counting: dict[int, CountingPattern] = {}
    for name, module in list(sys.modules.items()):
        if name.startswith("outflank.notation."):
            for constant, value in list(vars(module).items()):
                if isinstance(value, re.Pattern):
                    known = counting.setdefault(id(value), CountingPattern(value))
                    monkeypatch.setattr(module, constant, known)
    return list(counting.values())


@pytest.mark.parametrize("name", [known.name for known in formats()])
def test_patterns_go_through_characters_in_proportion_to_the_text(
    name: str, patterns: list[CountingPattern]
) -> None:
    def characters(text: str) -> int:
        for pattern in patterns:
            pattern.characters = 0
        with contextlib.suppress(OutflankError):
            read(text, format=name)
        return sum(pattern.characters for pattern in patterns)

    sample = SAMPLES[name]
    middle = len(sample) // 2
    for piece in PIECES:
        for before, after in (("", ""), ("", sample), (sample[:middle], sample[middle:])):
            texts = [before + piece * count + after for count in (REPEATED, 4 * REPEATED)]
            short, long = map(characters, texts)
            # A longer text may be tried by one more pattern, which goes through it once.
            assert long < 6 * short + 3 * len(texts[1]), (piece, before)
