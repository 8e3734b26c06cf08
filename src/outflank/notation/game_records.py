"""What notations of whole trees share: playing into a tree, copying one, and how it ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from outflank.notation.numbers import round_number, round_score
from outflank.rules import PASS, Color, Game, Move, Node, Outcome, Reason

__all__ = ["add_move", "copy_of_tree", "end_main_line", "final_outcome", "hear_at", "named_reason"]


def add_move(game: Game, node: Node, move: Move) -> Node:
    """Put a move of a record into the tree; a pass that was left out is put in before it.

    A pass after the end, which some programs write, is none.
    """
    if move is PASS and node.position.is_over():
        return node
    if move is not PASS and node.position.must_pass() and not game.start.variant.answers:
        node = game.add(node, PASS)
    return game.add(node, move)


def hear_at(game: Game, node: Node, answer: str) -> None:
    """Let the turn at a place hear an answer, unless it has heard it already."""
    if answer != node.position.answer:
        game.go_to(node)
        game.hear(answer)


def copy_of_tree(game: Game, headers: dict[str, str], clean: Callable[[str], str]) -> Game:
    """Return a game with other headers, cleaned comments, figures to two places, and its end."""
    copy = Game(replace(game.start, answer=None))
    copy.headers = headers
    nodes: dict[Node, Node] = {game.root: copy.root}
    _copy_notes(copy, game.root, copy.root, clean)
    for ply in game.walk():
        twin = copy.add(nodes[ply.parent], ply.move)
        twin.score = round_score(ply.score, 2)
        twin.seconds = None if ply.seconds is None else round_number(ply.seconds, 2)
        nodes[ply] = twin
        _copy_notes(copy, ply, twin, clean)
    outcome = final_outcome(game)
    end_main_line(copy, outcome.winner if outcome else None, outcome.reason if outcome else None)
    return copy


def _copy_notes(copy: Game, node: Node, twin: Node, clean: Callable[[str], str]) -> None:
    twin.comment = clean(node.comment)
    if node.position.answer is not None:
        hear_at(copy, twin, node.position.answer)


def final_outcome(game: Game) -> Outcome | None:
    """Return how the main line ended: by its board, or else by the verdict on the game."""
    return game.root.last().position.outcome() or game.verdict


def end_main_line(game: Game, winner: Color | None, reason: Reason | None) -> None:
    """Go to the end of the main line and record its end, if there is one, unless the board has."""
    game.go_to(game.root.last())
    if reason is not None and not game.is_over():
        game.end(winner, reason)


def named_reason(name: str) -> Reason | None:
    """Return the reason of that name, if it is one that a verdict can have."""
    return next((one for one in Reason if one.value == name and not one.is_natural), None)
