"""Whole dialogues with the programs that people have, to the letter, played by a scripted peer."""

import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from outflank.engine import Analysis, Limit
from outflank.engine.external import (
    CassioEngine,
    GtpEngine,
    NBoardEngine,
    ProgramEngine,
    UciEngine,
    UgiEngine,
)
from outflank.errors import EngineError, ProgramFault
from outflank.rules import Classic, Position, Score, ScoreKind, Square, WinDrawLoss
from support.paths import SCRIPTED_PEER

START = Classic().start()
DIALOGUES = Path(__file__).parent / "dialogues"


def after(moves: str, position: Position = START) -> Position:
    for move in moves.split():
        position = position.play(move)
    return position


def peer(
    kind: type[ProgramEngine],
    dialogue: str,
    *words: str,
    quirks: str | None = None,
    options: Mapping[str, object] | None = None,
) -> ProgramEngine:
    command = [sys.executable, "-S", str(SCRIPTED_PEER), str(DIALOGUES / dialogue), *words]
    return kind(command, name="peer", quirks=quirks, options=options, patience=30)


def test_edax_is_told_its_time_on_the_command_line() -> None:
    limit = Limit(seconds=0.3)
    with peer(GtpEngine, "edax_gtp.txt", "-gtp", quirks="edax") as edax:
        assert edax.choose(after("f5"), limit) == Square.parse("d6")
        assert edax.choose(after("f5 d6 c3"), limit) == Square.parse("d3")


def test_egaroucid_is_told_squares_in_upper_case_and_no_time() -> None:
    limit = Limit(seconds=1)
    with peer(GtpEngine, "egaroucid_gtp.txt", "-gtp", quirks="egaroucid") as egaroucid:
        assert egaroucid.choose(after("f5"), limit) == Square.parse("d6")
        assert egaroucid.choose(after("f5 d6 c3"), limit) == Square.parse("d3")


def test_rhino_is_told_neither_passes_nor_time() -> None:
    position = after("b1 c1 d3 a1 pass", Classic().start(4))
    with peer(GtpEngine, "rhino_gtp.txt", quirks="rhino") as rhino:
        assert rhino.choose(position, Limit(seconds=1)) == Square.parse("a3")


def test_ntest_answers_go_within_the_clock_of_the_game() -> None:
    with peer(NBoardEngine, "ntest_nboard.txt", quirks="ntest") as ntest:
        found = ntest.analyse(START, Limit(seconds=2))
        assert (str(found.move), found.depth) == ("f5", 12)
        assert found.score == Score(0.25, depth=12)
        assert [str(move) for move in found.line] == ["f5", "d6", "c3", "d3"]
        assert ntest.choose(after("f5"), Limit(seconds=2)) == Square.parse("d6")


def test_edax_over_nboard_separates_with_blanks_and_prints_much_besides() -> None:
    with peer(NBoardEngine, "edax_nboard.txt", "-nboard", quirks="edax") as edax:
        found = edax.analyse(after("f5"), Limit(seconds=0.3))
    assert (str(found.move), found.score) == ("d6", Score(-1))


def test_hints_are_an_analysis_that_ends_when_its_depth_is_reached() -> None:
    with (
        peer(NBoardEngine, "hint_nboard.txt") as program,
        program.analysis(after("f5"), Limit(depth=10), candidates=2) as stream,
    ):
        heard = list(stream)
        found = stream.wait()
        assert list(stream) == []
    assert [str(one.move) for one in heard] == ["d6"] * 7
    assert [(str(move), score.discs) for move, score in found.scores.items()] == [
        ("d6", 99), ("f6", -3), ("f4", -6),
    ]  # fmt: skip
    assert list(found.scores.values())[2].kind is ScoreKind.EXACT
    assert heard[2].score == Score(-2, depth=10)


def test_hints_end_when_the_winner_is_proved() -> None:
    with peer(NBoardEngine, "proven_nboard.txt") as program:
        found = program.analyse(START, Limit(depth=60), on_progress=lambda _: None)
    assert (found.score, found.result) == (None, WinDrawLoss.WIN)


def test_edax_over_cassio_gives_values_and_its_errors_are_faults() -> None:
    heard: list[Analysis] = []
    with peer(CassioEngine, "edax_cassio.txt", "-cassio") as edax:
        found = edax.analyse(after("f5"), Limit(depth=14), on_progress=heard.append)
        assert [str(one.move) for one in heard] == ["f4", "d6"]
        assert heard[0].score == Score(-3, depth=8, confidence=73)
        assert (str(found.move), found.nodes) == ("d6", 12345)
        assert found.score == Score(-2, depth=14, confidence=73)
        with pytest.raises(ProgramFault, match="peer answered 'ERROR: no memory' to"):
            edax.analyse(START, Limit(depth=14))


def test_edax_over_cassio_searches_deeper_until_its_time_is_up() -> None:
    heard: list[Analysis] = []
    with peer(CassioEngine, "edax_cassio_time.txt", "-cassio") as edax:
        found = edax.analyse(after("f5"), Limit(seconds=0.2), on_progress=heard.append)
        assert [str(one.move) for one in heard] == ["d6", "f6"]
        assert (str(found.move), found.score) == ("f6", Score(0, depth=7, confidence=73))
        # It is stopped before it shows anything, so one ply has to do.
        assert str(edax.choose(after("f5"), Limit(seconds=0.1))) == "f4"


def test_fairy_stockfish_plays_flipello() -> None:
    options = {"Threads": 2}
    with peer(UciEngine, "fairy_uci.txt", quirks="fairy-stockfish", options=options) as fairy:
        assert not fairy.supports(Classic().start(10))
        found = fairy.analyse(START, Limit(seconds=0.05))
        assert (str(found.move), found.score, found.depth) == ("f5", None, 6)
        assert [str(move) for move in found.line] == ["f5", "f4", "e3"]
        assert fairy.choose(after("f5"), Limit(depth=4)) == Square.parse("d6")


def test_ugi_sends_moves_from_the_start_and_a_program_may_resign() -> None:
    with peer(UgiEngine, "ugi.txt", quirks="outflank") as program:
        found = program.analyse(START, Limit(nodes=500))
        assert (str(found.move), found.score) == ("f5", Score(1.5, depth=3))
        with pytest.raises(ProgramFault, match="peer resigned") as raised:
            program.choose(after("f5"), Limit(nodes=500))
        assert raised.value.kind == "resignation"


def test_an_option_that_a_program_does_not_have_is_one_sentence() -> None:
    with (
        peer(UciEngine, "fairy_uci.txt", options={"Thread": 2}) as fairy,
        pytest.raises(EngineError, match="peer has no option 'Thread'; it has multipv, threads"),
    ):
        fairy.ping()
