"""In another language no command prints anything untranslated, and nothing is cut at 80 columns."""

import ast
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from outflank.cli import outflank
from outflank.cli.words import cell_in_words
from outflank.client.check import SCRIPT
from outflank.client.check.script import Disturbance
from outflank.engine import names as engine_names
from outflank.native import kernels
from outflank.notation import binary_formats, formats
from outflank.texts import catalogue
from support.command import Run
from support.server.live_server import LiveServer
from support.texts.second_language import (
    LANGUAGE,
    count_cut_texts,
    marked,
    untranslated,
    write_second_language,
)

COLUMNS = 80
PLAYERS = ("Ann", "Bob", "Cup", "greedy", "positional", "random")
# What stays in every language: options, metavars, squares and transcripts, files and addresses.
KEPT = (
    r"--[\w-]+|(?<![\w-])-[a-z]\b",
    r"\b[A-Z][A-Z0-9_]+\b(?:\.\.\.)?",
    r"\b(?:[a-p]\d{1,2})+\b",
    r"[\w./~-]*/[\w./-]*",
    r"[\w-]*\.[a-z]{2,6}\d?\b",
    r"\[[\w|.-]+\]|\{[\w|.-]+\}",
)
# Names, and what the operating system says.
NAMES = ("http", "connection refused", "outflank", "Othello", "classic", "yesno", "anti", "8x8")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_second_language(tmp_path_factory.mktemp("texts"))


@pytest.fixture(autouse=True)
def second_language(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTFLANK_TEXTS", str(folder))
    monkeypatch.setenv("OUTFLANK_LANGUAGE", LANGUAGE)
    monkeypatch.setenv("COLUMNS", str(COLUMNS))


def plain_words(shown: str, *names: str) -> list[str]:
    for kept in KEPT:
        shown = re.sub(kept, " ", shown)
    return untranslated(shown, (*NAMES, *names))


def commands(command: click.Command, *path: str) -> Iterator[tuple[str, click.Command]]:
    yield " ".join(path), command
    if isinstance(command, click.Group):
        context = click.Context(command, info_name=path[-1])
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from commands(below, *path, name)


COMMANDS = dict(commands(outflank, "outflank"))


@pytest.mark.parametrize("path", COMMANDS)
def test_the_help_of_a_command_is_in_the_second_language(path: str) -> None:
    command = COMMANDS[path]
    settings = {"help_option_names": ["-h", "--help"]}
    context = click.Context(command, info_name=path, terminal_width=COLUMNS, **settings)  # type: ignore[arg-type]
    shown = command.get_help(context)
    assert count_cut_texts(shown) == 0
    lines = [line for line in shown.splitlines() if not line.startswith("    ")]
    indented = [line for line in shown.splitlines() if line.startswith("      ")]
    assert [line for line in (*lines, *indented) if len(line) > COLUMNS] == []
    choices = [
        choice
        for parameter in command.params
        if isinstance(parameter.type, click.Choice)
        for choice in parameter.type.choices
    ]
    below = command.commands if isinstance(command, click.Group) else {}
    defaults = [str(parameter.default) for parameter in command.params]
    names = [*path.split(), *map(str, choices), *below, *defaults]
    # The names of an option end where its help begins, two spaces further on.
    lines = [re.sub(r"^  -.*?(?=  |$)", "", line) for line in lines]
    words = plain_words("\n".join(lines), *names)
    if path == "outflank":
        words = [word for word in words if word not in outflank.list_commands(context)]
    assert words == []


GGF = (
    "(;GM[Othello]PC[x]DT[2020]PB[Ann]PW[Bob]RE[+4]TI[5:00]TY[8]"
    "BO[8 ---------------------------O*------*O--------------------------- *]B[f5]W[d6]B[c3];)"
)
DRAWN = "-OX-XOOXXXXXOOOO O"
# What a command is asked, and its exit code.
RUNS = {
    "--version": 0,
    "show": 0,
    "show f5d6c3 --table": 0,
    f"show {DRAWN}": 0,
    "show f5d6 --ply 9": 2,
    "show games.ggf --game 3": 2,
    "show nonsense": 2,
    "show --siez": 2,
    "sohw": 2,
    "perft 3": 0,
    "perft 2 --divide": 0,
    "perft": 2,
    "perft x": 2,
    "perft 99": 2,
    "formats": 0,
    "convert games.ggf -  --to transcript": 0,
    "convert games.ggf games.xyz": 2,
    "convert missing.ggf - --to json": 2,
    "openings f5d6c3d3c4f4": 0,
    "openings f5f6 --size 6": 2,
    "solve --size 4": 0,
    "solve": 2,
    "analyse --depth 2": 0,
    "analyse --variant yesno --depth 1": 0,
    "analyse --confidence 12": 2,
    "match 1 1 --pairs 1 --size 4 --depth 1": 0,
    "match 1": 2,
    "match 1 nobody": 2,
    "review f5d6c3d3c4f4 --depth 1": 0,
    "review games.ggf other.ggf --depth 1": 0,
    "saves": 0,
    "saves delete 9": 2,
    "games info": 1,
    "games --years x": 2,
    "cards": 0,
    "cards list": 0,
    "cards drop x": 2,
    "learn": 0,
    "puzzles --size 8": 2,
    "review f5d6c3d3c4f4 --depth 1 --player x": 2,
    "puzzles check games.ggf": 1,
    "train report run1": 2,
    "tournament run cup.toml": 0,
    "tournament status --server http://127.0.0.1:9": 1,
    "tournament start 1": 2,
    "admin key list --database x.db": 2,
    "admin backup copy.db --database x.db": 2,
    "bot localhost:9": 2,
    "serve --workers 0": 2,
    "launcher install": 0,
    "launcher remove": 0,
    "rules": 0,
}
CUP = """
name = "Cup"
format = "round-robin"
size = 4
depth = 1
players = ["greedy", "positional", "random"]
"""


@pytest.mark.parametrize("asked", RUNS)
def test_what_a_command_prints_is_in_the_second_language(
    asked: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("games.ggf", "other.ggf"):
        Path(name).write_text(GGF)
    Path("cup.toml").write_text(CUP)
    words = [*asked.split()] if DRAWN not in asked else ["show", DRAWN]
    done = run(*words)
    shown = done.out + done.err
    assert done.code == RUNS[asked], shown
    assert count_cut_texts(shown) == 0
    known = [each.name for each in (*formats(), *binary_formats())]
    known += [*engine_names(), *outflank.list_commands(click.Context(outflank)), *kernels()]
    names = (*words, *COMMANDS, *PLAYERS, *known, "Elo", "Tiger", "Perpendicular", "show")
    assert plain_words(shown, *names) == [], shown


def test_an_entry_of_the_menu_is_in_the_second_language(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    done = run("launcher", "install")
    entries = [Path(line) for line in done.out.split() if line.endswith(".desktop")]
    assert len(entries) == 2, done.out
    for entry in entries:
        lines = dict(line.partition("=")[::2] for line in entry.read_text("utf-8").splitlines())
        for name in ("Name", "Comment", "Keywords"):
            assert plain_words(lines[name]) == []


def test_the_report_on_a_bot_is_in_the_second_language(run: Run, live: LiveServer) -> None:
    squares = shlex.join([sys.executable, "-uc", "for line in open(0): print('a1')"])
    key = live.new_player("Ann")
    for name, arguments in (
        ("a small board", ["--command", squares]),
        ("reply", ["--listen", "0"]),
    ):
        patience = ["--patience", "0.2", "--only", name]
        done = run("bot", "check", live.url, key, *arguments, *patience)
        assert done.code == 1, done.err
        assert count_cut_texts(done.out + done.err) == 0
        assert plain_words(done.out + done.err, "Ann") == []
    assert run("bot", "check", live.url, key, "--engine", "greedy", "--only", "x").code == 2


def test_every_word_of_the_report_on_a_bot_has_a_text() -> None:
    kinds = {
        str(node.args[0].value).replace(" ", "_")
        for path in Path("src/outflank").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") in ("BotFault", "ProgramFault")
        and isinstance(node.args[0], ast.Constant)
    }
    assert len(kinds) >= 10
    texts = catalogue("en").keys
    assert {f"client.check.kinds.{kind}" for kind in kinds} <= texts
    assert [str(game.text.render(catalogue("en"))) for game in SCRIPT] == [
        game.name for game in SCRIPT
    ]
    assert {cell_in_words("disturbed by", each.value) for each in Disturbance} <= {
        marked(each.value) for each in Disturbance
    }
