"""Tests stand alone: what several need lies in `support` or in a conftest.py."""

import ast
from pathlib import Path

import pytest

from support.paths import ROOT

TESTS = ROOT / "tests"
FILES = sorted(TESTS.rglob("*.py"))


def imported(path: Path) -> set[str]:
    """Return the modules that a file imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {node.module or "", *(f"{node.module}.{name.name}" for name in node.names)}
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(TESTS)))
def test_no_test_module_is_imported(path: Path) -> None:
    modules = {file.stem for file in FILES if file.name.startswith(("test_", "conftest"))}
    for module in imported(path):
        parts = set(module.split("."))
        assert parts.isdisjoint(modules), f"{module} is imported"
        assert "tests" not in parts, f"{module} is imported"
