"""Every text that the code names exists and is given its values; every text is in use."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from outflank.texts import catalogue

SOURCE = Path("src/outflank")
ENGLISH = catalogue("en")
FORMS = ("_zero", "_one", "_two", "_few", "_many", "_other")
# What takes a key first: these, by the name under which a module imports them, and `words.text`.
FUNCTIONS = {"Text", "say"}
SUBJECTS = {subject.split(".")[0] for subject in ENGLISH.subjects}
KEY = re.compile(rf"({'|'.join(sorted(SUBJECTS))})(\.\w+)+")


def trees() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(SOURCE.rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def named_texts(tree: ast.Module) -> Iterator[tuple[int, ast.Call]]:
    """Yield the calls of a module that name a text, with their lines."""
    imported = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "outflank.texts"
        for alias in node.names
        if alias.name in FUNCTIONS
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = getattr(node.func, "id", None)
        is_method = isinstance(node.func, ast.Attribute) and node.func.attr == "text"
        if name in imported or (is_method and is_key(node.args[0])):
            yield node.lineno, node


def is_key(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and bool(KEY.fullmatch(str(node.value)))


CALLS = [
    (f"{path}:{line}", str(call.args[0].value), {keyword.arg for keyword in call.keywords})
    for path, tree in trees()
    for line, call in named_texts(tree)
    if isinstance(call.args[0], ast.Constant)
]


# `say(f"closures.{group}.notice")` puts its key together; the beginning tells which texts it means.
PREFIXES = tuple(
    str(call.args[0].values[0].value)
    for _, tree in trees()
    for _, call in named_texts(tree)
    if isinstance(call.args[0], ast.JoinedStr) and isinstance(call.args[0].values[0], ast.Constant)
)


def placeholders(key: str) -> set[str]:
    """Return the names of the values of a text, in all its plural forms."""
    own = [form for form in (key, *(f"{key}{each}" for each in FORMS)) if form in ENGLISH.keys]
    return {name for each in own for name in re.findall(r"\{(\w+)\}", ENGLISH.template(each))}


def test_a_text_that_is_named_exists_and_is_given_its_values() -> None:
    assert len(CALLS) > 600
    for where, key, given in CALLS:
        assert key in ENGLISH, f"{where} names {key!r}, which the catalogue does not have"
        if None not in given:  # `**values`
            assert given - {"count"} == placeholders(key) - {"count"}, f"{where}: {key}"


def test_every_text_of_an_error_is_in_use() -> None:
    # `errors.json` holds what errors.py itself says, by names that it puts together.
    named = {key for _, key, _ in CALLS}
    spoken = {
        str(node.value)
        for _, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and str(node.value).startswith("errors.")
    }
    for subject in ENGLISH.subjects:
        if not subject.startswith("errors."):
            continue
        keys = {
            re.sub(f"({'|'.join(FORMS)})$", "", key)
            for key in ENGLISH.keys
            if key.startswith(f"{subject}.")
        }
        unused = {key for key in keys - named - spoken if not key.startswith(PREFIXES)}
        assert unused == set(), subject


def test_no_text_has_spaces_at_its_ends() -> None:
    for key in ENGLISH.keys:
        assert ENGLISH.template(key) == ENGLISH.template(key).strip(), key
