"""What the library says is public: type checkers, help and `dir` see all of it and nothing else."""

import ast
import contextlib
import dataclasses
import functools
import importlib
import inspect
import io
import pydoc
import subprocess
import sys
import typing
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeVar

import pytest

import outflank
from outflank.rules.tree import Line
from support.paths import ROOT
from support.source_tree import PUBLIC_PACKAGES, statements, tree_of

PROGRAM = ROOT / "tests" / "data" / "typing" / "program.py"
PUBLIC_MODULES = ["outflank", *PUBLIC_PACKAGES]
PUBLIC = {
    name: getattr(importlib.import_module(module), name)
    for module in PUBLIC_MODULES
    for name in importlib.import_module(module).__all__
}
PUBLIC_CLASSES = {thing for thing in PUBLIC.values() if inspect.isclass(thing)}
SPECIAL = {"__init__", "__new__", "__call__", "__enter__", "__iter__", "__getitem__"}


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


# The types that public names name


class Named(NamedTuple):
    """A part of the library that names types: a function, a method or an attribute."""

    name: str
    annotations: Mapping[str, Any]
    module: str


def functions_of(member: object) -> list[Any]:
    """Return the functions behind a function, a method or a property."""
    if isinstance(member, property):
        return [each for each in (member.fget, member.fset) if each is not None]
    if isinstance(member, functools.cached_property):
        return [member.func]
    if isinstance(member, classmethod | staticmethod):
        return functions_of(member.__func__)
    plain = inspect.unwrap(member) if callable(member) else None
    return [plain] if inspect.isfunction(plain) else []


def attributes_set_in(kind: type) -> dict[str, str]:
    """Return the public attributes that the methods of a class annotate, with their types."""
    return {
        node.target.attr: ast.unparse(node.annotation)
        for body in tree_of(kind.__module__).body
        if isinstance(body, ast.ClassDef) and body.name == kind.__name__
        for node in ast.walk(body)
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Attribute)
    }


def has_made_init(kind: type) -> bool:
    """Return whether the `__init__` of a class was made from its fields."""
    return getattr(vars(kind).get("__dataclass_params__"), "init", False)


def parts_of(name: str, thing: object) -> Iterator[Named]:
    """Return the public parts of a public name, those that a class inherits from us included."""
    if not inspect.isclass(thing):
        for function in functions_of(thing):
            yield Named(name, function.__annotations__, function.__module__)
        return
    for kind in thing.__mro__:
        if kind.__module__.startswith("outflank"):
            fields = {**inspect.get_annotations(kind), **attributes_set_in(kind)}
            public = {each: said for each, said in fields.items() if not each.startswith("_")}
            yield Named(name, public, kind.__module__)
            for each, member in vars(kind).items():
                made = each == "__init__" and has_made_init(kind)
                if not made and (each in SPECIAL or not each.startswith("_")):
                    for function in functions_of(member):
                        annotations = function.__annotations__
                        yield Named(f"{name}.{each}", annotations, kind.__module__)


@functools.cache
def names_in(module: str) -> dict[str, Any]:
    """Return what the annotations of a module may name, late and types-only imports included."""
    names = {**vars(typing), **PUBLIC, **vars(importlib.import_module(module))}
    for node, _ in statements(tree_of(module)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            with contextlib.suppress(ImportError):  # of other systems
                exec(ast.unparse(node), names)
    return names


def classes_in(annotation: Any) -> Iterator[type]:
    """Return the classes in an evaluated annotation."""
    if isinstance(annotation, dataclasses.InitVar):
        yield from classes_in(annotation.type)
    elif isinstance(annotation, TypeVar):
        yield from classes_in([annotation.__bound__, *annotation.__constraints__])
    elif isinstance(annotation, list | tuple):
        for each in annotation:
            yield from classes_in(each)
    elif typing.get_origin(annotation) not in (None, Literal):
        yield from classes_in([typing.get_origin(annotation), *typing.get_args(annotation)])
    elif inspect.isclass(annotation):
        yield annotation


def hidden_types(name: str, thing: object) -> set[str]:
    """Return which of our types a public name names that are not public themselves."""
    return {
        f"{part.name} names {kind.__module__}.{kind.__qualname__}"
        for part in parts_of(name, thing)
        for holder in [type("Holder", (), {"__annotations__": dict(part.annotations)})]
        for said in typing.get_type_hints(holder, names_in(part.module)).values()
        for kind in classes_in(said)
        if kind.__module__.startswith("outflank") and kind not in PUBLIC_CLASSES
    }


def test_public_names_name_public_types_only() -> None:
    hidden = [
        hidden_types(f"{module}.{name}", getattr(importlib.import_module(module), name))
        for module in PUBLIC_MODULES
        for name in importlib.import_module(module).__all__
    ]
    assert sorted(set().union(*hidden)) == []


def test_a_type_that_is_not_public_is_found() -> None:
    found = hidden_types("Line", Line)
    assert "Line names outflank.rules.tree.Note" in found  # a field
    assert "Line.played names outflank.rules.tree.Line" in found  # a method
