"""Engines of one's own: as objects, as classes, in another process, and by installed names."""

import os
import subprocess
import sys
import textwrap
from dataclasses import replace
from pathlib import Path

import pytest

from outflank.arena.engine_match import EngineMatch, MatchPlayer, RandomOpenings, run_match
from outflank.engine import Limit, names, open_engine
from outflank.engine.process import ProcessEngine
from outflank.engine.simple import GreedyEngine
from outflank.engine.source import EngineLike, EngineSource
from outflank.errors import EngineError, ProgramFault, UnknownName
from outflank.rules import Classic
from support.engines.own_engines import Broken, CornerLover, OnePly, Sleeper

START = Classic().start()
SMALL = RandomOpenings(Classic(), 4, plies=2)


def match_of(first: MatchPlayer, second: EngineLike = "random") -> EngineMatch:
    return EngineMatch((first, MatchPlayer(second)), SMALL, seed=2)


# In matches


def test_an_engine_of_ones_own_plays_a_match_as_it_is_and_stays_open() -> None:
    own = OnePly()
    games = run_match(match_of(MatchPlayer(own)), 2)
    assert [game.fault for game in games] == [None] * 4
    assert own.processes == {os.getpid()}
    assert None not in own.seeds
    assert own.choose(START) in START.legal_moves


def test_a_class_makes_an_engine_for_each_match() -> None:
    match = match_of(MatchPlayer(OnePly))
    assert match.players[0].name == "one ply"
    assert len(run_match(match, 1)) == 2


def test_an_engine_thinks_in_a_process_of_its_own_if_wanted() -> None:
    with MatchPlayer(CornerLover(), own_process=True).source.open(seed=5) as engine:
        assert engine.seed == 5
        assert isinstance(engine, ProcessEngine)
        assert engine.analyse(START).depth == engine.process_id != os.getpid()


def test_games_at_once_think_side_by_side_or_where_that_cannot_be_in_turn() -> None:
    class Local(OnePly):
        name = "local"

    local = Local()
    match = match_of(MatchPlayer(OnePly()), local)
    games = run_match(match, 2, concurrency=2)
    assert [game.fault for game in games] == [None] * 4
    assert local.processes == {os.getpid()}
    with match.players[0].source.open(own_process=True) as engine:
        assert isinstance(engine, ProcessEngine)


@pytest.mark.parametrize(
    ("way", "reason", "fault"),
    [
        ("raises", "crash", "broken failed: KeyError: 'inside'"),
        ("nothing", "crash", "broken returned None from think() instead of an Analysis"),
        ("no move", "illegal move", "broken found no move"),
        ("illegal", "illegal move", "broken chose a1, which may not be played here"),
    ],
)
def test_a_fault_of_an_engine_is_one_sentence_and_a_lost_game(
    way: str, reason: str, fault: str
) -> None:
    games = run_match(match_of(MatchPlayer(Broken(way))), 1)
    assert {(game.points(0), game.reason, game.fault) for game in games} == {(0.0, reason, fault)}


def test_a_process_that_dies_or_never_moves_loses_the_game() -> None:
    dying = MatchPlayer(Broken("dies"), own_process=True)
    assert {game.reason for game in run_match(match_of(dying), 1)} == {"crash"}
    sleeping = EngineSource.of(Sleeper(), own_process=True, patience=0.3)
    asleep = MatchPlayer("sleeper", Limit(seconds=0.1), sleeping)
    [game, _] = run_match(match_of(asleep), 1)
    assert (game.reason, game.fault) == ("time", "sleeper did not move within 0.4 s")


def test_a_fault_keeps_its_traceback_for_whoever_wrote_the_engine() -> None:
    with (
        EngineSource.of(Broken("raises")).open() as engine,
        pytest.raises(ProgramFault, match="broken failed") as raised,
    ):
        engine.choose(START)
    assert isinstance(raised.value.__cause__, KeyError)


def test_players_are_values_that_keep_their_engine_when_a_field_is_replaced() -> None:
    own = OnePly()
    player = replace(MatchPlayer(own), limit=Limit(depth=3))
    assert (player.name, player.source.engine) == ("one ply", own)
    assert MatchPlayer(name="greedy") == MatchPlayer("greedy")


# What is no engine


def test_what_is_no_engine_is_refused_in_one_sentence() -> None:
    with pytest.raises(EngineError, match="5 is not an engine; give a name, an Engine, or"):
        EngineSource.of(5)  # type: ignore[arg-type]
    with pytest.raises(EngineError, match=r"dict returned \{\}, which is not an Engine"):
        EngineSource.of(dict).open()  # type: ignore[arg-type]
    with pytest.raises(EngineError, match=r"Broken cannot be created: TypeError: .*'way'"):
        EngineSource.of(Broken, name="Broken").open()  # type: ignore[arg-type]
    with (
        EngineSource.of(dict, own_process=True).open() as engine,  # type: ignore[arg-type]
        pytest.raises(EngineError, match=r"dict failed: it made \{\}, which is not an Engine"),
    ):
        engine.choose(START)
    with pytest.raises(EngineError, match="broken does not play Othello on 4x4"):
        run_match(match_of(MatchPlayer(Broken("supports nothing"))), 1)


def test_an_engine_of_the_main_program_is_told_why_it_cannot_move() -> None:
    program = """
        from outflank.engine import Analysis, Engine
        from outflank.engine.source import EngineSource
        from outflank.errors import EngineError

        class Mine(Engine):
            name = "mine"

            def think(self, task):
                return Analysis.of(task.position.legal_moves[0])

        print(type(EngineSource.of(Mine()).open(own_process=True)).__name__)
        try:
            EngineSource.of(Mine(), own_process=True).open()
        except EngineError as problem:
            print(problem)
        """
    printed = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, check=True
    )
    kind, problem = printed.stdout.splitlines()
    assert kind == "GuestEngine"
    assert problem == (
        "mine cannot run in a process of its own: it is defined in the main program; "
        "put it into a module of its own"
    )


# Opened


def test_a_class_or_a_function_is_opened_with_its_seed() -> None:
    with open_engine(OnePly, seed=4) as engine:
        assert (type(engine), engine.seed) == (OnePly, 4)
    with open_engine(lambda: Broken("raises")) as made:
        assert (made.name, made.seed) == ("broken", None)
    with pytest.raises(EngineError, match=r"dict returned \{\}, which is not an Engine"):
        open_engine(dict)  # type: ignore[type-var]
    with pytest.raises(EngineError, match=r"broken cannot be created: TypeError: .*'way'"):
        open_engine(Broken)  # type: ignore[arg-type]


def test_a_class_is_made_only_where_it_thinks() -> None:
    with open_engine(CornerLover, seed=4, own_process=True) as engine:
        assert isinstance(engine, ProcessEngine)
        assert engine.name == "corner lover"
        assert engine.analyse(START).depth == engine.process_id != os.getpid()
    with open_engine(CornerLover, own_process="if in Python") as engine:
        assert isinstance(engine, ProcessEngine)


@pytest.mark.parametrize("wrong", [1.5, True, b"greedy", ["greedy"], OnePly()])
def test_what_cannot_be_opened_is_a_type_error(wrong: object) -> None:
    with pytest.raises(TypeError, match="an engine is opened by its name, such as 'greedy', its"):
        open_engine(wrong)  # type: ignore[call-overload]


def test_a_server_is_opened_only_by_those_who_vouch_for_its_address() -> None:
    with open_engine("HTTP://127.0.0.1:1/bot", programs=True) as engine:
        assert engine.name == "HTTP://127.0.0.1:1/bot"
        with pytest.raises(ProgramFault, match="could not be reached"):
            engine.choose(START)
    with pytest.raises(UnknownName, match="there is no engine 'http://"):
        open_engine("http://127.0.0.1:1/bot")


# By name


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Install a package with engines, as pip would lay it down."""
    info = tmp_path / "plugin-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: plugin\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[outflank.engines]\n"
        "One-Ply = support.engines.own_engines:OnePly\n"
        "greedy = support.engines.own_engines:Sleeper\n"
        "missing = no_such_module:Engine\n"
        "number = support.engines.own_engines:__all__\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


@pytest.mark.usefixtures("installed")
def test_an_installed_package_adds_engines_by_name() -> None:
    assert {"one-ply", "missing"} < set(names())
    with open_engine("One-ply", seed=4) as engine:
        assert isinstance(engine, OnePly)
        assert engine.seed == 4
    assert isinstance(open_engine("greedy"), GreedyEngine)
    with open_engine("one-ply", own_process=True) as engine:
        assert engine.choose(START) in START.legal_moves
    assert len(run_match(match_of(MatchPlayer("one-ply")), 1)) == 2


@pytest.mark.usefixtures("installed")
def test_an_installed_engine_that_cannot_be_loaded_is_one_sentence() -> None:
    with pytest.raises(EngineError, match="the engine missing cannot be loaded: ModuleNotFound"):
        open_engine("missing")
    with pytest.raises(EngineError, match="the engine number cannot be loaded: TypeError"):
        open_engine("number")


def test_who_vouches_for_a_name_can_name_a_class_in_a_module() -> None:
    with open_engine(
        "python:support.engines.own_engines:OnePly", programs=True, own_process=True
    ) as engine:
        assert engine.choose(START) in START.legal_moves
    with pytest.raises(UnknownName, match="there is no engine 'python:"):
        open_engine("python:support.engines.own_engines:OnePly")
    with pytest.raises(EngineError, match="'os' does not name an engine; try python:package"):
        open_engine("python:os", programs=True)
    with pytest.raises(EngineError, match="os:sep cannot be loaded: TypeError"):
        open_engine("python:os:sep", programs=True)
