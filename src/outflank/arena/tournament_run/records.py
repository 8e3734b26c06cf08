"""The finished games of a tournament, and the file that keeps them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from outflank.arena.engine_match.game import GameRecord
from outflank.arena.engine_match.games_file import RecordsFile
from outflank.arena.pairing import Pairing
from outflank.arena.result import Result
from outflank.arena.tournament_run.definition import EngineTournament
from outflank.rules import Reason

__all__ = ["TournamentFile", "TournamentGame"]


@dataclass(frozen=True, slots=True)
class TournamentGame:
    """A finished game with its number in the tournament.

    In its record the first player is the entrant with the lower number.
    """

    number: int
    black: int
    white: int
    record: GameRecord

    @property
    def first(self) -> int:
        """The entrant whose values come first in the record."""
        return min(self.black, self.white)

    def place_of(self, entrant: int) -> int:
        """Return the place of an entrant's values in the record, 0 or 1."""
        return 0 if entrant == self.first else 1

    def is_of(self, pairing: Pairing) -> bool:
        """Return whether this is the game of a pairing."""
        return (self.number, self.black, self.white) == (pairing.number, *pairing.players)

    @property
    def result(self) -> Result:
        """The result, as the table counts it."""
        record = self.record
        black, white = record.discs
        if record.margin is not None:  # as if the board were full
            squares = len(record.start.split()[0])
            black = (squares + record.margin) // 2
            white = squares - black
        return Result(record.winner, black, white, Reason(record.reason))

    def to_dict(self) -> dict[str, Any]:
        """Return the game as plain values."""
        return {
            "game": self.number,
            "black number": self.black,
            "white number": self.white,
            **self.record.to_dict(),
        }

    @classmethod
    def from_dict(cls, plain: dict[str, Any]) -> Self:
        """Return the game of plain values; wrong ones raise an error such as KeyError."""
        rest = dict(plain)
        number, black, white = (
            int(rest.pop(name)) for name in ("game", "black number", "white number")
        )
        game = cls(number, black, white, GameRecord.from_dict(rest))
        _ = game.result  # raises for an unknown reason
        return game


class TournamentFile(RecordsFile[TournamentGame]):
    """The finished games of a tournament, saved in a file so that it can be resumed."""

    def __init__(self, path: Path, tournament: EngineTournament) -> None:
        super().__init__(
            path,
            tournament.to_dict(),
            kind="tournament",
            read=TournamentGame.from_dict,
            write=TournamentGame.to_dict,
            key=lambda game: game.number,
        )
