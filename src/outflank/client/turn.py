"""A turn of a bot: the position and the time for the move."""

from __future__ import annotations

from dataclasses import dataclass

from outflank.client.api import Json
from outflank.rules import BLACK, WHITE, Board, Position, find_variant
from outflank.rules.answer import parse_answer

__all__ = ["Turn"]


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of the bot: its match, its number there, the position and the time.

    `left` is the number of milliseconds within which the move must arrive, and `remaining` what is
    left of the total time for the game; None means no such limit.

    >>> turn = Turn("m1", 2, find_variant("classic").start(4), left=1500)
    >>> turn.as_line()
    '-----OX--XO----- X 4 classic - 1500'
    """

    match: str
    seq: int
    position: Position
    left: int | None = None
    remaining: int | None = None

    @classmethod
    def from_state(cls, match: Json, state: Json) -> Turn | None:
        """Return the turn in a `State` of a match, or None if the key's player is not to move."""
        turn, own = state["turn"], match["you"]
        if turn is None or own is None or turn["color"] != own or state["awaits"] != "move":
            return None
        deadline = state["deadline"]
        return cls(
            match["id"],
            turn["seq"],
            position_from(match, state),
            None if deadline is None else max(0, deadline - state["now"]),
            state["remaining"][own],
        )

    def seconds_to_think(self) -> float | None:
        """Return how long to think at most: a share of the time, less a reserve for the network."""
        if self.left is None:
            return None
        own = self.left
        if self.remaining is not None:
            turns = self.position.board.empties // 2 + 2
            own = min(own, 2 * self.remaining // turns)
        return max(0.02, min(0.8 * own, own - 150) / 1000)

    def as_line(self) -> str:
        """Return the turn as the line that programs read."""
        position = self.position
        answer = position.answer.value if position.answer else "-"
        left = "-" if self.left is None else self.left
        side = "X" if position.turn is BLACK else "O"
        return f"{position.board} {side} {position.size} {position.variant} {answer} {left}"


def position_from(match: Json, state: Json) -> Position:
    """Return the position of a state that has a side to move."""
    variant = find_variant(match["variant"])
    answer = state["answer"]
    return Position(
        Board.parse(state["cells"]),
        BLACK if state["turn"]["color"] == "black" else WHITE,
        variant=variant,
        answer=parse_answer(answer) if answer else None,
    )
