"""What each extra installs, and what works or is reported without it."""

import ast
import importlib.metadata
import json
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from functools import cache

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from outflank.errors import MissingExtra
from outflank.texts import catalogue
from requirements import requirements
from support.paths import ROOT
from support.source_tree import MODULES, Import, imports_of, tree_of

# The parts that may import packages of an extra; all others may import only the plain install's.
EXTRA_OF = {
    "outflank.cli.engine.analyse": "terminal",  # only if it is there
    "outflank.cli.engine.match_view": "terminal",  # only if it is there
    "outflank.arena.cluster": "cluster",
    "outflank.cli.engine.tournament_run": "terminal",  # only if it is there
    "outflank.cli.server.tournament_view": "client",
    "outflank.client": "client",
    "outflank.drawing.png_board": "png",
    "outflank.engine.evaluating.planes": "rl",  # only for evaluations that take planes
    "outflank.engine.external.http_engine": "client",  # only for bots that are asked over HTTP
    "outflank.environments": "rl",
    "outflank.faces.terminal.full_screen": "terminal",
    "outflank.faces.web": "server",
    "outflank.faces.window": "window",
    "outflank.learning.repetition": "learn",
    "outflank.notebook": "notebook",
    "outflank.server": "server",
    "outflank.server.wake": "postgres",  # besides what every part of the server may import
    "outflank.store": "server",
    "outflank.training.boards": "train",
    "outflank.training.features": "train",
    "outflank.training.learning": "train",
    "outflank.training.network": "train",
    "outflank.training.positions": "train",
    "outflank.training.probcut": "train",
}
# Requirements that no module of ours imports, and what imports them.
IMPORTED_BY_OTHERS = {
    "httptools": "uvicorn, where it is there",
    "jinja2": "Starlette, for templates",
    "psycopg": "SQLAlchemy, for a URL of PostgreSQL",
    "uvloop": "uvicorn, where it is there",
}
FACES = {"client", "learn", "server", "terminal", "window"}


@cache
def declared() -> dict[str, list[Requirement]]:
    """Return the requirements of each extra, and of the plain install as \"\".

    Extras that an extra consists of are left out.
    """
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lists = {"": project["dependencies"], **project["optional-dependencies"]}
    found = {name: [Requirement(line) for line in lines] for name, lines in lists.items()}
    for name in found.keys() - {"all"}:
        found[name] = [each for each in found[name] if each.name != "outflank"]
    return found


def packages(extra: str) -> set[str]:
    return {canonicalize_name(each.name) for each in declared()[extra]}


def extras_of(module: str) -> set[str]:
    """Return the extras that a module may import from."""
    return {EXTRA_OF[home] for home in EXTRA_OF if f"{module}.".startswith(f"{home}.")}


def packages_of(extras: set[str]) -> set[str]:
    """Return the packages of the plain install and of some extras."""
    return packages("").union(*map(packages, extras))


@cache
def foreign_imports() -> list[tuple[Import, str]]:
    """Return every import of a foreign package, with its top-level module."""
    return [
        (one, package)
        for module in MODULES
        for one in imports_of(module)
        for package in [one.target.split(".")[0]]
        if not one.for_types_only and package not in {"outflank", *sys.stdlib_module_names}
    ]


@cache
def makers() -> dict[str, set[str]]:
    """Return the installed packages that provide each module."""
    found = importlib.metadata.packages_distributions()
    return {module: set(map(canonicalize_name, names)) for module, names in found.items()}


def makers_of(package: str) -> set[str]:
    """Return the packages that provide a module; if it is not installed, assume its own name."""
    return makers().get(package, {canonicalize_name(package)})


def test_every_part_imports_only_what_its_extra_installs() -> None:
    undeclared = [
        str(one)
        for one, package in foreign_imports()
        if not packages_of(extras_of(one.source)) & makers_of(package)
    ]
    assert undeclared == []


@pytest.mark.parametrize(
    "extra", ["", *sorted(FACES), "cluster", "notebook", "postgres", "rl", "train"]
)
def test_nothing_is_required_that_is_not_imported(extra: str) -> None:
    imported = {
        maker
        for one, package in foreign_imports()
        if extra in {"", *extras_of(one.source)}
        for maker in makers_of(package)
    }
    assert packages(extra) - imported - set(IMPORTED_BY_OTHERS) == set()


def test_all_is_every_face() -> None:
    [everything] = declared()["all"]
    assert (everything.name, everything.extras) == ("outflank", FACES)
    lines = {str(each) for extra in ["", *FACES] for each in declared()[extra]}
    assert {str(Requirement(line)) for line in requirements("run")} == lines


def test_every_extra_has_a_name_for_messages() -> None:
    assert set(catalogue("en").entries("errors")["missing_extra"]) == set(declared()) - {"", "all"}


@cache
def gates() -> dict[str, tuple[str, set[str]]]:
    """Return the extra and the modules that each package requires when it is imported."""
    calls = {
        module: node.value
        for module, path in MODULES.items()
        if "require_extra(" in path.read_text(encoding="utf-8")  # the others need no parsing
        for node in tree_of(module).body
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
        if ast.unparse(node.value.func) == "require_extra"
    }
    found = {}
    for module, call in calls.items():
        extra, *names = [ast.literal_eval(argument) for argument in call.args]
        found[module] = (extra, set(names))
    return found


@pytest.mark.parametrize("home", gates())
def test_a_part_asks_for_what_it_imports_and_nothing_else(home: str) -> None:
    extra, asked = gates()[home]
    imported = {
        package
        for one, package in foreign_imports()
        if f"{one.source}.".startswith(f"{home}.")
        if not packages_of(extras_of(one.source) - {extra}) & makers_of(package)
    }
    assert (extra, asked) == (EXTRA_OF[home], imported)


# The plain install: a process that cannot import anything of the extras.

PLAIN_INSTALL = """
import contextlib, io, json, sys
commands, missing = json.load(sys.stdin)
sys.modules.update(dict.fromkeys(missing))
from outflank import cli
from outflank.faces.terminal import capabilities
capabilities.is_full_screen = lambda: True
results = []
for arguments in commands:
    sys.argv = ["outflank", *arguments]
    sys.stdin = io.StringIO()
    said, problem = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(problem):
        try:
            cli.main()
        except SystemExit as end:
            results.append([end.code, said.getvalue(), problem.getvalue()])
print(json.dumps(results))
"""
IMPORTS = """
import importlib, json, sys
modules, missing = json.load(sys.stdin)
sys.modules.update(dict.fromkeys(missing))
for module in modules:
    importlib.import_module(module)
"""
SENTENCES = {
    "serve": "server",
    "worker": "server",
    "admin verify": "server",
    "admin key list": "server",
    "admin backup copy.db": "server",
    "window": "window",
    "launcher install": "window",
    "bot localhost:5000 key0 --engine greedy": "client",
    "bot check localhost:5000 key0 --engine greedy": "client",
    "tournament status": "client",
    "train all run": "train",
    "train report run": "train",
}
WORKING = [
    "--help",
    "--version",
    *[f"{command} --help" for command in ("admin backup", "bot", "serve", "tournament", "worker")],
    "analyse --nodes 1000",
    "bench --help",
    "convert f5d6 - --to json",
    "perft 4",
    "play",
    "puzzles",
    "review f5d6 --nodes 1000",
    "rules",
    "saves",
    "show f5",
    "solve --size 4",
    "tutorial",
]


def extra_modules() -> list[str]:
    """Return every module that only an extra installs."""
    extras = set().union(*(packages(extra) for extra in declared() if extra)) - packages("")
    return [module for module, names in makers().items() if names & extras]


def run_plainly(program: str, first: Sequence[object]) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=json.dumps([first, extra_modules()]),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[int, str, str]]:
    """The exit code, the output and the errors of every command in the plain install."""
    commands = [*SENTENCES, *WORKING]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OUTFLANK_HOME", str(tmp_path_factory.mktemp("home")))
        output = run_plainly(PLAIN_INSTALL, [command.split() for command in commands])
    results = [(code, said, problem) for code, said, problem in json.loads(output)]
    return dict(zip(commands, results, strict=True))


@pytest.mark.parametrize("command", SENTENCES)
def test_a_command_whose_extra_is_missing_says_what_to_install(
    command: str, answers: dict[str, tuple[int, str, str]]
) -> None:
    sentence = f"Error: {MissingExtra(SENTENCES[command])}.\n"
    assert answers[command] == (1, "", sentence)


@pytest.mark.native
@pytest.mark.parametrize("command", WORKING)
def test_everything_else_works_in_the_plain_install(
    command: str, answers: dict[str, tuple[int, str, str]]
) -> None:
    code, output, _ = answers[command]
    assert (code, bool(output)) == (0, True)


def test_without_the_full_screen_game_play_is_line_by_line(
    answers: dict[str, tuple[int, str, str]],
) -> None:
    _, _, note = answers["play"]
    assert f"Playing line by line: {MissingExtra('terminal')}.\n" in note


def test_the_plain_install_can_import_every_module_that_requires_no_extra() -> None:
    def asks(module: str) -> bool:
        return any(f"{module}.".startswith(f"{home}.") for home in gates())

    run_plainly(IMPORTS, [one for one in MODULES if not asks(one) and one != "outflank.__main__"])
