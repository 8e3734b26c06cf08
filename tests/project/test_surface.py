"""What the library says is public: type checkers, help and `dir` see all of it and nothing else."""

import ast
import inspect
import io
import pydoc
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import outflank
from support.paths import ROOT

PROGRAM = ROOT / "tests" / "data" / "typing" / "program.py"


def misspelt(source: str) -> Iterator[tuple[str, str]]:
    """Yield each name of the library in a program, and the program with that name misspelt."""
    imported = {
        alias.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("outflank")
        for alias in node.names
    }
    for node in ast.walk(tree := ast.parse(source)):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) not in {"asyncio", "str"}:
            name, node.attr = node.attr, f"{node.attr[:-1]}_{node.attr[-1]}"
            yield name, ast.unparse(tree)
            node.attr = name
        elif isinstance(node, ast.alias) and node.name in imported:
            name, node.name, node.asname = node.name, f"{node.name}_", node.name
            yield name, ast.unparse(tree)
            node.name, node.asname = name, None
        elif isinstance(node, ast.keyword) and node.arg:
            name, node.arg = node.arg, f"{node.arg}_"
            yield name, ast.unparse(tree)
            node.arg = name


def test_a_type_checker_finds_every_misspelt_name(tmp_path: Path) -> None:
    programs = {"right": PROGRAM.read_text(encoding="utf-8")}
    for number, (name, program) in enumerate(misspelt(programs["right"])):
        programs[f"wrong_{number}_{name.strip('_')}"] = program
    for name, program in programs.items():
        (tmp_path / f"{name}.py").write_text(program, encoding="utf-8")
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--no-error-summary", "--config-file", "pyproject.toml"]
        + [str(path) for path in tmp_path.glob("*.py")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    blamed = {
        Path(line.split(":")[0]).stem for line in checked.stdout.splitlines() if "error" in line
    }
    assert len(programs) > 70
    assert blamed == set(programs) - {"right"}


def test_help_dir_and_inspect_work() -> None:
    output = io.StringIO()
    pydoc.Helper(output=output).help(outflank)
    assert "class Position" in output.getvalue()
    members = dict(inspect.getmembers(outflank))
    assert set(dir(outflank)) == set(members)
    assert members["notebook"] is outflank.notebook
    assert isinstance(outflank.__version__, str)


PLAIN = """
import inspect, pydoc, sys
sys.modules.update(dict.fromkeys(["anywidget", "gymnasium", "numpy", "pettingzoo", "traitlets"]))
import outflank
print(hasattr(outflank, "notebook"), hasattr(outflank, "environments"), hasattr(outflank, "play"))
members = dict(inspect.getmembers(outflank))
print("notebook" in members, "engine" in members)
pydoc.Helper(output=sys.stdout).help(outflank)
try:
    outflank.notebook
except AttributeError as error:
    print(error)
try:
    from outflank import environments
except ImportError as error:
    print(error)
"""


def test_help_dir_and_inspect_work_in_a_plain_install() -> None:
    run = subprocess.run([sys.executable, "-c", PLAIN], capture_output=True, text=True, check=True)
    lines = run.stdout.splitlines()
    assert lines[:2] == ["False False True", "False True"]
    assert "class Position" in run.stdout
    assert lines[-2].startswith("the board for notebooks is not installed; ")
    assert lines[-1].startswith("the support for learning environments is not installed; ")


def test_a_name_that_does_not_exist_is_an_error_that_names_a_similar_one() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'Positon'") as caught:
        outflank.Positon  # type: ignore[attr-defined]  # noqa: B018
    assert (caught.value.name, caught.value.obj) == ("Positon", outflank)
