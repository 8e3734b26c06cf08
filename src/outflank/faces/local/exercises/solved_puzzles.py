"""The puzzles that the user has solved, remembered in one file for all faces."""

from __future__ import annotations

from pathlib import Path

from outflank.errors import OutflankError
from outflank.rules import Position
from outflank.texts import Text
from outflank.user_folders import data_folder

__all__ = ["SolvedPuzzles"]


class SolvedPuzzles:
    """Positions whose best move the user has found.

    The file has one line per position. Lines are only appended, so two faces may write to it at
    the same time. A file that cannot be read counts as empty.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._path = (folder or data_folder()) / "solved_puzzles.txt"
        try:
            text = self._path.read_text(encoding="utf-8", errors="replace")
        except OSError:
            text = ""
        self._lines = set(text.splitlines())

    def __contains__(self, position: Position) -> bool:
        return _line_of(position) in self._lines

    def add(self, position: Position) -> None:
        """Remember a position as solved."""
        line = _line_of(position)
        if line in self._lines:
            return
        self._lines.add(line)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("a", encoding="utf-8") as file:
                file.write(f"{line}\n")
        except OSError as error:
            reason = error.strerror or error
            raise OutflankError(
                Text("errors.local.solved_puzzle_not_saved", reason=reason)
            ) from None


def _line_of(position: Position) -> str:
    return f"{position.variant.name} {position}"
