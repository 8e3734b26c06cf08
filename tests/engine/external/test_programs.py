"""Real programs as engines: GRhino, another Outflank, programs without a protocol; their quirks."""

import asyncio
import re
import shlex
import sys
from pathlib import Path

import pytest

from outflank.arena.engine_match import EngineMatch, MatchPlayer, RandomOpenings, run_match
from outflank.engine import Limit, open_engine
from outflank.engine.external import (
    ExternalProgram,
    PlainEngine,
    ProgramEngine,
    Quirks,
    find_quirks,
    known_programs,
)
from outflank.engine.protocols import SPOKEN_PROTOCOLS
from outflank.errors import EngineError, OutflankError, ProgramFault
from outflank.rules import Classic, Square
from support.paths import SCRIPTED_PEER

START = Classic().start()
OUTFLANK = [sys.executable, "-m", "outflank", "engine", "--engine", "greedy", "--seed", "1"]


@pytest.mark.system("gtp-rhino")
def test_grhino_plays_a_whole_match() -> None:
    players = MatchPlayer("greedy"), MatchPlayer("gtp:gtp-rhino -l 1", Limit(seconds=5))
    games = run_match(EngineMatch(players, RandomOpenings(Classic()), seed=3), 2)
    assert [(game.fault, game.margin is None) for game in games] == [(None, False)] * 4
    assert sum(game.points(1) for game in games) >= 3


# Another environment's Outflank


@pytest.mark.parametrize("protocol", SPOKEN_PROTOCOLS)
def test_outflank_is_driven_in_every_protocol_that_it_speaks(protocol: str) -> None:
    command = shlex.join([*OUTFLANK, "--protocol", protocol])
    limit = Limit(seconds=1) if protocol == "gtp" else Limit(depth=1)
    with open_engine(f"{protocol}+outflank:{command}", programs=True) as engine:
        assert isinstance(engine, ProgramEngine)
        engine.ping()
        position = START
        for _ in range(4):
            found = engine.analyse(position, limit)
            assert found.move is not None
            position = position.play(found.move)
        engine.new_game()
        assert engine.choose(START, limit) in START.legal_moves
        if protocol != "gtp":  # which has moves without scores
            several = engine.analyse(position, Limit(depth=1), candidates=2)
            assert several.score is not None
            assert several.move == next(iter(several.scores))


def test_two_builds_of_outflank_meet_in_a_match() -> None:
    other = shlex.join([*OUTFLANK, "--protocol", "gtp"])
    players = MatchPlayer("positional"), MatchPlayer(f"gtp+outflank:{other}")
    [one, two] = run_match(EngineMatch(players, RandomOpenings(Classic(), 6, plies=4)), 1)
    assert (one.fault, two.fault) == (None, None)


# Asynchronously


def test_programs_are_asked_side_by_side_in_one_event_loop() -> None:
    dialogue = Path(__file__).parent / "dialogues" / "hint_nboard.txt"
    command = [sys.executable, "-S", str(SCRIPTED_PEER), str(dialogue)]

    async def ask() -> list[str]:
        async with ExternalProgram("nboard", command) as program:
            position = START.play("f5")
            assert await program.supports(position)
            async with program.analysis(position, Limit(depth=10), candidates=2) as stream:
                heard = [str(found.move) async for found in stream]
                assert [found async for found in stream] == []
                assert stream.latest is not None
                assert str((await stream).move) == "d6"
            return heard

    async def ask_both() -> list[list[str]]:
        return list(await asyncio.gather(ask(), ask()))

    assert asyncio.run(ask_both()) == [["d6"] * 7] * 2


# Without a protocol

PLAYERS = {
    "one line": "cells, side = input().split(); print('my move:', 'f5' if side == 'X' else 'd6')",
    "all input": "import sys; print(sys.stdin.read() and 'F5')",
    "many lines": "import sys\nfor line in sys.stdin: print('thinking'); print('f5')",
}


@pytest.mark.parametrize("way", PLAYERS)
def test_a_board_goes_in_and_a_move_comes_out(way: str) -> None:
    with PlainEngine([sys.executable, "-S", "-c", PLAYERS[way]]) as engine:
        for _ in range(2):
            assert engine.choose(START) == Square.parse("f5")


def test_a_program_that_gets_all_boards_of_a_game_answers_each_with_a_line() -> None:
    program = "for line in iter(input, ''): print('d6' if line[-1] == 'O' else 'f5', flush=True)"
    quirks = Quirks(lifetime="game")
    with PlainEngine([sys.executable, "-S", "-c", program], quirks=quirks) as engine:
        assert engine.choose(START) == Square.parse("f5")
        assert engine.choose(START.play("f5")) == Square.parse("d6")


def test_placeholders_put_board_and_time_on_the_command_line() -> None:
    program = "import sys; assert sys.argv[1:] == ['%s X', '0.5']; print('f5')" % START.board  # noqa: UP031
    with PlainEngine([sys.executable, "-S", "-c", program, "{board}", "{seconds}"]) as engine:
        assert engine.choose(START, Limit(seconds=0.5)) == Square.parse("f5")


def test_zebra_is_given_a_file_and_writes_one() -> None:
    program = (
        "import sys; line, one, script, given, found = sys.argv[1:6]; "
        "assert (line, one, script) == ('-line', '1', '-script'), sys.argv; "
        f"assert open(given).read() == '{START.board} X\\n'; "
        "open(found, 'w').write('% solved\\n33 - 31   F5 d6 c3\\n')"
    )
    with PlainEngine([sys.executable, "-S", "-c", program], quirks="zebra") as zebra:
        assert zebra.choose(START) == Square.parse("f5")


@pytest.mark.parametrize(
    ("program", "sentence"),
    [
        ("pass", "plain ended with exit status 0 instead of answering"),
        ("print('hello')", "plain answered 'hello', which is not a move"),
        ("print('a1')", "plain chose a1, which may not be played here"),
        ("raise SystemExit('no eyes')", r"exit status 1 .*\(its last error output: no eyes\)"),
    ],
)
def test_what_is_no_move_is_one_sentence(program: str, sentence: str) -> None:
    with (
        PlainEngine([sys.executable, "-S", "-c", program], name="plain") as engine,
        pytest.raises(ProgramFault, match=sentence),
    ):
        engine.choose(START)


# Quirks


def test_programs_are_known_by_the_name_of_their_file() -> None:
    assert {"edax", "egaroucid", "ntest", "rhino", "zebra"} <= set(known_programs())
    for command, title in {
        "gtp:/opt/lEdax-x64-modern -gtp": "Edax",
        "gtp:./Egaroucid_for_Console.out -gtp": "Egaroucid",
        "nboard:ntest": "Ntest",
        "plain:nice scrzebra": "Zebra",
        "gtp:/env/bin/outflank engine": "Outflank",
        "gtp:my-own": "",
    }.items():
        engine = open_engine(command, programs=True)
        assert isinstance(engine, ProgramEngine)
        assert engine.program.quirks.title == title


def test_quirks_of_ones_own_are_a_file(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('title = "Own"\n[gtp]\ntime = "stones"\nstones = 5\n[nboard]\ndepth = 9\n')
    assert find_quirks(str(path), "gtp").stones == 5
    assert find_quirks(str(path), "nboard") == Quirks(title="Own", depth=9)
    for text, sentence in {
        "title =": "is not TOML",
        "title = " + "9" * 5000: "is not TOML",
        "speed = 3": "sets 'speed'; known are answer, applies_its_move",
        '[gtp]\ntime = "soon"': "sets time to 'soon'; it is one of move, fraction, stones",
    }.items():
        path.write_text(text)
        with pytest.raises(EngineError, match=sentence):
            find_quirks(str(path), "gtp")
    with pytest.raises(EngineError, match="cannot be read: No such file"):
        find_quirks("none.toml", "gtp")
    with pytest.raises(OutflankError, match="there is no protocol 'xboard'"):
        ExternalProgram("xboard", "edax -xboard")


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("sizes = 8", "a list of whole numbers"),
        ("programs = 'edax'", "a list of texts"),
        ("depth = 0", "a whole number from 1 up"),
        ("applies_its_move = 'no'", "true or false"),
        ("discs = 'XO'", "three signs, for black, white and empty"),
        ("answer = '('", "a regular expression with a group called move"),
        ("answer = '([a-h][1-8])'", "a regular expression with a group called move"),
        ("title = 3", "a text"),
        ("command.seconds = '-t 3'", "a table of lists of texts"),
        ("gtp.command = 3", "a table of lists of texts"),
        ("letters = 'small'", "one of lower, upper"),
    ],
)
def test_a_wrong_setting_of_a_file_of_quirks_is_one_sentence(
    tmp_path: Path, line: str, kind: str
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(line)
    with pytest.raises(EngineError, match=f"mine.toml sets .*; it is {re.escape(kind)}$"):
        find_quirks(str(file), "gtp")


@pytest.mark.parametrize(
    ("quirks", "told"),
    [
        (Quirks(time="move"), ["time_settings 0 1 1", "time_left b 1 1"]),
        (Quirks(time="fraction"), ["time_settings 0 0.3 1", "time_left b 0.3 1"]),
        (Quirks(time="stones"), ["time_settings 0 3 10", "time_left b 3 10"]),
        (Quirks(time="game"), ["time_settings 9 0 0", "time_left b 9 0"]),
        (Quirks(time="none"), []),
    ],
)
def test_time_is_told_as_the_quirks_say(quirks: Quirks, told: list[str], tmp_path: Path) -> None:
    commands = ["list_commands", "boardsize 8", "clear_board", *told, "genmove b"]
    answers = {"list_commands": "time_settings\n> time_left", "genmove b": "f5"}
    lines = []
    for number, command in enumerate(commands, 1):
        lines += [f"< {number} {command}", f"> ={number} {answers.get(command, '')}", ">"]
    dialogue = tmp_path / "dialogue"
    dialogue.write_text("\n".join(lines))
    command = shlex.join([sys.executable, "-S", str(SCRIPTED_PEER), str(dialogue)])
    with open_engine(f"gtp:{command}", programs=True) as engine:
        assert isinstance(engine, ProgramEngine)
        engine.program.quirks = quirks
        assert engine.choose(START, Limit(seconds=0.3)) == Square.parse("f5")
