"""Transcripts: a line of moves, such as f5d6c3, in all the ways people write it."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from outflank.errors import NotationError, OutflankError
from outflank.notation.cells import Cells
from outflank.notation.format import Assumptions, Carries, Format
from outflank.notation.header_lines import note_header
from outflank.notation.source_text import Passage, SourceText
from outflank.rules import (
    BLACK,
    PASS,
    Board,
    Classic,
    Game,
    Move,
    Position,
    Square,
    accelerator,
)
from outflank.rules.steps import numbers_in
from outflank.texts import Text

__all__ = ["FORMAT", "play"]

_TOKEN = re.compile(
    r"""(?P<space>[\s,]+)
    | (?P<result>1/2-1/2|[0-9]{1,3}-[0-9]{1,3}(?![0-9])|\*)
    | (?P<square>[A-Pa-p](?:1[0-6]|[1-9])(?![0-9]))
    | (?P<passing>[Pp][Aa](?:[Ss][Ss]?)?|[Pp][Ss]|--|@@@@|@@)
    | (?P<number>[0-9]{1,3}[.):]*|\.\.\.)""",
    re.VERBOSE,
)
_MOVES = ("square", "passing")
_UNKNOWN = re.compile(r"[^\s,]{1,12}")
_SEMICOLON = re.compile(r"\s*;")
_SEEN = 10_000  # characters in which the moves must begin, after header lines
_LONGEST_KEPT = 500  # characters of a line whose tokens are kept until it is read
_BEGINNING = 100  # characters in which the first move must begin, after numbers and spaces


# A file has many games, but few different squares and starts.
_parse_square = functools.cache(Square.parse)


@functools.lru_cache(maxsize=16)
def _taken(board: Board) -> frozenset[Square]:
    return frozenset(~board.empty_squares)


@dataclass(frozen=True, slots=True)
class _Beginning:
    """The start position that a text gives, if it does, and where its moves begin."""

    cells: Cells | None
    end: int

    @classmethod
    def of(cls, text: str) -> _Beginning:
        cells = Cells.leading(text)
        if cells is None:
            return cls(None, 0)
        semicolon = _SEMICOLON.match(text, cells.end)
        return cls(cells, semicolon.end() if semicolon else cells.end)

    def position(self, assumed: Assumptions) -> Position:
        if self.cells is None:
            return assumed.start()
        return Position(self.cells.board(), self.cells.turn or BLACK, variant=assumed.variant)

    def taken(self, assumed: Assumptions) -> frozenset[Square]:
        """Return the squares that hold a disc at the start of the game."""
        try:
            return _taken(self.position(assumed).board)
        except NotationError:  # reading the game will report what is wrong with its board
            return frozenset()


def _tokens(text: str, offset: int) -> Iterator[re.Match[str]]:
    """Go through the tokens of a text, without white space, as far as it is understood."""
    for token in _TOKEN.finditer(text, offset):
        if token.start() != offset:
            return
        offset = token.end()
        if token.lastgroup != "space":
            yield token


def _all_tokens(text: str, offset: int) -> tuple[re.Match[str], ...]:
    scan = _kept_tokens if len(text) <= _LONGEST_KEPT else _kept_tokens.__wrapped__
    return scan(text, offset)


@functools.lru_cache(maxsize=4)  # a line is scanned once to find its game and once to read it
def _kept_tokens(text: str, offset: int) -> tuple[re.Match[str], ...]:
    return tuple(_tokens(text, offset))


def recognises(text: str) -> bool:
    """Return whether the text begins with a move, perhaps after a board or a move number."""
    begin = _Beginning.of(text).end
    beginning = text[begin:].lstrip()[:_BEGINNING]
    kinds = (token.lastgroup for token in _tokens(beginning, 0))
    if next((kind in _MOVES for kind in kinds if kind != "number"), False):
        return not _is_header(text[:_BEGINNING]) or _is_headed(text[:_SEEN].split("\n"))
    return _is_headed(text[:_SEEN].split("\n"))


# Header lines

_HEADED: Final = 20  # lines that may come before the first moves
_NUMBERED: Final = 4  # numbers that may come before a header's first word
_FIRST_WORD: Final = re.compile(r"\s*(\S+)")


def _is_header(line: str) -> bool:
    """Return whether a line begins with a word that is no move, number or board."""
    for _ in range(_NUMBERED):
        word = _FIRST_WORD.match(line)
        if word is None or _Beginning.of(line).cells is not None:
            return False
        found = list(_tokens(word[1], 0))
        if found and found[0].lastgroup in ("square", "result"):
            return False
        if not found or found[-1].end() < len(word[1]):
            return True
        if found[0].lastgroup != "number":
            return False
        line = line[word.end() :]  # as in "12. Ann - Bo", a number may precede a header
    return False


def _is_headed(lines: Iterable[str]) -> bool:
    """Return whether there are header lines, and then a line that has only moves."""
    said = [line for line in itertools.islice(lines, _HEADED) if line.strip()]
    first = next((at for at, line in enumerate(said) if not _is_header(line)), 0)
    if not first:
        return False
    tokens = list(_tokens(said[first], _Beginning.of(said[first]).end))
    squares = [token for token in tokens if token.lastgroup == "square"]
    return len(squares) > 1 and tokens[-1].end() == len(said[first].rstrip())


def _header_end(passage: Passage) -> int:
    """Return where the lines above the moves end, or 0 if there are none or nothing else."""
    offset = 0
    for line in re.findall(r"[^\n]*\n|[^\n]+", passage.text):
        if line.strip() and not _is_header(line):
            return offset
        offset += len(line)
    return 0


# Which lines make a game


class _Line:
    """A line, before it is known which game it belongs to.

    Most lines have only squares; only the others are scanned word by word.
    """

    def __init__(self, passage: Passage, size: int) -> None:
        self.passage = passage
        self.size = size
        self.numbers = accelerator.moves_in(passage.text, size)

    @functools.cached_property
    def beginning(self) -> _Beginning:
        return _Beginning.of(self.passage.text) if self.numbers is None else _Beginning(None, 0)

    @functools.cached_property
    def tokens(self) -> tuple[re.Match[str], ...]:
        return _all_tokens(self.passage.text, self.beginning.end)

    @functools.cached_property
    def squares(self) -> list[Square]:
        return [_parse_square(token[0]) for token in self.tokens if token.lastgroup == "square"]

    @property
    def has_result(self) -> bool:
        return self.numbers is None and any(token.lastgroup == "result" for token in self.tokens)

    def plays_first_move_of(self, other: _Line) -> bool:
        """Return whether this line has the other's first move, if a quick look can tell."""
        if not self.numbers or not other.numbers:
            return False
        (first,) = numbers_in(other.numbers[:2])
        return first in numbers_in(self.numbers)

    def is_numbered(self) -> bool:
        return bool(self.tokens) and self.tokens[0].lastgroup == "number"

    def is_first(self) -> bool:
        """Return whether the line itself shows that a game begins here."""
        if self.numbers is not None:
            return False
        is_one = self.is_numbered() and self.tokens[0][0].rstrip(".):") == "1"
        return self.beginning.cells is not None or is_one

    def is_game(self, assumed: Assumptions) -> bool:
        """Return whether the line can be played from the start."""
        try:
            Game.of_moves(self.squares, assumed.start())
        except OutflankError:
            return False
        return True


class _Lines:
    """The lines of one game so far."""

    def __init__(self, first: _Line, assumed: Assumptions, header: Passage | None = None) -> None:
        self.assumed = assumed
        self.header = header
        self.lines = [first]

    @property
    def last(self) -> _Line:
        return self.lines[-1]

    def takes_square_of(self, line: _Line) -> bool:
        """Return whether a square of that line already has a disc."""
        if any(earlier.plays_first_move_of(line) for earlier in self.lines):
            return True
        taken = set(self.lines[0].beginning.taken(self.assumed))
        taken.update(*(earlier.squares for earlier in self.lines))
        return not taken.isdisjoint(line.squares)

    def continues_with(self, line: _Line, *, after_gap: bool) -> bool:
        """Return whether a line continues this game; docs/formats.md states the rule."""
        if line.is_first() or self.last.has_result:
            return False
        if not line.numbers and not line.squares:
            return bool(line.tokens)
        if self.takes_square_of(line):
            return False
        if line.is_numbered():
            return True
        return not after_gap and (len(self.lines) > 1 or not line.is_game(self.assumed))

    def passage(self) -> Passage:
        first, last = self.header or self.lines[0].passage, self.last.passage
        return first if first is last else Passage(last.source_text, first.start, last.end)


def split(source_text: SourceText, assumed: Assumptions) -> Iterator[Passage]:
    """Cut a text into games: a line each, or several lines where a game is wrapped."""
    game: _Lines | None = None
    after_gap = False
    size = assumed.start().size
    header: Passage | None = None  # the lines above the next game
    for passage in source_text.lines():
        if not passage.text.strip():
            after_gap = True
            continue
        line = _Line(passage, size)
        if line.numbers is None and _is_header(passage.text):
            start = passage.start if header is None else header.start
            header = source_text.passage(start, passage.end)
            continue
        if header is not None:
            if game is not None:
                yield game.passage()
            game, header = _Lines(line, assumed, header), None
        elif game is not None and game.continues_with(line, after_gap=after_gap):
            game.lines.append(line)
        else:
            if game is not None:
                yield game.passage()
            game = _Lines(line, assumed)
        after_gap = False
    if game is not None:
        yield game.passage()
    if header is not None:
        yield header


# One game


def read_game(passage: Passage, assumed: Assumptions) -> Game:
    """Read the moves of one game; passes may be written or left out."""
    above = 0 if accelerator.moves_in(passage.text, assumed.start().size) else _header_end(passage)
    if not above:
        return _read_moves(passage, assumed)
    game = _read_moves(passage.source_text.passage(passage.start + above, passage.end), assumed)
    note_header(game, passage.text[:above])
    return game


def _read_moves(passage: Passage, assumed: Assumptions) -> Game:
    start = assumed.start()
    numbers = accelerator.moves_in(passage.text, start.size)
    if numbers:
        return _at_once(numbers, start) or _word_by_word(passage, _Beginning(None, 0), assumed)
    beginning = _Beginning.of(passage.text)
    moves = _plain_moves(passage.text, beginning)
    if moves:
        start = beginning.position(assumed)
        return _at_once(moves, start) or _word_by_word(passage, beginning, assumed)
    return _word_by_word(passage, beginning, assumed)


def _at_once(moves: list[Move] | bytes, start: Position) -> Game | None:
    try:
        return Game.of_moves(moves, start)
    except OutflankError:
        return None  # reading word by word reports what is wrong, and where


def _plain_moves(text: str, beginning: _Beginning) -> list[Move]:
    """Return the moves of a text of squares, numbers and a result; no moves for any other text."""
    moves: list[Move] = []
    offset, result = beginning.end, False
    for token in _all_tokens(text, offset):
        offset, kind = token.end(), token.lastgroup
        if kind == "square" and not result:
            moves.append(_parse_square(token[0]))
        elif kind == "result":
            result = True
        elif kind != "number":
            return []
    return [] if _UNKNOWN.search(text, offset) else moves


def _word_by_word(passage: Passage, beginning: _Beginning, assumed: Assumptions) -> Game:
    text = passage.text
    game = Game(beginning.position(assumed))
    offset, result = beginning.end, False
    for token in _all_tokens(text, offset):
        offset = token.end()
        if token.lastgroup in _MOVES:
            if result:
                problem = Text("errors.notation.move_after_result", move=token[0])
                raise passage.error(problem, token.start())
            move = _parse_square(token[0]) if token.lastgroup == "square" else PASS
            try:
                play(game, move)
            except OutflankError as error:
                raise passage.blame(error, token.start()) from error
        elif token.lastgroup == "result":
            result = True
    if unknown := _UNKNOWN.search(text, offset):
        problem = Text("errors.notation.not_a_move", text=repr(unknown[0]))
        raise passage.error(problem, unknown.start())
    if not game.moves and beginning.cells is None:
        raise passage.error(Text("errors.notation.no_moves"))
    return game


def play(game: Game, move: Move) -> None:
    """Play a move of a record; ignore a pass after the end, which some programs write."""
    if move is not PASS or not game.position.is_over:
        game.push(move, insert_pass=True)


def write_game(game: Game) -> str:
    """Write the moves of the main line, after the start position if it is not the usual one.

    A game without moves is written as its start position, because an empty line says nothing.
    """
    moves = "".join(str(move) for move in game.main_moves if move is not PASS)
    start = _classic(game.start)
    return moves if moves and start == Classic().start() else f"{start};{moves}"


def reduce_game(game: Game) -> Game:
    """Return the main line as classic Othello, up to the last disc placed."""
    moves = (move for move in game.main_moves if move is not PASS)
    return Game.of_moves(moves, _classic(game.start))


def _classic(position: Position) -> Position:
    return Position(position.board, position.turn)


FORMAT = Format(
    name="transcript",
    title="a transcript",
    extensions=(".txt",),
    holds=Game,
    carries=frozenset({Carries.MOVES, Carries.SIZES, Carries.STARTS}),
    signs="moves such as f5d6c3",
    recognises=recognises,
    split=split,
    reader=read_game,
    writer=write_game,
    reducer=reduce_game,
    streams=True,
)
