"""GGF, the Generic Game Format of the Othello servers: (;GM[Othello]...B[f5]W[d6];)."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from outflank.errors import NotationError
from outflank.notation.cells import Alphabet, Cells
from outflank.notation.format import Assumptions, Carries, Format
from outflank.notation.game_records import require_turn
from outflank.notation.ggf_values import GgfResult, MatchType, MoveValue, require_size
from outflank.notation.lines.given_moves import MoveTags, at_once, game_of_names, sides_of
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
from outflank.rules.game_tree import given_plies, note_all
from outflank.rules.tree import Note
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
_PROPERTY: Final = re.compile(r"\s*+(?P<tag>[A-Za-z][A-Za-z0-9]*+)\s*+\[(?P<value>[^\]]*+)\]")
_PROPERTIES: Final = re.compile(r"(?:\s*+[A-Za-z][A-Za-z0-9]*+\s*+\[[^\]]*+\])*+")
_END: Final = re.compile(r"\s*;\s*\)")
_SIGNATURE: Final = re.compile(r"GM\s*\[\s*othello|BO\s*\[\s*[0-9]", re.IGNORECASE)
_MOVES: Final = MoveTags(before="", passing="PA", upper=True)
_FIRST_MOVE: Final = re.compile(r"\]\s*+(?=[BW]\[)")
_AFTER_MOVES: Final = frozenset(("CO", *_SIDES))
_LONGEST_START: Final = 1000  # characters of a start that is remembered
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
        properties = _PROPERTIES.match(text, offset, max(stop, offset))
        offset = offset if properties is None else properties.end()
        if end := _END.match(text, offset):
            offset = end.end()
        # A broken game ends where it cannot be understood, and reading it raises the error.
        yield source_text.passage(start, offset)


# Reading


def read_game(passage: Passage, assumed: Assumptions) -> Game:
    """Read one game, and record its result if the board does not decide it."""
    return at_once(_read_line, passage.text, assumed) or _read_step_by_step(passage, assumed)


def _read_line(text: str, assumed: Assumptions) -> Game | None:
    """Read a game that is written as usual; return None for any other."""
    first = _FIRST_MOVE.search(text)
    begin = first.end() if first else len(text)
    said = dict(_PROPERTY.findall(text, 2, begin))
    game: Game | None = None
    parsed: list[MoveValue] = []
    comments: dict[int, list[str]] = {}
    if _AFTER_MOVES.isdisjoint(said) and text.endswith(";)"):
        game = _MOVES.game(text[begin:-2], _start_of(said, assumed))
    if game is None:
        said, sides, values, comments = _sorted(_PROPERTY.findall(text, 2))
        start = _start_of(said, assumed)
        game = game_of_names(values, start)
        if game is None:
            parsed = [MoveValue.parse(value, assumed.scores) for value in values]
            game = Game.of_moves([value.move for value in parsed], start)
        if not text.endswith(")") or sides_of(game) != sides:
            return None
    if not "".join(said).isupper():
        return None
    _require_othello(said.get("GM", "Othello"))
    game.headers = _headers(said, _match_type(game.start))
    if comments or parsed:
        _note(game, {at: _clean(" ".join(texts)) for at, texts in comments.items()}, parsed)
    if "RE" in said:
        GgfResult.parse(said["RE"]).end(game)
    return game


def _sorted(
    found: list[tuple[str, str]],
) -> tuple[dict[str, str], str, list[str], dict[int, list[str]]]:
    """Return the tags of a game, the sides and values of its moves, and the comments after each."""
    said: dict[str, str] = {}
    comments: dict[int, list[str]] = {}
    sides, values = "", list[str]()
    for tag, value in found:
        if tag in _SIDES:
            sides += tag
            values.append(value)
        elif tag == "CO":
            comments.setdefault(len(values), []).append(value)
        else:
            said[tag] = value
    return said, sides, values, comments


def _start_of(said: dict[str, str], assumed: Assumptions) -> Position:
    kind, board = said.get("TY"), said.get("BO")
    is_long = len(kind or "") + len(board or "") > _LONGEST_START
    find = _known_start.__wrapped__ if is_long else _known_start
    return find(kind, board, assumed)


@functools.lru_cache(maxsize=64)  # most games of a file have one start
def _known_start(kind: str | None, board: str | None, assumed: Assumptions) -> Position:
    given = {"TY": kind, "BO": board}
    said = {tag: _Property(tag, value, 0, 0) for tag, value in given.items() if value is not None}
    return _start(SourceText("").passage(), said, assumed)


def _note(game: Game, comments: dict[int, str], values: list[MoveValue]) -> None:
    """Set the comments, scores and times of moves, which are given by their numbers from 1."""
    plies = [0, *given_plies(game)]
    notes = {plies[at]: Note("", value.score, value.seconds) for at, value in enumerate(values, 1)}
    for at, comment in comments.items():
        notes[plies[at]] = notes.get(plies[at], Note())._replace(comment=comment)
    note_all(game, notes)


def _read_step_by_step(passage: Passage, assumed: Assumptions) -> Game:
    properties = _properties(passage)
    last = {found.tag: found for found in properties}  # the last of two equal tags counts
    with passage.blamed(last["GM"].offset if "GM" in last else 0):
        _require_othello(last["GM"].value if "GM" in last else "Othello")
    game = Game(_start(passage, last, assumed))
    game.headers = _headers(
        {tag: found.value for tag, found in last.items()}, _match_type(game.start)
    )
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


def _headers(said: Mapping[str, str], usual: MatchType) -> dict[str, str]:
    """Return the headers of a game; a tag without a header name keeps its own name."""
    headers = {
        _NAMES.get(tag, tag): _clean(value)
        for tag, value in said.items()
        if tag not in _RESERVED or tag in _NAMES
    }
    kind = _clean(said.get("TY", ""))
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
    usual = _match_type(game.start)
    reduced = Game(Position(game.start.board, game.start.turn, variant=_variant(usual)))
    reduced.headers = _headers(dict(_tags(game)), usual)
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
    usual = _match_type(game.start)
    kind = headers.get("type", "")
    others = [
        (name, value)
        for name, value in sorted(headers.items())
        if _TAG.fullmatch(name) and name not in _RESERVED
    ]
    said = [("GM", "Othello"), *ours, ("TY", kind if _agrees(kind, usual) else str(usual)), *others]
    return [(tag, value) for tag, value in said if value]


def _match_type(start: Position) -> MatchType:
    return MatchType(require_size(start.size), start.variant.fewest_wins)


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
    outcome, verdict = position.outcome, game.verdict
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
    carries=frozenset(Carries)
    - {Carries.ANSWERS, Carries.CLOCKS, Carries.MARKS, Carries.VARIATIONS},
    signs="a game such as (;GM[Othello]...;)",
    recognises=recognises,
    split=split,
    reader=read_game,
    writer=write_game,
    reducer=reduce_game,
    streams=True,
)
