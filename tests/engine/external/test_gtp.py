"""Programs that speak GTP as engines: those that do it well, and those that do not."""

import functools
import random
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from outflank.engine import Engine, Limit, open_engine
from outflank.engine.external import GtpEngine, program_engine
from outflank.engine.external.gtp import GtpSession
from outflank.engine.external.paths import find_path
from outflank.engine.external.program_process import ProgramProcess
from outflank.engine.external.session import ProgramQuestion
from outflank.errors import EngineError, ProgramFault, UnknownName
from outflank.rules import PASS, WHITE, Anti, Board, Classic, Position, Square, YesNo
from support.paths import GTP_PLAYER

START = Classic().start()

Make = Callable[..., GtpEngine]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log"


@pytest.fixture
def make(log: Path) -> Iterator[Make]:
    """Make engines that misbehave in the ways given, and see that their programs are gone."""
    made: list[GtpEngine] = []

    def engine(*ways: str, patience: float = 60.0) -> GtpEngine:
        words = [sys.executable, str(GTP_PLAYER), str(log), *ways]
        made.append(GtpEngine(words, name="player", patience=patience))
        return made[-1]

    yield engine
    for one in made:
        process = process_of(one)
        one.close()
        assert process is None or process.returncode is not None


def process_of(engine: GtpEngine) -> ProgramProcess | None:
    session = engine.program._session
    return None if session is None else session.process


def said(log: Path) -> list[str]:
    return [line for line in log.read_text().splitlines() if line != "list_commands"]


def after(*moves: str, position: Position = START) -> Position:
    return functools.reduce(Position.play, moves, position)


def play_out(engine: Engine, position: Position, seed: int) -> list[Position]:
    """Play a game against random moves and return its positions."""
    dice, line = random.Random(seed), [position]
    while not line[-1].is_over:
        now = line[-1]
        moves = list(now.legal_moves)
        line.append(now.play(engine.choose(now) if now.turn is WHITE else dice.choice(moves)))
    return line


# Good programs


def test_a_program_is_started_when_it_is_first_asked(make: Make, log: Path) -> None:
    engine = make()
    assert not log.exists()
    assert engine.choose(START) == Square.parse("d3")
    assert said(log) == ["boardsize 8", "clear_board", "genmove b"]


def test_a_game_goes_on_with_the_moves_that_are_new(make: Make, log: Path) -> None:
    engine = make()
    first = after("f5", "d6")
    reply = engine.analyse(first)
    assert (reply.line, reply.score) == ((reply.move,), None)
    second = first.play(str(reply.move))
    second = second.play(second.legal_moves[0])
    engine.choose(second)
    moves = [line for line in said(log) if line.startswith(("play", "clear", "genmove"))]
    assert moves[:4] == ["clear_board", "play b f5", "play w d6", "genmove b"]
    assert [line.split()[0] for line in moves[4:]] == ["play", "genmove"]


def test_a_position_from_earlier_or_from_another_game_is_shown_anew(make: Make, log: Path) -> None:
    engine = make()
    for position in (after("f5", "d6"), after("f5", "d6"), after("f5", "f6"), START):
        assert engine.choose(position) == position.legal_moves[0]
    assert said(log).count("clear_board") == 4


@pytest.mark.parametrize("way", ["polite", "passes itself", "banner", "blank", "numberless"])
def test_whole_games_with_passes_are_played(make: Make, way: str) -> None:
    engine = make(way)
    lines = [play_out(engine, Classic().start(6), seed) for seed in range(5)]
    assert sum(position.must_pass for line in lines for position in line) >= 2


def test_boards_of_other_sizes_are_set_up_as_the_program_has_them(make: Make) -> None:
    engine = make()
    assert engine.supports(Classic().start(6))
    assert engine.choose(Classic().start(6)) == Square.parse("c2")
    assert engine.choose(START) == Square.parse("d3")
    with pytest.raises(EngineError, match="player does not play Othello on 10x10"):
        engine.choose(Classic().start(10))
    assert engine.choose(after("f5")) == Square.parse("f4")


@pytest.mark.parametrize("variant", [Anti(), YesNo()])
def test_other_variants_are_not_for_gtp(make: Make, log: Path, variant: Anti | YesNo) -> None:
    assert not make().supports(variant.start())
    assert not log.exists()


def test_a_program_of_many_games_is_told_which(make: Make, log: Path) -> None:
    make("many games").choose(START)
    assert said(log)[0] == "set_game Othello"


def test_a_program_with_a_clock_is_told_whole_seconds(make: Make, log: Path) -> None:
    engine = make("clock")
    for seconds in (0.1, 1.0, 7.5):
        engine.choose(START, Limit(seconds=seconds))
    times = [line for line in said(log) if line.startswith("time")]
    assert times == [
        "time_settings 0 1 1",
        "time_left b 1 1",
        "time_left b 1 1",
        "time_settings 0 7 1",
        "time_left b 7 1",
    ]


def test_nodes_and_depths_are_refused_as_gtp_has_no_word_for_them(make: Make) -> None:
    engine = make()
    with pytest.raises(EngineError, match="player does not support these limits: depth, nodes"):
        engine.choose(START, Limit(seconds=1, depth=3))
    assert engine.choose(START) in START.legal_moves


def test_a_position_that_no_moves_lead_to_is_one_sentence(make: Make) -> None:
    engine = make()
    handicap = Board.parse("X--- -OX- -XO- ----")
    for position in (replace(START, turn=WHITE), Position(handicap)):
        with pytest.raises(EngineError, match="player cannot be shown this position: GTP only"):
            engine.choose(position)
    assert engine.choose(START) in START.legal_moves


# Bad programs


FAULTS = {
    "silent": ("late", r"player did not answer '[a-z_]+( b)?' within 0\.5 s"),
    "deaf": ("late", r"player did not answer '[a-z_]+( b)?' within 0\.5 s"),
    "exit": (
        "crash",
        r"player ended with exit status 3 instead .* \(its last error output: no coins left\)",
    ),
    "nonsense": (
        "malformed response",
        "player answered '=99 f5' to 'genmove b', which is not a GTP response",
    ),
    "babble": (
        "malformed response",
        "player keeps printing instead of answering 'genmove b'",
    ),
    "illegal": ("illegal move", "player chose a1, which may not be played here"),
    "no move": ("illegal move", "player answered 'hello', which is not a move"),
    "resign": ("resignation", "player resigned"),
}


@pytest.mark.parametrize("way", FAULTS)
def test_a_fault_is_one_sentence_and_the_next_question_starts_another_program(
    make: Make, log: Path, way: str
) -> None:
    kind, sentence = FAULTS[way]
    is_late = kind == "late"
    engine = make()
    engine.choose(START)
    first = process_of(engine)
    assert first is not None
    bad = Path(f"{log}.ways")
    bad.write_text(way)
    engine.program.patience = 0.5 if is_late else 60.0
    with pytest.raises(ProgramFault, match=f"^{sentence}$") as raised:
        engine.choose(START)
    assert raised.value.kind == kind
    assert first.returncode is not None
    bad.unlink()
    engine.program.patience = 60.0
    assert engine.choose(START) in START.legal_moves


def test_a_program_that_refuses_a_move_is_at_fault(make: Make) -> None:
    with pytest.raises(ProgramFault, match="player refused 'play b f5': I would rather not"):
        make("refuse").choose(after("f5"))


def test_a_program_that_died_between_two_moves_is_replaced(make: Make) -> None:
    engine = make()
    engine.choose(START)
    first = process_of(engine)
    assert first is not None
    first.kill()
    program_engine._loop.wait(first.wait())
    assert engine.choose(after("f5")) == Square.parse("f4")
    assert process_of(engine) is not first


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("no-such-program -l 3", "no-such-program cannot be started: No such file"),
        ("", "a GTP engine needs the command that starts its program"),
        ("player 'open", "cannot be read: No closing quotation"),
    ],
)
def test_a_command_that_starts_nothing_is_one_sentence(command: str, sentence: str) -> None:
    with pytest.raises(EngineError, match=sentence):
        GtpEngine(command).choose(START)


def test_a_program_that_is_no_gtp_program_is_one_sentence() -> None:
    engine = GtpEngine([sys.executable, "-c", "print('hello')"], name="hello")
    with pytest.raises(ProgramFault, match="hello ended with exit status 0 instead of answering"):
        engine.supports(START)


# Stopping


def test_a_cancelled_question_ends_the_program(make: Make, log: Path) -> None:
    engine = make("deaf")
    assert engine.supports(START)
    process = process_of(engine)
    assert process is not None
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(EngineError, match="player was stopped before it had a move"):
        engine.choose(START, cancel=cancel)
    assert process.returncode is not None


def test_closing_from_another_thread_ends_a_question(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = make("deaf")
    closer = threading.Thread(target=engine.close)
    send = GtpSession.send

    def send_and_close(session: GtpSession, line: str, seconds: float = 0.0) -> ProgramQuestion:
        if "genmove" in line:
            closer.start()
        return send(session, line, seconds)

    monkeypatch.setattr(GtpSession, "send", send_and_close)
    with pytest.raises(EngineError, match=r"player (was closed while it was thinking|has been)"):
        engine.choose(START)
    closer.join(60)


def test_closing_ends_the_program_and_refuses_further_questions(make: Make, log: Path) -> None:
    engine = make()
    engine.choose(START)
    process = process_of(engine)
    assert process is not None
    engine.close()
    engine.close()
    assert process.returncode == 0
    assert said(log)[-1] == "quit"
    with pytest.raises(EngineError, match="player has been closed"):
        engine.choose(START)


def test_a_forgotten_engine_ends_its_program(log: Path) -> None:
    engine = GtpEngine([sys.executable, str(GTP_PLAYER), str(log)])
    engine.choose(START)
    process = process_of(engine)
    assert process is not None
    del engine
    assert process.returncode is not None


# Names and paths


def test_only_who_vouches_for_a_name_can_start_a_program_by_it() -> None:
    engine = open_engine("GTP: gtp-rhino -l 3", programs=True, own_process=True)
    assert isinstance(engine, GtpEngine)
    assert engine.name == "gtp-rhino -l 3"
    with pytest.raises(UnknownName, match="there is no engine 'gtp:gtp-rhino'"):
        open_engine("gtp:gtp-rhino")


def test_paths_are_found_through_passes_and_sixteen_plies_from_the_start() -> None:
    for seed in range(5):
        dice, position = random.Random(seed), START
        for _ in range(14):
            position = position.play(dice.choice(list(position.legal_moves)))
        path = find_path(START, position, patience=50_000)
        assert path is not None
        assert functools.reduce(Position.play, path, START) == position
    before = next(
        one
        for seed in range(100)
        for one in play_out(open_engine("greedy", seed=seed), Classic().start(4), seed)
        if one.must_pass
    )
    later = before.play(PASS)
    later = later.play(later.legal_moves[0])
    path = find_path(before, later, patience=100)
    assert path is not None
    assert path[0] is PASS
    assert find_path(later, before, patience=100) is None
