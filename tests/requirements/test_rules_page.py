"""The page that links every sentence of the requirements to its tests stays complete."""

import ast
import re
from collections import Counter
from dataclasses import dataclass
from functools import cache

import pytest

from support.paths import ROOT

PAGE = ROOT / "tests" / "requirements" / "sentences.md"

# Counted in the texts themselves, which are not part of the project.
SENTENCES = {"000": 26, "001": 19, "002": 36, "003": 37, "004": 27}
SECTION = re.compile(r"^## Seed (\d{3}): .+$", re.MULTILINE)
REFERENCE = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")
REASON = re.compile(r"none: .+")


@dataclass(frozen=True)
class Row:
    """One sentence: its name, what it says, and the tests or the reason for having none."""

    name: str
    says: str
    held: str

    @property
    def references(self) -> list[tuple[str, str]]:
        return REFERENCE.findall(self.held)

    @property
    def is_well_formed(self) -> bool:
        tests = "<br>".join(f"`{file}::{test}`" for file, test in self.references)
        return bool(self.name and self.says) and (
            self.held == tests if tests else REASON.fullmatch(self.held) is not None
        )


@cache
def sections() -> dict[str, list[Row]]:
    """Return the rows of each seed's table."""
    parts = SECTION.split(PAGE.read_text(encoding="utf-8"))[1:]
    return {seed: rows_of(text) for seed, text in zip(parts[::2], parts[1::2], strict=True)}


def rows_of(text: str) -> list[Row]:
    lines = [line for line in text.splitlines() if line.startswith("|")]
    assert lines[:2] == ["| sentence | what it says | held by |", "|---|---|---|"]
    return [Row(*(cell.strip() for cell in line.strip("|").split("|"))) for line in lines[2:]]


def every_row() -> list[Row]:
    return [row for rows in sections().values() for row in rows]


@cache
def names_in(file: str) -> frozenset[str]:
    """Return the names of the tests in a file."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    names = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
    twice = [name for name, count in Counter(names).items() if count > 1]
    assert twice == [], f"{file} has two tests of one name, of which only one runs"
    return frozenset(name for name in names if name.startswith("test_"))


def test_every_sentence_of_every_seed_has_its_row() -> None:
    assert {seed: len(rows) for seed, rows in sections().items()} == SENTENCES


@pytest.mark.parametrize("seed", SENTENCES)
def test_every_sentence_has_its_own_name(seed: str) -> None:
    names = [row.name for row in sections()[seed]]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("seed", SENTENCES)
def test_the_introduction_of_a_section_counts_its_sentences(seed: str) -> None:
    text = PAGE.read_text(encoding="utf-8").partition(f"## Seed {seed}: ")[2]
    assert f"\nThe text has {SENTENCES[seed]} sentences: " in text.partition("\n## ")[0]


def test_every_sentence_names_its_tests_or_says_why_it_has_none() -> None:
    assert [row.name for row in every_row() if not row.is_well_formed] == []


def test_every_named_test_exists() -> None:
    named = {reference for row in every_row() for reference in row.references}
    missing = [
        f"{file}::{test}"
        for file, test in sorted(named)
        if not (ROOT / file).is_file() or test not in names_in(file)
    ]
    assert missing == []


@pytest.mark.parametrize(
    "file",
    [
        "tests/requirements/test_rules.py",
        "tests/requirements/test_faces.py",
        "tests/requirements/test_server.py",
    ],
)
def test_every_test_that_was_written_for_a_sentence_is_named(file: str) -> None:
    named = {test for row in every_row() for place, test in row.references if place == file}
    assert sorted(names_in(file) - named) == []
