"""What is written in a protocol reads as it was: each kind of line, over many values."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.engine.protocols.cassio import SearchCommand, SearchResult
from outflank.engine.protocols.gtp import (
    GtpCommand,
    GtpReply,
    TimeLeft,
    TimeSettings,
    parse_color,
    parse_vertex,
    spell_color,
    spell_vertex,
)
from outflank.engine.protocols.nboard import (
    MoveReport,
    SearchLine,
    is_version_1_move,
    read_game,
    spell_move,
    time_left,
    write_game,
)
from outflank.engine.protocols.plain import MOVE, board_values
from outflank.engine.protocols.uci import (
    UCI_DIALECT,
    GoCommand,
    SearchInfo,
    UciDialect,
    parse_setting,
    spell_setting,
)
from outflank.engine.protocols.ugi import UGI_DIALECT
from outflank.notation import read
from outflank.rules import (
    BLACK,
    PASS,
    SIZES,
    WHITE,
    Classic,
    Color,
    Game,
    Move,
    Position,
    Score,
    ScoreKind,
    Square,
    WinDrawLoss,
)
from support.strategies import boards, colors, games, positions, squares

all_sizes = st.sampled_from(SIZES)
whole = st.integers(-64, 63)
hundredths = st.integers(-6400, 6400).map(lambda number: number / 100)
seconds = st.integers(0, 100_000).map(lambda number: number / 100)
words = st.from_regex(r"[A-Za-z][A-Za-z_-]{0,9}", fullmatch=True)
dialects = pytest.mark.parametrize("dialect", [UCI_DIALECT, UGI_DIALECT], ids=["uci", "ugi"])


@st.composite
def moves(draw: st.DrawFn, size: int = 16) -> Move:
    return draw(st.just(PASS) | squares(size))


@st.composite
def any_positions(draw: st.DrawFn, size: int | None = None, largest: int = 16) -> Position:
    size = draw(all_sizes.filter(lambda one: one <= largest)) if size is None else size
    return Position(draw(boards(size)), draw(colors))


# GTP


@given(st.sampled_from(["", "0", "17"]), words, st.lists(words, max_size=3))
def test_commands_of_gtp(number: str, name: str, arguments: list[str]) -> None:
    command = GtpCommand(number, name, tuple(arguments))
    assert GtpCommand.parse(str(command)) == command
    assert GtpCommand.parse(f"  {command} # a remark") == command


@given(st.booleans(), st.lists(words, max_size=3).map("\n".join), st.sampled_from(["", "3"]))
def test_replies_of_gtp(is_success: bool, text: str, number: str) -> None:
    reply = GtpReply(is_success, text, number)
    assert GtpReply.begins(str(reply))
    assert GtpReply.parse(str(reply)) == reply


@given(moves(), st.booleans(), colors)
def test_vertices_and_colours_of_gtp(move: Move, is_upper: bool, color: Color) -> None:
    assert parse_vertex(spell_vertex(move, is_upper=is_upper)) == move
    assert parse_color(spell_color(color)) is color


@given(seconds, seconds, st.integers(0, 100), colors)
def test_times_of_gtp(main: float, period: float, stones: int, color: Color) -> None:
    settings = TimeSettings(main, period, stones)
    assert TimeSettings.parse(tuple(str(settings).split())) == settings
    left = TimeLeft(color, main, stones)
    assert TimeLeft.parse(tuple(str(left).split())) == left


# NBoard


@given(moves(), st.none() | hundredths, st.none() | seconds)
def test_moves_of_nboard(move: Move, discs: float | None, spent: float | None) -> None:
    report = MoveReport(move, discs, spent)
    assert MoveReport.parse(str(report)) == report
    assert MoveReport.name_in(str(report)) == spell_move(move)
    assert is_version_1_move(spell_move(move))
    assert not is_version_1_move(str(report))


scores = st.one_of(
    st.builds(Score, hundredths, depth=st.integers(0, 60)),
    st.builds(Score, hundredths, depth=st.integers(0, 60), confidence=st.integers(50, 99)),
    st.builds(Score, hundredths, st.just(ScoreKind.EXACT)),
    st.sampled_from(WinDrawLoss),
)


@given(st.lists(moves(), min_size=1, max_size=5), scores)
def test_lines_of_nboard(line: list[Move], score: Score) -> None:
    found = SearchLine(tuple(line), score)
    assert SearchLine.parse(str(found)) == found
    assert SearchLine.parse(f"status {found}") is None


@given(any_positions(largest=14), st.none() | st.integers(1, 9_999))
def test_games_of_nboard(position: Position, clock: int | None) -> None:
    game = read_game(write_game(position, clock))
    assert game.position == position
    assert time_left(game, BLACK) == time_left(game, WHITE) == (clock or 900, 0)


# Cassio


@given(any_positions(8), whole, st.none() | st.integers(1, 60), st.integers(73, 100))
def test_searches_of_cassio(
    position: Position, alpha: float, depth: int | None, precision: int
) -> None:
    search = SearchCommand(position, alpha, alpha + 1, depth, precision)
    name, _, arguments = str(search).partition(" ")
    assert SearchCommand.parse(name, arguments) == search


@given(positions(8, Classic()), hundredths, hundredths, st.data())
def test_results_of_cassio(
    position: Position, low: float, high: float, data: st.DataObject
) -> None:
    choices = list(position.legal_moves)
    move = data.draw(st.sampled_from(choices)) if choices else None
    line = () if move is None else (move, *data.draw(st.lists(moves(8), max_size=5)))
    result = SearchResult(position, move, 12, 87, low, high, line, 12345, 0.125)
    assert SearchResult.parse(str(result)) == result
    for text in ("ready.", str(result)[:100], str(result).replace("12345", "many")):
        assert SearchResult.parse(text) is None


# UCI and UGI


@dialects
@given(position=any_positions())
def test_boards_of_uci_and_ugi(dialect: UciDialect, position: Position) -> None:
    text = dialect.spell_position(position, None).removeprefix("position ")
    assert dialect.parse_position(text, Classic().start()) == position


@dialects
@given(game=games(variant=Classic(), plies=30))
def test_games_of_uci_and_ugi(dialect: UciDialect, game: Game) -> None:
    line = [ply.move for ply in game.plies]
    text = dialect.spell_position(game.position, line).removeprefix("position ")
    assert dialect.parse_position(text, game.start) == game.position
    position = game.start
    for word, move in zip(dialect.spell_line(line, game.start).split(), line, strict=True):
        assert dialect.parse_move(word, position) == move
        position = position.play(move)


@dialects
@given(data=st.data(), is_infinite=st.booleans(), is_pondering=st.booleans())
def test_searches_of_uci_and_ugi(
    dialect: UciDialect, data: st.DataObject, is_infinite: bool, is_pondering: bool
) -> None:
    known = [*dialect.clocks, *dialect.increments, "movetime", "depth", "nodes", "movestogo"]
    numbers = st.dictionaries(st.sampled_from(known), st.integers(-9, 10**9))
    command = GoCommand(data.draw(numbers), is_infinite, is_pondering)
    assert GoCommand.parse(str(command).split()[1:], dialect) == command
    assert command.after_ponder_hit() == replace(command, is_pondering=False)


@given(
    st.integers(0, 60),
    st.integers(1, 128),
    st.none() | st.integers(-6400, 6400),
    st.integers(0, 10**9),
    st.integers(0, 10**6).map(lambda number: number / 1000),
)
def test_information_of_uci(
    depth: int, place: int, score: int | None, nodes: int, spent: float
) -> None:
    info = SearchInfo(depth, place, score, nodes, spent, "P@f4 P@f3")
    assert SearchInfo.parse(str(info)) == info
    assert SearchInfo.parse(str(info).partition(" pv ")[0]) is None


@pytest.mark.parametrize("broken", ["score cp deep", f"score cp {'9' * 400}", "depth 1.5"])
def test_information_of_uci_that_makes_no_sense_is_none(broken: str) -> None:
    assert SearchInfo.parse(f"info {broken} pv P@f4") is None


@given(words, st.integers().map(str))
def test_settings_of_uci(name: str, value: str) -> None:
    word, _, rest = spell_setting(name, value).partition(" ")
    assert (word, parse_setting(rest)) == ("setoption", (name, value))


# Without a protocol


@given(any_positions())
def test_boards_without_a_protocol(position: Position) -> None:
    assert read(board_values(position)["board"], format="board").position == position
    spelled = board_values(position, "{side}/{cells}", "*O.")["board"]
    side, cells = spelled.split("/")
    assert side == ("*" if position.turn is BLACK else "O")
    assert cells.replace("*", "X").replace(".", "-") == str(position.board)


@given(squares(16))
def test_moves_without_a_protocol(square: Square) -> None:
    found = re.search(MOVE, f"my move: {square}!")
    assert found is not None
    assert Square.parse(found["move"]) == square
