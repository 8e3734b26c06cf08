"""A protocol is made known in one place, from which everything that names it is made."""

import ast
import re
from importlib import import_module

import click
import pytest

from outflank.cli.commands import Command
from outflank.cli.engine.speak import command
from outflank.engine import open_engine
from outflank.engine.external import ExternalProgram, ProgramEngine
from outflank.engine.protocols import PROTOCOLS, SPOKEN_PROTOCOLS, Protocol, recognise
from outflank.engine.speaking import PROTOCOLS as CONVERSATIONS
from support.paths import ROOT
from support.source_tree import MODULES, committed_files, tree_of

NAMES = {name.lower() for one in PROTOCOLS.values() for name in (one.name, one.title)}
# What is about programs without a protocol is called plain, and so is much else.
OWN_NAMES = NAMES - {"plain"}
# The page with the tables of the protocols, and those that may list them for other reasons.
PAGE = "docs/programs.md"
MADE = {"docs/cli.md", "CHANGELOG.md"}


def named_in(text: str) -> set[str]:
    return {word.lower() for word in re.findall("[A-Za-z]+", text)} & OWN_NAMES


def others() -> list[str]:
    """Return the modules that name protocols, without those that describe one."""
    return [
        module
        for module, path in MODULES.items()
        if not module.startswith("outflank.engine.protocols")
        and (named_in(path.read_text(encoding="utf-8")) or module.startswith("outflank.engine"))
    ]


def texts_of(module: str) -> list[ast.Constant]:
    nodes = ast.walk(tree_of(module))
    return [one for one in nodes if isinstance(one, ast.Constant) and isinstance(one.value, str)]


def test_no_other_module_names_a_protocol() -> None:
    named = [
        f"{module}, line {text.lineno}, names {text.value!r}"
        for module in others()
        for text in texts_of(module)
        if str(text.value).strip().lower() in OWN_NAMES
        or (module.startswith("outflank.engine") and text.value == "plain")
    ]
    assert named == [], "take it from outflank.engine.protocols"


def test_no_other_text_lists_the_protocols() -> None:
    lists = [
        f"{module}, line {text.lineno}: {named_in(str(text.value))}"
        for module in others()
        for text in texts_of(module)
        if len(named_in(str(text.value))) > 2
    ]
    assert lists == [], "make it from outflank.engine.protocols"


def test_no_other_page_lists_the_protocols() -> None:
    pages = [path for path in committed_files() if path.suffix == ".md"]
    names = {path.relative_to(ROOT).as_posix(): path for path in pages}
    lists = [
        f"{name}, line {number}: {named_in(line)}"
        for name, path in names.items()
        if name not in {PAGE, *MADE}
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(named_in(line)) > 2
    ]
    assert lists == [], f"say it in {PAGE}"


def test_the_tables_of_the_page_are_complete() -> None:
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in (ROOT / PAGE).read_text(encoding="utf-8").splitlines()
        if line.startswith("| ")
    ]
    for protocol in PROTOCOLS.values():
        assert any(row[0] == f"`{protocol.name}:COMMAND`" for row in rows), protocol
    for protocol in SPOKEN_PROTOCOLS.values():
        [first_line] = [row[1] for row in rows if row[0].startswith(protocol.title)]
        word = first_line.strip("`").split()[0]
        assert recognise(word) is protocol
        assert not protocol.first_word or word == protocol.first_word


@pytest.mark.parametrize("protocol", PROTOCOLS.values(), ids=PROTOCOLS)
def test_a_program_is_asked_by_the_names_of_its_protocol(protocol: Protocol) -> None:
    engine = open_engine(f"{protocol.name.upper()}: some-program", programs=True)
    assert isinstance(engine, ProgramEngine)
    assert type(engine).__name__ == f"{protocol.class_prefix}Engine"
    assert engine.protocol == protocol.name
    assert type(engine).__module__ == f"outflank.engine.external.{protocol.name}"
    program = ExternalProgram(protocol.name, "some-program")
    assert program._kind.protocol is protocol
    external = import_module("outflank.engine.external")
    assert getattr(external, type(engine).__name__).protocol == protocol.name


@pytest.mark.parametrize("protocol", SPOKEN_PROTOCOLS.values(), ids=SPOKEN_PROTOCOLS)
def test_a_protocol_that_we_speak_is_offered_and_recognised(protocol: Protocol) -> None:
    assert CONVERSATIONS[protocol.name].__name__ == f"{protocol.class_prefix}Conversation"
    [option] = [one for one in command.params if one.name == "protocol"]
    assert isinstance(option.type, click.Choice)
    assert protocol.name in option.type.choices
    assert isinstance(command, Command)
    assert str(protocol.summary) in str(command.details)
    if protocol.first_word:
        assert recognise(f"{protocol.first_word} and more") is protocol


def test_the_first_words_of_protocols_differ() -> None:
    words = [one.first_word for one in SPOKEN_PROTOCOLS.values()]
    assert len(words) == len(set(words))
    assert words.count("") == 1
