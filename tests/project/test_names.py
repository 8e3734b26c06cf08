"""Names: modules and public objects are documented, listed once, and uniquely named."""

import ast
import importlib
import inspect
import re
from pathlib import Path

import pytest
from nanobind import stubgen

import outflank
from support.paths import ROOT
from support.source_tree import MODULES, SOURCES, committed_files, public_lists, tree_of


def test_every_module_says_what_it_is_for() -> None:
    assert [module for module in MODULES if not ast.get_docstring(tree_of(module))] == []


def test_every_file_is_named_after_its_subject() -> None:
    empty_words = re.compile(r"(^|_)(util|helper|common|manager)(s|_|$)")
    assert [str(path) for path in committed_files() if empty_words.search(path.stem.lower())] == []


@pytest.mark.native
def test_the_stub_of_the_core_is_the_generated_one(tmp_path: Path) -> None:
    generated = tmp_path / "_core.pyi"
    stubgen.main(["-q", "-m", "outflank._core", "-o", str(generated)])
    committed = SOURCES / "outflank" / "_core.pyi"
    assert committed.read_text("utf-8") == generated.read_text("utf-8"), "make stub renews it"


def test_public_names_are_listed_once_and_sorted() -> None:
    def constants_then_classes_then_functions(name: str) -> tuple[bool, bool, str]:
        return not name.isupper(), not name[0].isupper(), name

    lists = public_lists()
    in_order = {
        module: sorted(set(names), key=constants_then_classes_then_functions)
        for module, names in lists.items()
    }
    assert lists == in_order


def test_public_names_exist_and_are_documented() -> None:
    undocumented = []
    for module, names in public_lists().items():
        loaded = importlib.import_module(module)
        for name in names:
            assert hasattr(loaded, name), f"{module} has no {name}"
            thing = getattr(loaded, name)
            is_documentable = inspect.isclass(thing) or inspect.isroutine(thing)
            if is_documentable and thing.__module__.startswith("outflank"):
                written = thing.__doc__ or ""
                # A dataclass without a docstring is given its signature as one.
                if not written.strip() or written.startswith(f"{thing.__name__}("):
                    undocumented.append(f"{module}.{name}")
    assert undocumented == []


def test_every_public_class_and_function_shows_an_example() -> None:
    def needs_example(thing: object) -> bool:
        is_error = inspect.isclass(thing) and issubclass(thing, Exception)
        return (inspect.isclass(thing) or inspect.isroutine(thing)) and not is_error

    things = {name: getattr(outflank, name) for name in outflank.__all__}
    lacking = [
        name
        for name, thing in things.items()
        if needs_example(thing) and ">>>" not in (thing.__doc__ or "")
    ]
    assert lacking == []


# Modules with the wire forms of other classes, which share their names.
WIRE_FORMS = {
    "outflank.faces.web.wire.schemas.challenges",
    "outflank.faces.web.wire.schemas.events",
    "outflank.faces.web.wire.schemas.matches",
    "outflank.faces.web.wire.schemas.tournaments",
    "outflank.faces.web.wire.schemas.watch",
}


def test_no_two_public_classes_share_a_name() -> None:
    places: dict[str, list[str]] = {}
    for module in MODULES:
        for node in tree_of(module).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, []).append(module)
    assert {
        name: modules
        for name, modules in places.items()
        if len([module for module in modules if module not in WIRE_FORMS]) > 1
        or len([module for module in modules if module in WIRE_FORMS]) > 1
    } == {}


def test_modules_of_wire_forms_say_so() -> None:
    for module in WIRE_FORMS:
        assert "wire form" in (ast.get_docstring(tree_of(module)) or ""), module


# Parts that notify each other. `Room.watch` replays a match's events from a number on.
TELLING = "outflank.play.", "outflank.store.", "outflank.server.", "outflank.faces.web."
ASKS_TO_BE_TOLD = re.compile(r"(follow|listen|notify|on|subscribe|watch|when)(_|$)")


def test_listeners_subscribe_to_signals() -> None:
    def takes_a_function(method: ast.FunctionDef, functions: set[str]) -> bool:
        annotations = [ast.unparse(each.annotation) for each in method.args.args if each.annotation]
        return any(text.startswith("Callable[") or text in functions for text in annotations)

    others = set()
    for module in MODULES:
        if module.startswith(TELLING) and module != "outflank.play.signals":
            body = tree_of(module).body
            functions = {
                ast.unparse(each.targets[0])
                for each in body
                if isinstance(each, ast.Assign) and ast.unparse(each.value).startswith("Callable[")
            }
            others |= {
                f"{each.name}.{method.name}"
                for each in body
                if isinstance(each, ast.ClassDef)
                for method in each.body
                if isinstance(method, ast.FunctionDef) and ASKS_TO_BE_TOLD.match(method.name)
                if takes_a_function(method, functions)
            }
    assert others == {"Room.watch"}


def test_callbacks_are_passed_to_constructors_and_not_set_afterwards() -> None:
    def is_set_from_outside(target: ast.expr, value: ast.expr) -> bool:
        return (
            isinstance(target, ast.Attribute)
            and ast.unparse(target.value) != "self"
            and (
                target.attr.startswith("on_")
                or isinstance(value, ast.Lambda)
                or ast.unparse(value).startswith("functools.partial(")
            )
        )

    found = [
        f"{module}, line {node.lineno}: {ast.unparse(target)}"
        for module in MODULES
        if module.startswith(TELLING)
        for node in ast.walk(tree_of(module))
        if isinstance(node, ast.Assign)
        for target in node.targets
        if is_set_from_outside(target, node.value)
    ]
    assert found == []


@pytest.mark.parametrize(
    "page", ["CONTRIBUTING.md", "docs/design.md", "docs/engine_internals.md", "docs/training.md"]
)
def test_every_file_that_a_page_for_developers_names_exists(page: str) -> None:
    named = re.findall(
        r"`((?:[\w.]+/)*[\w.]+(?:/|\.(?:py|hpp|cpp|js|sh|md|txt|toml)))`",
        (ROOT / page).read_text(encoding="utf-8"),
    )
    files = [path.relative_to(ROOT).as_posix() for path in committed_files()]
    missing = [name for name in named if not any(f"/{name}" in f"/{path}/" for path in files)]
    assert named
    assert missing == []
