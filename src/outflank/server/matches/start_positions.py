"""Positions from which a match begins, read from text in any notation."""

from __future__ import annotations

from dataclasses import replace

from outflank.errors import ChallengeRefused, NotationError
from outflank.notation import find_format, formats, read
from outflank.notation.cells import Cells
from outflank.play.what_if import position_after
from outflank.rules import Color, Position
from outflank.server.matches.live_room import LiveRoom
from outflank.texts import Text

__all__ = ["MOST_CHARACTERS", "is_open_to", "is_usual", "position_left", "read_start"]

MOST_CHARACTERS = 12_000  # the longest game on the largest board has half of them in our JSON


def read_start(text: str, variant: str = "classic", size: int = 8) -> Position:
    """Return the last position of a game, or the position, that a text in any notation holds.

    `variant` and `size` apply to texts that do not say theirs. A text is never taken for the name
    of a file, as anybody may send it to a server.

    >>> print(read_start("f5d6c3"))
    ------------------X--------XX------OXX-----O-------------------- O
    """
    text = text.removeprefix("\ufeff").strip()
    if not text:
        raise NotationError(Text("errors.server.text_empty"))
    if len(text) > MOST_CHARACTERS:
        raise NotationError(Text("errors.server.start_too_long", most=MOST_CHARACTERS))
    notation = next((one for one in formats() if one.recognises and one.recognises(text)), None)
    if notation is None:
        raise NotationError(Text("errors.server.unreadable_start"))
    # Moves say nothing of the board, unless they begin with one.
    is_silent = notation is find_format("transcript") and Cells.leading(text) is None
    reading = read(
        text.encode(),
        format=notation,
        variant=variant,
        size=size if is_silent else None,
        errors="raise",
        progress=_OneRecord(),
    )
    position = reading.position
    if position.is_over:
        raise NotationError(Text("errors.server.position_is_over"))
    return replace(position, answer=None)  # the oracle of the match is asked again


def is_usual(position: Position) -> bool:
    """Tell whether this is the usual start position of its variant and size.

    >>> is_usual(read_start("f5d6c3"))
    False
    """
    usual = position.variant.start(position.size)
    return (position.board, position.turn) == (usual.board, usual.turn)


def is_open_to(room: LiveRoom, player: int | None) -> bool:
    """Tell whether a player may play on from the positions of a match.

    Once it is over, everybody may. While it runs, a player must not try out moves there that
    another person will answer: only casual matches against computers are open, to their player.
    """
    if room.is_over:
        return True
    if room.entry.rated or room.entry.tournament is not None:
        return False
    occupants = [room.setup.player(color).occupant for color in Color]
    return all(
        one.level is not None or (player is not None and one.account == player) for one in occupants
    )


def position_left(room: LiveRoom, ply: int, player: int) -> tuple[Position, int]:
    """Return the position after some turns of a match, to play on there, and how many were moves.

    It has the answer that the oracle gave for that turn.
    """
    if not is_open_to(room, player):
        raise ChallengeRefused(Text("errors.server.what_if_closed"))
    with room.reading() as match:
        return position_after(match.game, ply)


class _OneRecord:
    """Refuses a second record before the rest is read."""

    def __init__(self) -> None:
        self._count = 0

    def __call__(self, _: float) -> None:
        self._count += 1
        if self._count > 1:
            raise NotationError(Text("errors.server.several_starts"))
