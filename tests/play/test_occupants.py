"""Occupants of seats: written and read in one place, whatever text a record holds."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from outflank.play.occupants import Occupant, SeatKind
from support.paths import ROOT

_SOURCE = ROOT / "src/outflank"
# The home of the texts; the tables as they were; and a house of its own, which speaks the protocol.
_MAY_WRITE = ("play/occupants.py", "store/migrations/", "client/")
_WRITTEN = re.compile(r"(person|beside)(:|$)|computer:")
_NAMED = re.compile(r"person|beside|computer:")
_IN_SCRIPTS = re.compile(r"""["'`](?:person|beside)["'`:]|["'`]computer:""")
_SCRIPT = "page/shared/occupants.js"


@pytest.mark.parametrize(
    ("text", "kind", "level", "account", "host"),
    [
        ("human", SeatKind.HUMAN, None, None, None),
        ("person:12", SeatKind.PERSON, None, 12, None),
        ("bot:7", SeatKind.BOT, None, 7, None),
        ("bot", SeatKind.BOT, None, None, None),
        ("computer:unlimited", SeatKind.COMPUTER, "unlimited", None, None),
        ("beside:12", SeatKind.BESIDE, None, None, 12),
        ("engine:edax:21", None, None, None, None),
        ("", None, None, None, None),
    ],
)
def test_every_text_is_read_and_written_again(
    text: str, kind: SeatKind | None, level: str | None, account: int | None, host: int | None
) -> None:
    found = Occupant.parse(text)
    assert (found.kind, found.level, found.account, found.host) == (kind, level, account, host)
    assert str(found) == text


def test_only_one_module_writes_the_texts_of_occupants() -> None:
    found = [
        f"{path.relative_to(_SOURCE)}:{line}: {text}"
        for path in sorted(_SOURCE.rglob("*.py"))
        if not path.relative_to(_SOURCE).as_posix().startswith(_MAY_WRITE)
        for line, text in strings_of(path)
        if _WRITTEN.match(text) and text not in _OPTIONS
    ]
    assert found == []


def test_only_one_script_writes_the_texts_of_occupants() -> None:
    static = _SOURCE / "faces/web/static"
    found = [
        f"{path.relative_to(static)}: {line.strip()}"
        for path in sorted(static.rglob("*.js"))
        if path != static / _SCRIPT
        for line in path.read_text("utf-8").splitlines()
        if _IN_SCRIPTS.search(line)
    ]
    assert found == []


# What a person types for a player of a game on this machine.
_OPTIONS = {"person", "computer:LEVEL"}


def strings_of(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the texts in a module with their lines, but not its docstrings."""
    source = path.read_text("utf-8")
    if not _NAMED.search(source):
        return
    tree = ast.parse(source)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or id(node) in docstrings:
            continue
        if isinstance(node.value, str):
            yield node.lineno, node.value
