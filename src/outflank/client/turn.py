"""What a bot is asked: a position, and the time there is to answer."""

from __future__ import annotations

from dataclasses import dataclass

from outflank.client.api import Json
from outflank.rules import BLACK, WHITE, Board, Position, find_variant
from outflank.rules.answer import parse_answer

__all__ = ["Turn"]


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of the bot: in which match, its number there, the position and the time.

    `left` are the milliseconds until the move must have arrived, `remaining` those left of the
    total time for the game; None where there is no such limit.

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
        """Return the turn that a `State` of a match asks of the key's player, if it does."""
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
        """Return how long to think at most: some share of the time, less what the way takes."""
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
    """Return the position of a state whose side to move is known."""
    variant = find_variant(match["variant"])
    answer = state["answer"]
    return Position(
        variant,
        Board.parse(state["cells"]),
        BLACK if state["turn"]["color"] == "black" else WHITE,
        parse_answer(answer) if answer else None,
    )
