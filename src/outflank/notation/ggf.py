"""GGF, the Generic Game Format of the Othello servers: (;GM[Othello]...B[f5]W[d6];)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from outflank.errors import NotationError
from outflank.notation.cells import Alphabet, Cells
from outflank.notation.format import Assumptions, Carries, Format
from outflank.notation.game_records import require_turn
from outflank.notation.ggf_values import GgfResult, MatchType, MoveValue, require_size
from outflank.notation.numbers import round_number, round_score
from outflank.notation.source_text import Passage, SourceText
from outflank.notation.transcript import play
from outflank.rules import (
    BLACK,
    WHITE,
    Board,
    Color,
    Game,
    Node,
    Outcome,
    Ply,
    Position,
    Reason,
    ScoreKind,
    Variant,
    find_variant,
)
from outflank.texts import Text

__all__ = ["FORMAT", "HEADERS"]

# The names of headers, and their tags in GGF.
HEADERS: Final = {
    "place": "PC",
    "date": "DT",
    "black": "PB",
    "white": "PW",
    "black_rating": "RB",
    "white_rating": "RW",
    "time": "TI",
    "black_time": "TB",
    "white_time": "TW",
    "komi": "KM",
}
_NAMES: Final = {tag: name for name, tag in HEADERS.items()}
_SIDES: Final = {"B": BLACK, "W": WHITE}
_RESERVED: Final = {"GM", "TY", "RE", "BO", "CO", *_SIDES, *_NAMES}
_CELLS: Final = Alphabet("*XxBb", "OoWw")

_TAG: Final = re.compile("[A-Z][A-Z0-9]{0,2}")
_GAME: Final = re.compile(r"(?P<broken>(?:\(;\s*+)*)\(;")  # only the last (; can begin a game
_PROPERTY: Final = re.compile(r"\s*(?P<tag>[A-Za-z][A-Za-z0-9]*)\s*\[(?P<value>[^\]]*)\]")
_END: Final = re.compile(r"\s*;\s*\)")
_SIGNATURE: Final = re.compile(r"GM\s*\[\s*othello|BO\s*\[\s*[0-9]", re.IGNORECASE)
_BEGINNING: Final = 10_000  # characters in which a file must be recognised


class _Property(NamedTuple):
    tag: str
    value: str
    offset: int
    inside: int  # where the value begins


def recognises(text: str) -> bool:
    """Return whether the beginning of a text has a game of Othello in GGF."""
    beginning = text[:_BEGINNING]
    game = _GAME.search(beginning)
    return game is not None and _SIGNATURE.search(beginning, game.end()) is not None


def split(source_text: SourceText, assumed: Assumptions) -> Iterator[Passage]:  # noqa: ARG001
    """Find every game, and skip the text between games, such as the number of games."""
    text, offset = source_text.text, 0
    stop = text.rfind("]") + 1  # no property ends after this, so the search ends here
    while game := _GAME.search(text, offset):
        if game["broken"]:
            yield source_text.passage(game.start(), game.end("broken"))
        start, offset = game.end("broken"), game.end()
        while found := _PROPERTY.match(text, offset, stop):
            offset = found.end()
        if end := _END.match(text, offset):
            offset = end.end()
        # A broken game ends where it cannot be understood, and reading it raises the error.
        yield source_text.passage(start, offset)


# Reading


def read_game(passage: Passage, assumed: Assumptions) -> Game:
    """Read one game, and record its result if the board does not decide it."""
    properties = _properties(passage)
    last = {found.tag: found for found in properties}  # the last of two equal tags counts
    with passage.blamed(last["GM"].offset if "GM" in last else 0):
        _require_othello(last["GM"].value if "GM" in last else "Othello")
    game = Game(_start(passage, last, assumed))
    game.headers = _headers(properties, _match_type(game))
    comments: dict[Node, list[str]] = {}
    for tag, value, offset, _ in properties:
        if tag in _SIDES:
            with passage.blamed(offset):
                _play(game, _SIDES[tag], MoveValue.parse(value, assumed.scores))
        elif tag == "CO":
            comments.setdefault(game.node, []).append(value)
    for node, texts in comments.items():
        node.comment = _clean(" ".join(texts))
    if "RE" in last:
        with passage.blamed(last["RE"].offset):
            GgfResult.parse(last["RE"].value).end(game)
    return game


def _properties(passage: Passage) -> list[_Property]:
    text, offset = passage.text, 2
    properties = []
    while found := _PROPERTY.match(text, offset):
        offset = found.end()
        places = found.start("tag"), found.start("value")
        properties.append(_Property(found["tag"].upper(), found["value"], *places))
    if _END.match(text, offset) is None:
        raise passage.error(Text("errors.notation.ggf_breaks_off"), offset)
    return properties


def _require_othello(name: str) -> None:
    if name.strip().lower() not in ("othello", "reversi"):
        raise NotationError(Text("errors.notation.not_othello", game=repr(_clean(name)[:20])))


def _start(passage: Passage, said: dict[str, _Property], assumed: Assumptions) -> Position:
    """Return the position in BO, or else the usual start on a board of the size in TY."""
    kind = None
    if "TY" in said:
        with passage.blamed(said["TY"].offset):
            kind = MatchType.parse(said["TY"].value)
    if "BO" not in said:
        return _variant(kind).start(kind.size if kind else assumed.start().size)
    with passage.blamed(said["BO"].offset):
        board, turn = _board(passage, said["BO"])
        if kind and kind.size != board.size:
            raise NotationError(
                Text("errors.notation.ggf_type_and_board", size=kind.size, board=board.size)
            )
    return Position(board, turn, variant=_variant(kind))


def _board(passage: Passage, said: _Property) -> tuple[Board, Color]:
    """Read the size, the cells and the side to move."""
    found = re.match(r"\s*([0-9]{1,3})\s", said.value)
    if found is None:
        raise NotationError(Text("errors.notation.ggf_board_without_size"))
    size = require_size(int(found[1]))
    offset = said.inside + found.end()
    cells = Cells.whole(passage, said.value[found.end() :], offset=offset, alphabet=_CELLS)
    with passage.blamed(offset):
        board = cells.board(size)
    if board.size != size:
        raise NotationError(Text("errors.notation.ggf_board_cells", cells=size * size))
    return board, cells.turn or BLACK


def _play(game: Game, color: Color, value: MoveValue) -> None:
    """Play a move for the colour that its tag names, after a pass if one was left out."""
    require_turn(game.position, color, value.move)
    plies = len(game.plies)
    play(game, value.move)
    if len(game.plies) > plies:
        game.plies[-1].score, game.plies[-1].seconds = value.score, value.seconds


def _headers(properties: list[_Property], usual: MatchType) -> dict[str, str]:
    """Return the headers of a game; a tag without a header name keeps its own name."""
    headers = {
        _NAMES.get(tag, tag): _clean(value)
        for tag, value, *_ in properties
        if tag not in _RESERVED or tag in _NAMES
    }
    kind = next((_clean(found.value) for found in reversed(properties) if found.tag == "TY"), "")
    if kind and kind != str(usual):
        headers["type"] = kind
    return {name: value for name, value in headers.items() if value}


# Writing


def write_game(game: Game) -> str:
    """Write one game on one line; a closing bracket in a value becomes a round one."""
    tags = [*_tags(game), ("RE", str(_result(game))), ("BO", _start_board(game.start))]
    tags += _comment(game.root)
    for ply in game.mainline():
        tags.append(("B" if ply.color is BLACK else "W", str(_value(ply))))
        tags += _comment(ply)
    return f"(;{''.join(f'{tag}[{value}]' for tag, value in tags)};)"


def reduce_game(game: Game) -> Game:
    """Return the main line, with numbers of two decimals and texts as a tag can hold them."""
    usual = _match_type(game)
    reduced = Game(Position(game.start.board, game.start.turn, variant=_variant(usual)))
    reduced.headers = _headers([_Property(tag, value, 0, 0) for tag, value in _tags(game)], usual)
    reduced.root.comment = _clean(game.root.comment)
    for ply in game.mainline():
        value = _value(ply)
        copy = reduced.push(ply.move)
        copy.score, copy.seconds, copy.comment = value.score, value.seconds, _clean(ply.comment)
    GgfResult.parse(str(_result(game))).end(reduced)
    return reduced


def _tags(game: Game) -> list[tuple[str, str]]:
    """Return the tags before the moves: the headers we name in a fixed order, then the others."""
    headers = {name: _clean(value) for name, value in game.headers.items()}
    ours = [(tag, headers.get(name, "")) for name, tag in HEADERS.items()]
    usual = _match_type(game)
    kind = headers.get("type", "")
    others = [
        (name, value)
        for name, value in sorted(headers.items())
        if _TAG.fullmatch(name) and name not in _RESERVED
    ]
    said = [("GM", "Othello"), *ours, ("TY", kind if _agrees(kind, usual) else str(usual)), *others]
    return [(tag, value) for tag, value in said if value]


def _match_type(game: Game) -> MatchType:
    return MatchType(require_size(game.start.size), game.start.variant.fewest_wins)


def _variant(kind: MatchType | None) -> Variant:
    return find_variant("anti" if kind and kind.fewest_wins else "classic")


def _agrees(kind: str, usual: MatchType) -> bool:
    try:
        return MatchType.parse(kind) == usual
    except NotationError:
        return False


def _start_board(start: Position) -> str:
    cells, side = _CELLS.write(start.board, start.turn).split()
    rows = [cells[begin : begin + start.size] for begin in range(0, len(cells), start.size)]
    return " ".join([str(start.size), *rows, side])


def _value(ply: Ply) -> MoveValue:
    seconds = ply.seconds
    seconds = None if seconds is None else round_number(seconds, 2)
    return MoveValue(ply.move, round_score(ply.score, 2), seconds)


def _comment(node: Node) -> list[tuple[str, str]]:
    comment = _clean(node.comment)
    return [("CO", comment)] if comment else []


def _result(game: Game) -> GgfResult:
    """Return the result of the board or else of the verdict, whose margin an exact score gives."""
    last = game.root.last()
    position = last.position
    outcome, verdict = position.outcome(), game.verdict
    if outcome is None and verdict is not None:
        solved = last.score if isinstance(last, Ply) else None
        if (
            verdict.reason is Reason.ADJUDICATION
            and verdict.winner is not None
            and solved is not None
            and solved.kind is ScoreKind.EXACT
            and 1 <= abs(solved.discs) <= position.size**2
        ):
            return GgfResult(abs(solved.discs) * (1 if verdict.winner is BLACK else -1))
        board = position.board
        counts = board.count(BLACK), board.count(WHITE), board.empties
        outcome = Outcome(verdict.winner, *counts, verdict.reason)
    return GgfResult.of(outcome, fewest_wins=position.variant.fewest_wins)


def _clean(value: str) -> str:
    return " ".join(value.replace("]", ")").split())


FORMAT = Format(
    name="ggf",
    title="GGF",
    extensions=(".ggf",),
    holds=Game,
    carries=frozenset(Carries) - {Carries.ANSWERS, Carries.VARIATIONS},
    signs="a game such as (;GM[Othello]...;)",
    recognises=recognises,
    split=split,
    reader=read_game,
    writer=write_game,
    reducer=reduce_game,
    streams=True,
)
