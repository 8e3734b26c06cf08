"""What the notations of whole trees share: adding moves, copying a tree and recording its end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from outflank.errors import NotationError, OutflankError
from outflank.notation.format import Assumptions
from outflank.notation.numbers import round_number, round_score
from outflank.notation.odds_text import parse_odds
from outflank.notation.source_text import Passage
from outflank.rules import (
    PASS,
    Color,
    Game,
    Move,
    Node,
    Outcome,
    Position,
    Reason,
    Variant,
    find_variant,
)
from outflank.texts import Text

__all__ = [
    "add_move",
    "copy_of_tree",
    "end_main_line",
    "final_outcome",
    "hear_at",
    "named_reason",
    "require_turn",
    "written_variant",
]


class Written(Protocol):
    """A tag or property of a game: its value, and its offset in its passage."""

    @property
    def value(self) -> str: ...
    @property
    def offset(self) -> int: ...


def written_variant(
    passage: Passage, name: Written | None, odds: Written | None, assumed: Assumptions
) -> Variant:
    """Return the variant that a game names, with its odds; an unknown one is the assumed one."""
    variant = assumed.variant
    if name is not None:
        try:
            variant = find_variant(name.value)
        except OutflankError:
            return variant
    if odds is not None and variant.answers:
        with passage.blamed(odds.offset):
            return replace(variant, answers=parse_odds(odds.value))
    return variant


def add_move(game: Game, node: Node, move: Move) -> Node:
    """Add a move of a record to the tree, after a pass if the record left one out.

    A pass after the end of the game, which some programs write, is ignored.
    """
    if move is PASS and node.position.is_over:
        return node
    if move is not PASS and node.position.must_pass and not game.start.variant.answers:
        passed = game.add(node, PASS)
        passed.automatic = passed.automatic or not passed.replies
        node = passed
    return game.add(node, move)


def require_turn(position: Position, color: Color, move: Move) -> None:
    """Refuse a move of the wrong colour; a pass before the move may be left out."""
    skips = move is not PASS and position.must_pass
    mover = position.turn.opponent if skips else position.turn
    if color is not mover and not position.is_over:
        raise NotationError(Text("errors.notation.wrong_side", color=color.text, mover=mover.text))


def hear_at(game: Game, node: Node, answer: str) -> None:
    """Let the turn at a node hear an answer, unless it has already heard it."""
    if answer != node.position.answer:
        game.go_to(node)
        game.hear(answer)


def copy_of_tree(game: Game, headers: dict[str, str], clean: Callable[[str], str]) -> Game:
    """Copy a game with other headers, cleaned comments and numbers of two decimals."""
    copy = Game(replace(game.start, answer=None))
    copy.headers = headers
    nodes: dict[Node, Node] = {game.root: copy.root}
    _copy_notes(copy, game.root, copy.root, clean)
    for ply in game.walk():
        twin = copy.add(nodes[ply.parent], ply.move)
        twin.score = round_score(ply.score, 2)
        twin.seconds = None if ply.seconds is None else round_number(ply.seconds, 2)
        twin.clock = None if ply.clock is None else round_number(ply.clock, 2)
        nodes[ply] = twin
        _copy_notes(copy, ply, twin, clean)
    outcome = final_outcome(game)
    end_main_line(copy, outcome.winner if outcome else None, outcome.reason if outcome else None)
    return copy


def _copy_notes(copy: Game, node: Node, twin: Node, clean: Callable[[str], str]) -> None:
    twin.comment, twin.nags = clean(node.comment), node.nags
    if node.position.answer is not None:
        hear_at(copy, twin, node.position.answer)


def final_outcome(game: Game) -> Outcome | None:
    """Return how the main line ended, on its board or else by the game's verdict."""
    return game.root.last().position.outcome or game.verdict


def end_main_line(game: Game, winner: Color | None, reason: Reason | None) -> None:
    """Go to the end of the main line, and record a given end if the board has not decided it."""
    game.follow_main_line()
    if reason is not None and not game.is_over:
        game.end(winner, reason)


def named_reason(name: str) -> Reason | None:
    """Return the reason with that name, or None if no verdict can have it."""
    return next((known for known in Reason if known.value == name and not known.is_natural), None)
