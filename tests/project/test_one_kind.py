"""A server alone and one of several workers run the same code: parts are given what differs.

A part that asks which of the two it is in has a second way of working, which is tested less.
"""

import ast
import re

from support.source_tree import MODULES, our_imports, tree_of

WORKERS = "outflank.server.workers."
# Modules that assemble a process may know its parts.
ROOTS = {"outflank.server.sharing", "outflank.server.workers.thinking_worker"}

QUESTIONS = {"has_others", "is_alone"}
DIFFERENT = re.compile(r"Alone|AmongWorkers|(Own|Shared|Stored|Only)[A-Z]\w*|\w+Wake")


def asked_in(tree: ast.Module) -> list[str]:
    """Return where a module asks what kind of server it is in, or what kind a part is."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in QUESTIONS:
            found.append(f"line {node.lineno} asks {node.attr}")
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("isinstance", "issubclass")
        ):
            names = re.findall(r"\w+", " ".join(map(ast.unparse, node.args[1:])))
            found += [
                f"line {node.lineno} asks for {name}" for name in names if DIFFERENT.fullmatch(name)
            ]
    return sorted(found)


def test_no_module_asks_whether_a_server_is_alone() -> None:
    asking = {module: asked_in(tree_of(module)) for module in MODULES if module not in ROOTS}
    assert {module: found for module, found in asking.items() if found} == {}


def test_such_a_question_would_be_found() -> None:
    asking = "if self.server.has_others: pass\nisinstance(part, SharedRooms | None)\n"
    asking += "isinstance(wake, (int, events.RedisWake))\nisinstance(event, MovePlayed)\n"
    assert asked_in(ast.parse(asking)) == [
        "line 1 asks has_others",
        "line 2 asks for SharedRooms",
        "line 3 asks for RedisWake",
    ]


def test_only_modules_that_assemble_a_process_know_the_parts_of_workers() -> None:
    knowing = [
        str(one)
        for one in our_imports()
        if one.target.startswith(WORKERS)
        and not one.source.startswith(WORKERS)
        and one.source not in ROOTS
        and one.target not in ROOTS  # a program may start a worker that only runs computers
    ]
    assert knowing == []
