"""Games of Othello in SGF, with variations, comments, values and the answers of an oracle."""

from __future__ import annotations

import re
from typing import Final

from outflank.errors import NotationError
from outflank.notation.format import Assumptions
from outflank.notation.game_records import (
    add_move,
    copy_of_tree,
    end_main_line,
    final_outcome,
    hear_at,
    named_reason,
    require_turn,
    written_variant,
)
from outflank.notation.numbers import require_seconds, round_score
from outflank.notation.odds_text import write_odds
from outflank.notation.sgf.game_trees import (
    Property,
    escape,
    is_game_tree,
    require_othello,
    simple_text,
    tokens,
)
from outflank.notation.sgf.move_annotations import (
    MARKS,
    NAGS,
    read_clock,
    read_marks,
    written_clock,
    written_marks,
)
from outflank.notation.sgf.sgf_values import (
    SgfResult,
    parse_decimal,
    parse_point,
    parse_points,
    write_result,
)
from outflank.notation.source_text import Passage
from outflank.rules import (
    BLACK,
    PASS,
    WHITE,
    Board,
    Classic,
    Color,
    Game,
    Move,
    Node,
    Ply,
    Position,
    Reason,
)
from outflank.texts import Text

__all__ = [
    "ANSWERS",
    "HEADERS",
    "SECONDS",
    "SETUP",
    "headers_of",
    "read_tree",
    "recognises",
    "reduce_game",
    "result_of",
    "start_of",
    "write_game",
]

# The names of headers, and their properties in SGF.
HEADERS: Final = {
    "event": "EV",
    "round": "RO",
    "place": "PC",
    "date": "DT",
    "black": "PB",
    "white": "PW",
    "black_rating": "BR",
    "white_rating": "WR",
    "time": "TM",
    "black_time": "TB",
    "white_time": "TW",
    "komi": "KM",
    "type": "TY",
}
_NAMES: Final = {name: header for header, name in HEADERS.items()}
_SIDES: Final = {"B": BLACK, "W": WHITE}
SETUP: Final = ("AB", "AW", "AE")
_PROPERTY: Final = re.compile("[A-Z]{1,3}")
# FF[4] lets programs use names that it does not define: these are ours.
_ANSWER, _NEXT_ANSWER, _ODDS, SECONDS, _REASON = "YN", "YX", "YO", "TS", "VR"
ANSWERS: Final = (_ANSWER, _NEXT_ANSWER, _ODDS)
_OURS: Final = (_ANSWER, _NEXT_ANSWER, _ODDS, SECONDS, _REASON, NAGS)
_RESERVED: Final = {"FF", "GM", "SZ", "PL", "RE", "RU", "C", "V", *SETUP, *MARKS, *_SIDES, *_OURS}
_SIGNATURE: Final = re.compile(r"\(\s*;[^()]{0,2000}GM\s*\[\s*2\s*\]")
_WIDTH: Final = 90  # characters after which the next node begins a line
_SEEN: Final = 10_000  # characters in which a text must be recognised

_Said = dict[str, Property]


def recognises(text: str) -> bool:
    """Return whether the text begins with a game tree, or soon has one of Othello."""
    return is_game_tree(text) or _SIGNATURE.search(text, 0, _SEEN) is not None


# Reading


def read_tree(passage: Passage, assumed: Assumptions) -> Game:
    """Read one tree node by node; the game stands at the end of its main line."""
    (_, first), *others = _nodes(passage)
    root = {found.name: found for found in first}
    with passage.blamed(root["GM"].offset if "GM" in root else 0):
        require_othello(root.get("GM"))
    game = Game(start_of(passage, root, assumed))
    game.headers = headers_of(first)
    comments: dict[Node, list[str]] = {}
    nodes = [_play_all(passage, game, game.root, first, assumed)]
    _read_notes(passage, game, nodes[0], first, comments)
    for parent, said in others:
        for found in said:
            if found.name in SETUP:
                raise passage.error(Text("errors.notation.sgf_late_setup"), found.offset)
        nodes.append(_play_all(passage, game, nodes[parent], said, assumed))
        _read_notes(passage, game, nodes[-1], said, comments)
    for node, texts in comments.items():
        node.comment = "\n".join(texts)
    written = root.get("RE")
    with passage.blamed(written.offset if written else 0):
        end_main_line(game, *result_of(root))
    return game


def result_of(root: _Said) -> tuple[Color | None, Reason | None]:
    """Return the winner and the reason that the first node gives; no reason for no result."""
    result = SgfResult.parse(root["RE"].value if "RE" in root else "")
    named = named_reason(root[_REASON].value.strip()) if _REASON in root else None
    return result.winner, (named or result.reason) if result.reason else None


def _nodes(passage: Passage) -> list[tuple[int, list[Property]]]:
    """Return the nodes of a tree, each with the number of the node it follows."""
    nodes: list[tuple[int, list[Property]]] = []
    current, open_trees = -1, list[int]()
    for sign, said in tokens(passage):
        if said is not None:
            nodes[-1][1].append(said)
        elif sign == "(":
            open_trees.append(current)
        elif sign == ")":
            current = open_trees.pop()
        else:
            nodes.append((current, []))
            current = len(nodes) - 1
    return nodes


def start_of(passage: Passage, root: _Said, assumed: Assumptions) -> Position:
    """Return the position that is set up, or else the usual start on a board of that size."""
    variant = written_variant(passage, root.get("RU"), root.get(_ODDS), assumed)
    usual = assumed.start() if variant == assumed.variant else variant.start(assumed.size or 8)
    if "SZ" in root:
        with passage.blamed(root["SZ"].offset):
            size = re.fullmatch(r"\s*([0-9]{1,3})(?:\s*:\s*\1)?\s*", root["SZ"].value)
            if size is None:
                raise NotationError(
                    Text("errors.notation.sgf_size", text=repr(root["SZ"].value[:20]))
                )
            usual = variant.start(int(size[1]))
    board = usual.board
    if any(name in root for name in SETUP):
        board = _set_up(passage, root, usual.size)
    turn = usual.turn
    if "PL" in root:
        letter = root["PL"].value.strip()[:1].upper()
        if letter not in _SIDES:
            raise passage.error(Text("errors.notation.sgf_turn"), root["PL"].offset)
        turn = _SIDES[letter]
    return Position(board, turn, variant=variant)


def _set_up(passage: Passage, root: _Said, size: int) -> Board:
    board = Board.empty(size)
    for name, color in (("AB", BLACK), ("AW", WHITE)):
        if name in root:
            with passage.blamed(root[name].offset):
                for value in root[name].values:
                    for square in parse_points(value, size):
                        board = board.put(color, square)
    return board


def headers_of(said: list[Property]) -> dict[str, str]:
    """Return the headers of a game; a property without a header name keeps its own name."""
    headers = {
        _NAMES.get(found.name, found.name): simple_text(found.value)
        for found in said
        if found.name not in _RESERVED and found.name
    }
    return {name: value for name, value in headers.items() if value}


def _play_all(
    passage: Passage, game: Game, node: Node, said: list[Property], assumed: Assumptions
) -> Node:
    """Play the moves of a node, usually one, and read how they were made."""
    notes = {found.name: found for found in said}
    for move in said:
        if move.name in _SIDES:
            if _ANSWER in notes:
                _hear(passage, game, node, notes[_ANSWER])
            with passage.blamed(move.offset):
                point = parse_point(move.value, game.start.size)
                node = _play(game, node, _SIDES[move.name], point)
            if isinstance(node, Ply):
                _read_measures(passage, node, notes, assumed)
    return node


def _play(game: Game, node: Node, color: Color, move: Move) -> Node:
    """Play a move for the colour that its property names."""
    require_turn(node.position, color, move)
    return add_move(game, node, move)


def _read_notes(
    passage: Passage,
    game: Game,
    node: Node,
    properties: list[Property],
    comments: dict[Node, list[str]],
) -> None:
    """Read what any node may have: comment, marks, and an answer that no move has followed yet.

    A node without a move says this of the position where it stands.
    """
    said = {found.name: found for found in properties}
    if "C" in said and said["C"].value:
        comments.setdefault(node, []).append(said["C"].value)
    read_marks(passage, node, said)
    if _NEXT_ANSWER in said:
        _hear(passage, game, node, said[_NEXT_ANSWER])


def _hear(passage: Passage, game: Game, node: Node, said: Property) -> None:
    with passage.blamed(said.offset):
        hear_at(game, node, said.value.strip().lower())


def _read_measures(passage: Passage, ply: Ply, said: _Said, assumed: Assumptions) -> None:
    if "V" in said:
        with passage.blamed(said["V"].offset):
            discs = parse_decimal(said["V"].value)
            ply.score = assumed.score(discs if ply.color is BLACK else -discs)
    if SECONDS in said:
        with passage.blamed(said[SECONDS].offset):
            ply.seconds = require_seconds(parse_decimal(said[SECONDS].value))
    read_clock(passage, ply, said)


# Writing


def write_game(game: Game) -> str:
    """Write the tree, its main line first."""
    parts, waiting, width = ["("], list[Node | str]([")", game.root]), 0
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            text = part
        else:
            text = _node(part) if isinstance(part, Ply) else _root(game)
        if width > _WIDTH and text != ")":
            text, width = f"\n{text}", 0
        parts.append(text)
        width += len(text)
        if isinstance(part, Node):
            replies: list[Node | str] = [*part.replies]
            if len(replies) > 1:
                replies = [piece for reply in part.replies for piece in ("(", reply, ")")]
            waiting += replies[::-1]
    return "".join(parts)


def _root(game: Game) -> str:
    start = game.start
    variant, usual = start.variant, start.variant.start(start.size)
    said = [("FF", "4"), ("GM", "2"), ("SZ", str(start.size))]
    if variant != Classic():
        said.append(("RU", variant.name))
    if variant.answers:
        said.append((_ODDS, write_odds(variant.answers)))
    said += _tags(game)
    discs = [
        (name, [str(square) for square in start.board.discs(color)])
        for name, color in (("AB", BLACK), ("AW", WHITE))
    ]
    # An empty board has no disc to name, so it is written as a square that is emptied.
    discs = [(name, squares) for name, squares in discs if squares] or [("AE", ["a1"])]
    if start.board == usual.board:
        discs = []
    text = "".join(f"{name}[{']['.join(squares)}]" for name, squares in discs)
    side = "" if start.turn is usual.turn else "PL[W]"
    said_last = [("RE", write_result(final_outcome(game)))]
    if reason := _reason(game):
        said_last.append((_REASON, reason))
    return f";{_written(said)}{text}{side}{_written(said_last)}{_written(_notes(game.root))}"


def _written(said: list[tuple[str, str]]) -> str:
    return "".join(f"{name}[{escape(value)}]" for name, value in said)


def _tags(game: Game) -> list[tuple[str, str]]:
    """Return the header properties: the headers we name in a fixed order, then the others."""
    headers = {name: simple_text(value) for name, value in game.headers.items()}
    ours = [(tag, headers.get(name, "")) for name, tag in HEADERS.items()]
    others = [
        (name, value)
        for name, value in sorted(headers.items())
        if _PROPERTY.fullmatch(name) and name not in _RESERVED and name not in _NAMES
    ]
    return [(tag, value) for tag, value in [*ours, *others] if value]


def _node(ply: Ply) -> str:
    said = [(_ANSWER, ply.answer.value)] if ply.answer is not None else []
    said.append(("B" if ply.color is BLACK else "W", "" if ply.move is PASS else str(ply.move)))
    if (score := round_score(ply.score, 2)) is not None:
        discs = score.discs if ply.color is BLACK else -score.discs
        said.append(("V", f"{discs:.2f}"))
    if ply.seconds is not None:
        said.append((SECONDS, f"{ply.seconds:.2f}"))
    return f";{_written(said + _notes(ply))}"


def _notes(node: Node) -> list[tuple[str, str]]:
    said = written_marks(node)
    if isinstance(node, Ply):
        said += written_clock(node)
    if node.comment:
        said.append(("C", _text(node.comment)))
    if node.position.answer is not None and not node.replies:
        said.append((_NEXT_ANSWER, node.position.answer.value))
    return said


def _text(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _reason(game: Game) -> str:
    """Return the reason of a verdict if the result cannot show it, else an empty text."""
    outcome = final_outcome(game)
    if outcome is None or outcome.reason.is_natural:
        return ""
    read = SgfResult.parse(write_result(outcome))
    return "" if read.reason is outcome.reason else outcome.reason.value


def reduce_game(game: Game) -> Game:
    """Return the tree with numbers of two decimals, and the headers that have a property."""
    return copy_of_tree(
        game, headers_of([Property(name, (value,), 0) for name, value in _tags(game)]), _text
    )
