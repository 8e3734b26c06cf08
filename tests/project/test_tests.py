"""Test modules stand alone: what several need is in `support` or in a conftest.py."""

import ast
import re
from pathlib import Path

from support.paths import ROOT
from support.source_tree import statements

TESTS = ROOT / "tests"
FILES = sorted(TESTS.rglob("*.py"))


def imported(path: Path) -> set[str]:
    """Return the modules that a file imports."""
    found = set()
    for node, _ in statements(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {node.module or "", *(f"{node.module}.{name.name}" for name in node.names)}
    return found


def test_no_test_module_is_imported() -> None:
    modules = {file.stem for file in FILES if file.name.startswith(("test_", "conftest"))}
    wrong = [
        f"{path.relative_to(TESTS)} imports {module}"
        for path in FILES
        for module in imported(path)
        if not {"tests", *modules}.isdisjoint(module.split("."))
    ]
    assert wrong == []


def test_every_count_of_the_soak_is_in_its_table() -> None:
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = guide.partition("### What `make soak` repeats")[2].partition("\n## ")[0]
    patterns = re.findall(r"`([\w/*]+\.py)`", table)
    named = {path.relative_to(TESTS) for pattern in patterns for path in TESTS.glob(pattern)}
    assert [one for one in patterns if not list(TESTS.glob(one))] == []
    counted = {
        path.relative_to(TESTS)
        for path in FILES
        if path.name.startswith("test_") and "OUTFLANK_SOAK" in path.read_text(encoding="utf-8")
    }
    assert counted - named - {Path("project/test_tests.py")} == set()
