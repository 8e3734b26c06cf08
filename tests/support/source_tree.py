"""The source tree for tests of the project: modules, imports, public names and files."""

import ast
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from support.paths import ROOT

__all__ = [
    "MODULES",
    "PUBLIC_PACKAGES",
    "SOURCES",
    "Import",
    "committed_files",
    "imports_of",
    "our_imports",
    "public_lists",
    "statements",
    "tree_of",
]

SOURCES = ROOT / "src"
# The packages whose names are public and in the reference, besides those of `outflank` itself.
PUBLIC_PACKAGES = [
    "outflank.analysis",
    "outflank.archive",
    "outflank.arena",
    "outflank.arena.engine_match",
    "outflank.arena.tournament_run",
    "outflank.client",
    "outflank.drawing",
    "outflank.engine",
    "outflank.engine.external",
    "outflank.engine.speaking",
    "outflank.environments",
    "outflank.errors",
    "outflank.learning",
    "outflank.native",
    "outflank.notation",
    "outflank.notebook",
    "outflank.play",
    "outflank.rules",
    "outflank.texts",
]


@dataclass(frozen=True)
class Import:
    """A module named by an import anywhere in a file."""

    source: str
    target: str
    line: int
    for_types_only: bool

    def __str__(self) -> str:
        return f"{self.source}, line {self.line}, imports {self.target}"


def module_files() -> dict[str, Path]:
    """Return every module of the package, by dotted name."""
    found = {}
    for path in sorted(SOURCES.rglob("*.py")):
        parts = path.relative_to(SOURCES).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = module_files()
_CORE = "outflank._core"


@cache
def tree_of(module: str) -> ast.Module:
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


def imports_by_call(module: str) -> Iterator[tuple[ast.AST, bool]]:
    """Walk the calls with which a module imports others; few modules have any."""
    if "import_module" in MODULES[module].read_text(encoding="utf-8"):
        for node in ast.walk(tree_of(module)):
            if isinstance(node, ast.Call):
                yield node, False


def statements(tree: ast.AST) -> Iterator[tuple[ast.AST, bool]]:
    """Walk the statements of a tree, each with whether it is under `if TYPE_CHECKING`.

    Expressions are left out, because they are most of a tree.
    """
    waiting = [(tree, False)]
    while waiting:
        node, types = waiting.pop()
        yield node, types
        is_for_types = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        waiting += [(child, types or is_for_types) for child in getattr(node, "body", ())]
        for block in ("orelse", "finalbody", "handlers", "cases"):
            waiting += [(child, types) for child in getattr(node, block, ())]


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
        return [name if name in MODULES or name == _CORE else base for name in full_names]
    if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
        return [str(word.value) for word in node.args[:1] if isinstance(word, ast.Constant)]
    return []


@cache
def imports_of(module: str) -> list[Import]:
    is_package = MODULES[module].name == "__init__.py"
    package = module if is_package else module.rpartition(".")[0]
    return [
        Import(module, target, getattr(node, "lineno", 0), types)
        for node, types in (*statements(tree_of(module)), *imports_by_call(module))
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


def is_made(path: Path) -> bool:
    """Return whether building or testing made this file of an unpacked source distribution."""
    parts = path.relative_to(ROOT).parts
    is_hidden = parts[0].startswith(".") and parts[0] != ".clang-format"
    is_built = parts[0] in ("build", "PKG-INFO") or path.suffix in (".so", ".pyd", ".pyc")
    return is_hidden or is_built


@cache
def committed_files() -> list[Path]:
    """Return the files that are in the repository, or would be after `git add`.

    A source distribution has no repository; there these are all unpacked files.
    """
    if not (ROOT / ".git").exists():
        return [path for path in ROOT.rglob("*") if path.is_file() and not is_made(path)]
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    paths = [ROOT / name for name in listing.stdout.split("\0") if name]
    return [path for path in paths if path.is_file()]
