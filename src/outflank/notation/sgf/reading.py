"""SGF as a notation: a tree without variations is read at once, any other node by node."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import Final

from outflank.notation.format import Assumptions, Carries, Format
from outflank.notation.game_records import end_main_line
from outflank.notation.lines.given_moves import MoveTags, at_once, game_of_names, sides_of
from outflank.notation.numbers import require_seconds
from outflank.notation.sgf.game_trees import (
    LineOfNodes,
    Property,
    find_game_trees,
    first_move,
    line_of_nodes,
    require_othello,
    values_in,
)
from outflank.notation.sgf.move_annotations import MARKS, NAGS, clock_in, nags_in
from outflank.notation.sgf.sgf import (
    ANSWERS,
    SECONDS,
    SETUP,
    headers_of,
    read_tree,
    recognises,
    reduce_game,
    result_of,
    start_of,
    write_game,
)
from outflank.notation.sgf.sgf_values import parse_decimal, parse_point
from outflank.notation.source_text import Passage, SourceText
from outflank.rules import BLACK, SIZES, WHITE, Game, Position
from outflank.rules.game_tree import given_plies, note_all
from outflank.rules.tree import Note

__all__ = ["FORMAT"]

_MOVES: Final = MoveTags(before=";", passing="", upper=False)
_SIDES: Final = frozenset("BW")
_READ_STEP_BY_STEP: Final = frozenset((*SETUP, *ANSWERS))  # in any node but the first
_NOTES: Final = frozenset(("C", NAGS, *MARKS))
_OF_START: Final = frozenset((*SETUP, *ANSWERS, "RU", "PL"))
_LONGEST_SIZE: Final = 8  # characters of a size that is remembered


def split(source_text: SourceText, assumed: Assumptions) -> Iterator[Passage]:  # noqa: ARG001
    """Find every game tree."""
    return find_game_trees(source_text)


def read_game(passage: Passage, assumed: Assumptions) -> Game:
    """Read one tree; the game stands at the end of its main line."""
    return at_once(_read_line, passage.text, assumed) or read_tree(passage, assumed)


def _read_line(text: str, assumed: Assumptions) -> Game | None:
    """Read a tree without variations that is written as usual; return None for any other."""
    begin = first_move(text)
    nodes = line_of_nodes(f"{text[:begin]})")
    if nodes is None or not text.endswith(")"):
        return None
    root = _root(nodes)
    notes: list[dict[str, Property]] = []
    start = _start(root, assumed)
    moves = text[begin:-1].replace("\n;", ";")
    game = None if nodes.names else _MOVES.game(moves, start)
    if game is None:
        nodes = line_of_nodes(text)
        if nodes is None or not _READ_STEP_BY_STEP.isdisjoint(nodes.names):
            return None
        root = _root(nodes)
        sides, points, notes = _moves(nodes)
        if len(sides) != len(points):
            return None  # not every node has one move
        game = _game_of(points, start)
        if sides_of(game) != sides:
            return None
    if not _SIDES.isdisjoint(root):
        return None
    require_othello(root.get("GM"))
    game.headers = headers_of(nodes.first)
    if notes or not _NOTES.isdisjoint(root):
        _note(game, root, notes, assumed)
    end_main_line(game, *result_of(root))
    return game


def _root(nodes: LineOfNodes) -> dict[str, Property]:
    return {found.name: found for found in nodes.first}


def _start(root: dict[str, Property], assumed: Assumptions) -> Position:
    size = root["SZ"].value if "SZ" in root else None
    if _OF_START.isdisjoint(root) and len(size or "") <= _LONGEST_SIZE:
        return _usual_start(size, assumed)
    return start_of(SourceText("").passage(), root, assumed)


@functools.lru_cache(maxsize=16)
def _usual_start(size: str | None, assumed: Assumptions) -> Position:
    said = {} if size is None else {"SZ": Property("SZ", (size,), 0)}
    return start_of(SourceText("").passage(), said, assumed)


def _moves(nodes: LineOfNodes) -> tuple[str, Sequence[str], list[dict[str, Property]]]:
    """Return the sides and points of the moves, and what else each node says.

    There are more sides than points if not every node has exactly one move.
    """
    if _SIDES.issuperset(nodes.names) and all(nodes.begins):
        sides = "".join(nodes.names)
        return sides, "".join(nodes.values)[1:-1].split("][") if sides else (), []
    sides, points, notes = "", list[str](), list[dict[str, Property]]()
    for begins, name, values in zip(nodes.begins, nodes.names, nodes.values, strict=True):
        if begins:
            if len(sides) != len(notes):
                return "-", (), []
            notes.append({})
        if name in _SIDES:
            sides += name
            points.append(values_in(values)[0])
        else:
            notes[-1][name] = Property(name, values_in(values), 0)
    return sides if len(sides) == len(notes) else "-", points, notes


def _game_of(points: Sequence[str], start: Position) -> Game:
    game = None
    if start.size < SIZES[-1]:  # on the largest board pa is a square and no pass
        game = game_of_names([point or "--" for point in points], start)
    return game or Game.of_moves([parse_point(point, start.size) for point in points], start)


def _note(
    game: Game, root: dict[str, Property], nodes: list[dict[str, Property]], assumed: Assumptions
) -> None:
    """Set what the nodes say about their moves."""
    notes = {0: Note(root["C"].value if "C" in root else "", nags=nags_in(root))}
    for ply, side, said in zip(given_plies(game), sides_of(game), nodes, strict=False):
        if said:
            score = seconds = None
            if "V" in said:
                discs = parse_decimal(said["V"].value)
                score = assumed.score(discs if side == "B" else -discs)
            if SECONDS in said:
                seconds = require_seconds(parse_decimal(said[SECONDS].value))
            comment = said["C"].value if "C" in said else ""
            clock = clock_in(said, BLACK if side == "B" else WHITE)
            notes[ply] = Note(comment, score, seconds, clock, nags_in(said))
    note_all(game, notes)


FORMAT = Format(
    name="sgf",
    title="SGF",
    extensions=(".sgf",),
    holds=Game,
    carries=frozenset(Carries),
    signs="a game tree such as (;GM[2];B[f5];W[d6])",
    recognises=recognises,
    split=split,
    reader=read_game,
    writer=write_game,
    reducer=reduce_game,
)
