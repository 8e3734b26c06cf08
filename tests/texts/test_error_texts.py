"""Every error has a text of the catalogue, so it is said in the user's language."""

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated

import msgspec
import numpy as np
import pytest

import outflank
from outflank import errors
from outflank.archive.game_index import GameIndex
from outflank.arena.definition import Definition, tournament_from_toml
from outflank.arena.knockout import Knockout
from outflank.arena.tie_break import TieBreak
from outflank.arena.tournament import Tournament
from outflank.client.http_arguments import server_address
from outflank.engine import Limit
from outflank.engine.protocols.nboard import MoveReport
from outflank.engine.registry import open_engine
from outflank.environments.games import VectorGames
from outflank.errors import InvalidValue, MissingExtra, OutflankError, TooMany
from outflank.faces.web.api.checking import check_body, check_query
from outflank.faces.web.http.errors import nothing_here
from outflank.faces.web.simple.games import parse_coordinate
from outflank.faces.web.simple.routes import parse_wait
from outflank.play.clock import ClockSetting
from outflank.play.match import Match
from outflank.play.oracles import oracle_from
from outflank.play.oracles.oracle import ScriptedOracle
from outflank.play.oracles.parsing import parse_script
from outflank.play.setup import Setup
from outflank.rules import BLACK, WHITE, Board, Game, Score, Square
from outflank.rules.answer import Odds
from outflank.server.rate_limits import RateLimit
from outflank.store.access.urls import database_url
from outflank.store.reading.row_reading import json_object, reading_row
from outflank.texts import Text, catalogue
from outflank.training.settings import TrainingSettings
from support.texts.second_language import LANGUAGE, untranslated, write_second_language

SOURCE = Path("src/outflank")
# Where the sentence stands among the arguments, if not first; -1: it has none, only names.
SENTENCES = {"UnknownName": -1, "MissingExtra": -1, "TooMany": -1, "ServerError": 2}
SENTENCES |= {"ProgramFault": 1, "NoGameIndex": 1, "Problem": 1, "UnroutedProblem": 1}
LOGS = {"log", "logger", "logging"}


def error_classes(trees: dict[Path, ast.Module]) -> set[str]:
    """Return the names of OutflankError and of all classes made from it."""
    found = set(errors.__all__)
    while True:
        more = {
            node.name
            for tree in trees.values()
            for node in ast.walk(tree)
            if isinstance(node, ast.ClassDef)
            and any(ast.unparse(base).rpartition(".")[2] in found for base in node.bases)
        }
        if more <= found:
            return found
        found |= more


def is_literal(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.JoinedStr)
        or (isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value)
        or (isinstance(node, ast.BinOp) and (is_literal(node.left) or is_literal(node.right)))
        or (isinstance(node, ast.IfExp) and (is_literal(node.body) or is_literal(node.orelse)))
    )


def literal_messages() -> Iterator[str]:
    """Yield the errors, and the calls of `error` methods, that are given a sentence."""
    trees = {path: ast.parse(path.read_text("utf-8")) for path in sorted(SOURCE.rglob("*.py"))}
    classes = error_classes(trees)
    for path, tree in trees.items():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            owner, _, name = ast.unparse(node.func).rpartition(".")
            is_method = name in ("error", "_error") and owner.strip("_").lower() not in LOGS
            at = SENTENCES.get(name, 0)
            sentence = node.args[at : at + 1] if at >= 0 else []
            if (name in classes or is_method) and any(map(is_literal, sentence)):
                yield f"{path.relative_to(SOURCE).as_posix()}: {name}"


def test_no_error_is_raised_with_a_sentence_in_the_code() -> None:
    assert sorted(set(literal_messages())) == []


# Wrong inputs of every package; each raises an error that is not only a quotation.
PROVOCATIONS: dict[str, Callable[[], object]] = {
    "rules, no square": lambda: Square.parse("z9"),
    "rules, occupied": lambda: Game().push("d4"),
    "rules, outflanks nothing": lambda: Game().push("a1"),
    "rules, outside": lambda: Game(size=6).push("h8"),
    "rules, pass": lambda: Game().push("pass"),
    "rules, size": lambda: Board.start(7),
    "rules, cells": lambda: Board.parse("-OX-"),
    "rules, no answer": lambda: Game().hear("yes"),
    "rules, waits": lambda: Game(variant="yesno").push("d3"),
    "rules, other answer": lambda: heard("yes").hear("no"),
    "rules, nothing played": lambda: Game().pop(),
    "rules, ply": lambda: Game().go_to(9),
    "rules, no end": lambda: Game().reopen(),
    "rules, score": lambda: Score(float("nan")),
    "rules, depth": lambda: Score(1, depth=-1),
    "rules, odds": lambda: Odds({"yes": 0.5}),
    "rules, variant": lambda: Game(variant="clasic"),
    "notation, nothing": lambda: outflank.read(" "),
    "notation, unknown": lambda: outflank.read("hello there"),
    "notation, address": lambda: outflank.read("https://example.org/1"),
    "notation, json": lambda: problem_in('{"outflank": 1, }'),
    "notation, key": lambda: problem_in('{"outflank": 1}'),
    "notation, version": lambda: problem_in('{"outflank": 99}'),
    "notation, ggf": lambda: problem_in("(;GM[Othello]PB[a"),
    "notation, ggf type": lambda: problem_in("(;GM[Othello]TY[x]BO[8];)"),
    "notation, sgf": lambda: problem_in("(;GM[1];B[f5])"),
    "notation, pgn": lambda: problem_in('[Event "x"]\n\n1. f5 {'),
    "notation, moves": lambda: problem_in("f5d6a1"),
    "notation, fen": lambda: problem_in("8/8/8/3pP3/3Pp3/8/8/8"),
    "notation, cells": lambda: problem_in("-OX-XOOXXXXXOOOO---- O"),
    "notation, file": lambda: outflank.read_file("none.ggf"),
    "notation, format": lambda: outflank.write(Game(), format="gff"),
    "archive, index": lambda: GameIndex(Path("none.sqlite")),
    "engine, name": lambda: open_engine("gredy"),
    "engine, limit": lambda: Limit(seconds=-1),
    "engine, over": lambda: open_engine("greedy").choose(finished()),
    "engine, number": lambda: MoveReport.parse("f5/x/1"),
    "environments, batch": lambda: VectorGames(0),
    "environments, action": lambda: VectorGames(1).step(np.array([99])),
    "environments, shape": lambda: VectorGames(2).step(np.array([1.5])),
    "training, setting": lambda: TrainingSettings(seed="a"),  # type: ignore[arg-type]
    "client, address": lambda: server_address("ftp://x"),
    "play, clock": lambda: ClockSetting.parse("soon"),
    "play, turn": lambda: Match.start(Setup()).play(Square.parse("f5"), at=0, color=WHITE),
    "play, no move": lambda: Match.start(Setup()).take_back(BLACK, at=0),
    "play, oracle": lambda: oracle_from("local:x"),
    "play, script": lambda: parse_script("yes\nperhaps"),
    "play, used up": lambda: ScriptedOracle([]).ask(),
    "store, row": lambda: read_row("audit entry", "["),
    "store, account": lambda: read_row("account", "{}"),
    "store, address": lambda: database_url("mysql://ada@db/games"),
    "arena, toml": lambda: tournament_from_toml("name = "),
    "arena, setting": lambda: Definition.from_dict({"name": "Cup", "size": 7}),
    "arena, format": lambda: Definition.from_dict({"name": "Cup", "format": "swis"}),
    "arena, other format": lambda: Definition.from_dict({"name": "Cup", "challengers": 1}),
    "arena, tie-break": lambda: TieBreak.parse("coin"),
    "arena, too few": lambda: Tournament.begin("Cup", ["Ann"], Knockout()),
    "web, path": lambda: fail(nothing_here()),
    "web, query": lambda: check_query(b"a=1", None),
    "web, JSON": lambda: check_body(b'{"a": ', dict[str, int]),
    "web, no object": lambda: check_body(b"[]", dict[str, int]),
    "web, field": lambda: check_body(b'{"name": 5}', SomeName),
    "web, no such field": lambda: check_body(b'{"named": "A"}', SomeName),
    "web, missing field": lambda: check_body(b"{}", SomeName),
    "web, wait": lambda: parse_wait("soon"),
    "web, coordinate": lambda: parse_coordinate("x"),
    "errors, limit": lambda: fail(TooMany("moves", 3)),
    "errors, extra": lambda: fail(MissingExtra("server")),
}
# Names, notation and other words that are the same in every language.
NAMES = (
    # Python's library says these.
    *("Expecting property name enclosed in double quotes", "Invalid value (at end of document)"),
    *("classic", "seed", "size", "format", "challengers", "Gauntlet", "server", "FEN"),
    *("sonneborn-berger", "brightwell", "JSON", "GGF", "SGF", "PGN", "OBF", "round-robin"),
    *(
        "name",
        "named",
        "none.sqlite",
        "none.csv",
        "none.ggf",
        "quirks.toml",
        "perhaps",
        "nan",
        "score",
        "local",
    ),
    *("name", "named"),
    *("mysql", "sqlite:///games.db", "postgresql://user@host/name", "SQLite", "PostgreSQL", "URL"),
    *("pass", "seconds", "float64", "read_file", "outflank games build FOLDER", "outflank.read"),
)


class SomeName(msgspec.Struct, forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=9)]


def problem_in(text: str) -> None:
    raise outflank.read(text).problems[0]


def read_row(kind: str, text: str) -> None:
    with reading_row(kind, 7):
        json_object(text)
        raise InvalidValue(Text("errors.store.rows.no_name"))


def heard(answer: str) -> Game:
    game = Game(variant="yesno")
    game.hear(answer)
    return game


def finished() -> Game:
    return Game.parse("e6f4e3f6g5d6e7f5c5")


def fail(error: OutflankError) -> None:
    raise error


@pytest.mark.parametrize("name", PROVOCATIONS)
def test_an_error_is_said_in_the_users_language(
    name: str, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(OutflankError) as caught:
        PROVOCATIONS[name]()
    english = str(caught.value)
    assert caught.value.text_key in catalogue("en")
    monkeypatch.setenv("OUTFLANK_TEXTS", str(second_language(tmp_path_factory)))
    monkeypatch.setenv("OUTFLANK_LANGUAGE", LANGUAGE)
    said = str(caught.value)
    assert "⟦" in said
    assert said.count("⟦") == said.count("⟧")
    assert caught.value.render(catalogue("en")) == english
    quoted = re.sub(r"'[^']*'|\(ķñóŵñ:[^)]*\)", " ", said)
    assert untranslated(quoted, NAMES) == [], said


def second_language(folders: pytest.TempPathFactory) -> Path:
    """Return the folder of the second language, which is written once a run."""
    folder = folders.getbasetemp() / "second-language"
    return folder if folder.exists() else write_second_language(folder)


def test_every_kind_of_unknown_name_and_of_limit_has_a_whole_sentence() -> None:
    kinds = {
        str(node.args[0].value)
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") in ("UnknownName", "_one_of")
        and isinstance(node.args[0], ast.Constant)
    } | {"opponent", "color"}
    assert len(kinds) > 30
    for kind in kinds:
        assert f"errors.unknown_name.{kind.replace(' ', '_')}" in catalogue("en"), kind
    for limit in RateLimit:
        assert TooMany(limit.value, 1).text_key != "errors.too_many.any", limit
