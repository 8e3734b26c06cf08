"""The house rules that a machine can check: layers, names, pins and what may be committed."""

import ast
import importlib
import importlib.metadata
import importlib.util
import inspect
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import outflank
from support.paths import ROOT

SOURCES = ROOT / "src"

# From the bottom up. What shares a line stands side by side: none imports another.
# "outflank" is the package itself, whose names are the library's front door.
LAYERS = [
    {"errors"},
    {"rules"},
    {"native"},
    {"notation", "drawing"},
    {"archive"},
    {"engine"},
    {"analysis", "environments", "training", "client"},
    {"play"},
    {"arena"},
    {"store"},
    {"server"},
    {"outflank"},
    {"face"},
    {"faces"},
    {"cli"},
    {"__main__"},
]
HEIGHTS = {house: height for height, layer in enumerate(LAYERS) for house in layer}


def height_of(house: str) -> int:
    """Return how high a house stands; the faces, `faces.window` and so on, stand side by side."""
    return HEIGHTS["face" if house.startswith("faces.") else house]


@dataclass(frozen=True)
class Import:
    """One module named by an import, wherever in the file it stands."""

    source: str
    target: str
    line: int
    for_types_only: bool

    def __str__(self) -> str:
        return f"{self.source}, line {self.line}, imports {self.target}"


def module_files() -> dict[str, Path]:
    """Return every module of the package by its dotted name."""
    found = {}
    for path in sorted(SOURCES.rglob("*.py")):
        parts = path.relative_to(SOURCES).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = module_files()


@cache
def tree_of(module: str) -> ast.Module:
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


def house_of(module: str) -> str:
    """Return the layer's name that a module of ours belongs to, `rules` for `outflank.rules.board`.

    A part of the faces is a house of its own, as is the package itself.
    """
    parts = module.split(".")[1:]
    if parts[:1] == ["faces"]:
        return ".".join(parts[:2])
    return parts[0] if parts else "outflank"


def nodes_with_purpose(tree: ast.AST, *, types: bool = False) -> Iterator[tuple[ast.AST, bool]]:
    """Walk a tree, telling of each node whether it stands under `if TYPE_CHECKING`."""
    for child in ast.iter_child_nodes(tree):
        yield child, types
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            for statement in child.body:
                yield statement, True
                yield from nodes_with_purpose(statement, types=True)
            for statement in child.orelse:
                yield statement, types
                yield from nodes_with_purpose(statement, types=types)
        else:
            yield from nodes_with_purpose(child, types=types)


def targets_of(node: ast.AST, package: str) -> list[str]:
    """Return the modules that a node imports, relative and computed imports included."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        base = node.module or ""
        if node.level:
            above = package.split(".")[: len(package.split(".")) - node.level + 1]
            base = ".".join([*above, base]).rstrip(".")
        full_names = [f"{base}.{alias.name}" for alias in node.names]
        return [name if name in {*MODULES, "outflank._core"} else base for name in full_names]
    if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
        return [str(word.value) for word in node.args[:1] if isinstance(word, ast.Constant)]
    return []


def imports_of(module: str) -> list[Import]:
    is_package = MODULES[module].name == "__init__.py"
    package = module if is_package else module.rpartition(".")[0]
    return [
        Import(module, target, getattr(node, "lineno", 0), types)
        for node, types in nodes_with_purpose(tree_of(module))
        for target in targets_of(node, package)
    ]


@cache
def our_imports() -> list[Import]:
    every = [one for module in MODULES for one in imports_of(module)]
    return [one for one in every if one.target.split(".")[0] == "outflank"]


@cache
def public_lists() -> dict[str, list[str]]:
    """Return the `__all__` of every module that has one."""
    lists: dict[str, list[str]] = {}
    for module in MODULES:
        for node in tree_of(module).body:
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
                lists[module] = ast.literal_eval(node.value)
    return lists


@cache
def committed_files() -> list[Path]:
    """Return the files that are in the repository or would be after `git add`."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    paths = [ROOT / name for name in listing.stdout.split("\0") if name]
    return [path for path in paths if path.is_file()]


def pyproject() -> dict[str, object]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def pins() -> dict[str, Requirement]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    requirements = [Requirement(line) for line in lines if line and not line.startswith("#")]
    return {canonicalize_name(each.name): each for each in requirements}


def test_every_module_has_its_place_in_the_layers() -> None:
    houses = {house_of(module) for module in MODULES}
    assert {house for house in houses if not house.startswith("faces.")} <= set(HEIGHTS)


def test_imports_point_down() -> None:
    # An error names the types of the values it carries, and nothing of them at run time.
    upward = [
        str(one)
        for one in our_imports()
        if one.target != "outflank._core"
        and not (house_of(one.source) == "errors" and one.for_types_only)
        and house_of(one.source) != house_of(one.target)
        and height_of(house_of(one.source)) <= height_of(house_of(one.target))
    ]
    assert upward == []


def test_no_module_needs_itself_through_others() -> None:
    graph: dict[str, set[str]] = {module: set() for module in MODULES}
    for one in our_imports():
        if one.target in MODULES and one.target != one.source and not one.for_types_only:
            graph[one.source].add(one.target)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" <- ".join(error.args[1]))


def test_native_is_the_only_door_to_the_core() -> None:
    importers = {house_of(one.source) for one in our_imports() if one.target == "outflank._core"}
    assert importers <= {"native"}


def test_rules_need_only_the_standard_library() -> None:
    foreign = [
        str(one)
        for module in MODULES
        if house_of(module) in {"rules", "errors"}
        for one in imports_of(module)
        if one.target.split(".")[0] not in {"outflank", *sys.stdlib_module_names}
    ]
    assert foreign == []


def test_every_module_says_what_it_is_for() -> None:
    assert [module for module in MODULES if not ast.get_docstring(tree_of(module))] == []


def test_every_file_is_named_after_its_subject() -> None:
    empty_words = re.compile(r"(^|_)(util|helper|common|manager)(s|_|$)")
    assert [str(path) for path in committed_files() if empty_words.search(path.stem.lower())] == []


def test_no_source_file_outgrows_its_subject() -> None:
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for path in MODULES.values()
    }
    assert {name: length for name, length in lengths.items() if length > 500} == {}


def test_no_committed_file_names_a_registry_or_a_private_path() -> None:
    # Put together here, so that this file does not name them either.
    halves = ["pypi|.org", "pythonhosted|.org", "npmjs|.org", "npmjs|.com", "crates|.io", "/wor|k/"]
    forbidden = [word.replace("|", "") for word in halves]
    found = [
        f"{path.relative_to(ROOT)}: {word}"
        for path in committed_files()
        for word in forbidden
        if word.encode() in path.read_bytes()
    ]
    assert found == []


def test_the_version_is_said_once() -> None:
    project = pyproject()["project"]
    assert isinstance(project, dict)
    assert project["version"] == outflank.__version__ == importlib.metadata.version("outflank")


@pytest.mark.native
def test_the_stub_of_the_core_is_the_generated_one() -> None:
    core = importlib.util.find_spec("outflank._core")
    assert core
    assert core.origin
    generated = Path(core.origin).with_name("_core.pyi").read_text(encoding="utf-8")
    committed = (SOURCES / "outflank" / "_core.pyi").read_text(encoding="utf-8")
    assert committed == generated, "make stub renews it"


@pytest.mark.parametrize("module", public_lists())
def test_public_names_are_listed_once_and_sorted(module: str) -> None:
    def constants_then_classes_then_functions(name: str) -> tuple[bool, bool, str]:
        return not name.isupper(), not name[0].isupper(), name

    names = public_lists()[module]
    assert names == sorted(set(names), key=constants_then_classes_then_functions)


@pytest.mark.parametrize("module", public_lists())
def test_public_names_exist_and_are_documented(module: str) -> None:
    loaded = importlib.import_module(module)
    undocumented = []
    for name in public_lists()[module]:
        thing = getattr(loaded, name)
        is_documentable = inspect.isclass(thing) or inspect.isroutine(thing)
        if is_documentable and thing.__module__.startswith("outflank"):
            written = thing.__doc__ or ""
            # A dataclass without a docstring is given its signature as one.
            if not written.strip() or written.startswith(f"{thing.__name__}("):
                undocumented.append(name)
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


def test_every_package_that_is_imported_is_required() -> None:
    project = pyproject()["project"]
    assert isinstance(project, dict)
    required = {canonicalize_name(Requirement(line).name) for line in project["dependencies"]}
    makers = importlib.metadata.packages_distributions()
    undeclared = [
        str(one)
        for module in MODULES
        for one in imports_of(module)
        for package in [one.target.split(".")[0]]
        if not one.for_types_only
        and package not in {"outflank", *sys.stdlib_module_names}
        and not required & {canonicalize_name(maker) for maker in makers.get(package, [])}
    ]
    assert undeclared == []


def test_every_pin_is_exact() -> None:
    specifiers = [list(each.specifier) for each in pins().values()]
    assert all(len(each) == 1 and each[0].operator == "==" for each in specifiers)


def test_everything_we_install_is_pinned() -> None:
    wanted = [Requirement(line) for line in requirement_lines(pyproject())]
    seen: set[str] = set()
    while wanted:
        requirement = wanted.pop()
        if str(requirement) in seen:
            continue
        seen.add(str(requirement))
        assert canonicalize_name(requirement.name) in pins(), requirement
        wanted += needs_of(requirement)


def needs_of(requirement: Requirement) -> list[Requirement]:
    """Return what an installed package requires here, nothing for one that is not installed."""
    try:
        needs = [Requirement(line) for line in importlib.metadata.requires(requirement.name) or []]
    except importlib.metadata.PackageNotFoundError:
        return []
    extras = ["", *requirement.extras]
    return [
        need
        for need in needs
        if need.marker is None or any(need.marker.evaluate({"extra": extra}) for extra in extras)
    ]


def requirement_lines(project: dict[str, object]) -> list[str]:
    """Return the requirements of pyproject.toml: to build, to run and to work on the project."""
    lines: list[str] = []
    for table, keys in {
        "build-system": ["requires"],
        "project": ["dependencies"],
        "dependency-groups": ["dev", "mutate"],
    }.items():
        section = project[table]
        assert isinstance(section, dict)
        for key in keys:
            lines += section[key]
    return lines
