"""A drawing in words, for captions and for screen readers."""

from __future__ import annotations

from collections.abc import Iterator

from outflank.drawing.skins import Skin
from outflank.rules import BLACK, PASS, WHITE, Board, Color, Game, Position, Square, SquareSet
from outflank.texts import say
from outflank.texts.phrases import capitalised

__all__ = ["description", "headline", "status"]


def headline(value: Board | Position | Game | SquareSet) -> str:
    """Name what is drawn.

    >>> headline(Game(variant="yesno", size=6))
    'Yes/No Othello, 6x6'
    """
    if isinstance(value, Game):
        return headline(value.position)
    if isinstance(value, Position):
        return say("drawing.headline.position", variant=value.variant.text, size=value.size)
    if isinstance(value, SquareSet):
        return say("drawing.headline.squares", size=value.size)
    return say("drawing.headline.board", size=value.size)


def status(value: Board | Position | Game | SquareSet, skin: Skin) -> str:
    """Describe the disc count and the side to move, or how the game ended.

    >>> from outflank.drawing.skins import find_skin
    >>> status(Game(), find_skin("classic"))
    'black 2, white 2; black to move'
    """
    if isinstance(value, SquareSet):
        return say("drawing.status.squares", count=len(value))
    if isinstance(value, Game):
        return "; ".join([_count(value.position.board, skin), *_turn_of_game(value, skin)])
    if isinstance(value, Position):
        return "; ".join([_count(value.board, skin), *_turn(value, skin)])
    return _count(value, skin)


def description(board: Board, skin: Skin, **groups: SquareSet | Square | None) -> str:
    """List the discs, and the marked groups of squares.

    >>> from outflank.drawing.skins import find_skin
    >>> description(Board.start(4), find_skin("classic"), last_move=None)
    'Black: c2 b3. White: b2 c3.'
    """
    listed = {str(skin.disc(color).text): str(board.discs(color)) for color in Color}
    listed |= {say(f"drawing.groups.{name}"): str(group) for name, group in groups.items() if group}
    return " ".join(
        f"{capitalised(name)}: {squares}." for name, squares in listed.items() if squares
    )


def _count(board: Board, skin: Skin) -> str:
    return say(
        "drawing.status.discs",
        black=skin.black.text,
        white=skin.white.text,
        black_discs=board.count(BLACK),
        white_discs=board.count(WHITE),
    )


def _turn_of_game(game: Game, skin: Skin) -> Iterator[str]:
    outcome = game.outcome
    if outcome is None:
        if game.moves and game.peek() is PASS:
            passed = skin.disc(game.position.turn.opponent)
            yield say("drawing.status.passed", color=passed.text)
        yield from _turn(game.position, skin)
    elif outcome.winner is None:
        yield say("drawing.status.draw", reason=outcome.reason.text)
    else:
        winner = skin.disc(outcome.winner)
        yield say("drawing.status.won", color=winner.text, reason=outcome.reason.text)


def _turn(position: Position, skin: Skin) -> Iterator[str]:
    if position.is_over:
        yield say("drawing.status.over")
        return
    mover = skin.disc(position.turn).text
    if position.must_pass:
        yield say("drawing.status.must_pass", color=mover)
    else:
        yield say("drawing.status.to_move", color=mover)
    if position.awaits_answer:
        yield say("drawing.status.oracle_waits")
    elif position.answer:
        yield say("drawing.status.oracle_said", answer=position.answer.text)
