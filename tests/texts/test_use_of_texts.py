"""Every text that the code names exists and is given its values; every text is in use."""

import ast
import functools
import itertools
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from outflank.texts import catalogue

SOURCE = Path("src/outflank")
ENGLISH = catalogue("en")
FORMS = ("_zero", "_one", "_two", "_few", "_many", "_other")
FORM = re.compile(f"(?:{'|'.join(FORMS)})$")
# What takes a key first: these, by the name under which a module imports them, and `words.text`.
FUNCTIONS = {"Text", "say"}
SUBJECTS = {subject.split(".")[0] for subject in ENGLISH.subjects}
ANYTHING = ".+"
KEY = re.compile(rf"({'|'.join(sorted(SUBJECTS))})(\.\w+)+")


@functools.cache
def trees() -> list[tuple[Path, ast.Module]]:
    return [
        (path, ast.parse(path.read_text(encoding="utf-8"))) for path in sorted(SOURCE.rglob("*.py"))
    ]


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


def assigned_texts(tree: ast.Module) -> dict[str, list[ast.expr]]:
    """Return the values of the names that a module only ever assigns to."""
    found: dict[str, list[ast.expr]] = {}
    bound: Counter[str] = Counter()
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            bound[node.arg] += 1
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            bound[node.id] += 1
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    found.setdefault(target.id, []).append(node.value)
    return {name: values for name, values in found.items() if len(values) == bound[name]}


def keys_put_together(node: ast.expr, named: dict[str, list[ast.expr]]) -> Iterator[str]:
    """Yield the patterns of an f-string; a name that the module gives to a string is that."""
    if isinstance(node, ast.Constant):
        yield re.escape(str(node.value))
    elif isinstance(node, ast.JoinedStr):
        parts = [list(keys_put_together(part, named)) for part in node.values]
        yield from map("".join, itertools.islice(itertools.product(*parts), 100))
    elif isinstance(node, ast.IfExp):
        yield from keys_put_together(node.body, named)
        yield from keys_put_together(node.orelse, named)
    elif isinstance(node, ast.FormattedValue) and isinstance(node.value, ast.Name):
        known = {name: each for name, each in named.items() if name != node.value.id}
        texts = named.get(node.value.id, [])
        for text in texts:
            yield from keys_put_together(text, known)
        if not texts:
            yield ANYTHING
    else:
        yield ANYTHING


def test_every_text_is_in_use() -> None:
    # The texts of the pages are named in scripts and templates, and have a test of their own.
    named = set[str]()
    patterns = set[str]()
    for _, tree in trees():
        texts = assigned_texts(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant):
                named.add(str(node.value))
            elif isinstance(node, ast.JoinedStr):
                patterns.update(keys_put_together(node, texts))
    for subject in ENGLISH.subjects:
        if subject.startswith("page."):
            continue
        keys = {FORM.sub("", key) for key in ENGLISH.keys if key.startswith(f"{subject}.")}
        # What is put together counts only if it begins with its subject.
        own = [each for each in patterns if each.startswith(re.escape(f"{subject}."))]
        is_put_together = re.compile("|".join(own) or "(?!)").fullmatch
        assert {key for key in keys - named if not is_put_together(key)} == set(), subject


def test_a_key_that_ends_like_a_plural_is_one() -> None:
    for key in ENGLISH.keys:
        if (base := FORM.sub("", key)) != key:
            assert {f"{base}_one", f"{base}_other"} <= ENGLISH.keys, key


def test_no_text_has_spaces_at_its_ends() -> None:
    for key in ENGLISH.keys:
        assert ENGLISH.template(key) == ENGLISH.template(key).strip(), key
