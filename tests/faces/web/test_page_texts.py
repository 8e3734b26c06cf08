"""Every text that a script, a template or a page names exists and has its values; all are used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from outflank.faces.web.pages.page_texts import BOARD_WORDS, board_words, page_texts
from outflank.texts import catalogue
from support.paths import ROOT

WEB = ROOT / "src/outflank/faces/web"
ENGLISH = catalogue("en")
TEXTS = {subject: texts for subject, texts in page_texts(ENGLISH).items() if subject != "board"}
BOARD = page_texts(ENGLISH)["board"]  # whose words the component has as an object
FORMS = re.compile(r"_(?:zero|one|two|few|many|other)$")
SUBJECT = f"(?:{'|'.join(TEXTS)})"

# A key in a script: `say("game.title"`, or a part of one that is put together: `game.${color}`.
LITERAL = re.compile(rf'"({SUBJECT}\.[\w.-]+)"')
PATTERN = re.compile(rf"`({SUBJECT}\.(?:[^`$]|\$\{{(?:[^{{}}`]|`[^`]*`|\{{[^{{}}]*\}})*\}})*)`")
HOLE = re.compile(r"\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\}")
SAID_WITH = re.compile(rf'\bsay\("({SUBJECT}\.[\w.-]+)"(?:, \{{([^{{}}]*)\}})?\)')
# In a template: `texts.game.title`, `texts.game[color]`, `say("game.title", black=black`.
TAKEN = re.compile(r"\btexts((?:\.\w+)+)(\[)?")
SAID_IN_TEMPLATE = re.compile(rf'\bsay\("({SUBJECT}\.[\w.]+)"((?:, \w+=(?:[^(),]|\([^()]*\))+)*)\)')
SAID_IN_PYTHON = re.compile(rf'"(?:page\.)?({SUBJECT}\.[\w.{{}}]+)"')


def flattened(prefix: str, entries: Any) -> Iterator[str]:
    for name, entry in entries.items():
        key = f"{prefix}{name}"
        if isinstance(entry, dict):
            yield from flattened(f"{key}.", entry)
        else:
            yield FORMS.sub("", key)


KEYS = frozenset(flattened("", TEXTS))
SCRIPTS = {path: path.read_text("utf-8") for path in sorted((WEB / "static/page").rglob("*.js"))}
TEMPLATES = {path: path.read_text("utf-8") for path in sorted((WEB / "templates").rglob("*.html"))}
MODULES = {path: path.read_text("utf-8") for path in sorted(WEB.rglob("*.py"))}


def placeholders(key: str) -> set[str]:
    own = [f"page.{key}", *(f"page.{key}_{form}" for form in ("one", "other"))]
    texts = [ENGLISH.template(each) for each in own if each in ENGLISH.keys]
    return {name for text in texts for name in re.findall(r"\{(\w+)\}", text)}


def patterns(text: str) -> Iterator[re.Pattern[str]]:
    """Yield the patterns of the keys that a script puts together."""
    for found in PATTERN.finditer(text):
        parts = HOLE.split(found[1])
        yield re.compile(r"[\w .-]*".join(map(re.escape, parts)))


def taken(path: str, text: str) -> Iterator[re.Pattern[str]]:
    """Yield the patterns of the keys that a template takes from `texts`."""
    known = text.replace(".items()", "[")
    for alias, place in re.findall(r"\{% (?:set|with) (\w+) = texts((?:\.\w+)+) %\}", text):
        known = re.sub(rf"\b{alias}\.(?!html)", f"texts{place}.", known)
    if path == "walk.html":  # which is given the texts of a game or of an analysis
        known = known.replace("walk.", "texts.game.")
    for found in TAKEN.finditer(known):
        is_open = found[2] is not None or found[1] == ".analysis"
        key = re.escape(found[1][1:])
        yield re.compile(rf"{key}(?:[._][\w .-]+)?|{key}.*" if is_open else rf"{key}(?:\..*)?")


def test_every_text_that_a_script_names_exists_and_is_given_its_values() -> None:
    for path, text in SCRIPTS.items():
        for key in LITERAL.findall(text):
            assert key in KEYS, f"{path} names {key!r}, which the catalogue does not have"
        for pattern in patterns(text):
            found = [key for key in KEYS if pattern.fullmatch(key)]
            assert found, f"{path} names {pattern.pattern!r}, which no key fits"
        for key, given in SAID_WITH.findall(text):
            names = {part.partition(":")[0].strip() for part in given.split(",") if part.strip()}
            if not any("..." in name for name in names) and "(" not in given:
                assert names - {"count"} == placeholders(key) - {"count"}, f"{path}: {key}"


def test_every_text_that_a_template_or_a_page_names_exists_and_is_given_its_values() -> None:
    for path, text in TEMPLATES.items():
        for pattern in taken(path.name, text):
            assert any(map(pattern.fullmatch, KEYS)), f"{path} names {pattern.pattern!r}"
        for key, given in SAID_IN_TEMPLATE.findall(text):
            assert key in KEYS, f"{path} names {key!r}"
            names = set(re.findall(r", (\w+)=", given))
            assert names - {"count"} == placeholders(key) - {"count"}, f"{path}: {key}"


def test_every_text_of_the_pages_is_used() -> None:
    literal = {key for text in SCRIPTS.values() for key in LITERAL.findall(text)}
    literal |= {key for text in TEMPLATES.values() for key, _ in SAID_IN_TEMPLATE.findall(text)}
    put_together = [pattern for text in SCRIPTS.values() for pattern in patterns(text)]
    put_together += [one for path, text in TEMPLATES.items() for one in taken(path.name, text)]
    for text in MODULES.values():
        for key in SAID_IN_PYTHON.findall(text):
            parts = re.split(r"\{[\w.]*\}", key)
            put_together.append(re.compile(r"[\w .-]*".join(map(re.escape, parts))))
    unused = {
        key for key in KEYS - literal if not any(pattern.fullmatch(key) for pattern in put_together)
    }
    assert unused == set()


def test_every_text_of_the_board_is_used() -> None:
    scripts = "".join(path.read_text("utf-8") for path in (WEB / "static/board").glob("[a-v]*.js"))
    named = re.findall(r"\bwords\.(\w+)", scripts) + re.findall(r"\bsummary_last\b", scripts)
    assert set(BOARD) - set(named) == set()


def test_the_board_has_a_copy_of_its_words() -> None:
    assert (WEB / "static" / BOARD_WORDS).read_text("utf-8") == board_words(ENGLISH)
