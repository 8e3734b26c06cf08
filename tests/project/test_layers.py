"""Imports point down, from layer to layer, and never in a circle."""

import ast
import sys
from graphlib import CycleError, TopologicalSorter

import pytest

from support.source_tree import MODULES, Import, imports_of, our_imports, tree_of

# From the bottom up. Layers on one line stand side by side: none imports another.
# "outflank" is the package itself, whose names are the library's front door.
LAYERS = [
    {"texts"},
    {"root_error"},
    {"errors"},
    {"extras", "lazy_names", "plain_warnings", "priority"}
    | {"registry", "user_folders", "version_number"},
    {"rules"},
    {"native"},
    {"notation", "drawing"},
    {"archive"},
    {"engine"},
    {"analysis", "client", "environments", "notebook", "training"},
    {"learning", "play"},
    {"arena"},
    {"store"},
    {"server"},
    {"outflank"},
    {"faces.local"},
    {"face"},
    {"faces"},
    {"cli"},
    {"__main__"},
]
HEIGHTS = {name: height for height, layer in enumerate(LAYERS) for name in layer}

# The parts of the web face, in the same way; "web" is its package, which makes an application.
WEB_PARTS = [
    {"http", "wire"},
    {"streams"},
    {"api", "monitoring", "simple"},
    {"pages"},
    {"application"},
    {"operation"},
    {"web"},
]

# The parts of the server and of the store: their folders, and the modules beside these.
SERVER_PARTS = [
    {"capacity", "lease", "lock_watcher", "periodic_task", "played_games", "rate_limits"}
    | {"record_signer", "server_clock", "struct_types"},
    {"shared_counters", "wake"},
    {"accounts"},
    {"closures", "logs", "tracing"},
    {"matches"},
    {"clocks", "learning"},
    {"tournaments"},
    {"workers"},
    {"sharing"},
    {"competition_server", "damaged_rows", "database_check"},
    {"server"},
]
STORE_PARTS = [
    {"access", "schema"},
    {"migrations", "writing"},
    {"database"},
    {"checkpoints", "database_clock", "journal", "reading", "work_locks"},
    {"server_state"},
    {"signing"},
    {"draft_store", "match_store"},
    {"account_store", "challenge_store", "learning", "past_games", "past_tournaments"}
    | {"review_store"}
    | {"running_matches", "tournament_store", "worker_store"},
    {"backup", "copying", "records"},
    {"store"},
]
PARTS = {"faces.web": WEB_PARTS, "server": SERVER_PARTS, "store": STORE_PARTS}


def height_of(layer: str) -> int:
    """Return how high a layer stands; the faces stand side by side, above what they share."""
    return HEIGHTS.get(layer, HEIGHTS["face"]) if layer.startswith("faces.") else HEIGHTS[layer]


def layer_of(module: str) -> str:
    """Return the layer that a module belongs to, such as `rules` for `outflank.rules.board`.

    A part of the faces is a layer of its own, as is the package itself.
    """
    parts = module.split(".")[1:]
    if parts[:1] == ["faces"]:
        return ".".join(parts[:2])
    return parts[0] if parts else "outflank"


def test_every_module_has_its_place_in_the_layers() -> None:
    layers = {layer_of(module) for module in MODULES}
    assert {layer for layer in layers if not layer.startswith("faces.")} <= set(HEIGHTS)


def test_imports_point_down() -> None:
    # Errors import the types of the values they carry, but not at run time.
    upward = [
        str(one)
        for one in our_imports()
        if one.target != "outflank._core"
        and not (layer_of(one.source) == "errors" and one.for_types_only)
        and layer_of(one.source) != layer_of(one.target)
        and height_of(layer_of(one.source)) <= height_of(layer_of(one.target))
    ]
    assert upward == []


def part_of(module: str) -> str:
    """Return the part of its layer that a module belongs to; the layer's package is a part too."""
    layer = layer_of(module)
    below = module.removeprefix(f"outflank.{layer}").lstrip(".")
    return below.split(".")[0] or layer.split(".")[-1]


@pytest.mark.parametrize("layer", PARTS)
def test_imports_within_a_large_layer_point_down_as_well(layer: str) -> None:
    heights = {name: height for height, parts in enumerate(PARTS[layer]) for name in parts}
    inside = [
        (one, part_of(one.source), part_of(one.target))
        for one in our_imports()
        if layer_of(one.source) == layer_of(one.target) == layer
    ]
    upward = [
        str(one)
        for one, source, target in inside
        if source != target and heights[source] <= heights[target]
    ]
    assert upward == []


@pytest.mark.parametrize("layer", PARTS)
def test_every_module_of_a_large_layer_has_its_place_in_it(layer: str) -> None:
    found = {part_of(module) for module in MODULES if layer_of(module) == layer}
    assert found == set().union(*PARTS[layer])


def test_no_module_imports_itself_through_others() -> None:
    graph: dict[str, set[str]] = {module: set() for module in MODULES}
    for one in our_imports():
        if one.target in MODULES and one.target != one.source and not is_excused(one):
            graph[one.source].add(one.target)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" <- ".join(error.args[1]))


def is_excused(one: Import) -> bool:
    """Return whether an import that only types need may close a circle.

    An error names the types of the values it carries.
    """
    return one.for_types_only and layer_of(one.source) == "errors"


def test_native_is_the_door_to_the_core_and_the_rules_have_one_accelerator() -> None:
    importers = {one.source for one in our_imports() if one.target == "outflank._core"}
    others = {module for module in importers if layer_of(module) != "native"}
    assert others == {"outflank.rules.accelerator"}


def test_only_the_store_knows_sql() -> None:
    # The index of games is a file of its own, read by the library without a server.
    leaks = [
        str(one)
        for module in MODULES
        if layer_of(module) != "store"
        for one in imports_of(module)
        if not (layer_of(module) == "archive" and one.target == "sqlite3")
        if one.target.split(".")[0] in {"sqlalchemy", "alembic", "psycopg", "sqlite3"}
        or one.target == "outflank.store.schema"
    ]
    assert leaks == []


def test_the_web_face_asks_the_server_and_not_its_store() -> None:
    askers = [
        f"{module}, line {node.lineno}"
        for module in MODULES
        if layer_of(module) == "faces.web"
        for node in ast.walk(tree_of(module))
        if isinstance(node, ast.Attribute) and node.attr in {"store", "_store"}
    ]
    assert askers == []


def test_rules_need_only_the_standard_library() -> None:
    foreign = [
        str(one)
        for module in MODULES
        if layer_of(module) in {"rules", "errors"}
        for one in imports_of(module)
        if one.target.split(".")[0] not in {"outflank", *sys.stdlib_module_names}
    ]
    assert foreign == []
