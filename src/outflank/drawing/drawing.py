"""A drawing: everything that a picture or a text board shows, as a frozen value."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, TypeVar, Unpack, get_args

from outflank.drawing import alt_text
from outflank.drawing.annotations import Annotation, score_annotations
from outflank.drawing.option_checks import check_options
from outflank.drawing.options import (
    Arrow,
    MarkKind,
    SquareName,
    SvgOptions,
    square_of,
    squares_of,
)
from outflank.drawing.skins import Skin, find_skin, skin_of, skins
from outflank.drawing.themes import Theme, find_theme
from outflank.errors import InvalidValue, UnknownName
from outflank.rules import (
    Answer,
    Board,
    Color,
    Game,
    Placement,
    Position,
    Square,
    SquareSet,
    parse_move,
)
from outflank.texts import Text, say
from outflank.texts.phrases import capitalised

__all__ = ["Drawable", "Drawing"]

Drawable: TypeAlias = Board | Position | Game | SquareSet

MARKS: Final[tuple[str, ...]] = get_args(MarkKind)

_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """What to draw, with every option decided.

    >>> game = Game()
    >>> _ = game.push("f5")
    >>> drawing = Drawing.of(game)
    >>> print(drawing.last, drawing.flips, drawing.legal, sep="; ")
    f5; e5; f4 d6 f6
    """

    board: Board
    skin: Skin
    theme: Theme
    coordinates: bool
    rotated: bool
    chosen: SquareSet  # the squares of a SquareSet that is drawn
    legal: SquareSet
    last: Square | None
    flips: SquareSet
    stable: SquareSet
    annotations: Mapping[Square, Annotation]
    heat: Mapping[Square, float]
    numbers: Mapping[Square, int]
    is_transcript: bool
    marks: Mapping[str, SquareSet]
    arrows: tuple[Arrow, ...]
    lines: tuple[str, ...]  # below the board
    title: str
    description: str

    @property
    def size(self) -> int:
        """The size of the board."""
        return self.board.size

    @classmethod
    def of(cls, value: Drawable, **options: Unpack[SvgOptions]) -> Drawing:
        """Decide everything about the drawing of a value."""
        check_options(options, SvgOptions.__optional_keys__)
        position = _position_of(value)
        board = _board_of(value)
        size = board.size
        skin = _skin(options.get("skin"), position)
        placement = _last_placement(value)
        last = placement.square if placement else None
        if "last_move" in options:
            last = _square_of_move(options["last_move"], size)
            if placement and last != placement.square:
                placement = None  # its flips belong to another move
        nothing = SquareSet(size)
        flips = squares_of(size, options.get("flips", placement.turned if placement else nothing))
        sheet = _transcript_sheet(value) if options.get("numbers") else None
        if sheet:
            board = sheet.board
            flips = squares_of(size, options.get("flips", nothing))
        legal = _legal(options.get("legal", position is not None and not sheet), position, size)
        chosen = value if isinstance(value, SquareSet) else nothing
        annotations = score_annotations(_by_square(size, options.get("scores", {})))
        annotations |= {
            at: Annotation(word) for at, word in _by_square(size, options.get("texts", {})).items()
        }
        theme = options.get("theme", "felt")
        return cls(
            board=board,
            skin=skin,
            theme=find_theme(theme) if isinstance(theme, str) else theme,
            coordinates=options.get("coordinates", True),
            rotated=options.get("rotated", False),
            chosen=chosen,
            legal=legal,
            last=last,
            flips=flips,
            stable=_stable(options.get("stable", False), board),
            annotations=annotations,
            heat=_finite(_by_square(size, options.get("heat", {}))),
            numbers=sheet.numbers if sheet else {},
            is_transcript=sheet is not None,
            marks=_marks(options, size),
            arrows=_arrows(options, size),
            lines=_lines(value, options, sheet, skin),
            title=options.get("title") or _title(value, skin),
            description=alt_text.description(
                board, skin, legal=legal, last_move=last, flipped=flips, squares=chosen
            ),
        )


def _position_of(value: Drawable) -> Position | None:
    if isinstance(value, Game):
        return value.position
    return value if isinstance(value, Position) else None


def _board_of(value: Drawable) -> Board:
    if isinstance(value, SquareSet):
        return Board.empty(value.size)
    position = _position_of(value)
    if position is not None:
        return position.board
    if isinstance(value, Board):
        return value
    raise TypeError(f"only a board, position, game or set of squares can be drawn, not {value!r}")


def _skin(given: Skin | str | None, position: Position | None) -> Skin:
    if given is None:
        return skins()[0] if position is None else skin_of(position.variant)
    return find_skin(given) if isinstance(given, str) else given


def _last_placement(value: Drawable) -> Placement | None:
    """Return the last placement in a game, ignoring passes after it."""
    plies = reversed(value.plies) if isinstance(value, Game) else ()
    return next((ply.placement for ply in plies if ply.placement), None)


def _square_of_move(given: object, size: int) -> Square | None:
    move = parse_move(given) if isinstance(given, str) else given
    if not isinstance(move, Square):
        return None
    return next(iter(SquareSet.of(size, move)))


def _transcript_sheet(value: Drawable) -> TranscriptSheet:
    if not isinstance(value, Game):
        raise TypeError("only the moves of a game have numbers")
    return TranscriptSheet.of(value)


def _legal(given: Any, position: Position | None, size: int) -> SquareSet:
    if given is False:
        return SquareSet(size)
    if given is not True:
        return squares_of(size, given)
    if position is None:
        raise TypeError("only a position or a game has legal moves; name the squares")
    return position.legal_moves.squares


def _stable(given: Any, board: Board) -> SquareSet:
    if given is False:
        return SquareSet(board.size)
    if given is not True:
        return squares_of(board.size, given)
    return board.stable(Color.BLACK) | board.stable(Color.WHITE)


def _by_square(size: int, given: Mapping[Any, _Value]) -> dict[Square, _Value]:
    """Return a mapping with the squares of this board as keys, row by row."""
    values = {square_of(name): value for name, value in given.items()}
    return {square: values[square] for square in SquareSet.of(size, *values)}


def _finite(values: dict[Square, float]) -> dict[Square, float]:
    for square, value in values.items():
        if not math.isfinite(value):
            raise InvalidValue(
                Text("errors.drawing.invalid_heat", square=str(square), given=str(value))
            )
    return values


def _marks(options: SvgOptions, size: int) -> dict[str, SquareSet]:
    given = options.get("marks", {})
    for kind in given:
        if kind not in MARKS:
            raise UnknownName("mark", str(kind), MARKS)
    return {kind: squares_of(size, squares) for kind, squares in given.items()}


def _arrows(options: SvgOptions, size: int) -> tuple[Arrow, ...]:
    arrows = tuple(Arrow.of(given) for given in options.get("arrows", ()))
    ends: list[SquareName] = [end for arrow in arrows for end in (arrow.tail, arrow.head)]
    SquareSet.of(size, *ends)  # refuses squares outside the board
    return arrows


def _lines(
    value: Drawable, options: SvgOptions, sheet: TranscriptSheet | None, skin: Skin
) -> tuple[str, ...]:
    caption = options.get("caption", False)
    if caption is True:
        caption = capitalised(alt_text.status(value, skin))
    return (*(sheet.lines(skin) if sheet else ()), *([caption] if caption else []))


def _title(value: Drawable, skin: Skin) -> str:
    return f"{alt_text.headline(value)}: {alt_text.status(value, skin)}"


@dataclass(frozen=True, slots=True)
class TranscriptSheet:
    """A game as a transcript sheet: the discs as placed, without flips, and their numbers."""

    board: Board
    numbers: dict[Square, int]
    passes: tuple[tuple[Color, int], ...]  # who passed after which move
    maybes: tuple[int, ...]  # the moves for which the oracle said maybe

    @classmethod
    def of(cls, game: Game) -> TranscriptSheet:
        """Take the current line of a game, from the start to where the game stands.

        >>> game = Game()
        >>> game.push_all(["f5", "d6"])
        >>> TranscriptSheet.of(game).numbers
        {f5: 1, d6: 2}
        """
        board = game.start.board
        numbers: dict[Square, int] = {}
        passes: list[tuple[Color, int]] = []
        maybes: list[int] = []
        for ply in game.plies:
            placement = ply.placement
            if placement is None:
                passes.append((ply.color, len(numbers)))
                continue
            board = board.put(placement.color, placement.square)
            numbers[placement.square] = len(numbers) + 1
            if ply.answer is Answer.MAYBE:
                maybes.append(len(numbers))
        return cls(board, numbers, tuple(passes), tuple(maybes))

    def lines(self, skin: Skin) -> tuple[str, ...]:
        """List what the squares cannot show: the passes and the maybe answers."""
        passes = ", ".join(
            say("drawing.record.pass_after", color=skin.disc(color).text, number=number)
            for color, number in self.passes
        )
        numbers = ", ".join(map(str, self.maybes))
        lines = [say("drawing.record.passes", passes=passes)] if passes else []
        lines += [say("drawing.record.maybes", numbers=numbers)] if numbers else []
        return tuple(lines)
